(** The bounds of Claims.v for runs of the Margin Perceptron, whose threshold is (1 - ε)γ, on examples of any length.

    Its first example always makes a step, which is not counted: a run over e :: l goes on from [after … vzero e] over l.  So M + 1 examples
    are added to the weights.  The theorems speak of examples no longer than 1: they are applied to x/R. *)
From Coq Require Import Lra List Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners Folds.
From Perceptron.folds Require Import Runs.
From Perceptron.claims Require Import Needed.
Open Scope R_scope.

Section margin.
  Context {E : space} (γ ε radius : R).
  Definition margin_learner : fold := margin_fold ((1 - ε) * γ).
  Context {e : E * bool} {l : list (E * bool)} {last : E} {us : list bool}
    (run : goes margin_learner (after margin_learner vzero e) l last us).
  Context (u : E) (positive : 0 < γ) (long : 0 < radius).
  Context (unit : ⟨u, u⟩ <= 1).
  Context (short : forall x, In x (e :: l) -> square x <= radius ^ 2).
  Context (separates : forall x, In x (e :: l) -> γ <= ahead u x).

  (** What is added, and the weights; and both divided by R *)
  Let added' (k : nat) : E := match k with O => signed e | S k => added l us k end.
  Let weights' := weights margin_learner vzero added'.
  Let c := / radius.
  Let z (k : nat) : E := vscale c (added' k).
  Let W (k : nat) : E := vscale c (weights' k).

  Lemma shrinks : 0 < c.
  Proof. now apply Rinv_0_lt_compat. Qed.
  (** From the second step on these are the weights of the run. *)
  Lemma later k : same (weights' (S k)) (weights margin_learner (after margin_learner vzero e) (added l us) k).
  Proof.
    eapply same_trans; [apply weights_next|]. apply weights_same. intro x. cbn. unfold after, signed. cbn.
    rewrite !inner_add, !inner_scale. ring.
  Qed.
  Lemma steps k : same (W (S k)) (vadd (W k) (z k)).
  Proof. intro x. cbn. unfold W, z. cbn. rewrite !inner_add, !inner_scale, !inner_add, !inner_scale. ring. Qed.
  Lemma granted k : INR k <= INR (count us) -> ⟨weights' k, added' k⟩ <= (1 - ε) * γ * norm (weights' k).
  Proof.
    unfold norm. destruct k as [|k]; intro K.
    - cbn. rewrite !inner_zero, sqrt_0. lra.
    - rewrite (later k (added' (S k))), (later k (weights' (S k))), (inner_symmetric _ _ (weights' (S k))), (later k).
      rewrite S_INR in K. apply (of_grants run (fun s n => s <= (1 - ε) * γ * sqrt n)); [|exact K]. cbn. intros s n _ G. lra.
  Qed.
  (** What holds of every example holds at every step. *)
  Lemma at_steps (P : E -> Prop) : (forall x, In x (e :: l) -> P (signed x)) -> forall k, INR k <= INR (count us) -> P (added' k).
  Proof.
    intros A [|k] K; [apply A; now left|]. rewrite S_INR in K. revert k K.
    apply (of_examples run (fun z _ => P z) square). intros x X. apply A. now right.
  Qed.

  Lemma norm_shrunk k : norm (W k) = c * norm (weights' k).
  Proof.
    unfold norm, W. rewrite inner_scale, inner_scale_r, <- Rmult_assoc, sqrt_mult_alt by (pose proof shrinks; nra).
    rewrite sqrt_square by (pose proof shrinks; lra). reflexivity.
  Qed.
  Lemma granted_by_ε k : INR k <= INR (count us) -> γ * c * ε * norm (W k) + ⟨W k, z k⟩ <= γ * c * norm (W k).
  Proof.
    intro K. pose proof (granted k K) as G. rewrite norm_shrunk. unfold W, z. rewrite inner_scale, inner_scale_r.
    pose proof (Rmult_le_compat_l (c * c) _ _ ltac:(pose proof shrinks; nra) G). lra.
  Qed.
  Lemma granted_by_half : ε = 1 / 2 -> forall k, INR k <= INR (count us) -> ⟨W k, z k⟩ <= 1 / 2 * (γ * c) * norm (W k).
  Proof. intros Q k K. pose proof (granted_by_ε k K) as G. rewrite Q in G at 1. lra. Qed.
  Lemma short_step k : INR k <= INR (count us) -> ⟨z k, z k⟩ <= 1.
  Proof.
    intro K. unfold z. rewrite inner_scale, inner_scale_r.
    assert (G : ⟨added' k, added' k⟩ <= radius ^ 2) by (apply at_steps; [intros; rewrite signed_square; auto | exact K]).
    apply Rle_trans with (c * (c * radius ^ 2)); [pose proof shrinks; repeat apply Rmult_le_compat_l; lra|].
    unfold c. apply Req_le. field. lra.
  Qed.
  Lemma separated_step k : INR k <= INR (count us) -> γ * c <= ⟨u, z k⟩.
  Proof.
    intro K. unfold z. rewrite inner_scale_r, Rmult_comm. apply Rmult_le_compat_l; [apply Rlt_le, shrinks|].
    apply (at_steps (fun z => γ <= ⟨u, z⟩)); [intros; rewrite signed_ahead; auto | exact K].
  Qed.

  Ltac carried :=
    match goal with
    | |- same _ vzero => intro x; unfold W; cbn; now rewrite inner_scale, !inner_zero, Rmult_0_r
    | |- forall k, same _ _ => exact steps
    | |- forall k, 0 <= _ => intro; apply norm_positive
    | |- forall k, norm _ ^ 2 = _ => intro; apply norm_square
    | |- forall k, _ -> ⟨z k, z k⟩ <= 1 => exact short_step
    | |- forall k, _ -> _ <= ⟨u, z k⟩ => exact separated_step
    | |- forall k, _ -> _ + ⟨W k, z k⟩ <= _ => exact granted_by_ε
    | |- forall k, _ -> ⟨W k, z k⟩ <= _ => now apply granted_by_half
    | |- 0 < γ * c => apply Rmult_lt_0_compat; [assumption | exact shrinks]
    | |- γ * c * _ = 1 => unfold c; field; lra
    | |- ε * / ε = 1 => apply Rinv_r; lra
    | _ => assumption
    end.

  (** At any threshold below the margin and not below 0 *)
  Theorem margin_simple : 0 < ε -> ε <= 1 -> INR (count us) + 1 <= (radius / (ε * γ)) ^ 2.
  Proof.
    intros P Q. replace ((radius / (ε * γ)) ^ 2) with ((/ ε) ^ 2 * (radius / γ) ^ 2) by (field; lra).
    apply (Needed.margin_perceptron_simple E W z (count us) (γ * c) ε (/ ε) (radius / γ) (fun k => norm (W k)) u); try carried.
  Qed.
  Theorem margin_epsilon : 0 < ε -> ε <= 1 -> INR (count us) <= 2 * (radius / (ε * γ)) ^ 2 - 2 / ε.
  Proof.
    intros P Q. enough (2 * / ε + INR (count us) <= 2 * (/ ε) ^ 2 * (radius / γ) ^ 2).
    { replace (2 * (radius / (ε * γ)) ^ 2) with (2 * (/ ε) ^ 2 * (radius / γ) ^ 2) by (field; lra). unfold Rdiv at 2. lra. }
    apply (Needed.margin_perceptron_epsilon E W z (count us) (γ * c) ε (/ ε) (radius / γ) (fun k => norm (W k)) u); try carried.
  Qed.
  Theorem margin_golden : 0 < ε -> ε <= 1 -> INR (count us) + 1 <= (1 + sqrt (1 + 8 * ε)) ^ 2 / 16 * (radius / (ε * γ)) ^ 2.
  Proof.
    intros P Q. set (root := sqrt (1 + 8 * ε)). pose proof (sqrt_pos _ : 0 <= root) as N.
    replace ((1 + root) ^ 2 / 16 * (radius / (ε * γ)) ^ 2)
      with (1 / 16 * root ^ 2 * (/ ε) ^ 2 * (radius / γ) ^ 2 + 1 / 8 * root * (/ ε) ^ 2 * (radius / γ) ^ 2 + 1 / 16 * (/ ε) ^ 2 * (radius / γ) ^ 2)
      by (field; lra).
    apply (Needed.margin_perceptron_golden E W z (count us) (γ * c) ε root (/ ε) (radius / γ) (fun k => norm (W k)) u); try carried.
    unfold root. rewrite pow2_sqrt; lra.
  Qed.
  (** The sharp bound: τ = γ²(M + 1)/R² is no larger than the root of 2ε(1 - ε)τ = ln(1 + 2(1 - ε)τ) *)
  Theorem margin_sharp : ε <= 1 ->
    let τ := (γ / radius) ^ 2 * (INR (count us) + 1) in 2 * ε * (1 - ε) * τ <= ln (1 + 2 * (1 - ε) * τ).
  Proof.
    intros Q τ. set (g := γ * c). set (inside := 1 + 2 * (1 - ε) * τ).
    assert (T : τ = g ^ 2 * (INR (count us) + 1)) by reflexivity.
    assert (I : inside = - (2 * g ^ 2 * ε * INR (count us)) - 2 * g ^ 2 * ε + 2 * g ^ 2 * INR (count us) + 2 * g ^ 2 + 1)
      by (unfold inside; rewrite T; ring).
    pose proof (Needed.margin_perceptron_sharp E W z (count us) g ε (fun k => norm (W k)) u) as C. rewrite <- I in C.
    apply Rplus_le_reg_l with (2 * g ^ 2 * ε ^ 2 * INR (count us) + 2 * g ^ 2 * ε ^ 2).
    eapply Rle_trans; [apply Req_le | apply C; unfold g; carried]. rewrite T. ring.
  Qed.

  (** At half the margin *)
  Theorem margin_half : ε = 1 / 2 -> INR (count us) <= 8 * (radius / γ) ^ 2 - 4.
  Proof.
    intro Q. enough (INR (count us) + 4 <= 8 * (radius / γ) ^ 2) by lra.
    apply (Needed.margin_perceptron E W z (count us) (γ * c) (radius / γ) (fun k => norm (W k)) u); try carried.
  Qed.
  Theorem margin_constant : ε = 1 / 2 -> INR (count us) + 1 <= 2513 / 1000 * (radius / γ) ^ 2.
  Proof.
    intro Q.
    apply (Needed.margin_perceptron_constant E W z (count us) (γ * c) (radius / γ) (fun k => norm (W k)) u); try carried.
  Qed.
End margin.
