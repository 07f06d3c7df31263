(** What terms and formulas mean: real numbers, vectors and propositions about them.

    The meaning is written so that it unfolds to what one would print: [M * γ ^ 2 <= R ^ 2], [w (S k) ≡ w k ⊕ y k ⊙ x k]. *)
From Coq Require Import Lra FunctionalExtensionality.
From Perceptron.theory Require Export Space Syntax.
#[local] Open Scope R_scope.
#[local] Arguments Pos.to_nat _ : simpl never.

(** The values of the free names, and of a list of indices the number that it stands for. *)
Record env (E : space) := Env {
  real : positive -> R;
  seq : positive -> nat -> R;
  vect : positive -> E;
  vseq : positive -> nat -> E;
  natural : positive -> nat;
  listed : list nat -> nat
}.
Arguments real {E}. Arguments seq {E}. Arguments vect {E}. Arguments vseq {E}. Arguments natural {E}. Arguments listed {E}.

(** The values of the bound indices, innermost first. *)
Definition stack := nat -> nat.
Definition push (k : nat) (s : stack) : stack := fun j => match j with O => k | S j => s j end.
Definition empty : stack := fun _ => O.

(** Σ (i < n) f(i) *)
Fixpoint sum (f : nat -> R) (n : nat) : R := match n with O => 0 | S n => sum f n + f n end.

Definition number (c : Q) : R := match Qden c with xH => IZR (Qnum c) | d => IZR (Qnum c) / IZR (Zpos d) end.
Definition negative (c : Q) : bool := match Qnum c with Zneg _ => true | _ => false end.
Definition opposite (c : Q) : Q := Qmake (Z.opp (Qnum c)) (Qden c).
Definition one (c : Q) : bool := match c with Qmake (Zpos xH) xH => true | _ => false end.

