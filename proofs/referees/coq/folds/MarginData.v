(** A bound for the Margin Perceptron on somebody's data, computed from a comparator that anybody may propose, and proved.

    The data are rows of integers over one denominator.  What is checked: the comparator u is ahead by γ on each of them.  Then no sequence
    of them, however long, makes more updates than [b], by the bounds of Claims.v. *)
From Coq Require Import List QArith Qreals ZArith Reals Lra Lia Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Rational Learners Bound Certify Folds Refinement.
From Perceptron.folds Require Import Runs Margin.
Import ListNotations.

Section check.
  #[local] Open Scope Z_scope.
  Variables (d : positive) (u : list Z) (g eps root : Q) (rows : list row).

  (** γ‖u‖ <= y⟨u, x⟩, on the squares *)
  Definition ahead_by (r : row) : bool :=
    let m := margin u r in
    (0 <? m) && (Qnum g * Qnum g * zdot u u * (Z.pos d * Z.pos d) <=? m * m * (Z.pos (Qden g) * Z.pos (Qden g))).
  (** (M + 1)γ²/R² is at most this: 2.513 at ε = 1/2, elsewhere (1 + √(1 + 8ε))²/(16ε²), where [root] is no less than the root. *)
  Definition factor : Q :=
    if Qeq_bool eps (1 # 2) then 2513 # 1000 else ((1 + root) * (1 + root) / (16 * (eps * eps)))%Q.
  Definition at_most (b : Z) : bool :=
    below 0 g && below 0 eps && Qle_bool eps 1 && Qle_bool 0 root && Qle_bool (1 + 8 * eps) (root * root) && (0 <=? b) && (0 <? longest rows) &&
    (0 <? zdot u u) && forallb ahead_by rows && below (factor * (longest rows # d * d)) (g * g * inject_Z (b + 2)).
End check.

#[local] Open Scope R_scope.

Lemma real_nonnegative a : (0 <= a)%Q -> 0 <= Q2R a.
Proof. intro H. apply Qle_Rle in H. now rewrite real_0 in H. Qed.
Lemma real_positive a : below 0 a = true -> 0 < Q2R a.
Proof. intro H. apply real_below in H. now rewrite real_0 in H. Qed.

Section proved.
  Variables (d : positive) (u : list Z) (g eps root : Q) (rows : list row) (b : Z).
  Hypothesis checked : at_most d u g eps root rows b = true.

  Let γ := Q2R g.
  Let ε := Q2R eps.
  Let longest2 := Q2R (longest rows # d * d).
  Let radius := sqrt longest2.
  Let length2 := Q2R (inject_Z (zdot u u)).
  (** The comparator, of length 1 *)
  Let v : Lists := Space.vscale (/ sqrt length2) (reals (uq u)).

  Lemma facts : 0 < γ /\ 0 < ε <= 1 /\ 0 <= Q2R root /\ 1 + 8 * ε <= Q2R root ^ 2 /\ (0 <= b)%Z /\ 0 < longest2 /\ 0 < length2 /\
    forallb (ahead_by d u g) rows = true /\ Q2R (factor eps root) * longest2 < γ ^ 2 * (IZR b + 2).
  Proof.
    unfold at_most in checked. rewrite !andb_true_iff in checked.
    destruct checked as [[[[[[[[[G E] E1] N] S] B] L] U] A] F].
    apply real_positive in G, E. apply real_le in E1, N, S. apply real_below in F. apply Z.leb_le in B. apply Z.ltb_lt in L, U.
    rewrite real_1 in E1. rewrite real_0 in N. rewrite Q2R_plus, !Q2R_mult, real_1 in S. rewrite !Q2R_mult in F.
    replace (Q2R (inject_Z (b + 2))) with (IZR b + 2) in F by (unfold Q2R, inject_Z; cbn [Qnum Qden]; rewrite plus_IZR; field).
    replace (Q2R 8) with 8 in S by (unfold Q2R; cbn; field).
    fold ε in E, E1, S. fold γ in G, F. fold longest2 in F. repeat split; try assumption; try lra.
    - unfold longest2, Q2R. cbn [Qnum Qden]. apply Rmult_lt_0_compat; [now apply IZR_lt | apply Rinv_0_lt_compat, IZR_lt; lia].
    - unfold length2, Q2R, inject_Z. cbn [Qnum Qden]. rewrite Rinv_1, Rmult_1_r. now apply IZR_lt.
  Qed.

  Lemma comparator_unit : ⟨v, v⟩ <= 1.
  Proof.
    destruct facts as (_ & _ & _ & _ & _ & _ & P & _). unfold v. rewrite inner_scale, inner_scale_r.
    replace (inner (reals (uq u)) (reals (uq u))) with length2.
    - rewrite <- (sqrt_sqrt length2) at 3 by lra. apply Req_le. field. apply Rgt_not_eq, sqrt_lt_R0, P.
    - unfold length2. rewrite <- (Qeq_eqR _ _ (dot_integers u)). apply reals_dot.
  Qed.
  Lemma radius_squared : radius ^ 2 = longest2.
  Proof. apply pow2_sqrt. destruct facts as (_ & _ & _ & _ & _ & P & _). now apply Rlt_le. Qed.
  Lemma within e : In e (examples d rows) -> square (real_example e) <= radius ^ 2.
  Proof.
    intro I. rewrite radius_squared. unfold square, real_example, longest2. cbn [fst inner Lists]. rewrite <- reals_dot.
    apply Qle_Rle. now apply lengths.
  Qed.
  Lemma separated e : In e (examples d rows) -> γ <= ahead v (real_example e).
  Proof.
    destruct facts as (G & _ & _ & _ & _ & _ & P & A & _). intro I. apply in_map_iff in I as (r & <- & I).
    rewrite forallb_forall in A. specialize (A r I). unfold ahead_by in A. apply andb_true_iff in A as [M A].
    apply Z.ltb_lt in M. apply Z.leb_le in A.
    assert (E : ahead (reals (uq u) : Lists) (real_example (over_denominator d r)) = IZR (margin u r) / IZR (Z.pos d)).
    { unfold ahead, real_example. cbn [fst snd inner Lists]. rewrite <- real_sign, <- reals_dot, <- Q2R_mult.
      unfold uq, over_denominator, margin. cbn [fst snd]. rewrite (Qeq_eqR _ _ (Qmult_comp _ _ (Qeq_refl _) _ _ (dot_rows d u (fst r)))).
      unfold Q2R, Qmult, label. destruct (snd r); cbn [Qnum Qden]; rewrite ?mult_IZR, ?Pos.mul_1_l, ?opp_IZR; cbn; unfold Rdiv; ring. }
    unfold ahead, v in *. rewrite inner_scale. set (s := sqrt length2). assert (S : 0 < s) by (apply sqrt_lt_R0, P).
    set (x := real_example (over_denominator d r)) in *.
    replace (sign (snd x) * (/ s * inner (reals (uq u) : Lists) (fst x))) with (/ s * (IZR (margin u r) / IZR (Z.pos d))) by (rewrite <- E; ring).
    apply Rmult_le_reg_l with s; [exact S|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    assert (D : 0 < IZR (Z.pos d)) by (apply IZR_lt; lia). assert (K : 0 < IZR (Z.pos (Qden g))) by (apply IZR_lt; lia).
    apply IZR_lt in M. apply IZR_le in A. rewrite !mult_IZR in A.
    assert (S2 : s * s = IZR (zdot u u)) by (unfold s; rewrite sqrt_sqrt by lra; unfold length2, Q2R, inject_Z; cbn [Qnum Qden]; field).
    rewrite <- S2 in A. unfold γ, Q2R in *. set (n := IZR (Qnum g)) in *. set (k := IZR (Z.pos (Qden g))) in *.
    set (m := IZR (margin u r)) in *. set (c := IZR (Z.pos d)) in *.
    assert (N : 0 < n) by (apply Rmult_lt_reg_r with (/ k); [now apply Rinv_0_lt_compat | lra]).
    assert (Q : s * n * c <= m * k).
    { apply Rsqr_incr_0; unfold Rsqr; [lra | | apply Rmult_le_pos; lra]. repeat apply Rmult_le_pos; lra. }
    apply Rmult_le_reg_r with (c * k); [now apply Rmult_lt_0_compat|].
    replace (s * (n * / k) * (c * k)) with (s * n * c) by (field; lra). replace (m / c * (c * k)) with (m * k) by (field; lra). exact Q.
  Qed.

  (** What the check says holds for every sequence of the examples. *)
  Theorem margin_every_sequence (l : list example) : incl l (examples d rows) ->
    (Z.of_nat (updates (margin_perceptron ((1 - eps) * g)) l) <= b)%Z.
  Proof.
    destruct facts as (G & [P Q] & N & S & B & L & _ & _ & F). intro I. destruct l as [|e l]; [exact B|].
    assert (T : Q2R ((1 - eps) * g) = (1 - ε) * γ) by (rewrite Q2R_mult, Q2R_minus, real_1; reflexivity).
    destruct (started_refines _ _ e l (margin_decides ((1 - eps) * g)) eq_refl) as (last & us & M & run). rewrite T in run. rewrite M.
    assert (short : forall x, In x (real_example e :: map real_example l) -> square x <= radius ^ 2).
    { intros x [<-|X]; [apply within, I; now left|]. apply in_map_iff in X as (y & <- & Y). apply within, I. now right. }
    assert (apart : forall x, In x (real_example e :: map real_example l) -> γ <= ahead v x).
    { intros x [<-|X]; [apply separated, I; now left|]. apply in_map_iff in X as (y & <- & Y). apply separated, I. now right. }
    assert (W : 0 < radius) by (apply sqrt_lt_R0, L).
    enough (C : (INR (count us) + 1) * γ ^ 2 <= Q2R (factor eps root) * longest2).
    { apply Z.lt_succ_r, lt_IZR. unfold Z.succ. rewrite plus_IZR, <- INR_IZR_INZ.
      assert (0 < γ ^ 2) by (apply pow_lt, G). apply Rmult_lt_reg_r with (γ ^ 2); [assumption | lra]. }
    rewrite <- radius_squared. unfold factor. destruct (Qeq_bool eps (1 # 2)) eqn:half.
    - apply Qeq_bool_iff, Qeq_eqR in half. replace (Q2R (1 # 2)) with (1 / 2) in half by (unfold Q2R; cbn; field).
      pose proof (margin_constant γ ε radius run v G W comparator_unit short apart half) as C.
      apply (Rmult_le_compat_r (γ ^ 2)) in C; [|apply pow2_ge_0]. eapply Rle_trans; [exact C|]. apply Req_le. unfold Q2R. cbn [Qnum Qden]. field. lra.
    - pose proof (margin_golden γ ε radius run v G W comparator_unit short apart P Q) as C.
      apply (Rmult_le_compat_r (γ ^ 2)) in C; [|apply pow2_ge_0]. eapply Rle_trans; [exact C|].
      assert (R : 0 <= sqrt (1 + 8 * ε) <= Q2R root).
      { split; [apply sqrt_pos|]. rewrite <- (sqrt_pow2 (Q2R root)) by exact N. apply sqrt_le_1_alt, S. }
      set (s := sqrt (1 + 8 * ε)) in *.
      assert (nonzero : ~ (16 * (eps * eps) == 0)%Q).
      { intro Z. apply Qeq_eqR in Z. rewrite !Q2R_mult, real_0 in Z. fold ε in Z. replace (Q2R 16) with 16 in Z by (unfold Q2R; cbn; field). nra. }
      rewrite Q2R_div, !Q2R_mult, Q2R_plus, real_1 by exact nonzero. replace (Q2R 16) with 16 by (unfold Q2R; cbn; field). fold ε.
      replace ((1 + s) ^ 2 / 16 * (radius / (ε * γ)) ^ 2 * γ ^ 2) with ((1 + s) ^ 2 * (/ (16 * (ε * ε)) * radius ^ 2)) by (field; lra).
      replace ((1 + Q2R root) * (1 + Q2R root) / (16 * (ε * ε)) * radius ^ 2) with ((1 + Q2R root) ^ 2 * (/ (16 * (ε * ε)) * radius ^ 2)) by (field; lra).
      apply Rmult_le_compat_r; [|apply pow_incr; lra].
      apply Rmult_le_pos; [apply Rlt_le, Rinv_0_lt_compat; nra | apply pow2_ge_0].
  Qed.
End proved.
