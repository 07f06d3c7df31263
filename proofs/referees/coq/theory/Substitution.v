(** Substitution, as in proofs/kernel/term.py: one traversal, used to open a ∀ at an index and to put terms for names. *)
From Coq Require Import Lra Lia.
From Perceptron.theory Require Export Algebra.
#[local] Open Scope R_scope.
#[local] Open Scope bool_scope.
#[local] Arguments Pos.to_nat _ : simpl never.

(** The same index, written below so many more binders. *)
Fixpoint under (d : nat) (i : index) : index := match i with At b o => At (under_base d b) o end
with under_base (d : nat) (b : base) : base :=
  match b with Bound j => Bound (d + j) | Listed l => Listed (under_all d l) | _ => b end
with under_all (d : nat) (l : indices) : indices := match l with INil => INil | ICons i l => ICons (under d i) (under_all d l) end.

(** The natural number k + c as a real term. *)
Definition cast (i : index) : poly :=
  match i with
  | At Zero o => constant (inject_Z (Z.of_nat o))
  | At b o => padd (of_atom (Nat b)) (constant (inject_Z (Z.of_nat o)))
  end.

Section map.
  (** What stands for a base that is no list, for a name, for a value of a sequence; the depth is the number of binders passed. *)
  Variable leaf : nat -> base -> index.
  Variable real_image : positive -> poly.
  Variable seq_image : positive -> index -> poly.
  Variable vec_image : positive -> combination.
  Variable vseq_image : positive -> index -> combination.

  Fixpoint map_index (d : nat) (i : index) : index :=
    match i with At b o => match map_base d b with At b' o' => At b' (o + o') end end
  with map_base (d : nat) (b : base) : index := match b with Listed l => At (Listed (map_indices d l)) 0 | _ => leaf d b end
  with map_indices (d : nat) (l : indices) : indices :=
    match l with INil => INil | ICons i l => ICons (map_index d i) (map_indices d l) end.

  Definition map_vec (d : nat) (v : vec) : combination :=
    match v with Vec n => vec_image n | VecAt n i => vseq_image n (map_index d i) end.
  Fixpoint map_atom (d : nat) (a : atom) : poly :=
    match a with
    | Real n => real_image n
    | RealAt n i => seq_image n (map_index d i)
    | Nat b => cast (map_base d b)
    | Inner v w => vinner (map_vec d v) (map_vec d w)
    | Fn f p => of_atom (Fn f (total (map_terms d p)))
    | Sum upto p => of_atom (Sum (map_index (S d) upto) (total (map_terms (S d) p)))
    end
  with map_terms (d : nat) (p : poly) : list poly :=
    match p with PNil => [] | PCons c m p => pscale c (map_mono d m) :: map_terms d p end
  with map_mono (d : nat) (m : mono) : poly :=
    match m with MNil => constant 1%Q | MCons a e m => pmul (ppower (map_atom d a) e) (map_mono d m) end.
  Definition map_poly (d : nat) (p : poly) : poly := total (map_terms d p).
  Fixpoint map_combination (d : nat) (v : combination) : combination :=
    match v with VNil => VNil | VCons b c v => vplus (vtimes (map_poly d c) (map_vec d b)) (map_combination d v) end.
  Fixpoint map_formula (d : nat) (f : formula) : formula :=
    match f with
    | Weak p => Weak (map_poly d p) | Strict p => Strict (map_poly d p) | Equal p => Equal (map_poly d p)
    | Null v => Null (map_combination d v)
    | And f g => And (map_formula d f) (map_formula d g)
    | Imp f g => Imp (map_formula d f) (map_formula d g)
    | All f => All (map_formula (S d) f)
    end.
End map.

(** [at_] for the index that the outermost ∀ binds. *)
Definition open_leaf (at_ : index) (d : nat) (b : base) : index :=
  match b with Bound j => if Nat.eqb j d then under d at_ else At b 0 | _ => At b 0 end.
