(** An instance, judged in Coq: exact values for the names of a theorem's formulas, with which the hypotheses hold and the claim fails.

    As in proofs/theorems/witnesses/models.py, ∀k means k <= horizon.  Formulas and their meaning are those of `Claims.v`, but for that. *)
From Coq Require Import Qreals Lra.
From Perceptron.theory Require Export Meaning.
From Perceptron.learners Require Rational Refinement.
From Perceptron.instances Require Exact.
#[local] Open Scope R_scope.
#[local] Notation Lists := Refinement.Lists.

(** ** The values *)

(** Σ c√n *)
Definition roots : Type := list (Q * positive).
Fixpoint roots_value (a : roots) : R := match a with [] => 0 | (c, n) :: a => Q2R c * sqrt (IZR (Zpos n)) + roots_value a end.

(** What stands for a name: a natural number, a real number or a sequence of them, a vector or a sequence of them. *)
Inductive entry := Whole (k : nat) | Single (a : roots) | Sequence (l : list roots) | Point (x : list Q) | Path (l : list (list Q)).
(** The entry for name n is the n-th.  Lists of indices are numbered to a base. *)
Record table := Table { horizon : nat; base_of : nat; entries : list entry }.
Definition entry_of (t : table) (n : positive) : option entry := nth_error (entries t) (Nat.pred (Pos.to_nat n)).
Definition code (b : nat) (l : list nat) : nat := match l with [] => O | i :: l => fold_left (fun c j => (b * c + j + 1)%nat) l i end.

(** The names have these values.  Beyond the end of a sequence anything may follow. *)
Record agrees (t : table) (r : env Lists) : Prop := Agrees {
  naturals_agree : forall n k, entry_of t n = Some (Whole k) -> natural r n = k;
  reals_agree : forall n a, entry_of t n = Some (Single a) -> real r n = roots_value a;
  sequences_agree : forall n l k a, entry_of t n = Some (Sequence l) -> nth_error l k = Some a -> seq r n k = roots_value a;
  points_agree : forall n x, entry_of t n = Some (Point x) -> vect r n = Refinement.reals x;
  paths_agree : forall n l k x, entry_of t n = Some (Path l) -> nth_error l k = Some x -> vseq r n k = Refinement.reals x;
  lists_agree : forall l, listed r l = code (base_of t) l
}.

(** There are such values: 0 may follow. *)
Definition values (t : table) : env Lists := {|
  real n := match entry_of t n with Some (Single a) => roots_value a | _ => 0 end;
  seq n k := match entry_of t n with Some (Sequence l) => match nth_error l k with Some a => roots_value a | None => 0 end | _ => 0 end;
  vect n := match entry_of t n with Some (Point x) => Refinement.reals x | _ => vzero end;
  vseq n k := match entry_of t n with Some (Path l) => match nth_error l k with Some x => Refinement.reals x | None => vzero end | _ => vzero end;
  natural n := match entry_of t n with Some (Whole k) => k | _ => O end;
  listed := code (base_of t)
|}.
Theorem values_agree t : agrees t (values t).
Proof. split; intros; cbn; repeat match goal with H : _ = Some _ |- _ => rewrite H; clear H end; reflexivity. Qed.

(** ** What is said of them: as [formula_value], but ∀ ends at the horizon *)
Section bounded.
  Context {E : space} (N : nat) (r : env E).
  Fixpoint up_to (s : stack) (f : formula) : Prop :=
    match f with
    | And f g => up_to s f /\ up_to s g
    | Imp f g => up_to s f -> up_to s g
    | All f => forall k : nat, (k <= N)%nat -> up_to (push k s) f
    | _ => formula_value r s f
    end.
End bounded.

(** With these values the hypotheses hold up to the horizon, and the conclusion does not. *)
Definition breaks (t : table) (claim : statement) : Prop :=
  forall r, agrees t r -> Forall (up_to (horizon t) r empty) (hypotheses claim) /\ ~ up_to (horizon t) r empty (conclusion claim).

(** ** The same as a computation: [None] where a name has no value, or the sign of a number is not found *)
Definition exactly (a : roots) : Exact.exact :=
  fold_right (fun t => Exact.plus (if Pos.eqb (snd t) 1 then Exact.constant (fst t) else [((snd t, []), fst t)])) [] a.