Section meaning.
  Context {E : space} (r : env E).

  Fixpoint index_value (s : stack) (i : index) : nat := match i with At b o => (o + base_value s b)%nat end
  with base_value (s : stack) (b : base) : nat :=
    match b with Zero => O | Free n => natural r n | Bound j => s j | Listed l => listed r (index_values s l) end
  with index_values (s : stack) (l : indices) : list nat :=
    match l with INil => [] | ICons i l => index_value s i :: index_values s l end.

  Definition vec_value (s : stack) (v : vec) : E :=
    match v with Vec n => vect r n | VecAt n i => vseq r n (index_value s i) end.
  Definition power (x : R) (e : positive) : R := match e with xH => x | _ => x ^ Pos.to_nat e end.
  Definition fn_value (f : fn) : R -> R := match f with Ln => ln | Exp => exp end.

  Fixpoint atom_value (s : stack) (a : atom) : R :=
    match a with
    | Real n => real r n
    | RealAt n i => seq r n (index_value s i)
    | Nat b => INR (base_value s b)
    | Inner v w => inner (vec_value s v) (vec_value s w)
    | Fn f p => fn_value f (poly_value s p)
    | Sum upto p => sum (fun i => poly_value (push i s) p) (index_value (push O s) upto)
    end
  with poly_value (s : stack) (p : poly) : R :=
    match p with
    | PNil => 0
    | PCons c m p => add_value (if negative c then - term_value s (opposite c) m else term_value s c m) s p
    end
  with add_value (sofar : R) (s : stack) (p : poly) : R :=
    match p with
    | PNil => sofar
    | PCons c m p => add_value (if negative c then sofar - term_value s (opposite c) m else sofar + term_value s c m) s p
    end
  with term_value (s : stack) (c : Q) (m : mono) : R :=
    match m with
    | MNil => number c
    | MCons a e m => mul_value (if one c then power (atom_value s a) e else number c * power (atom_value s a) e) s m
    end
  with mul_value (sofar : R) (s : stack) (m : mono) : R :=
    match m with MNil => sofar | MCons a e m => mul_value (sofar * power (atom_value s a) e) s m end.

  (** An inequality is printed with its negative terms on the other side. *)
  Fixpoint positives (p : poly) : poly :=
    match p with PNil => PNil | PCons c m p => if negative c then positives p else PCons c m (positives p) end.
  Fixpoint negatives (p : poly) : poly :=
    match p with PNil => PNil | PCons c m p => if negative c then PCons (opposite c) m (negatives p) else negatives p end.

  Fixpoint negated (p : poly) : poly := match p with PNil => PNil | PCons c m p => PCons (opposite c) m (negated p) end.
  Definition is_negative (p : poly) : bool := match p with PCons c _ _ => negative c | PNil => false end.
  Fixpoint left_side (v : combination) : combination :=
    match v with VNil => VNil | VCons b c v => if is_negative c then left_side v else VCons b c (left_side v) end.
  Fixpoint right_side (v : combination) : combination :=
    match v with VNil => VNil | VCons b c v => if is_negative c then VCons b (negated c) (right_side v) else right_side v end.

  Definition multiple (s : stack) (c : poly) (v : vec) : E :=
    match c with
    | PCons q MNil PNil => if one q then vec_value s v else vscale (number q) (vec_value s v)
    | _ => vscale (poly_value s c) (vec_value s v)
    end.
  Fixpoint add_multiples (sofar : E) (s : stack) (v : combination) : E :=
    match v with VNil => sofar | VCons b c v => add_multiples (vadd sofar (multiple s c b)) s v end.
  Definition combination_value (s : stack) (v : combination) : E :=
    match v with VNil => vzero | VCons b c v => add_multiples (multiple s c b) s v end.

  Fixpoint formula_value (s : stack) (f : formula) : Prop :=
    match f with
    | Weak p => poly_value s (negatives p) <= poly_value s (positives p)
    | Strict p => poly_value s (negatives p) < poly_value s (positives p)
    | Equal p => poly_value s (positives p) = poly_value s (negatives p)
    | Null v => same (combination_value s (left_side v)) (combination_value s (right_side v))
    | And f g => formula_value s f /\ formula_value s g
    | Imp f g => formula_value s f -> formula_value s g
    | All f => forall k : nat, formula_value (push k s) f
    end.

  Definition holds (f : formula) : Prop := formula_value empty f.
  Fixpoint all_hold (l : list formula) : Prop := match l with [] => True | f :: l => holds f /\ all_hold l end.
  Fixpoint follows (hypotheses : list formula) (conclusion : formula) : Prop :=
    match hypotheses with [] => holds conclusion | h :: hs => holds h -> follows hs conclusion end.
End meaning.

(** A statement says: in every space, for all values of the names, the hypotheses imply the conclusion. *)
Record statement := Statement { hypotheses : list formula; conclusion : formula }.
Definition valid (t : statement) : Prop := forall (E : space) (r : env E), follows r (hypotheses t) (conclusion t).

(** ** The same without regard to print: plain sums of products *)
Lemma number_Q2R c : number c = Q2R c.
Proof. unfold number, Q2R. destruct (Qden c); try reflexivity. cbn. lra. Qed.
Lemma number_opposite c : number (opposite c) = - number c.
Proof. rewrite !number_Q2R. unfold opposite, Q2R; cbn. rewrite opp_IZR. lra. Qed.
Lemma one_number c : one c = true -> number c = 1.
Proof. destruct c as [[|[]|] []]; cbn; try discriminate; reflexivity. Qed.