Definition basic_at (n : positive) (i : index) : combination := of_vec (VecAt n i).
Definition open_poly (at_ : index) : poly -> poly :=
  map_poly (open_leaf at_) (fun n => of_atom (Real n)) (fun n i => of_atom (RealAt n i)) (fun n => of_vec (Vec n)) basic_at 0.
Definition open_combination (at_ : index) : combination -> combination :=
  map_combination (open_leaf at_) (fun n => of_atom (Real n)) (fun n i => of_atom (RealAt n i)) (fun n => of_vec (Vec n)) basic_at 0.
Definition open (at_ : index) : formula -> formula :=
  map_formula (open_leaf at_) (fun n => of_atom (Real n)) (fun n i => of_atom (RealAt n i)) (fun n => of_vec (Vec n)) basic_at 0.

(** Terms for names; a sequence gets a term in the index [Bound 0]. *)
Inductive image :=
  | ForReal (n : positive) (p : poly) | ForSeq (n : positive) (p : poly)
  | ForVec (n : positive) (v : combination) | ForVseq (n : positive) (v : combination) | ForNat (n : positive) (i : index).
Definition images := list image.
Fixpoint find_real (n : positive) (l : images) : option poly :=
  match l with [] => None | ForReal m p :: l => if Pos.eqb m n then Some p else find_real n l | _ :: l => find_real n l end.
Fixpoint find_seq (n : positive) (l : images) : option poly :=
  match l with [] => None | ForSeq m p :: l => if Pos.eqb m n then Some p else find_seq n l | _ :: l => find_seq n l end.
Fixpoint find_vec (n : positive) (l : images) : option combination :=
  match l with [] => None | ForVec m p :: l => if Pos.eqb m n then Some p else find_vec n l | _ :: l => find_vec n l end.
Fixpoint find_vseq (n : positive) (l : images) : option combination :=
  match l with [] => None | ForVseq m p :: l => if Pos.eqb m n then Some p else find_vseq n l | _ :: l => find_vseq n l end.
Fixpoint find_nat (n : positive) (l : images) : option index :=
  match l with [] => None | ForNat m p :: l => if Pos.eqb m n then Some p else find_nat n l | _ :: l => find_nat n l end.

Definition put_leaf (l : images) (_ : nat) (b : base) : index :=
  match b with Free n => match find_nat n l with Some i => i | None => At b 0 end | _ => At b 0 end.
Definition put_real (l : images) (n : positive) : poly := match find_real n l with Some p => p | None => of_atom (Real n) end.
Definition put_seq (l : images) (n : positive) (i : index) : poly :=
  match find_seq n l with Some p => open_poly i p | None => of_atom (RealAt n i) end.
Definition put_vec (l : images) (n : positive) : combination := match find_vec n l with Some v => v | None => of_vec (Vec n) end.
Definition put_vseq (l : images) (n : positive) (i : index) : combination :=
  match find_vseq n l with Some v => open_combination i v | None => of_vec (VecAt n i) end.
Definition put (l : images) : formula -> formula := map_formula (put_leaf l) (put_real l) (put_seq l) (put_vec l) (put_vseq l) 0.

