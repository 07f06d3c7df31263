(** The programs of `Learners` are the learners of `Folds`, exactly: the same updates, and the same weights.

    Rational vectors are lists of reals, a space of its own; the kernel Perceptron is the Perceptron in any feature space of its kernel. *)
From Coq Require Import List QArith Qreals Lra Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Rational Learners Folds.
Import ListNotations.
#[local] Open Scope R_scope.

(** ** Lists of reals, read as if zeros followed *)
Fixpoint radd (x y : list R) : list R :=
  match x, y with [], _ => y | _, [] => x | a :: x', b :: y' => (a + b) :: radd x' y' end.
Fixpoint rdot (x y : list R) : R := match x, y with a :: x', b :: y' => a * b + rdot x' y' | _, _ => 0 end.
Definition rscale (c : R) (x : list R) : list R := map (Rmult c) x.

Lemma rdot_symmetric x : forall y, rdot x y = rdot y x.
Proof. induction x; intros [|b y]; simpl; try reflexivity. rewrite IHx. ring. Qed.
Lemma rdot_add x : forall x' y, rdot (radd x x') y = rdot x y + rdot x' y.
Proof. induction x; intros [|b x'] [|c y]; simpl; try ring. rewrite IHx. ring. Qed.
Lemma rdot_scale c x : forall y, rdot (rscale c x) y = c * rdot x y.
Proof. induction x; intros [|b y]; simpl; try ring. rewrite IHx. ring. Qed.
Lemma rdot_positive x : 0 <= rdot x x.
Proof. induction x; simpl; [lra | nra]. Qed.

Definition Lists : space :=
  Space (list R) [] radd rscale rdot rdot_symmetric (fun _ => eq_refl) rdot_add rdot_scale rdot_positive.

(** ** Rational numbers as reals *)
Lemma real_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma real_0 : Q2R 0 = 0. Proof. unfold Q2R; simpl; lra. Qed.
Lemma real_1 : Q2R 1 = 1. Proof. unfold Q2R; simpl; lra. Qed.
Lemma real_sign y : Q2R (label y) = sign y.
Proof. destruct y; unfold Q2R; simpl; lra. Qed.
Lemma real_le a b : Qle_bool a b = true <-> Q2R a <= Q2R b.
Proof. rewrite Qle_bool_iff. split; [apply Qle_Rle | apply Rle_Qle]. Qed.
Lemma real_below a b : below a b = true <-> Q2R a < Q2R b.
Proof.
  unfold below. rewrite negb_true_iff. pose proof (real_le b a) as H. destruct (Qle_bool b a).
  - split; [discriminate|]. pose proof (proj1 H eq_refl). lra.
  - split; [|reflexivity]. intros _. apply Rnot_le_lt. intro C. apply H in C. discriminate.
Qed.
Lemma real_eq a b : Qeq_bool a b = true <-> Q2R a = Q2R b.
Proof. rewrite Qeq_bool_iff. split; [apply Qeq_eqR | apply eqR_Qeq]. Qed.

Definition reals (x : list Q) : Lists := map Q2R x.
Definition real_example (e : example) : Lists * bool := (reals (fst e), snd e).

Lemma reals_dot x : forall y, Q2R (dot x y) = rdot (reals x) (reals y).
Proof.
  induction x; intros [|b y]; simpl; try apply real_0.
  rewrite real_red, Q2R_plus, Q2R_mult. unfold reals in IHx. now rewrite IHx.
Qed.
Lemma reals_add x : forall y, reals (Rational.vadd x y) = radd (reals x) (reals y).
Proof. unfold reals. induction x; intros [|b y]; simpl; auto. now rewrite real_red, Q2R_plus, IHx. Qed.
Lemma reals_scale c x : reals (Rational.vscale c x) = rscale (Q2R c) (reals x).
Proof. unfold reals. induction x; simpl; auto. now rewrite real_red, Q2R_mult, IHx. Qed.

(** ** Each rule, decided in rational numbers *)
Definition decides (L : learner) (F : fold) : Prop :=
  Q2R (rate L) = pace F /\ forall s n y, (0 <= n)%Q -> (rule L s n y = true <-> grants F (Q2R s) (Q2R n) y).

Lemma errs_real t s y : errs t s y = true <-> Q2R s < 0 \/ (Q2R s = 0 /\ tie t y = true).
Proof. unfold errs. rewrite orb_true_iff, andb_true_iff, real_below, real_eq, real_0. reflexivity. Qed.
Lemma perceptron_decides t : decides (perceptron t) (perceptron_fold t).
Proof. split; [apply real_1 | intros; apply errs_real]. Qed.
Lemma hebb_decides first : decides (hebb first) hebb_fold.
Proof. split; [apply real_1 | split; reflexivity || constructor]. Qed.
Lemma ogd_mistakes_decides eta : decides (ogd_mistakes eta) (ogd_mistakes_fold (Q2R eta)).
Proof. split; [reflexivity|]. intros. simpl. now rewrite real_le, real_0. Qed.
Lemma ogd_hinge_decides eta : decides (ogd_hinge eta) (ogd_hinge_fold (Q2R eta)).
Proof. split; [reflexivity|]. intros. simpl. now rewrite real_below, real_1. Qed.

(** s < θ√n, decided on the squares *)
Lemma margin_decides theta : decides (margin_perceptron theta) (margin_fold (Q2R theta)).
Proof.
  split; [apply real_1|]. intros s n y N. simpl.
  apply Qle_Rle in N. rewrite real_0 in N.
  pose proof (sqrt_pos (Q2R n)) as P. pose proof (sqrt_sqrt (Q2R n) N) as S.
  destruct (below theta 0) eqn:T; [|apply not_true_iff_false in T];
    rewrite ?andb_true_iff, ?orb_true_iff, !real_below, !Q2R_mult in *; rewrite real_0 in *;
    set (r := sqrt (Q2R n)) in *; set (a := Q2R s) in *; set (c := Q2R theta) in *; rewrite <- S; split.
  - intros [A L]. apply Rnot_le_lt. intro C. assert (- a * - a <= - (c * r) * - (c * r)) by (apply Rmult_le_compat; nra). nra.
  - intro L. assert (c * r <= 0) by nra. split; [lra|]. assert (- (c * r) * - (c * r) < - a * - a) by (apply Rmult_le_0_lt_compat; lra). nra.
  - assert (0 <= c * r) by (apply Rmult_le_pos; lra).
    intros [|L]; [lra|]. apply Rnot_le_lt. intro C. assert (c * r * (c * r) <= a * a) by (apply Rmult_le_compat; lra). lra.
  - assert (0 <= c * r) by (apply Rmult_le_pos; lra).
    intro L. destruct (Rlt_le_dec a 0) as [|A]; [now left|right]. assert (a * a < c * r * (c * r)) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.

(** ** The program is the learner *)
Lemma moved_real L F w e : decides L F -> reals (moved L w e) = Folds.after F (reals w) (real_example e).
Proof. intros [P _]. unfold moved, Folds.after. rewrite reals_add, reals_scale, Q2R_mult, real_sign, P. reflexivity. Qed.

Theorem program_refines L F w l : decides L F ->
  goes F (reals w) (map real_example l) (reals (fst (go L w l))) (snd (go L w l)).
Proof.
  intro D. revert w. induction l as [|e l IH]; intro w; [constructor|].
  assert (A : wants L w e = true <-> asks F (reals w) (real_example e)).
  { unfold wants, asks, score. rewrite (proj2 D) by apply dot_square. rewrite Q2R_mult, real_sign, !reals_dot. reflexivity. }
  simpl. specialize (IH (if wants L w e then moved L w e else w)).
  destruct (wants L w e); destruct (go L _ l) as [last us]; cbn [fst snd] in *.
  - apply (@update Lists F); [now apply A|]. now rewrite <- (moved_real _ _ _ _ D).
  - apply (@stays Lists F); [|exact IH]. intro C. apply A in C. discriminate.
Qed.

(** A learner that the first example sets going: from there on *)
Corollary started_refines L F e l : decides L F -> initialises L = true ->
  exists last us, updates L (e :: l) = count us /\
    goes F (Folds.after F (reals []) (real_example e)) (map real_example l) last us.
Proof.
  intros D I. pose proof (program_refines L F (moved L [] e) l D) as G. rewrite (moved_real _ _ _ _ D) in G.
  unfold updates, run. rewrite I. destruct (go L (moved L [] e) l) as [last us]. exists (reals last), us. now split.
Qed.

(** ** The kernel Perceptron is the Perceptron in any feature space *)
Section features.
  Context {X : Type} (K : X -> X -> Q) (t : ties) {E : space} (phi : X -> E).
  Hypothesis feature : forall x z, Q2R (K x z) = inner (phi x) (phi z).
  Definition image (e : X * bool) : E * bool := (phi (fst e), snd e).

  Definition past_score (past : list (X * bool)) (z : E) : R := fold_right (fun p s => sign (snd p) * inner (phi (fst p)) z + s) 0 past.

  Lemma kernel_score_real past x : Q2R (kernel_score K past x) = past_score past (phi x).
  Proof.
    induction past as [|p past IH]; simpl; [apply real_0|].
    unfold kernel_score, past_score in *. simpl. now rewrite real_red, Q2R_plus, Q2R_mult, real_sign, feature, IH.
  Qed.

  Theorem kernel_refines l : forall past w,
    (forall z, inner w z = past_score past z) -> exists last, goes (perceptron_fold t) w (map image l) last (kernel_go K t past l).
  Proof.
    induction l as [|e l IH]; intros past w W; [exists w; constructor|].
    assert (A : errs t (label (snd e) * kernel_score K past (fst e)) (snd e) = true <-> asks (perceptron_fold t) w (image e)).
    { rewrite errs_real, Q2R_mult, real_sign, kernel_score_real, <- W. reflexivity. }
    simpl. destruct (errs t _ (snd e)).
    - destruct (IH (e :: past) (Folds.after (perceptron_fold t) w (image e))) as [last G].
      { intro z. unfold Folds.after. simpl. rewrite inner_add, inner_scale, W. ring. }
      exists last. apply update; [now apply A | exact G].
    - destruct (IH past w W) as [last G]. exists last. apply stays; [|exact G]. intro C. apply A in C. discriminate.
  Qed.

  Corollary kernel_run_refines l : exists last, goes (perceptron_fold t) vzero (map image l) last (kernel_run K t l).
  Proof. apply kernel_refines. intro z. apply inner_zero. Qed.
End features.

Print Assumptions program_refines.
Print Assumptions kernel_run_refines.
