(** The bounds of Claims.v for runs of the Perceptron: over any list of examples, in any order, with any rule for ties. *)
From Coq Require Import Lra List Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners Folds.
From Perceptron.folds Require Import Runs.
From Perceptron.claims Require Import Needed.
Open Scope R_scope.

Section perceptron.
  Context {E : space} (t : ties) {l : list (E * bool)} {last : E} {us : list bool} (run : goes (perceptron_fold t) vzero l last us).
  Context (u : E) (γ : R) (positive : 0 < γ).

  Definition M : R := INR (count us).
  (** Over the updates: the loss TD, H = TD/γ, the length H₂γ of the vector of losses, and Σ‖x‖² *)
  Definition TD : R := total (slack γ u) l us.
  Definition H : R := TD / γ.
  Definition H₂ : R := sqrt (total (fun e => slack γ u e ^ 2) l us) / γ.
  Definition S₂ : R := total square l us.
  Definition short (radius : R) : Prop := forall e, In e l -> square e <= radius ^ 2.

  Let z := added l us.
  Let W := weights (perceptron_fold t) vzero z.

  Lemma mistaken k : INR k + 1 <= INR (count us) -> ⟨W k, z k⟩ <= 0.
  Proof. apply (of_grants run (fun s _ => s <= 0)). cbn. intros s n y G. lra. Qed.
  Lemma within radius k : short radius -> INR k + 1 <= INR (count us) -> ⟨z k, z k⟩ <= radius ^ 2.
  Proof. intro B. revert k. apply (of_examples run (fun z _ => ⟨z, z⟩ <= radius ^ 2) square). intros e I. rewrite signed_square. now apply B. Qed.
  Lemma missing k : INR k + 1 <= INR (count us) -> γ <= at_update (slack γ u) l us k + ⟨u, z k⟩.
  Proof. apply (of_examples run (fun z s => γ <= s + ⟨u, z⟩)). intros e _. apply slack_enough. Qed.
  Lemma reciprocal : γ * / γ = 1.
  Proof. apply Rinv_r. lra. Qed.
  Lemma H_TD : γ * H = upto (at_update (slack γ u) l us) (count us).
  Proof. rewrite (upto_total run). unfold H, TD. field. lra. Qed.
  Lemma H_positive : 0 <= H.
  Proof. apply Rmult_le_pos; [apply total_positive, slack_positive | now apply Rlt_le, Rinv_0_lt_compat]. Qed.
  Lemma squares_positive : 0 <= total (fun e => slack γ u e ^ 2) l us.
  Proof. apply total_positive. intro. apply pow2_ge_0. Qed.
  Lemma H₂_positive : 0 <= H₂.
  Proof. apply Rmult_le_pos; [apply sqrt_pos | now apply Rlt_le, Rinv_0_lt_compat]. Qed.
  Lemma S₂_positive : 0 <= S₂.
  Proof. apply total_positive. intros [x y]. apply inner_positive. Qed.
  Lemma H₂_squares : γ ^ 2 * H₂ ^ 2 = upto (fun k => at_update (slack γ u) l us k ^ 2) (count us).
  Proof.
    transitivity (total (fun e => slack γ u e ^ 2) l us).
    - unfold H₂, Rdiv. rewrite Rpow_mult_distr, pow2_sqrt by apply squares_positive. field. lra.
    - rewrite <- (upto_total run). apply upto_same. intros k K. destruct (update_example run k K) as (e & _ & F & _).
      unfold at_update. erewrite !nth_error_nth by (rewrite nth_error_map, F; reflexivity). reflexivity.
  Qed.
  Lemma root_squared a : 0 <= a -> sqrt a ^ 2 = a.
  Proof. apply pow2_sqrt. Qed.

  (** Each hypothesis of a theorem of Claims.v is one of these facts about the run. *)
  Ltac carried :=
    match goal with
    | |- same _ vzero => apply same_refl
    | |- forall k, same _ _ => intro; now apply adds
    | |- forall k, _ -> ⟨W k, z k⟩ <= 0 => exact mistaken
    | |- forall k, _ -> ⟨z k, z k⟩ <= _ => intro; now apply within
    | |- forall k, _ -> γ <= _ + ⟨u, z k⟩ => exact missing
    | |- γ * / γ = 1 => exact reciprocal
    | |- γ * H = _ => exact H_TD
    | |- _ ^ 2 * H₂ ^ 2 = _ => exact H₂_squares
    | |- 0 <= H₂ => exact H₂_positive
    | |- norm _ ^ 2 = _ => apply norm_square
    | |- 0 <= norm _ => apply norm_positive
    | |- 0 <= sqrt _ => apply sqrt_pos
    | |- sqrt S₂ ^ 2 = _ => transitivity S₂; [apply root_squared, S₂_positive | symmetry; exact (upto_squares run)]
    | |- upto _ O = 0 => reflexivity
    | |- forall k, upto _ (S k) = _ => intro; cbn; ring
    | _ => assumption
    end.

  (** Block–Novikoff *)
  Theorem perceptron_novikoff radius : ⟨u, u⟩ <= 1 -> 0 <= radius -> short radius -> (forall e, In e l -> γ <= ahead u e) ->
    M <= (radius / γ) ^ 2.
  Proof.
    intros U P B S. replace ((radius / γ) ^ 2) with (radius ^ 2 * (/ γ) ^ 2) by (unfold Rdiv; ring).
    apply (Needed.novikoff E W z (count us) γ radius (/ γ) u); try carried.
    apply (of_examples run (fun z _ => γ <= ⟨u, z⟩) square). intros e I. rewrite signed_ahead. now apply S.
  Qed.

  (** The hinge bound with its root: examples and u no longer than 1 *)
  Theorem perceptron_hinge_root : ⟨u, u⟩ <= 1 -> short 1 -> M <= ((1 + sqrt (1 + 4 * γ * TD)) / (2 * γ)) ^ 2.
  Proof.
    intros U B. set (root := sqrt (1 + 4 * γ * TD)). pose proof (sqrt_pos _ : 0 <= root) as N.
    replace (((1 + root) / (2 * γ)) ^ 2) with (1 / 4 * root ^ 2 * (/ γ) ^ 2 + 1 / 2 * root * (/ γ) ^ 2 + 1 / 4 * (/ γ) ^ 2) by (field; lra).
    apply (Needed.hinge_root E W z (count us) γ root (/ γ) u (at_update (slack γ u) l us) (upto (at_update (slack γ u) l us))); try carried.
    - intros k K. rewrite <- (pow1 2). now apply within.
    - unfold root. rewrite (upto_total run). fold TD. rewrite root_squared; [ring|].
      pose proof (total_positive (slack γ u) l us (slack_positive γ u)) as P. fold TD in P. nra.
  Qed.
  Theorem perceptron_hinge_simple : ⟨u, u⟩ <= 1 -> short 1 -> M <= 1 / γ ^ 2 + 2 * TD / γ.
  Proof.
    intros U B. replace (1 / γ ^ 2 + 2 * TD / γ) with ((/ γ) ^ 2 + 2 * / γ * TD) by (field; lra). unfold TD. rewrite <- (upto_total run).
    apply (Needed.hinge_simple E W z (count us) γ (/ γ) u (at_update (slack γ u) l us) (upto (at_update (slack γ u) l us))); try carried.
    intros k K. rewrite <- (pow1 2). now apply within.
  Qed.

  (** The same for any comparator and any radius; in SSBD's words ‖w*‖ is ‖u‖/γ *)
  Theorem perceptron_hinge_root_any radius : 0 <= radius -> short radius ->
    let b := radius * norm u / γ in M <= ((b + sqrt (b ^ 2 + 4 * H)) / 2) ^ 2.
  Proof.
    intros P B b. set (root := sqrt (b ^ 2 + 4 * H)). pose proof (sqrt_pos _ : 0 <= root) as N.
    replace (((b + root) / 2) ^ 2)
      with (1 / 4 * norm u ^ 2 * radius ^ 2 * (/ γ) ^ 2 + 1 / 2 * norm u * radius * / γ * root + 1 / 4 * root ^ 2) by (unfold b; field; lra).
    apply (Needed.hinge_root_any E W z (count us) γ (norm u) radius H (/ γ) root (at_update (slack γ u) l us)
             (upto (at_update (slack γ u) l us)) u); try carried.
    unfold root. rewrite root_squared; [unfold b; field; lra|]. pose proof (pow2_ge_0 b). pose proof H_positive. lra.
  Qed.
  Theorem perceptron_ssbd_21_16 radius : 0 <= radius -> short radius ->
    let b := radius * norm u / γ in M <= H + b * sqrt H + b ^ 2.
  Proof.
    intros P B b. replace (H + b * sqrt H + b ^ 2) with (norm u ^ 2 * radius ^ 2 * (/ γ) ^ 2 + norm u * radius * / γ * sqrt H + H)
      by (unfold b; field; lra).
    apply (Needed.ssbd_21_16 E W z (count us) γ (norm u) radius H (/ γ) (sqrt H) (at_update (slack γ u) l us)
             (upto (at_update (slack γ u) l us)) u); try carried.
    apply root_squared, H_positive.
  Qed.
  Theorem perceptron_hinge_pareto radius B : 0 <= radius -> short radius -> 1 < B ->
    M <= B ^ 2 / (4 * (B - 1)) * (radius * norm u / γ) ^ 2 + B * H.
  Proof.
    intros P X G.
    replace (B ^ 2 / (4 * (B - 1)) * (radius * norm u / γ) ^ 2 + B * H)
      with (1 / 4 * norm u ^ 2 * radius ^ 2 * B ^ 2 * / (B - 1) * (/ γ) ^ 2 + H * B) by (field; lra).
    apply (Needed.hinge_pareto E W z (count us) γ (norm u) radius H B (/ (B - 1)) (/ γ) (at_update (slack γ u) l us)
             (upto (at_update (slack γ u) l us)) u); try carried.
    field. lra.
  Qed.

  (** MR (3), (4), (7) and (8) *)
  Theorem perceptron_hinge_l1 : ⟨u, u⟩ <= 1 -> M <= H + sqrt S₂ / γ.
  Proof.
    intro U. apply (Needed.hinge_l1 E W z (count us) γ H (sqrt S₂) (/ γ) (at_update (slack γ u) l us) (upto (at_update (slack γ u) l us))
             (upto (fun k => ⟨z k, z k⟩)) u); try carried.
  Qed.
  Theorem perceptron_hinge_l1_radius radius : ⟨u, u⟩ <= 1 -> 0 <= radius -> short radius -> M <= (radius / γ + sqrt H) ^ 2.
  Proof.
    intros U P B. replace ((radius / γ + sqrt H) ^ 2) with (radius ^ 2 * (/ γ) ^ 2 + 2 * radius * / γ * sqrt H + sqrt H ^ 2) by (field; lra).
    apply (Needed.hinge_l1_radius E W z (count us) γ radius H (/ γ) (sqrt H) (at_update (slack γ u) l us)
             (upto (at_update (slack γ u) l us)) u); try carried.
    apply root_squared, H_positive.
  Qed.
  Theorem perceptron_hinge_l2 : ⟨u, u⟩ <= 1 -> M <= (H₂ / 2 + sqrt (H₂ ^ 2 / 4 + sqrt S₂ / γ)) ^ 2.
  Proof.
    intro U. set (root := sqrt (H₂ ^ 2 / 4 + sqrt S₂ / γ)). pose proof (sqrt_pos _ : 0 <= root) as N.
    replace ((H₂ / 2 + root) ^ 2) with (1 / 4 * H₂ ^ 2 + H₂ * root + root ^ 2) by field.
    apply (Needed.hinge_l2 E W z (count us) γ H₂ (sqrt S₂) (/ γ) root (at_update (slack γ u) l us) (upto (at_update (slack γ u) l us))
             (upto (fun k => ⟨z k, z k⟩)) (upto (fun k => at_update (slack γ u) l us k ^ 2)) u); try carried.
    unfold root. rewrite root_squared; [field; lra|]. pose proof (pow2_ge_0 H₂). pose proof (sqrt_pos S₂).
    assert (0 <= sqrt S₂ / γ) by (apply Rmult_le_pos; [apply sqrt_pos | now apply Rlt_le, Rinv_0_lt_compat]). lra.
  Qed.
  Theorem perceptron_hinge_l2_radius radius : ⟨u, u⟩ <= 1 -> 0 <= radius -> short radius -> M <= (radius / γ + H₂) ^ 2.
  Proof.
    intros U P B. replace ((radius / γ + H₂) ^ 2) with (radius ^ 2 * (/ γ) ^ 2 + 2 * radius * H₂ * / γ + H₂ ^ 2) by (field; lra).
    apply (Needed.hinge_l2_radius E W z (count us) γ radius H₂ (/ γ) (at_update (slack γ u) l us) (upto (at_update (slack γ u) l us))
             (upto (fun k => at_update (slack γ u) l us k ^ 2)) u); try carried.
  Qed.
End perceptron.
