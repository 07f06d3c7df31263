(** The facts about the logarithm and the exponential function that proofs of the Python kernel take as axioms: here they are theorems. *)
From Coq Require Import Lra Reals.
#[local] Open Scope R_scope.

(** ln x ≤ x − 1 at x = a/b *)
Lemma ln_tangent a b : 0 < a -> 0 < b -> b * (ln a - ln b) <= a - b.
Proof.
  intros A B. assert (L := exp_ineq1_le (ln (a / b))). assert (Q : 0 < a / b) by now apply Rdiv_lt_0_compat.
  rewrite exp_ln in L by assumption. unfold Rdiv in L. rewrite ln_mult, ln_Rinv in L by (auto using Rinv_0_lt_compat).
  assert (M : b * (ln a - ln b) <= b * (a * / b - 1)) by (apply Rmult_le_compat_l; lra).
  replace (b * (a * / b - 1)) with (a - b) in M by (field; lra). exact M.
Qed.

(** A function that is 0 at 0 and has no negative slope is not negative. *)
Lemma from_zero f f' x : (forall c, 0 <= c -> derivable_pt_lim f c (f' c)) -> (forall c, 0 <= c -> 0 <= f' c) -> f 0 = 0 -> 0 <= x -> 0 <= f x.
Proof.
  intros D P Z X. destruct (Req_dec x 0) as [->|N]; [lra|].
  destruct (MVT_cor2 f f' 0 x) as (c & H & B); [lra|intros c H; apply D; lra|].
  assert (0 <= f' c * (x - 0)) by (apply Rmult_le_pos; [apply P|]; lra). lra.
Qed.

(** 2t ≤ e^t − e^(−t) for t ≥ 0 *)
Lemma sinh_above t : 0 <= t -> 2 * t <= exp t - exp (- t).
Proof.
  intro T. enough (0 <= exp t - exp (- t) - 2 * t) by lra.
  apply (from_zero (fun t => exp t - exp (- t) - 2 * t) (fun t => exp t + exp (- t) - 2)); auto.
  - intros c C.
    replace (exp c + exp (- c) - 2) with (exp c - exp (- c) * (- 1) - 2 * 1) by ring.
    apply (derivable_pt_lim_minus (fun t => exp t - exp (- t)) (fun t => 2 * t)).
    + apply (derivable_pt_lim_minus exp (fun t => exp (- t))); [apply derivable_pt_lim_exp|].
      apply (derivable_pt_lim_comp (fun t => - t) exp); [|apply derivable_pt_lim_exp].
      apply (derivable_pt_lim_opp id c 1), derivable_pt_lim_id.
    + apply (derivable_pt_lim_scal id 2), derivable_pt_lim_id.
  - intros c C. assert (H := Rle_0_sqr (exp c - 1)). unfold Rsqr in H.
    assert (I : exp c * exp (- c) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    assert (P := exp_pos (- c)). assert (K : 0 <= exp (- c) * ((exp c - 1) * (exp c - 1))) by (apply Rmult_le_pos; lra).
    replace (exp (- c) * ((exp c - 1) * (exp c - 1))) with (exp c * exp (- c) * exp c - 2 * (exp c * exp (- c)) + exp (- c)) in K by ring.
    rewrite I in K. lra.
  - rewrite Ropp_0. lra.
Qed.

Lemma ln_ratio a b : 0 < a -> 0 < b -> ln a - ln b = ln (a / b).
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat. Qed.
Lemma ln_least x : 1 <= x -> 0 <= ln x.
Proof. intro H. rewrite <- ln_1. destruct (Rle_lt_or_eq_dec _ _ H) as [L|<-]; [left; apply ln_increasing|]; lra. Qed.
Lemma ratio_least a b : b <= a -> 0 < b -> 1 <= a / b.
Proof. intros. apply Rmult_le_reg_r with b; [|unfold Rdiv; rewrite Rmult_assoc, Rinv_l]; lra. Qed.

(** The same at e^t = a/b *)
Lemma ln_sinh a b : b <= a -> 0 < b -> 2 * a * b * (ln a - ln b) <= a * a - b * b.
Proof.
  intros H B. assert (A : 0 < a) by lra. rewrite ln_ratio by assumption.
  assert (X := ratio_least a b H B). assert (Q : a = a / b * b) by (field; lra).
  set (x := a / b) in *. clearbody x. subst a.
  assert (S := sinh_above (ln x) (ln_least x X)). rewrite exp_Ropp, exp_ln in S by lra.
  assert (K : (x * b * b) * (2 * ln x) <= (x * b * b) * (x - / x))
    by (apply Rmult_le_compat_l; [repeat apply Rmult_le_pos|]; lra).
  replace ((x * b * b) * (x - / x)) with (x * b * (x * b) - b * b) in K by (field; lra). lra.
Qed.

(** y − y²/2 ≤ ln (1 + y) for y ≥ 0 *)
Lemma ln_above y : 0 <= y -> y - y * y / 2 <= ln (1 + y).
Proof.
  intro Y. enough (0 <= ln (1 + y) - (y - y * y / 2)) by lra.
  apply (from_zero (fun y => ln (1 + y) - (y - y * y / 2)) (fun y => / (1 + y) - (1 - y))); auto.
  - intros c C. apply (derivable_pt_lim_minus (fun y => ln (1 + y)) (fun y => y - y * y / 2)).
    + replace (/ (1 + c)) with (/ (1 + c) * (0 + 1)) by ring.
      apply (derivable_pt_lim_comp (fun y => 1 + y) ln); [|apply derivable_pt_lim_ln; lra].
      apply (derivable_pt_lim_plus (fun _ => 1) id); [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
    + replace (1 - c) with (1 - ((1 * c + c * 1) * / 2 + c * c * 0)) by field.
      apply (derivable_pt_lim_minus id (fun y => y * y / 2)); [apply derivable_pt_lim_id|].
      apply (derivable_pt_lim_mult (fun y => y * y) (fun _ => / 2)); [|apply derivable_pt_lim_const].
      apply (derivable_pt_lim_mult id id); apply derivable_pt_lim_id.
  - intros c C. replace (/ (1 + c) - (1 - c)) with (c * c * / (1 + c)) by (field; lra).
    apply Rmult_le_pos; [apply Rle_0_sqr|]. left. apply Rinv_0_lt_compat. lra.
  - rewrite Rplus_0_r, ln_1. lra.
Qed.
(** The same at 1 + y = a/b *)
Lemma ln_quadratic a b : b <= a -> 0 < b -> 2 * b * (a - b) - (a - b) * (a - b) <= 2 * b * b * (ln a - ln b).
Proof.
  intros H B. rewrite ln_ratio by lra. assert (X := ratio_least a b H B). assert (Q : a = a / b * b) by (field; lra).
  set (x := a / b) in *. clearbody x. subst a.
  assert (L := ln_above (x - 1) ltac:(lra)). replace (1 + (x - 1)) with x in L by ring.
  assert (K : (2 * b * b) * (x - 1 - (x - 1) * (x - 1) / 2) <= (2 * b * b) * ln x)
    by (apply Rmult_le_compat_l; [repeat apply Rmult_le_pos|]; lra).
  replace ((2 * b * b) * (x - 1 - (x - 1) * (x - 1) / 2)) with (2 * b * (x * b - b) - (x * b - b) * (x * b - b)) in K by field. lra.
Qed.