Section plain.
  Context {E : space} (r : env E) (s : stack).

  Fixpoint plain_mono (m : mono) : R := match m with MNil => 1 | MCons a e m => atom_value r s a ^ Pos.to_nat e * plain_mono m end.
  Fixpoint plain (p : poly) : R := match p with PNil => 0 | PCons c m p => number c * plain_mono m + plain p end.

  Lemma power_pow x e : power x e = x ^ Pos.to_nat e.
  Proof. destruct e; try reflexivity. change (x = x ^ 1). ring. Qed.
  Lemma mul_value_plain m : forall x, mul_value r x s m = x * plain_mono m.
  Proof.
    induction m as [|a e m IH]; intro x; [cbn; ring|].
    change (mul_value r x s (MCons a e m)) with (mul_value r (x * power (atom_value r s a) e) s m).
    rewrite IH, power_pow. cbn [plain_mono]. ring.
  Qed.
  Lemma term_value_plain c m : term_value r s c m = number c * plain_mono m.
  Proof.
    destruct m as [|a e m]; [cbn; ring|].
    change (term_value r s c (MCons a e m))
      with (mul_value r (if one c then power (atom_value r s a) e else number c * power (atom_value r s a) e) s m).
    rewrite mul_value_plain, power_pow. cbn [plain_mono]. destruct (one c) eqn:H; [rewrite (one_number _ H)|]; ring.
  Qed.
  Lemma add_value_plain p : forall x, add_value r x s p = x + plain p.
  Proof.
    induction p as [|c m p IH]; intro x; [cbn; ring|].
    change (add_value r x s (PCons c m p))
      with (add_value r (if negative c then x - term_value r s (opposite c) m else x + term_value r s c m) s p).
    rewrite IH, !term_value_plain, number_opposite. cbn [plain]. destruct (negative c); ring.
  Qed.
  Lemma poly_value_plain p : poly_value r s p = plain p.
  Proof.
    destruct p as [|c m p]; [reflexivity|].
    change (poly_value r s (PCons c m p))
      with (add_value r (if negative c then - term_value r s (opposite c) m else term_value r s c m) s p).
    rewrite add_value_plain, !term_value_plain, number_opposite. cbn [plain]. destruct (negative c); ring.
  Qed.

  Lemma sides p : plain p = plain (positives p) - plain (negatives p).
  Proof. induction p; cbn; [ring|]. destruct (negative c); cbn; rewrite ?number_opposite, IHp; ring. Qed.
  Lemma weak_value p : formula_value r s (Weak p) <-> 0 <= plain p.
  Proof. cbn. rewrite !poly_value_plain, (sides p). lra. Qed.
  Lemma strict_value p : formula_value r s (Strict p) <-> 0 < plain p.
  Proof. cbn. rewrite !poly_value_plain, (sides p). lra. Qed.
  Lemma equal_value p : formula_value r s (Equal p) <-> plain p = 0.
  Proof. cbn. rewrite !poly_value_plain, (sides p). lra. Qed.

  (** The inner product of a combination with a vector, by linearity. *)
  Fixpoint against (v : combination) (z : E) : R :=
    match v with VNil => 0 | VCons b c v => plain c * inner (vec_value r s b) z + against v z end.
  Lemma plain_negated p : plain (negated p) = - plain p.
  Proof. induction p; cbn; [ring|]. rewrite number_opposite, IHp. ring. Qed.
  Lemma multiple_against c b z : inner (multiple r s c b) z = plain c * inner (vec_value r s b) z.
  Proof.
    assert (H : inner (vscale (poly_value r s c) (vec_value r s b)) z = plain c * inner (vec_value r s b) z)
      by now rewrite inner_scale, poly_value_plain.
    unfold multiple. destruct c as [|q [] []]; try exact H.
    destruct (one q) eqn:O; [cbn; rewrite (one_number _ O); ring|]. rewrite inner_scale. cbn. ring.
  Qed.
  Lemma add_multiples_against v z : forall a, inner (add_multiples r a s v) z = inner a z + against v z.
  Proof. induction v; intro x; cbn; [ring|]. rewrite IHv, inner_add, multiple_against. ring. Qed.
  Lemma combination_against v z : inner (combination_value r s v) z = against v z.
  Proof. destruct v; cbn; [apply inner_zero|]. now rewrite add_multiples_against, multiple_against. Qed.
  Lemma sides_against v z : against v z = against (left_side v) z - against (right_side v) z.
  Proof. induction v; cbn; [ring|]. destruct (is_negative c); cbn; rewrite ?plain_negated, IHv; ring. Qed.
  Lemma null_value v : formula_value r s (Null v) <-> forall z, against v z = 0.
  Proof.
    cbn. unfold same. split; intros H z; specialize (H z); rewrite !combination_against in *; rewrite (sides_against v z) in *; lra.
  Qed.
End plain.

Lemma follows_all {E} (r : env E) hs c : follows r hs c <-> (all_hold r hs -> holds r c).
Proof. induction hs; cbn; tauto. Qed.
