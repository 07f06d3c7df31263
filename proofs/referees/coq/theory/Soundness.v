(** Every rule is sound: what [judge] lets through holds wherever its Γ holds. *)
From Coq Require Import Lra Lia.
From Perceptron.theory Require Export Rules.
From Perceptron.theory Require Import Functions.
#[local] Open Scope R_scope.
#[local] Arguments Pos.to_nat _ : simpl never.

Section assumptions.
  Context {E : space} (t : table).
  Definition assumed (r : env E) (g : assumptions) : Prop := forall n f, In n g -> Map.find n t = Some f -> holds r f.

  Lemma assumed_merge r g h : assumed r (merge g h) <-> assumed r g /\ assumed r h.
  Proof.
    unfold assumed, merge. split.
    - intro H; split; intros n f I F; apply (H n f); auto; apply in_or_app; [|auto].
      destruct (existsb (Pos.eqb n) h) eqn:B.
      + right. apply existsb_exists in B as (m & M & Q). apply Pos.eqb_eq in Q. now subst.
      + left. apply filter_In. now rewrite B.
    - intros [G H] n f I F. apply in_app_or in I as [I|I]; [|eauto]. apply filter_In in I as [I _]. eauto.
  Qed.
  Lemma assumed_fold r (ps : list (positive * line)) :
    assumed r (fold_right (fun p => merge (gamma (snd p))) [] ps) <-> forall p, In p ps -> assumed r (gamma (snd p)).
  Proof.
    induction ps as [|q ps IH]; cbn; [split; [tauto|intros _ n f []]|].
    rewrite assumed_merge, IH. split; [intros [A B] p [<-|I]; auto|auto].
  Qed.
  Lemma assumed_without r n f g : Map.find n t = Some f -> holds r f -> assumed r (without n g) -> assumed r g.
  Proof.
    intros F H A m f' I F'. destruct (Pos.eqb m n) eqn:Q.
    - apply Pos.eqb_eq in Q. subst. congruence.
    - apply (A m f'); auto. apply filter_In. now rewrite Q.
  Qed.
  Lemma assumed_without_weaker r n g : assumed r g -> assumed r (without n g).
  Proof. intros H m f I F. apply filter_In in I as [I _]. exact (H m f I F). Qed.
End assumptions.

(** ** New values for one name *)
Section new_values.
  Context {E : space} (r : env E) (n : positive).
  Definition set_real (v : R) : env E :=
    Env E (fun m => if Pos.eqb m n then v else real r m) (seq r) (vect r) (vseq r) (natural r) (listed r).
  Definition set_seq (v : nat -> R) : env E :=
    Env E (real r) (fun m => if Pos.eqb m n then v else seq r m) (vect r) (vseq r) (natural r) (listed r).
  Definition set_nat (v : nat) : env E :=
    Env E (real r) (seq r) (vect r) (vseq r) (fun m => if Pos.eqb m n then v else natural r m) (listed r).

  Lemma alike_refl d (s : stack) : alike d s s. Proof. intros j _. reflexivity. Qed.
  Ltac but_one := intros; cbn in *; try reflexivity;
    match goal with |- context [Pos.eqb ?m ?k] => destruct (Pos.eqb m k); [discriminate|reflexivity] end.

  Lemma agree_real v d s f : within (but_real n) d f = true -> formula_value r s f <-> formula_value (set_real v) s f.
  Proof. apply (agree r (set_real v) (but_real n)); auto using alike_refl; but_one. Qed.
  Lemma agree_seq v d s f : within (but_seq n) d f = true -> formula_value r s f <-> formula_value (set_seq v) s f.
  Proof. apply (agree r (set_seq v) (but_seq n)); auto using alike_refl; but_one. Qed.
  Lemma agree_nat v d s f : within (but_nat n) d f = true -> formula_value r s f <-> formula_value (set_nat v) s f.
  Proof. apply (agree r (set_nat v) (but_nat n)); auto using alike_refl; but_one. Qed.
  Lemma poly_real v d s p : within_poly (but_real n) d p = true -> plain r s p = plain (set_real v) s p.
  Proof. apply (poly_agree r (set_real v) (but_real n)); auto using alike_refl; but_one. Qed.
  Lemma poly_seq v d s p : within_poly (but_seq n) d p = true -> plain r s p = plain (set_seq v) s p.
  Proof. apply (poly_agree r (set_seq v) (but_seq n)); auto using alike_refl; but_one. Qed.

  Lemma within_all_spec allowed t g m f :
    within_all allowed t g = true -> In m g -> Map.find m t = Some f -> within allowed 0 f = true.
  Proof. intros W I F. unfold within_all in W. rewrite forallb_forall in W. specialize (W m I). now rewrite F in W. Qed.
  Lemma assumed_real t v g : within_all (but_real n) t g = true -> assumed t r g -> assumed t (set_real v) g.
  Proof. intros W A m f I F. apply (agree_real v 0 empty f); eauto using within_all_spec. exact (A m f I F). Qed.
  Lemma assumed_seq t v g : within_all (but_seq n) t g = true -> assumed t r g -> assumed t (set_seq v) g.
  Proof. intros W A m f I F. apply (agree_seq v 0 empty f); eauto using within_all_spec. exact (A m f I F). Qed.
  Lemma assumed_nat t v g : within_all (but_nat n) t g = true -> assumed t r g -> assumed t (set_nat v) g.
  Proof. intros W A m f I F. apply (agree_nat v 0 empty f); eauto using within_all_spec. exact (A m f I F). Qed.
End new_values.

(** ** Certificates *)
Lemma integral_value {E} (r : env E) s p : exists k, 0 < k /\ plain r s (integral p) = k * plain r s p.
Proof.
  unfold integral. destruct (denominator p) as [d|d|]; [| |exists 1; split; [lra|ring]];
    (eexists; split; [|apply plain_scale]; apply IZR_lt; reflexivity).
Qed.

Section certificates.
  Context {E : space} (r : env E) (goal : formula) (l : facts).
  Notation value := (plain r empty).
  Hypothesis facts_hold : forall n f, fact n l = Some f -> holds r f.
  (** The goal is refuted in order to prove it. *)
  Definition refuted : Prop := match goal with Weak p => value p < 0 | Strict p => value p <= 0 | _ => False end.
  Hypothesis goal_fails : refuted.

  Lemma integral_weak p : 0 <= value p -> 0 <= value (integral p).
  Proof. destruct (integral_value r empty p) as (k & K & ->). intro. apply Rmult_le_pos; lra. Qed.
  Lemma integral_strict p : 0 < value p -> 0 < value (integral p).
  Proof. destruct (integral_value r empty p) as (k & K & ->). intro. now apply Rmult_lt_0_compat. Qed.
  Lemma integral_negative p : value p <= 0 -> value (integral p) <= 0.
  Proof. destruct (integral_value r empty p) as (k & K & ->). intro. rewrite <- (Rmult_0_r k). apply Rmult_le_compat_l; lra. Qed.
  Lemma integral_below p : value p < 0 -> value (integral p) < 0.
  Proof. destruct (integral_value r empty p) as (k & K & ->). intro. rewrite <- (Rmult_0_r k). now apply Rmult_lt_compat_l. Qed.

  Lemma factor_sign strict f p : factor_of goal l strict f = Some p -> if strict then 0 < value p else 0 <= value p.
  Proof.
    destruct f as [n| |q]; cbn.
    - destruct (fact n l) as [[]|] eqn:F; try discriminate; specialize (facts_hold _ _ F);
        unfold holds in facts_hold; rewrite ?weak_value, ?strict_value in facts_hold;
        destruct strict; try discriminate; intro H; injection H as <-; auto using integral_weak, integral_strict.
      left. now apply integral_strict.
    - unfold refuted in goal_fails. destruct goal; try discriminate; destruct strict; try discriminate; intro H; injection H as <-;
        rewrite plain_negated.
      + apply integral_below in goal_fails. lra.
      + apply integral_below in goal_fails. lra.
      + apply integral_negative in goal_fails. lra.
    - destruct strict; [discriminate|]. intro H; injection H as <-. rewrite plain_mul. apply Rle_0_sqr.
  Qed.
  Lemma product_sign (strict : bool) fs : forall p, product goal l strict fs = Some p -> if strict then 0 < value p else 0 <= value p.
  Proof.
    induction fs as [|f fs IH]; cbn [product]; intros p H.
    - injection H as <-. rewrite plain_constant. change (number 1) with 1. destruct strict; lra.
    - destruct f as [f e]. destruct (factor_of goal l strict f) as [q|] eqn:F; [|discriminate]. destruct (product goal l strict fs); [|discriminate].
      injection H as <-. apply factor_sign in F. specialize (IH _ eq_refl). rewrite plain_mul, plain_pow.
      destruct strict; [apply Rmult_lt_0_compat; [now apply pow_lt|]|apply Rmult_le_pos; [now apply pow_le|]]; assumption.
  Qed.
  Lemma positive_number c : is_positive c = true -> 0 < number c.
  Proof.
    unfold is_positive. intro H. rewrite number_Q2R. unfold Q2R. apply Rmult_lt_0_compat.
    - apply IZR_lt. destruct (Qnum c); try discriminate. reflexivity.
    - apply Rinv_0_lt_compat, IZR_lt. reflexivity.
  Qed.
  Lemma summand_sign (strict : bool) e p : summand goal l strict e = Some p -> if strict then 0 < value p else 0 <= value p.
  Proof.
    unfold summand. destruct (is_positive (fst e)) eqn:P; [|discriminate].
    destruct (product goal l strict (snd e)) eqn:F; [|discriminate]. intro H; injection H as <-.
    apply product_sign in F. apply positive_number in P. rewrite plain_scale.
    destruct strict; [now apply Rmult_lt_0_compat|apply Rmult_le_pos; lra].
  Qed.
  Lemma summands_sign es : forall ps, summands goal l es = Some ps -> 0 <= plains r empty ps.
  Proof.
    induction es as [|e es IH]; cbn; intros ps H; [injection H as <-; cbn; lra|].
    destruct (summand goal l false e) eqn:S; [|discriminate]. destruct (summands goal l es); [|discriminate].
    injection H as <-. apply summand_sign in S. cbn. specialize (IH _ eq_refl). lra.
  Qed.
End certificates.

Lemma multiples_zero {E} (r : env E) l es : (forall n f, fact n l = Some f -> holds r f) ->
  forall ps, multiples l es = Some ps -> plains r empty ps = 0.
Proof.
  intro F. induction es as [|[m n] es IH]; cbn; intros ps H; [injection H as <-; reflexivity|].
  destruct (fact n l) as [[]|] eqn:L; try discriminate. destruct (multiples l es); [|discriminate]. injection H as <-.
  destruct (integral_value r empty p) as (k & _ & K). apply F in L. apply equal_value in L.
  cbn [plains]. rewrite plain_mul, (IH _ eq_refl), K, L. ring.
Qed.
Lemma zero_value {E} (r : env E) s p : is_zero p = true -> plain r s p = 0.
Proof. destruct p; [reflexivity|discriminate]. Qed.

Lemma certified_holds {E} (r : env E) goal l s ts es : (forall n f, fact n l = Some f -> holds r f) ->
  certified goal l s ts es = true -> holds r goal.
Proof.
  intros F H. unfold certified in H. destruct (multiples l es) as [ms|] eqn:M; [|discriminate].
  apply (multiples_zero r l es F) in M. unfold holds. destruct goal; try discriminate.
  - destruct (summand (Weak p) l true s) as [sp|] eqn:S; [|discriminate].
    destruct (summands (Weak p) l ts) as [tp|] eqn:T; [|discriminate].
    apply (zero_value r empty) in H. rewrite plain_total in H. cbn [plains] in H. rewrite plains_app in H.
    apply weak_value. apply Rnot_lt_le. intro N. apply (summand_sign r (Weak p) l F N true) in S.
    apply (summands_sign r (Weak p) l F N) in T. lra.
  - destruct (summand (Strict p) l true s) as [sp|] eqn:S; [|discriminate].
    destruct (summands (Strict p) l ts) as [tp|] eqn:T; [|discriminate].
    apply (zero_value r empty) in H. rewrite plain_total in H. cbn [plains] in H. rewrite plains_app in H.
    apply strict_value. apply Rnot_le_lt. intro N. apply (summand_sign r (Strict p) l F N true) in S.
    apply (summands_sign r (Strict p) l F N) in T. lra.
  - apply (zero_value r empty) in H. rewrite plain_total in H. cbn [plains] in H. rewrite plain_negated in H.
    apply equal_value. lra.
Qed.

(** ** Axioms *)
Lemma axiom_holds {E} (r : env E) a terms f : axiom_claim a terms = Some f -> holds r f.
Proof.
  assert (LN : forall p, plain r empty (ln_of p) = ln (plain r empty p)).
  { intro p. unfold ln_of. rewrite plain_atom. change (ln (poly_value r empty p) = ln (plain r empty p)). now rewrite poly_value_plain. }
  assert (TWICE : forall p, plain r empty (twice p) = 2 * plain r empty p) by (intro p; unfold twice; now rewrite plain_scale).
  assert (IMP : forall g h, formula_value r empty (Imp g h) = (formula_value r empty g -> formula_value r empty h)) by reflexivity.
  assert (AND : forall g h, formula_value r empty (And g h) = (formula_value r empty g /\ formula_value r empty h)) by reflexivity.
  unfold holds, log_ratio. destruct a, terms as [|a [|b []]]; try discriminate; cbn [axiom_claim]; intro H; injection H as <-;
    rewrite ?IMP, ?AND, ?weak_value, ?strict_value, ?equal_value; unfold log_ratio;
    repeat first [rewrite plain_add | rewrite plain_sub | rewrite plain_mul | rewrite LN | rewrite TWICE | rewrite plain_constant].
  - unfold number; cbn. apply ln_1.
  - intros A B. rewrite ln_mult; lra.
  - intros A B. assert (T := ln_tangent _ _ A B). lra.
  - intros A B. assert (T := ln_quadratic (plain r empty a) (plain r empty b) ltac:(lra) B). lra.
  - intros A B. assert (T := ln_sinh (plain r empty a) (plain r empty b) ltac:(lra) B). lra.
  - rewrite plain_atom. change (atom_value r empty (Fn Exp a)) with (exp (poly_value r empty a)). rewrite poly_value_plain, ln_exp.
    split; [apply exp_pos|lra].
Qed.

(** ** The rules *)
Definition sound (t : table) (l : line) : Prop :=
  (forall E (r : env E), assumed t r (gamma l) -> holds r (claim l))
  /\ match origin_of l with
     | NewReal n g => forall E (r : env E), assumed t r g -> exists v, holds (set_real r n v) (claim l)
     | NewSeq n g => forall E (r : env E), assumed t r g -> exists v, holds (set_seq r n v) (claim l)
     | _ => True
     end.

Lemma derived_sound t f g g' o (c : bool) : derived c g = Some (g', o) ->
  (c = true -> forall E (r : env E), assumed t r g -> holds r f) -> sound t (Line f g' o).
Proof. unfold derived, both. destruct c; [|discriminate]. intro H; injection H as <- <-. intro S. split; [exact (S eq_refl)|exact I]. Qed.

Lemma in_table_spec t n f : in_table t n f = true -> Map.find n t = Some f.
Proof. unfold in_table. destruct (Map.find n t) as [g|]; [|discriminate]. intro H. apply equal_eq in H. now subst. Qed.

Ltac conditions :=
  repeat match goal with
  | H : (_ && _)%bool = true |- _ => apply Bool.andb_true_iff in H as [? ?]
  | H : equal _ _ = true |- _ => apply equal_eq in H
  | H : in_table _ _ _ = true |- _ => apply in_table_spec in H
  end.

Lemma own_assumption t f n g o : Map.find n t = Some f -> In n g ->
  match o with
  | NewReal m h => forall E (r : env E), assumed t r h -> exists v, holds (set_real r m v) f
  | NewSeq m h => forall E (r : env E), assumed t r h -> exists v, holds (set_seq r m v) f
  | _ => True
  end -> sound t (Line f g o).
Proof. intros F I O. split; [|exact O]. intros E r A. exact (A n f I F). Qed.

Lemma open_free {E} (r : env E) n k g : within (but_nat n) 0 (All g) = true ->
  holds (set_nat r n k) (open (At (Free n) 0) g) -> formula_value r (push k empty) g.
Proof.
  intros W H. apply open_holds in H. cbn in H. rewrite Pos.eqb_refl in H.
  now apply (agree_nat r n k 1 (push k empty) g) in H.
Qed.
Lemma opened_next {E} (r : env E) k : opened r (At (Bound 0) 1) 0 (push k empty) (push (S k) empty).
Proof. intros [|j]; reflexivity. Qed.

Lemma root_value {E} (r : env E) s a p : formula_value r s (root_of a p) <-> 0 <= plain r s a /\ plain r s a * plain r s a = plain r s p.
Proof.
  unfold root_of. change (formula_value r s (Weak a) /\ formula_value r s (Equal (psub (pmul a a) p)) <->
    0 <= plain r s a /\ plain r s a * plain r s a = plain r s p).
  rewrite weak_value, equal_value, plain_sub, plain_mul. intuition lra.
Qed.

Lemma forget_real t star n g h f : within (but_real n) 0 f = true -> within_all (but_real n) t (without star g) = true ->
  forall c, Map.find star t = Some c ->
  (forall E (r : env E), assumed t r g -> holds r f) -> (forall E (r : env E), assumed t r h -> exists v, holds (set_real r n v) c) ->
  (forall E (r : env E), assumed t r h -> assumed t r (without star g) -> holds r f).
Proof.
  intros W A c F L S E r H G. destruct (S E r H) as [v V]. apply (agree_real r n v 0 empty f W).
  apply L. apply (assumed_without t _ star c); auto. now apply assumed_real.
Qed.
Lemma forget_seq t star n g h f : within (but_seq n) 0 f = true -> within_all (but_seq n) t (without star g) = true ->
  forall c, Map.find star t = Some c ->
  (forall E (r : env E), assumed t r g -> holds r f) -> (forall E (r : env E), assumed t r h -> exists v, holds (set_seq r n v) c) ->
  (forall E (r : env E), assumed t r h -> assumed t r (without star g) -> holds r f).
Proof.
  intros W A c F L S E r H G. destruct (S E r H) as [v V]. apply (agree_seq r n v 0 empty f W).
  apply L. apply (assumed_without t _ star c); auto. now apply assumed_seq.
Qed.

Lemma sum_holds {E} (r : env E) p : within_poly every 1 p = true -> holds r (sum_laws p).
Proof.
  intro W. unfold holds, sum_laws.
  change (formula_value r empty (Equal (of_atom (Sum (At Zero 0) p)))
    /\ forall k, formula_value r (push k empty)
      (Equal (psub (psub (of_atom (Sum (At (Bound 1) 1) p)) (of_atom (Sum (At (Bound 1) 0) p))) p))).
  split; [|intro k]; rewrite equal_value.
  - rewrite plain_atom. reflexivity.
  - rewrite !plain_sub, !plain_atom.
    change (sum (fun i => poly_value r (push i (push k empty)) p) (S k)
      - sum (fun i => poly_value r (push i (push k empty)) p) k - plain r (push k empty) p = 0).
    cbn [sum]. rewrite poly_value_plain.
    replace (plain r (push k (push k empty)) p) with (plain r (push k empty) p); [ring|].
    apply (poly_agree r r every) with (n := 1%nat); auto. intros [|j] J; [reflexivity|lia].
Qed.

Lemma premises_hold {E} t (r : env E) (ps : list (positive * line)) : (forall p, In p ps -> sound t (snd p)) ->
  assumed t r (fold_right (fun p => merge (gamma (snd p))) [] ps) -> forall p, In p ps -> holds r (claim (snd p)).
Proof. intros S A p I. apply (proj1 (S p I)). rewrite assumed_fold in A. auto. Qed.

Lemma cut_holds {E} (r : env E) (ps : list (positive * line)) l hs c :
  follows (put_env r l) hs c -> forallb proper l = true -> length ps = length hs ->
  (forall p, In p ps -> holds r (claim (snd p))) ->
  forallb (fun x => equal (claim (snd (fst x))) (put l (snd x))) (combine ps hs) = true -> holds r (put l c).
Proof.
  intros F P L H C. rewrite put_holds by assumption. revert ps L H C.
  induction hs as [|h hs IH]; intros ps L H C; [exact F|].
  destruct ps as [|p ps]; [discriminate|]. cbn in *. apply Bool.andb_true_iff in C as [C D]. apply equal_eq in C.
  apply (IH (F ltac:(rewrite <- put_holds, <- C by assumption; auto)) ps); auto.
Qed.

Lemma fact_premise (n : positive) f (ps : list (positive * line)) :
  fact n (map (fun p => (fst p, claim (snd p))) ps) = Some f -> exists p, In p ps /\ claim (snd p) = f.
Proof.
  induction ps as [|q ps IH]; cbn; [discriminate|]. destruct (Pos.eqb (fst q) n).
  - intro H; injection H as <-. eauto.
  - intro H. destruct (IH H) as (p & I & C). eauto.
Qed.

Theorem judge_sound t cited name rule f ps g o : (forall s, In s cited -> valid s) -> (forall p, In p ps -> sound t (snd p)) ->
  judge t cited name rule f ps = Some (g, o) -> sound t (Line f g o).
Proof.
  intros C P. destruct rule; cbn [judge].
  - (* assume *)
    destruct ps; [|discriminate]. unfold both. destruct (in_table t name f) eqn:T; [|discriminate]. intro H; injection H as <- <-.
    conditions. apply own_assumption with name; cbn; auto.
  - (* certificate *)
    intro H. eapply derived_sound; [exact H|]. intros K E r A. eapply certified_holds; [|exact K].
    intros n h F. apply fact_premise in F as (p & I & <-). eauto using premises_hold.
  - (* expand *)
    destruct ps as [|[a l] []]; try discriminate. destruct (claim l) eqn:CL; try discriminate.
    intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    apply (P (a, l)) in A; [|now left]. cbn in A. rewrite CL in A. unfold holds in *. rewrite null_value in A.
    rewrite equal_value, plain_inner, combination_against. apply A.
  - (* square *)
    destruct ps; [|discriminate]. intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    unfold holds. rewrite weak_value, plain_inner. apply inner_positive.
  - (* natural *)
    destruct ps; [|discriminate]. intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    unfold holds. rewrite weak_value, plain_cast. apply pos_INR.
  - (* integer *)
    destruct ps as [|[a l] []]; try discriminate. intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    apply (P (a, l)) in A; [|now left]. cbn in A. rewrite H0 in A. unfold holds in *. rewrite strict_value in A. rewrite weak_value.
    rewrite !plain_sub, !plain_cast, ?plain_constant in *. change (number 1) with 1.
    assert (L : (index_value r empty less < index_value r empty more)%nat) by (apply INR_lt; lra).
    apply le_INR in L. rewrite S_INR in L. lra.
  - (* instantiate *)
    destruct ps as [|[a l] []]; try discriminate. destruct (claim l) eqn:CL; try discriminate.
    intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    apply (P (a, l)) in A; [|now left]. cbn in A. rewrite CL in A. apply open_holds. apply A.
  - (* generalise *)
    destruct ps as [|[a l] []]; try discriminate. destruct f; try discriminate.
    intro H. eapply derived_sound; [exact H|]. intros K E r A k. conditions.
    apply (open_free r over); [assumption|]. rewrite <- H0. apply (P (a, l)); [now left|]. now apply assumed_nat.
  - (* discharge *)
    destruct ps as [|[a l] [|[n b] []]]; try discriminate. intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    intro B. apply (P (a, l)); [now left|]. now apply (assumed_without t r n (claim b)).
  - (* apply *)
    destruct ps as [|[a l] [|[n b] []]]; try discriminate. intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions.
    apply assumed_merge in A as [A B]. apply (P (a, l)) in A; [|now left]. apply (P (n, b)) in B; [|now right; left].
    cbn in A. rewrite K in A. exact (A B).
  - (* part *)
    destruct ps as [|[a l] []]; try discriminate. destruct (claim l) eqn:CL; try discriminate.
    intro H. eapply derived_sound; [exact H|]. intros K E r A. apply (P (a, l)) in A; [|now left]. cbn in A. rewrite CL in A.
    apply Bool.orb_true_iff in K as [K|K]; conditions; subst; apply A.
  - (* cases *)
    destruct ps as [|[a one_] [|[b two_] [|[n yes] [|[m no] []]]]]; try discriminate.
    destruct (claim yes) eqn:CY; try discriminate. destruct (claim no) eqn:CN; try discriminate.
    intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. apply assumed_merge in A as [A B].
    assert (Z : plain r empty p + plain r empty p0 = 0) by (rewrite <- plain_add; now apply zero_value).
    destruct (Rle_lt_dec 0 (plain r empty p)) as [Y|N].
    + subst f. apply (P (a, one_)); [now left|]. apply (assumed_without t r n (Weak p)); auto. now apply weak_value.
    + replace f with (claim two_) by auto. apply (P (b, two_)); [now right; left|]. apply (assumed_without t r m (Strict p0)); auto.
      apply strict_value. lra.
  - (* induction *)
    destruct ps as [|[a b] [|[n s] []]]; try discriminate. destruct f; try discriminate.
    intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. apply assumed_merge in A as [A B].
    apply (P (a, b)) in A; [|now left]. apply (P (n, s)) in B; [|now right; left]. cbn in A, B. rewrite H0 in A. rewrite H1 in B.
    apply open_holds in A. intro k. induction k as [|k IH]; [exact A|].
    apply (open_value r (At (Bound 0) 1) f 0 (push k empty) _ (opened_next r k)). exact (B k IH).
  - (* cut *)
    destruct (nth_error cited cited0) as [s|] eqn:N; [|discriminate]. apply nth_error_In in N.
    intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f. match goal with L : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in L end.
    apply (cut_holds r ps l (hypotheses s)); auto. now apply C. now apply (premises_hold t r ps).
  - (* root *)
    destruct ps as [|[a l] []]; try discriminate. destruct (claim l) eqn:CL; try discriminate; [|destruct f0; try discriminate];
      unfold both; match goal with |- (if ?c then _ else _) = _ -> _ => destruct c eqn:K; [|discriminate] end;
      intro H; injection H as <- <-; conditions; subst f; (eapply own_assumption; [eassumption|now left|]); intros E r A;
      apply (P (a, l)) in A; try (now left); cbn in A; rewrite CL in A.
    + unfold holds in A. rewrite weak_value in A. exists (sqrt (plain r empty p)). unfold holds. rewrite root_value, plain_atom.
      rewrite <- (poly_real r n _ 0) by assumption. cbn. rewrite Pos.eqb_refl. split; [apply sqrt_pos|now apply sqrt_sqrt].
    + set (v := fun k => sqrt (plain r (push k empty) p)). exists v.
      enough (G : forall k, formula_value (set_seq r n v) (push k empty) (root_of (of_atom (RealAt n (At (Bound 0) 0))) p)) by exact G.
      intro k. assert (B : formula_value r (push k empty) (Weak p)) by exact (A k). rewrite weak_value in B.
      rewrite root_value, plain_atom. rewrite <- (poly_seq r n _ 1) by assumption.
      cbn. rewrite Pos.eqb_refl. split; [apply sqrt_pos|now apply sqrt_sqrt].
  - (* inverse *)
    destruct ps as [|[a l] []]; try discriminate. destruct (claim l) eqn:CL; try discriminate.
    unfold both; match goal with |- (if ?c then _ else _) = _ -> _ => destruct c eqn:K; [|discriminate] end.
    intro H; injection H as <- <-; conditions; subst f; (eapply own_assumption; [eassumption|now left|]); intros E r A.
    apply (P (a, l)) in A; [|now left]. cbn in A; rewrite CL in A. unfold holds in A. rewrite strict_value in A.
    exists (/ plain r empty p). unfold holds. rewrite equal_value, plain_sub, plain_mul, plain_atom, plain_constant.
    rewrite <- (poly_real r n _ 0) by assumption. cbn. rewrite Pos.eqb_refl. change (number 1) with 1. rewrite Rinv_l; lra.
  - (* sum *)
    destruct ps; [|discriminate]. intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst f.
    now apply sum_holds.
  - (* forget *)
    destruct ps as [|[a l] [|[star s] []]]; try discriminate. assert (S := proj2 (P (star, s) ltac:(now right; left))). cbn in S.
    destruct (origin_of s) eqn:O; try discriminate;
      intro H; (eapply derived_sound; [exact H|]); intros K E r A; conditions; subst f;
      apply assumed_merge in A as [A B];
      [apply (forget_real t star n (gamma l) rest (claim l)) with (c := claim s)|apply (forget_seq t star n (gamma l) rest (claim l)) with (c := claim s)];
      auto; intros; apply (P (a, l)); auto; now left.
  - (* axiom *)
    destruct ps; [|discriminate]. destruct (axiom_claim a terms) eqn:X; [|discriminate].
    intro H. eapply derived_sound; [exact H|]. intros K E r A. conditions. subst. now apply axiom_holds with a terms.
Qed.