Section judged.
  Variable t : table.

  Fixpoint index_of (s : stack) (i : index) : option nat := match i with At b o => option_map (Nat.add o) (base_at s b) end
  with base_at (s : stack) (b : base) : option nat :=
    match b with
    | Zero => Some O
    | Free n => match entry_of t n with Some (Whole k) => Some k | _ => None end
    | Bound j => Some (s j)
    | Listed l => option_map (code (base_of t)) (indices_of s l)
    end
  with indices_of (s : stack) (l : indices) : option (list nat) :=
    match l with
    | INil => Some []
    | ICons i l => match index_of s i, indices_of s l with Some k, Some l => Some (k :: l) | _, _ => None end
    end.

  Definition vec_of (s : stack) (v : vec) : option (list Q) :=
    match v with
    | Vec n => match entry_of t n with Some (Point x) => Some x | _ => None end
    | VecAt n i => match entry_of t n, index_of s i with Some (Path l), Some k => nth_error l k | _, _ => None end
    end.

  Fixpoint summed (f : nat -> option Exact.exact) (n : nat) : option Exact.exact :=
    match n with
    | O => Some []
    | S n => match summed f n, f n with Some a, Some b => Some (Exact.plus a b) | _, _ => None end
    end.

  Fixpoint atom_of (s : stack) (a : atom) : option Exact.exact :=
    match a with
    | Real n => match entry_of t n with Some (Single a) => Some (exactly a) | _ => None end
    | RealAt n i => match entry_of t n, index_of s i with Some (Sequence l), Some k => option_map exactly (nth_error l k) | _, _ => None end
    | Nat b => option_map (fun k => Exact.constant (inject_Z (Z.of_nat k))) (base_at s b)
    | Inner v w => match vec_of s v, vec_of s w with Some x, Some y => Some (Exact.constant (Rational.dot x y)) | _, _ => None end
    | Fn Ln p => match poly_of s p with Some a => Exact.log a | None => None end
    | Fn Exp _ => None
    | Sum upto p => match index_of (push O s) upto with Some n => summed (fun i => poly_of (push i s) p) n | None => None end
    end
  with poly_of (s : stack) (p : poly) : option Exact.exact :=
    match p with
    | PNil => Some []
    | PCons c m p => match mono_of s m, poly_of s p with
                     | Some a, Some b => Some (Exact.plus (Exact.times (Exact.constant c) a) b) | _, _ => None end
    end
  with mono_of (s : stack) (m : mono) : option Exact.exact :=
    match m with
    | MNil => Some (Exact.constant 1)
    | MCons a e m => match atom_of s a, mono_of s m with Some a, Some b => Some (Exact.times (Exact.power a e) b) | _, _ => None end
    end.

  (** The coordinates of a combination of vectors, and whether all are 0 *)
  Fixpoint add_rows (x y : list Exact.exact) : list Exact.exact :=
    match x, y with [], _ => y | _, [] => x | a :: x, b :: y => Exact.plus a b :: add_rows x y end.
  Fixpoint combination_of (s : stack) (v : combination) : option (list Exact.exact) :=
    match v with
    | VNil => Some []
    | VCons b c v => match vec_of s b, poly_of s c, combination_of s v with
                     | Some x, Some a, Some y => Some (add_rows (map (fun q => Exact.times a (Exact.constant q)) x) y)
                     | _, _, _ => None end
    end.
  Fixpoint all_zero (x : list Exact.exact) : option bool :=
    match x with
    | [] => Some true
    | a :: x => match Exact.sign a with Some Eq => all_zero x | Some _ => Some false | None => None end
    end.

  Definition compare (s : stack) (p : poly) (test : comparison -> bool) : option bool :=
    match poly_of s p with Some a => option_map test (Exact.sign a) | None => None end.
  (* k = n, n - 1, …, 0 *)
  Fixpoint everywhere (f : nat -> option bool) (n : nat) : option bool :=
    match f n with Some true => match n with O => Some true | S n => everywhere f n end | other => other end.

  Fixpoint decide (s : stack) (f : formula) : option bool :=
    match f with
    | Weak p => compare s p (fun c => match c with Lt => false | _ => true end)
    | Strict p => compare s p (fun c => match c with Gt => true | _ => false end)
    | Equal p => compare s p (fun c => match c with Eq => true | _ => false end)
    | Null v => match combination_of s v with Some x => all_zero x | None => None end
    | And f g => match decide s f with Some true => decide s g | other => other end
    | Imp f g => match decide s f with Some true => decide s g | Some false => Some true | None => None end
    | All f => everywhere (fun k => decide (push k s) f) (horizon t)
    end.

  Definition judge (claim : statement) : bool :=
    forallb (fun h => match decide empty h with Some true => true | _ => false end) (hypotheses claim)
    && match decide empty (conclusion claim) with Some false => true | _ => false end.