(** ** Which names a term speaks of, and that it depends on no others *)
Inductive kind := KReal | KSeq | KVec | KVseq | KNat.
Section within.
  (** All free names are [allowed], all bound indices below [n]. *)
  Variable allowed : kind -> positive -> bool.
  Fixpoint within_index (n : nat) (i : index) : bool := match i with At b _ => within_base n b end
  with within_base (n : nat) (b : base) : bool :=
    match b with Zero => true | Free m => allowed KNat m | Bound j => Nat.ltb j n | Listed l => within_indices n l end
  with within_indices (n : nat) (l : indices) : bool :=
    match l with INil => true | ICons i l => within_index n i && within_indices n l end.
  Definition within_vec (n : nat) (v : vec) : bool :=
    match v with Vec m => allowed KVec m | VecAt m i => allowed KVseq m && within_index n i end.
  Fixpoint within_atom (n : nat) (a : atom) : bool :=
    match a with
    | Real m => allowed KReal m
    | RealAt m i => allowed KSeq m && within_index n i
    | Nat b => within_base n b
    | Inner v w => within_vec n v && within_vec n w
    | Fn _ p => within_poly n p
    | Sum upto p => within_index (S n) upto && within_poly (S n) p
    end
  with within_poly (n : nat) (p : poly) : bool := match p with PNil => true | PCons _ m p => within_mono n m && within_poly n p end
  with within_mono (n : nat) (m : mono) : bool := match m with MNil => true | MCons a _ m => within_atom n a && within_mono n m end.
  Fixpoint within_combination (n : nat) (v : combination) : bool :=
    match v with VNil => true | VCons b c v => within_vec n b && within_poly n c && within_combination n v end.
  Fixpoint within (n : nat) (f : formula) : bool :=
    match f with
    | Weak p | Strict p | Equal p => within_poly n p
    | Null v => within_combination n v
    | And f g | Imp f g => within n f && within n g
    | All f => within (S n) f
    end.
End within.

Lemma sum_ext f g n : (forall i, f i = g i) -> sum f n = sum g n.
Proof. intro H. induction n; cbn; [reflexivity|]. now rewrite IHn, H. Qed.

