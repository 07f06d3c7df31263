(** Arithmetic with polynomials and vectors as data, each operation with what it means.

    Monomials are kept in order, so that equal polynomials are the same data.  No proof needs the order: if it were lost, a true
    certificate could be refused, and no false one accepted. *)
From Coq Require Import Lra Qreals.
From Perceptron.theory Require Export Meaning.
#[local] Open Scope R_scope.
#[local] Arguments Pos.to_nat _ : simpl never.
#[local] Arguments Qred _ : simpl never.
#[local] Arguments Qmult _ _ : simpl never.
#[local] Arguments number _ : simpl never.

Definition zero : poly := PNil.
Definition constant (c : Q) : poly := if (Qnum c =? 0)%Z then PNil else PCons c MNil PNil.
Definition of_atom (a : atom) : poly := PCons 1%Q (MCons a 1 MNil) PNil.
Definition of_vec (v : vec) : combination := VCons v (constant 1%Q) VNil.
Definition inner_of (v w : vec) : atom := match cvec v w with Gt => Inner w v | _ => Inner v w end.

Definition qplus (c d : Q) : Q :=  (* sums of integers need no reduction *)
  match Qden c, Qden d with xH, xH => Qmake (Qnum c + Qnum d) 1 | _, _ => Qred (c + d) end.