End judged.

(** ** What computation says is so *)
Section sound.
  Variables (t : table) (r : env Lists).
  Hypothesis here : agrees t r.

  Ltac parts := repeat match goal with
    | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate H
    | H : option_map _ ?x = Some _ |- _ => destruct x eqn:?; try discriminate H; cbn [option_map] in H
    | H : Some _ = Some _ |- _ => injection H as <-
    end.

  Lemma indices_sound : (forall i s k, index_of t s i = Some k -> index_value r s i = k)
    /\ (forall b s k, base_at t s b = Some k -> base_value r s b = k) /\ (forall l s ks, indices_of t s l = Some ks -> index_values r s l = ks).
  Proof.
    apply index_ind3; cbn [index_of base_at indices_of index_value base_value index_values]; intros; parts; auto.
    - eapply naturals_agree; eassumption.
    - rewrite (lists_agree _ _ here). f_equal. eapply H; eassumption.
    - f_equal; [eapply H | eapply H0]; eassumption.
  Qed.

  Lemma exactly_value a : Exact.value (exactly a) = roots_value a.
  Proof.
    induction a as [|[c n] a IH]; [reflexivity|]. cbn [exactly fold_right fst snd roots_value]. rewrite Exact.value_plus. fold (exactly a).
    rewrite IH. destruct (Pos.eqb_spec n 1) as [->|_].
    - rewrite Exact.value_constant, sqrt_1. ring.
    - cbn. unfold Exact.factor_value. cbn. ring.
  Qed.

  Lemma vec_sound s v x : vec_of t s v = Some x -> vec_value r s v = Refinement.reals x.
  Proof.
    destruct v; cbn [vec_of vec_value]; intro H; parts.
    - eapply points_agree; eassumption.
    - eapply paths_agree; try eassumption. erewrite (proj1 indices_sound); eassumption.
  Qed.

  Lemma summed_sound f g n : (forall i a, f i = Some a -> g i = Exact.value a) -> forall a, summed f n = Some a -> sum g n = Exact.value a.
  Proof. intro H. induction n; cbn [summed sum]; intros a A; parts; [reflexivity|]. rewrite Exact.value_plus. f_equal; auto. Qed.

  Lemma terms_sound : (forall a s x, atom_of t s a = Some x -> atom_value r s a = Exact.value x)
    /\ (forall p s x, poly_of t s p = Some x -> plain r s p = Exact.value x)
    /\ (forall m s x, mono_of t s m = Some x -> plain_mono r s m = Exact.value x).
  Proof.
    apply atom_ind3; cbn [atom_of poly_of mono_of plain plain_mono]; intros; parts.
    - change (real r n = Exact.value (exactly a)). rewrite exactly_value. eapply reals_agree; eassumption.
    - change (seq r n (index_value r s i) = Exact.value (exactly r0)). rewrite exactly_value. eapply sequences_agree; try eassumption.
      erewrite (proj1 indices_sound); eassumption.
    - change (INR (base_value r s b) = Exact.value (Exact.constant (inject_Z (Z.of_nat n)))).
      rewrite Exact.value_constant, Exact.Q2R_inject, INR_IZR_INZ. do 2 f_equal. now apply indices_sound.
    - change (inner (vec_value r s v) (vec_value r s w) = Exact.value (Exact.constant (Rational.dot l l0))).
      rewrite Exact.value_constant, Refinement.reals_dot. now erewrite !vec_sound by eassumption.
    - change (ln (poly_value r s p) = Exact.value x). rewrite poly_value_plain. erewrite H by eassumption. now apply Exact.value_log.
    - change (sum (fun i => poly_value r (push i s) p) (index_value r (push O s) upto) = Exact.value x).
      erewrite (proj1 indices_sound) by eassumption. eapply summed_sound; [|eassumption]. cbn beta. intros i a A. rewrite poly_value_plain. auto.
    - reflexivity.
    - rewrite Exact.value_plus, Exact.value_times, Exact.value_constant, number_Q2R. f_equal; [f_equal|]; auto.
    - rewrite Exact.value_constant. symmetry. apply Refinement.real_1.
    - rewrite Exact.value_times, Exact.value_power. f_equal; [f_equal|]; auto.
  Qed.

  Lemma add_rows_value x : forall y, map Exact.value (add_rows x y) = Refinement.radd (map Exact.value x) (map Exact.value y).
  Proof. induction x; intros [|b y]; cbn; try reflexivity. now rewrite Exact.value_plus, IHx. Qed.
  Lemma combination_sound s z v : forall x, combination_of t s v = Some x -> against r s v z = Refinement.rdot (map Exact.value x) z.
  Proof.
    induction v as [|b c v IH]; cbn [combination_of against]; intros x H; parts; [now destruct z|].
    rewrite add_rows_value, Refinement.rdot_add, (IH _ eq_refl). f_equal. erewrite (proj1 (proj2 terms_sound)), vec_sound by eassumption.
    cbn [inner Lists]. rewrite <- Refinement.rdot_scale. f_equal. unfold Refinement.rscale, Refinement.reals. rewrite !map_map.
    apply map_ext. intro q. rewrite Exact.value_times, Exact.value_constant. ring.
  Qed.
  Lemma all_zero_sound x b : all_zero x = Some b ->
    if b then forall z, Refinement.rdot (map Exact.value x) z = 0 else exists z, Refinement.rdot (map Exact.value x) z <> 0.
  Proof.
    induction x as [|a x IH]; cbn [all_zero]; intro H; parts; [intros []; reflexivity|apply Exact.sign_is in Heqo; cbn in Heqo..].
    - specialize (IH H). destruct b.
      + intros [|q z]; cbn; [reflexivity|]. rewrite IH, Heqo. ring.
      + destruct IH as [z Z]. exists (0 :: z). intro C. change (Exact.value a * 0 + Refinement.rdot (map Exact.value x) z = 0) in C. apply Z. lra.
    - exists [1]. cbn. intro C. destruct (map Exact.value x); cbn in C; lra.
    - exists [1]. cbn. intro C. destruct (map Exact.value x); cbn in C; lra.
  Qed.

  Lemma compare_sound s p test b : compare t s p test = Some b ->
    exists c, test c = b /\ Exact.has_sign (plain r s p) c.
  Proof. unfold compare. intro H. parts. exists c. erewrite (proj1 (proj2 terms_sound)) by eassumption. split; [reflexivity | now apply Exact.sign_is]. Qed.

  Lemma everywhere_sound (P : nat -> Prop) (f : nat -> option bool) n : (forall k b, f k = Some b -> if b then P k else ~ P k) ->
    forall b, everywhere f n = Some b -> if b then forall k, (k <= n)%nat -> P k else ~ forall k, (k <= n)%nat -> P k.
  Proof.
    intros S. induction n as [|n IH]; cbn [everywhere]; intros b H; match type of H with context [f ?k] => destruct (f k) as [[]|] eqn:F end; try discriminate H; pose proof (S _ _ F) as A; cbn in A.
    - injection H as <-. intros k K. now replace k with O by (inversion K; reflexivity).
    - injection H as <-. auto.
    - specialize (IH _ H). destruct b.
      + intros k K. inversion K; subst; auto.
      + intro C. apply IH. auto.
    - injection H as <-. auto.
  Qed.

  Theorem decided f : forall s b, decide t s f = Some b -> if b then up_to (horizon t) r s f else ~ up_to (horizon t) r s f.
  Proof.
    induction f; cbn [decide up_to]; intros s b H.
    1-3: apply compare_sound in H as (c & <- & C); destruct c; cbn in C; rewrite ?weak_value, ?strict_value, ?equal_value; lra.
    - destruct (combination_of t s v) eqn:V; [|discriminate]. apply all_zero_sound in H.
      assert (A := fun z => combination_sound s z v _ V). destruct b; rewrite null_value.
      + intro z. now rewrite A.
      + destruct H as [z Z]. intro C. apply Z. now rewrite <- A.
    - destruct (decide t s f1) as [[]|] eqn:F; try discriminate; apply IHf1 in F; [apply IHf2 in H; destruct b | injection H as <-]; tauto.
    - destruct (decide t s f1) as [[]|] eqn:F; try discriminate; apply IHf1 in F; [apply IHf2 in H; destruct b | injection H as <-]; tauto.
    - revert H. apply everywhere_sound. intros k c. apply IHf.
  Qed.
End sound.

Theorem judged t claim : judge t claim = true -> breaks t claim.
Proof.
  unfold judge. rewrite Bool.andb_true_iff, forallb_forall. intros [H C] r A. split.
  - apply Forall_forall. intros h I. specialize (H h I). destruct (decide t empty h) as [[]|] eqn:D; try discriminate. now apply (decided t r A) in D.
  - destruct (decide t empty (conclusion claim)) as [[]|] eqn:D; try discriminate. now apply (decided t r A) in D.
Qed.
