(** The bounds of Claims.v for runs of online gradient descent: with the loss of its mistakes only, which is the Perceptron with any start and
    any rate, and with the hinge loss of every round. *)
From Coq Require Import Lra List Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners Folds.
From Perceptron.folds Require Import Runs.
From Perceptron.claims Require Import Needed.
Import ListNotations.
Open Scope R_scope.

Section mistakes.
  Context {E : space} {η : R} {w last : E} {l : list (E * bool)} {us : list bool} (run : goes (ogd_mistakes_fold η) w l last us).
  Context (rate : 0 < η) (u : E) (unit : ⟨u, u⟩ <= 1) (γ : R) (positive : 0 < γ).

  Let z := added l us.
  Let W := weights (ogd_mistakes_fold η) w z.
  Let mistaken k : INR k + 1 <= INR (count us) -> ⟨W k, z k⟩ <= 0.
  Proof. apply (of_grants run (fun s _ => s <= 0)). now intros. Qed.

  Theorem descent_learning_rate radius : (forall e, In e l -> square e <= radius ^ 2) -> (forall e, In e l -> γ <= ahead u e) ->
    INR (count us) <= (radius / γ) ^ 2 + 2 * norm w / (η * γ).
  Proof.
    intros B S. replace ((radius / γ) ^ 2 + 2 * norm w / (η * γ)) with (2 * norm w * / γ * / η + radius ^ 2 * (/ γ) ^ 2) by (field; lra).
    apply (Needed.learning_rate E η (norm w) γ radius (/ γ) (/ η) W z (count us) u); try assumption; try (apply Rinv_r; lra).
    - intro k. apply same_refl.
    - apply norm_positive.
    - apply norm_square.
    - apply (of_examples run (fun z _ => ⟨z, z⟩ <= radius ^ 2) square). intros e I. rewrite signed_square. now apply B.
    - apply (of_examples run (fun z _ => γ <= ⟨u, z⟩) square). intros e I. rewrite signed_ahead. now apply S.
  Qed.
  Theorem descent_any_start_l1 : let a := norm w / η in
    INR (count us) <= total (slack γ u) l us / γ + (a + sqrt (a ^ 2 + total square l us)) / γ.
  Proof.
    intro a. set (root := sqrt (a ^ 2 + total square l us)). pose proof (sqrt_pos _ : 0 <= root) as N. set (H := total (slack γ u) l us / γ).
    replace (H + (a + root) / γ) with (norm w * / η * / γ + / γ * root + H) by (unfold a; field; lra).
    apply (Needed.any_start_l1 E η (norm w) (/ η) γ (/ γ) root H W z (count us) (at_update (slack γ u) l us)
             (upto (at_update (slack γ u) l us)) (upto (fun k => ⟨z k, z k⟩)) u); try assumption; try (apply Rinv_r; lra); try reflexivity;
      try (intro; cbn; ring).
    - intro k. apply same_refl.
    - apply norm_positive.
    - apply norm_square.
    - apply (of_examples run (fun z s => γ <= s + ⟨u, z⟩)). intros e _. apply slack_enough.
    - transitivity (a ^ 2 + total square l us); [apply pow2_sqrt | rewrite <- (upto_squares run); unfold a; fold z; field; lra].
      apply Rplus_le_le_0_compat; [apply pow2_ge_0|]. apply total_positive. intros [x y]. apply inner_positive.
    - rewrite (upto_total run). unfold H. field. lra.
  Qed.
End mistakes.

Section regret.
  Context {E : space} {η : R}.
  Let L := ogd_hinge_fold η.

  (** The hinge losses max(0, 1 - y⟨w, x⟩) that the learner suffers in all rounds, at its weights before each *)
  Fixpoint suffered (w : E) (l : list (E * bool)) (us : list bool) : R :=
    match l, us with e :: l, b :: us => slack 1 w e + suffered (if b : bool then after L w e else w) l us | _, _ => 0 end.
  (** The hinge losses of the comparator in all rounds *)
  Definition hinges (u : E) (l : list (E * bool)) : R := fold_right (fun e s => slack 1 u e + s) 0 l.

  Lemma suffered_at_updates w l last us : goes L w l last us ->
    suffered w l us = upto (fun k => 1 - ⟨weights L w (added l us) k, added l us k⟩) (count us).
  Proof.
    induction 1 as [w | w e l last us A G IH | w e l last us A G IH]; [reflexivity| |]; cbn [suffered].
    - unfold count in *. cbn [filter length]. rewrite upto_next, IH. f_equal.
      + cbn in *. unfold slack, asks in *. cbn in A. rewrite signed_ahead. unfold ahead. apply Rmax_right. lra.
      + apply upto_same. intros k _. f_equal. change (added (e :: l) (true :: us) (S k)) with (added l us k).
        rewrite (weights_next L w (added (e :: l) (true :: us)) k (added l us k)).
        apply weights_same. intro x. unfold after, added, signed. cbn. rewrite !inner_add, !inner_scale. ring.
    - unfold count in *. cbn [filter length]. rewrite IH. unfold slack, asks in *. cbn in A. rewrite Rmax_left; [apply Rplus_0_l|].
      unfold ahead. lra.
  Qed.
  Lemma at_updates_only u l us : total (slack 1 u) l us <= hinges u l.
  Proof.
    unfold total, hinges. revert us. induction l as [|e l IH]; intros [|b us]; cbn; try lra.
    - pose proof (slack_positive 1 u e). specialize (IH []). destruct l; cbn in *; lra.
    - specialize (IH us). pose proof (slack_positive 1 u e). destruct b; cbn; lra.
  Qed.

  (** Over all rounds: the learner's loss less that of any comparator *)
  Theorem descent_regret (l : list (E * bool)) last us (u : E) : goes L vzero l last us -> 0 < η ->
    suffered vzero l us - hinges u l <= ⟨u, u⟩ / (2 * η) + η / 2 * total square l us.
  Proof.
    intros run rate. set (z := added l us). set (W := weights L vzero z). set (v := fun k => vscale (- 1) (z k)).
    pose proof (Needed.ogd_regret E W v η (/ η) (count us) (at_update (slack 1 u) l us) (fun k => 1 - ⟨W k, z k⟩)
                  (upto (fun k => 1 - ⟨W k, z k⟩)) (upto (at_update (slack 1 u) l us)) (upto (fun k => ⟨z k, z k⟩)) u) as C.
    rewrite (suffered_at_updates _ _ _ _ run). fold z W. pose proof (at_updates_only u l us) as O.
    rewrite <- (upto_squares run). fold z. rewrite <- (upto_total run) in O.
    replace (⟨u, u⟩ / (2 * η)) with (1 / 2 * / η * ⟨u, u⟩) by (field; lra).
    enough (upto (fun k => 1 - ⟨W k, z k⟩) (count us)
            <= 1 / 2 * η * upto (fun k => ⟨z k, z k⟩) (count us) + 1 / 2 * / η * ⟨u, u⟩ + upto (at_update (slack 1 u) l us) (count us)) by lra.
    apply C; try assumption; try reflexivity; try (intro; cbn; ring).
    - intros k x. unfold v. cbn. rewrite !inner_add, !inner_scale. cbn. ring.
    - apply Rinv_r. lra.
    - intros k K. unfold v. rewrite !inner_scale_r.
      pose proof (of_examples run (fun z s => 1 <= s + ⟨u, z⟩) (slack 1 u) (fun e _ => slack_enough 1 u e) k K) as S. fold z in S. lra.
    - intro k. cbn. unfold v. rewrite inner_scale, inner_scale_r. ring.
  Qed.
End regret.