Fixpoint padd (p : poly) : poly -> poly :=
  fix padd_p (q : poly) : poly :=
    match p, q with
    | PNil, _ => q
    | _, PNil => p
    | PCons c m p', PCons d n q' =>
      match cmono m n with
      | Lt => PCons c m (padd p' q)
      | Gt => PCons d n (padd_p q')
      | Eq => let e := qplus c d in if (Qnum e =? 0)%Z then padd p' q' else PCons e m (padd p' q')
      end
    end.

Fixpoint mtimes (m : mono) : mono -> mono :=
  fix mtimes_m (n : mono) : mono :=
    match m, n with
    | MNil, _ => n
    | _, MNil => m
    | MCons a e m', MCons b f n' =>
      match catom a b with
      | Lt => MCons a e (mtimes m' n)
      | Gt => MCons b f (mtimes_m n')
      | Eq => MCons a (e + f) (mtimes m' n')
      end
    end.

(** The sum of many polynomials, in rounds of pairs. *)
Fixpoint pairs (l : list poly) : list poly := match l with p :: q :: l => padd p q :: pairs l | _ => l end.
Fixpoint total_in (rounds : nat) (l : list poly) : poly :=
  match l, rounds with
  | [], _ => PNil
  | [p], _ => p
  | p :: l, O => fold_left padd l p
  | _, S rounds => total_in rounds (pairs l)
  end.
Definition total (l : list poly) : poly := total_in 32 l.

Definition qtimes (c d : Q) : Q :=
  match Qden c, Qden d with xH, xH => Qmake (Qnum c * Qnum d) 1 | _, _ => if one c then d else if one d then c else Qred (c * d) end.
(** The order of monomials is lexicographic, so a multiple of a polynomial is in order again, and products are merged, not sorted. *)
Fixpoint times_term (c : Q) (m : mono) (p : poly) : poly :=
  match p with PNil => PNil | PCons d n p => PCons (qtimes c d) (mtimes m n) (times_term c m p) end.
Fixpoint pmul_terms (p q : poly) : list poly := match p with PNil => [] | PCons c m p => times_term c m q :: pmul_terms p q end.
Fixpoint shorter (p q : poly) : bool :=
  match p, q with PNil, _ => true | _, PNil => false | PCons _ _ p, PCons _ _ q => shorter p q end.
Fixpoint pscale (c : Q) (p : poly) : poly := match p with PNil => PNil | PCons d m p => PCons (qtimes c d) m (pscale c p) end.
Definition pmul (p q : poly) : poly :=
  match p, q with
  | PCons c MNil PNil, q | q, PCons c MNil PNil => pscale c q
  | _, _ => total (if shorter p q then pmul_terms p q else pmul_terms q p)
  end.
Fixpoint ppow (p : poly) (e : positive) : poly :=
  match e with
  | xH => p
  | xO e => let q := ppow p e in pmul q q
  | xI e => let q := ppow p e in pmul p (pmul q q)
  end.
Definition ppower (p : poly) (e : positive) : poly :=
  match p with
  | PCons c (MCons a xH MNil) PNil => if one c then PCons c (MCons a e MNil) PNil else ppow p e
  | _ => ppow p e
  end.
Definition psub (p q : poly) : poly := padd p (negated q).

Fixpoint vplus (v : combination) : combination -> combination :=
  fix vplus_v (w : combination) : combination :=
    match v, w with
    | VNil, _ => w
    | _, VNil => v
    | VCons b c v', VCons b' c' w' =>
      match cvec b b' with
      | Lt => VCons b c (vplus v' w)
      | Gt => VCons b' c' (vplus_v w')
      | Eq => match padd c c' with PNil => vplus v' w' | d => VCons b d (vplus v' w') end
      end
    end.
Fixpoint vtimes (c : poly) (v : combination) : combination :=
  match v with VNil => VNil | VCons b d v => match pmul c d with PNil => vtimes c v | e => VCons b e (vtimes c v) end end.
Fixpoint inner_basic (b : vec) (c : poly) (w : combination) : list poly :=
  match w with VNil => [] | VCons b' c' w => pmul (pmul c c') (of_atom (inner_of b b')) :: inner_basic b c w end.
Fixpoint inner_terms (v w : combination) : list poly := match v with VNil => [] | VCons b c v => inner_basic b c w ++ inner_terms v w end.
Definition vinner (v w : combination) : poly := total (inner_terms v w).

(** The equations of the three merges *)
Lemma padd_cons c m p d n q : padd (PCons c m p) (PCons d n q) =
  match cmono m n with
  | Lt => PCons c m (padd p (PCons d n q))
  | Gt => PCons d n (padd (PCons c m p) q)
  | Eq => if (Qnum (qplus c d) =? 0)%Z then padd p q else PCons (qplus c d) m (padd p q)
  end.
Proof. reflexivity. Qed.
Lemma mtimes_cons a e m b f n : mtimes (MCons a e m) (MCons b f n) =
  match catom a b with
  | Lt => MCons a e (mtimes m (MCons b f n))
  | Gt => MCons b f (mtimes (MCons a e m) n)
  | Eq => MCons a (e + f) (mtimes m n)
  end.
Proof. reflexivity. Qed.
Lemma vplus_cons b c v b' c' w : vplus (VCons b c v) (VCons b' c' w) =
  match cvec b b' with
  | Lt => VCons b c (vplus v (VCons b' c' w))
  | Gt => VCons b' c' (vplus (VCons b c v) w)
  | Eq => match padd c c' with PNil => vplus v w | d => VCons b d (vplus v w) end
  end.
Proof. reflexivity. Qed.

#[local] Arguments qtimes _ _ : simpl never.
#[local] Arguments qplus _ _ : simpl never.

Section soundness.
  Context {E : space} (r : env E) (s : stack).
  Notation plain := (plain r s).
  Notation plain_mono := (plain_mono r s).

  Lemma number_reduced c : number (Qred c) = number c.
  Proof. rewrite !number_Q2R. apply Qeq_eqR, Qred_correct. Qed.
  Lemma number_add c d : number (c + d) = number c + number d.
  Proof. rewrite !number_Q2R. apply Q2R_plus. Qed.
  Lemma number_plus c d : number (qplus c d) = number c + number d.
  Proof.
    assert (R : number (Qred (c + d)) = number c + number d) by (rewrite number_reduced; apply number_add).
    destruct c as [n []], d as [m []]; try exact R. unfold qplus, number; cbn [Qnum Qden]. apply plus_IZR.
  Qed.
  Lemma number_mul c d : number (c * d) = number c * number d.
  Proof. rewrite !number_Q2R. apply Q2R_mult. Qed.
  Lemma number_zero c : (Qnum c =? 0)%Z = true -> number c = 0.
  Proof. intro H. apply Z.eqb_eq in H. rewrite number_Q2R. unfold Q2R. rewrite H. ring. Qed.

  Lemma plain_constant c : plain (constant c) = number c.
  Proof. unfold constant. destruct (Qnum c =? 0)%Z eqn:H; cbn; [now rewrite number_zero|ring]. Qed.
  Lemma plain_atom a : plain (of_atom a) = atom_value r s a.
  Proof. unfold of_atom. cbn. rewrite Pos2Nat.inj_1. cbn. unfold number; cbn. ring. Qed.
  Lemma atom_inner v w : atom_value r s (inner_of v w) = inner (vec_value r s v) (vec_value r s w).
  Proof. unfold inner_of. destruct (cvec v w); try reflexivity. apply inner_symmetric. Qed.

  Lemma plain_add p : forall q, plain (padd p q) = plain p + plain q.
  Proof.
    induction p as [|c m p IH]; intro q; [destruct q; cbn; ring|].
    induction q as [|d n q IHq]; [cbn; ring|].
    rewrite padd_cons. destruct (cmono m n) eqn:C.
    - apply cmono_eq in C; subst n. assert (H := number_plus c d).
      destruct (Qnum (qplus c d) =? 0)%Z eqn:Z; cbn [Meaning.plain]; rewrite IH;
        [apply number_zero in Z; rewrite Z in H|rewrite H]; [|ring].
      replace (number d) with (- number c) by lra. ring.
    - cbn [Meaning.plain]. rewrite IH. cbn [Meaning.plain]. ring.
    - cbn [Meaning.plain]. rewrite IHq. cbn [Meaning.plain]. ring.
  Qed.

  Lemma plain_times m : forall n, plain_mono (mtimes m n) = plain_mono m * plain_mono n.
  Proof.
    induction m as [|a e m IH]; intro n; [destruct n; cbn; ring|].
    induction n as [|b f n IHn]; [cbn; ring|].
    rewrite mtimes_cons. destruct (catom a b) eqn:C.
    - apply catom_eq in C; subst b. cbn [Meaning.plain_mono]. rewrite IH, Pos2Nat.inj_add, pow_add. ring.
    - cbn [Meaning.plain_mono]. rewrite IH. cbn [Meaning.plain_mono]. ring.
    - cbn [Meaning.plain_mono]. rewrite IHn. cbn [Meaning.plain_mono]. ring.
  Qed.

  Fixpoint plains (l : list poly) : R := match l with [] => 0 | p :: l => plain p + plains l end.
  Lemma plains_app l m : plains (l ++ m) = plains l + plains m.
  Proof. induction l; cbn; [ring|]. rewrite IHl. ring. Qed.
  Lemma plains_fold l : forall p, plain (fold_left padd l p) = plain p + plains l.
  Proof. induction l; intro p; cbn; [ring|]. rewrite IHl, plain_add. ring. Qed.
  Lemma plains_pairs n : forall l, (length l <= n)%nat -> plains (pairs l) = plains l.
  Proof.
    induction n; intros [|p [|q l]] H; try reflexivity; [inversion H|].
    cbn. rewrite plain_add, IHn; [ring|]. cbn in H. apply Nat.succ_le_mono in H. now apply Nat.lt_le_incl in H.
  Qed.
  Lemma plain_total l : plain (total l) = plains l.
  Proof.
    unfold total. generalize 32%nat. intro n; revert l.
    induction n; intros [|p [|q l]]; try (cbn; ring).
    - cbn [total_in]. rewrite plains_fold. cbn. ring.
    - cbn [total_in]. rewrite IHn. apply (plains_pairs (length (p :: q :: l))). reflexivity.
  Qed.

  Lemma number_times c d : number (qtimes c d) = number c * number d.
  Proof.
    assert (I : forall n m : Z, number (Qmake (n * m) 1) = number (Qmake n 1) * number (Qmake m 1)) by exact mult_IZR.
    destruct c as [n x], d as [m y]. unfold qtimes; cbn [Qnum Qden]. set (c := Qmake n x). set (d := Qmake m y).
    assert (H : number (if one c then d else if one d then c else Qred (c * d)) = number c * number d); [|destruct x, y; first [exact H | exact (I n m)]].
    destruct (one c) eqn:C; [rewrite (one_number _ C); ring|]. destruct (one d) eqn:D; [rewrite (one_number _ D); ring|].
    rewrite number_reduced. apply number_mul.
  Qed.
  Lemma plain_times_term c m p : plain (times_term c m p) = number c * plain_mono m * plain p.
  Proof. induction p; cbn; [ring|]. rewrite IHp, number_times, plain_times. ring. Qed.
  Lemma plains_mul p q : plains (pmul_terms p q) = plain p * plain q.
  Proof. induction p; cbn; [ring|]. rewrite plain_times_term, IHp. ring. Qed.
  Lemma plain_scale c p : plain (pscale c p) = number c * plain p.
  Proof. induction p; cbn; [ring|]. rewrite IHp, number_times. ring. Qed.
  Lemma plain_mul p q : plain (pmul p q) = plain p * plain q.
  Proof.
    assert (H : plain (total (if shorter p q then pmul_terms p q else pmul_terms q p)) = plain p * plain q)
      by (rewrite plain_total; destruct (shorter p q); rewrite plains_mul; ring).
    unfold pmul. destruct p as [|c [] []], q as [|d [] []]; try exact H; rewrite plain_scale; cbn; ring.
  Qed.
  Lemma plain_pow p e : plain (ppow p e) = plain p ^ Pos.to_nat e.
  Proof.
    induction e as [e IH|e IH|]; cbn [ppow]; [| |rewrite Pos2Nat.inj_1; ring];
      rewrite !plain_mul, IH, ?Pos2Nat.inj_xI, ?Pos2Nat.inj_xO, ?pow_add; cbn [pow Nat.mul]; rewrite ?Nat.add_0_r, ?pow_add; ring.
  Qed.
  Lemma plain_power p e : plain (ppower p e) = plain p ^ Pos.to_nat e.
  Proof.
    assert (H := plain_pow p e). unfold ppower. destruct p as [|c [|a [] []] []]; try exact H.
    destruct (one c) eqn:O; [|exact H]. apply one_number in O. cbn. rewrite O.
    rewrite Pos2Nat.inj_1. replace (1 * (atom_value r s a ^ 1 * 1) + 0) with (atom_value r s a) by (cbn; ring). ring.
  Qed.
  Lemma plain_sub p q : plain (psub p q) = plain p - plain q.
  Proof. unfold psub. rewrite plain_add, plain_negated. ring. Qed.

  Notation against := (against r s).
  Lemma against_add v z : forall w, against (vplus v w) z = against v z + against w z.
  Proof.
    induction v as [|b c v IH]; intro w; [destruct w; cbn; ring|].
    induction w as [|b' c' w IHw]; [cbn; ring|].
    rewrite vplus_cons. destruct (cvec b b') eqn:C.
    - apply cvec_eq in C; subst b'. assert (H := plain_add c c').
      destruct (padd c c'); cbn [Meaning.against] in *; rewrite IH, ?H; [|ring].
      cbn in H. replace (plain c') with (- plain c) by lra. ring.
    - cbn [Meaning.against]. rewrite IH. cbn [Meaning.against]. ring.
    - cbn [Meaning.against]. rewrite IHw. cbn [Meaning.against]. ring.
  Qed.
  Lemma against_times c v z : against (vtimes c v) z = plain c * against v z.
  Proof.
    induction v as [|b d v IH]; cbn [vtimes Meaning.against]; [ring|]. assert (H := plain_mul c d).
    destruct (pmul c d); cbn [Meaning.against]; rewrite ?H, IH; [|ring]. cbn in H. rewrite Rmult_plus_distr_l, <- Rmult_assoc, <- H. ring.
  Qed.
  Lemma against_vec v z : against (of_vec v) z = inner (vec_value r s v) z.
  Proof. unfold of_vec. cbn. rewrite ?plain_constant. unfold number; cbn. ring. Qed.
  Lemma plains_inner_basic b c w : plains (inner_basic b c w) = plain c * against w (vec_value r s b).
  Proof.
    induction w as [|b' c' w IH]; cbn [inner_basic plains Meaning.against]; [ring|].
    rewrite IH, !plain_mul, plain_atom, atom_inner, (inner_symmetric _ (vec_value r s b)). ring.
  Qed.
  Lemma plain_inner v w : plain (vinner v w) = inner (combination_value r s v) (combination_value r s w).
  Proof.
    unfold vinner. rewrite plain_total, combination_against.
    induction v as [|b c v IH]; cbn [inner_terms plains Meaning.against]; [reflexivity|].
    rewrite plains_app, plains_inner_basic, IH, (inner_symmetric _ (vec_value r s b)), combination_against. reflexivity.
  Qed.
End soundness.