Section agreement.
  Context {E : space} (r r' : env E) (allowed : kind -> positive -> bool).
  Hypothesis reals : forall n, allowed KReal n = true -> real r n = real r' n.
  Hypothesis seqs : forall n k, allowed KSeq n = true -> seq r n k = seq r' n k.
  Hypothesis vects : forall n, allowed KVec n = true -> vect r n = vect r' n.
  Hypothesis vseqs : forall n k, allowed KVseq n = true -> vseq r n k = vseq r' n k.
  Hypothesis naturals : forall n, allowed KNat n = true -> natural r n = natural r' n.
  Hypothesis lists : listed r = listed r'.
  Definition alike (n : nat) (s s' : stack) : Prop := forall j, (j < n)%nat -> s j = s' j.

  Lemma alike_push n s s' k : alike n s s' -> alike (S n) (push k s) (push k s').
  Proof. intros H [|j] L; [reflexivity|]. apply H. lia. Qed.

  Ltac split_within := cbn [within_index within_base within_indices within_vec within_atom within_poly within_mono
    within_combination within] in *;
    repeat match goal with H : (_ && _)%bool = true |- _ => apply Bool.andb_true_iff in H as [? ?] end.

  Lemma index_agree n s s' : alike n s s' ->
    (forall i, within_index allowed n i = true -> index_value r s i = index_value r' s' i)
    /\ (forall b, within_base allowed n b = true -> base_value r s b = base_value r' s' b)
    /\ (forall l, within_indices allowed n l = true -> index_values r s l = index_values r' s' l).
  Proof.
    intro A. apply index_ind3.
    - intros b IH o H. split_within. change (o + base_value r s b = o + base_value r' s' b)%nat. now rewrite IH.
    - reflexivity.
    - intros n' H. now apply naturals.
    - intros j H. apply A. now apply Nat.ltb_lt.
    - intros l IH H. change (listed r (index_values r s l) = listed r' (index_values r' s' l)). now rewrite lists, IH.
    - reflexivity.
    - intros i IHi l IHl H. split_within.
      change (index_value r s i :: index_values r s l = index_value r' s' i :: index_values r' s' l). now rewrite IHi, IHl.
  Qed.
  Lemma vec_agree n s s' v : alike n s s' -> within_vec allowed n v = true -> vec_value r s v = vec_value r' s' v.
  Proof.
    intros A H. destruct v; split_within; cbn; [auto|]. rewrite vseqs by assumption. f_equal. now apply (index_agree n s s' A).
  Qed.
  Lemma atom_agree :
    (forall a n s s', alike n s s' -> within_atom allowed n a = true -> atom_value r s a = atom_value r' s' a)
    /\ (forall p n s s', alike n s s' -> within_poly allowed n p = true -> plain r s p = plain r' s' p)
    /\ (forall m n s s', alike n s s' -> within_mono allowed n m = true -> plain_mono r s m = plain_mono r' s' m).
  Proof.
    apply atom_ind3.
    - intros n d s s' A H. cbn in *. auto.
    - intros n i d s s' A H. split_within. cbn. rewrite seqs by assumption. f_equal. now apply (index_agree d s s' A).
    - intros b d s s' A H. cbn in *. f_equal. now apply (index_agree d s s' A).
    - intros v w d s s' A H. split_within. cbn. now rewrite (vec_agree d s s' v), (vec_agree d s s' w).
    - intros f p IH d s s' A H. split_within. change (fn_value f (poly_value r s p) = fn_value f (poly_value r' s' p)).
      rewrite !poly_value_plain. f_equal. eauto.
    - intros i p IH d s s' A H. split_within.
      change (sum (fun k => poly_value r (push k s) p) (index_value r (push O s) i)
        = sum (fun k => poly_value r' (push k s') p) (index_value r' (push O s') i)).
      replace (index_value r (push O s) i) with (index_value r' (push O s') i)
        by (symmetry; now apply (index_agree (S d) _ _ (alike_push d s s' O A))).
      apply sum_ext. intro k. rewrite !poly_value_plain. eauto using alike_push.
    - reflexivity.
    - intros c m IHm p IHp d s s' A H. split_within. cbn [plain]. now rewrite (IHm d s s'), (IHp d s s').
    - reflexivity.
    - intros a IHa e m IHm d s s' A H. split_within. cbn [plain_mono]. now rewrite (IHa d s s'), (IHm d s s').
  Qed.
  Lemma poly_agree n s s' p : alike n s s' -> within_poly allowed n p = true -> plain r s p = plain r' s' p.
  Proof. apply atom_agree. Qed.
  Lemma combination_agree n s s' v z : alike n s s' -> within_combination allowed n v = true -> against r s v z = against r' s' v z.
  Proof.
    intro A. induction v; cbn; [reflexivity|]. intro H. split_within.
    now rewrite (vec_agree n s s'), (poly_agree n s s'), IHv.
  Qed.
  Lemma agree f : forall n s s', alike n s s' -> within allowed n f = true -> formula_value r s f <-> formula_value r' s' f.
  Proof.
    induction f; intros n s s' A H; split_within.
    - rewrite !weak_value, (poly_agree n s s'); tauto.
    - rewrite !strict_value, (poly_agree n s s'); tauto.
    - rewrite !equal_value, (poly_agree n s s'); tauto.
    - rewrite !null_value. split; intros K z; specialize (K z); [rewrite <- (combination_agree n s s')|rewrite (combination_agree n s s')]; auto.
    - cbn. rewrite (IHf1 n s s'), (IHf2 n s s'); tauto.
    - cbn. rewrite (IHf1 n s s'), (IHf2 n s s'); tauto.
    - cbn. split; intros K k; specialize (K k); eapply IHf; eauto using alike_push.
  Qed.
End agreement.

(** ** The traversal keeps the meaning, if what it puts for names and indices does *)
Section traversal.
  Context {E : space} (r r' : env E).
  Variable leaf : nat -> base -> index.
  Variable real_image : positive -> poly.
  Variable seq_image : positive -> index -> poly.
  Variable vec_image : positive -> combination.
  Variable vseq_image : positive -> index -> combination.
  Variable related : nat -> stack -> stack -> Prop.
  Hypothesis lists : listed r = listed r'.
  Hypothesis related_push : forall d s s' k, related d s s' -> related (S d) (push k s) (push k s').
  Hypothesis at_leaf : forall d s s' b, related d s s' ->
    match b with Listed _ => True | _ => index_value r s (leaf d b) = base_value r' s' b end.
  Hypothesis at_real : forall d s s' n, related d s s' -> plain r s (real_image n) = real r' n.
  Hypothesis at_seq : forall d s s' n i, related d s s' -> plain r s (seq_image n i) = seq r' n (index_value r s i).
  Hypothesis at_vec : forall d s s' n z, related d s s' -> against r s (vec_image n) z = inner (vect r' n) z.
  Hypothesis at_vseq : forall d s s' n i z, related d s s' ->
    against r s (vseq_image n i) z = inner (vseq r' n (index_value r s i)) z.
  Notation map_index := (map_index leaf).
  Notation map_base := (map_base leaf).
  Notation map_vec := (map_vec leaf vec_image vseq_image).
  Notation map_atom := (map_atom leaf real_image seq_image vec_image vseq_image).
  Notation map_terms := (map_terms leaf real_image seq_image vec_image vseq_image).
  Notation map_mono := (map_mono leaf real_image seq_image vec_image vseq_image).
  Notation map_poly := (map_poly leaf real_image seq_image vec_image vseq_image).
  Notation map_combination := (map_combination leaf real_image seq_image vec_image vseq_image).
  Notation map_formula := (map_formula leaf real_image seq_image vec_image vseq_image).

  Lemma index_mapped d s s' : related d s s' ->
    (forall i, index_value r s (map_index d i) = index_value r' s' i)
    /\ (forall b, index_value r s (map_base d b) = base_value r' s' b)
    /\ (forall l, index_values r s (map_indices leaf d l) = index_values r' s' l).
  Proof.
    intro A. apply index_ind3.
    - intros b IH o. change (map_index d (At b o)) with (match map_base d b with At b' o' => At b' (o + o') end).
      change (index_value r' s' (At b o)) with (o + base_value r' s' b)%nat. rewrite <- IH.
      destruct (map_base d b) as [b' o']. cbn [index_value]. lia.
    - exact (at_leaf d s s' Zero A).
    - intro n. exact (at_leaf d s s' (Free n) A).
    - intro j. exact (at_leaf d s s' (Bound j) A).
    - intros l IH. change (listed r (index_values r s (map_indices leaf d l)) = listed r' (index_values r' s' l)).
      now rewrite IH, lists.
    - reflexivity.
    - intros i IHi l IHl.
      change (index_value r s (map_index d i) :: index_values r s (map_indices leaf d l)
        = index_value r' s' i :: index_values r' s' l).
      now rewrite IHi, IHl.
  Qed.
  Lemma vec_mapped d s s' v z : related d s s' -> against r s (map_vec d v) z = inner (vec_value r' s' v) z.
  Proof.
    intro A. destruct v; cbn.
    - now apply (at_vec d s s').
    - rewrite (at_vseq d s s') by assumption. now rewrite (proj1 (index_mapped d s s' A)).
  Qed.
  Lemma plain_cast s i : plain r s (cast i) = INR (index_value r s i).
  Proof.
    assert (N : forall o, number (inject_Z (Z.of_nat o)) = INR o)
      by (intro o; rewrite INR_IZR_INZ; reflexivity).
    destruct i as [b o]. assert (H : plain r s (padd (of_atom (Nat b)) (constant (inject_Z (Z.of_nat o)))) = INR (index_value r s (At b o))).
    { rewrite plain_add, plain_atom, plain_constant, N.
      change (INR (base_value r s b) + INR o = INR (o + base_value r s b)%nat). rewrite plus_INR. ring. }
    unfold cast. destruct b; try exact H. rewrite plain_constant, N. cbn. now rewrite Nat.add_0_r.
  Qed.
  Lemma atom_mapped :
    (forall a d s s', related d s s' -> plain r s (map_atom d a) = atom_value r' s' a)
    /\ (forall p d s s', related d s s' -> plains r s (map_terms d p) = plain r' s' p)
    /\ (forall m d s s', related d s s' -> plain r s (map_mono d m) = plain_mono r' s' m).
  Proof.
    apply atom_ind3.
    - intros n d s s' A. now apply (at_real d s s').
    - intros n i d s s' A. cbn. rewrite (at_seq d s s') by assumption. now rewrite (proj1 (index_mapped d s s' A)).
    - intros b d s s' A. change (plain r s (cast (map_base d b)) = INR (base_value r' s' b)).
      rewrite plain_cast. f_equal. apply (index_mapped d s s' A).
    - intros v w d s s' A. change (plain r s (vinner (map_vec d v) (map_vec d w)) = inner (vec_value r' s' v) (vec_value r' s' w)).
      rewrite plain_inner, combination_against, (vec_mapped d s s') by assumption.
      now rewrite inner_symmetric, combination_against, (vec_mapped d s s'), inner_symmetric.
    - intros f p IH d s s' A.
      change (plain r s (of_atom (Fn f (total (map_terms d p)))) = fn_value f (poly_value r' s' p)). rewrite plain_atom.
      change (fn_value f (poly_value r s (total (map_terms d p))) = fn_value f (poly_value r' s' p)).
      rewrite !poly_value_plain, plain_total. f_equal. now apply IH.
    - intros i p IH d s s' A.
      change (plain r s (of_atom (Sum (map_index (S d) i) (total (map_terms (S d) p))))
        = sum (fun k => poly_value r' (push k s') p) (index_value r' (push O s') i)). rewrite plain_atom.
      change (sum (fun k => poly_value r (push k s) (total (map_terms (S d) p))) (index_value r (push O s) (map_index (S d) i))
        = sum (fun k => poly_value r' (push k s') p) (index_value r' (push O s') i)).
      rewrite (proj1 (index_mapped _ _ _ (related_push d s s' O A))).
      apply sum_ext. intro k. rewrite !poly_value_plain, plain_total. apply IH. now apply related_push.
    - reflexivity.
    - intros c m IHm p IHp d s s' A.
      change (plain r s (pscale c (map_mono d m)) + plains r s (map_terms d p) = number c * plain_mono r' s' m + plain r' s' p).
      now rewrite plain_scale, (IHm d s s'), (IHp d s s').
    - intros d s s' A. change (plain r s (constant 1%Q) = 1). rewrite plain_constant. reflexivity.
    - intros a IHa e m IHm d s s' A.
      change (plain r s (pmul (ppower (map_atom d a) e) (map_mono d m)) = atom_value r' s' a ^ Pos.to_nat e * plain_mono r' s' m).
      now rewrite plain_mul, plain_power, (IHa d s s'), (IHm d s s').
  Qed.
  Lemma poly_mapped d s s' p : related d s s' -> plain r s (map_poly d p) = plain r' s' p.
  Proof. intro A. unfold Substitution.map_poly. rewrite plain_total. now apply atom_mapped. Qed.
  Lemma combination_mapped d s s' v z : related d s s' -> against r s (map_combination d v) z = against r' s' v z.
  Proof.
    intro A. induction v as [|b c v IH]; [reflexivity|].
    change (against r s (vplus (vtimes (map_poly d c) (map_vec d b)) (map_combination d v)) z
      = plain r' s' c * inner (vec_value r' s' b) z + against r' s' v z).
    now rewrite against_add, against_times, (poly_mapped d s s'), (vec_mapped d s s'), IH.
  Qed.
  Lemma mapped f : forall d s s', related d s s' -> formula_value r s (map_formula d f) <-> formula_value r' s' f.
  Proof.
    induction f; intros d s s' A; cbn [Substitution.map_formula].
    - rewrite !weak_value, (poly_mapped d s s'); tauto.
    - rewrite !strict_value, (poly_mapped d s s'); tauto.
    - rewrite !equal_value, (poly_mapped d s s'); tauto.
    - rewrite !null_value. split; intros K z; specialize (K z); [rewrite <- (combination_mapped d s s')|rewrite (combination_mapped d s s')]; auto.
    - cbn. rewrite (IHf1 d s s'), (IHf2 d s s'); tauto.
    - cbn. rewrite (IHf1 d s s'), (IHf2 d s s'); tauto.
    - cbn. split; intros K k; specialize (K k); eapply IHf; eauto.
  Qed.
End traversal.

(** ** Opening a ∀ *)
Lemma index_under {E} (r : env E) d s :
  (forall i, index_value r s (under d i) = index_value r (fun j => s (d + j)%nat) i)
  /\ (forall b, base_value r s (under_base d b) = base_value r (fun j => s (d + j)%nat) b)
  /\ (forall l, index_values r s (under_all d l) = index_values r (fun j => s (d + j)%nat) l).
Proof.
  apply index_ind3; try reflexivity.
  - intros b IH o. change (o + base_value r s (under_base d b) = o + base_value r (fun j => s (d + j)%nat) b)%nat. now rewrite IH.
  - intros l IH. change (listed r (index_values r s (under_all d l)) = listed r (index_values r (fun j => s (d + j)%nat) l)).
    now rewrite IH.
  - intros i IHi l IHl. change (index_value r s (under d i) :: index_values r s (under_all d l)
      = index_value r (fun j => s (d + j)%nat) i :: index_values r (fun j => s (d + j)%nat) l). now rewrite IHi, IHl.
Qed.

Section opening.
  Context {E : space} (r : env E) (at_ : index).
  (** [s'] is [s] but for the value of [at_] at depth d. *)
  Definition opened (d : nat) (s s' : stack) : Prop :=
    forall j, s' j = if Nat.eqb j d then index_value r (fun j => s (d + j)%nat) at_ else s j.

  Lemma opened_push d s s' k : opened d s s' -> opened (S d) (push k s) (push k s').
  Proof. intros H [|j]; [reflexivity|]. exact (H j). Qed.
  Lemma opened_leaf d s s' b : opened d s s' ->
    match b with Listed _ => True | _ => index_value r s (open_leaf at_ d b) = base_value r s' b end.
  Proof.
    intro H. destruct b; try exact I; try reflexivity. cbn. rewrite H. destruct (Nat.eqb level d); [|reflexivity].
    apply (index_under r d s).
  Qed.

  Lemma open_value f d s s' : opened d s s' ->
    formula_value r s (map_formula (open_leaf at_) (fun n => of_atom (Real n)) (fun n i => of_atom (RealAt n i))
      (fun n => of_vec (Vec n)) basic_at d f) <-> formula_value r s' f.
  Proof.
    apply (mapped r r) with (related := opened); try exact opened_leaf; auto using opened_push; intros; unfold basic_at;
      rewrite ?plain_atom, ?against_vec; reflexivity.
  Qed.
  Lemma open_poly_value p s s' : opened 0 s s' -> plain r s (open_poly at_ p) = plain r s' p.
  Proof.
    apply (poly_mapped r r) with (related := opened); try exact opened_leaf; auto using opened_push; intros; unfold basic_at;
      rewrite ?plain_atom, ?against_vec; reflexivity.
  Qed.
  Lemma open_combination_value v s s' z : opened 0 s s' -> against r s (open_combination at_ v) z = against r s' v z.
  Proof.
    apply (combination_mapped r r) with (related := opened); try exact opened_leaf; auto using opened_push; intros; unfold basic_at;
      rewrite ?plain_atom, ?against_vec; reflexivity.
  Qed.
End opening.

Lemma opened_empty {E} (r : env E) i : opened r i 0 empty (push (index_value r empty i) empty).
Proof. intros [|j]; reflexivity. Qed.
(** ∀k φ at k := i *)
Lemma open_holds {E} (r : env E) i f : holds r (open i f) <-> formula_value r (push (index_value r empty i) empty) f.
Proof. apply open_value, opened_empty. Qed.

(** ** Putting terms for names *)
Definition every (_ : kind) (_ : positive) : bool := true.
Definition proper (a : image) : bool :=
  match a with
  | ForReal _ p => within_poly every 0 p | ForSeq _ p => within_poly every 1 p
  | ForVec _ v => within_combination every 0 v | ForVseq _ v => within_combination every 1 v
  | ForNat _ i => within_index every 0 i
  end.

Section putting.
  Context {E : space} (r : env E) (l : images).
  Hypothesis all_proper : forallb proper l = true.

  Definition put_env : env E := Env E
    (fun n => match find_real n l with Some p => plain r empty p | None => real r n end)
    (fun n k => match find_seq n l with Some p => plain r (push k empty) p | None => seq r n k end)
    (fun n => match find_vec n l with Some v => combination_value r empty v | None => vect r n end)
    (fun n k => match find_vseq n l with Some v => combination_value r (push k empty) v | None => vseq r n k end)
    (fun n => match find_nat n l with Some i => index_value r empty i | None => natural r n end)
    (listed r).

  Lemma found_proper n :
    (forall p, find_real n l = Some p -> within_poly every 0 p = true)
    /\ (forall p, find_seq n l = Some p -> within_poly every 1 p = true)
    /\ (forall v, find_vec n l = Some v -> within_combination every 0 v = true)
    /\ (forall v, find_vseq n l = Some v -> within_combination every 1 v = true)
    /\ (forall i, find_nat n l = Some i -> within_index every 0 i = true).
  Proof.
    induction l as [|a m IH]; cbn [forallb] in *; [repeat split; discriminate|].
    apply Bool.andb_true_iff in all_proper as [P Q]. specialize (IH Q). destruct IH as (I1 & I2 & I3 & I4 & I5).
    destruct a; cbn [find_real find_seq find_vec find_vseq find_nat]; repeat split; auto;
      destruct (Pos.eqb _ n); auto; intros ? H; injection H as <-; exact P.
  Qed.

  Lemma alike_0 s s' : alike 0 s s'. Proof. intros j H. inversion H. Qed.
  Lemma alike_1 s k : alike 1 (fun j => if Nat.eqb j 0 then k else s j) (push k empty).
  Proof. intros [|j] H; [reflexivity|]. lia. Qed.
  Lemma opened_here s i : opened r i 0 s (fun j => if Nat.eqb j 0 then index_value r s i else s j).
  Proof. intros j. reflexivity. Qed.

  Lemma put_holds f : holds r (put l f) <-> holds put_env f.
  Proof.
    unfold holds, put. apply mapped with (related := fun _ s s' => forall j, s j = s' j); auto.
    - intros d s s' k H [|j]; cbn; auto.
    - intros d s s' [|n|j|] H; try exact I; cbn; auto.
      destruct (find_nat n l) eqn:F; [|reflexivity].
      now apply (index_agree r r every (fun _ _ => eq_refl) eq_refl 0 s empty (alike_0 _ _)), (found_proper n).
    - intros d s s' n H. unfold put_real, put_env; cbn [real seq vect vseq]. destruct (find_real n l) eqn:F; [|exact (plain_atom r s (Real n))].
      now apply (poly_agree r r every) with (n := O); auto using alike_0; apply (found_proper n).
    - intros d s s' n i H. unfold put_seq, put_env; cbn [real seq vect vseq]. destruct (find_seq n l) eqn:F; [|exact (plain_atom r s (RealAt n i))].
      rewrite (open_poly_value r i p s _ (opened_here s i)).
      now apply (poly_agree r r every) with (n := 1%nat); auto using alike_1; apply (found_proper n).
    - intros d s s' n z H. unfold put_vec, put_env; cbn [real seq vect vseq]. destruct (find_vec n l) eqn:F; [|exact (against_vec r s (Vec n) z)].
      rewrite combination_against.
      now apply (combination_agree r r every) with (n := O); auto using alike_0; apply (found_proper n).
    - intros d s s' n i z H. unfold put_vseq, put_env; cbn [real seq vect vseq]. destruct (find_vseq n l) eqn:F; [|exact (against_vec r s (VecAt n i) z)].
      rewrite combination_against, (open_combination_value r i c s _ z (opened_here s i)).
      now apply (combination_agree r r every) with (n := 1%nat); auto using alike_1; apply (found_proper n).
  Qed.
End putting.
