(** A counterexample, judged in Coq: the run is made again in rational numbers, and both sides of the conjecture are enclosed between
    rational numbers that computation finds.  What is proved is an inequality of real numbers. *)
From Coq Require Import List QArith Qreals Qround Qminmax ZArith Reals Lra Lia Psatz.
From Perceptron.learners Require Import Rational Learners.
Import ListNotations.

(** ** The run and what it measures *)
Record play := Play { plays : learner; at_zero : ties (* what it predicts where ⟨w,x⟩ = 0 *); start : list Q; comparator : list Q;
                      margin_of : Q; declared : Q (* ε *); rounds : list example }.

Inductive quantity :=
| updates_made | rounds_played | dimension_of | gamma | eps | longest2 | sum2 | total_loss | loss2 | along2 | comparator2 | final2 | progress_made
| mistakes_made | hinge | hinge2 | least_final | shortest2 | all_sum2 | all_loss | all_loss2 | all_along2 (* of all rounds *).

Section measured.
  #[local] Open Scope Q_scope.
  Variable p : play.
  Let after := run (plays p) (start p) (rounds p).

  Definition sum_of (l : list Q) : Q := fold_right (fun a s => Qred (a + s)) 0 l.
  Definition least_of (l : list Q) : Q := match l with a :: l' => fold_right Qmin a l' | [] => 0 end.
  Definition on_all (f : example -> Q) : Q := sum_of (map f (rounds p)).
  Definition on_updates (f : example -> Q) : Q := sum_of (map (fun r => if snd r : bool then f (fst r) else 0) (combine (rounds p) (snd after))).
  Definition slack (e : example) : Q := let m := score (comparator p) e in if Qle_bool m (margin_of p) then margin_of p - m else 0.
  Definition square (a : Q) : Q := a * a.
  Definition length2 (e : example) : Q := dot (fst e) (fst e).
  (* score and label of each round *)
  Definition seen : list (Q * bool) := combine (scores (plays p) (start p) (rounds p)) (map snd (rounds p)).
  Definition hinge_loss (r : Q * bool) : Q := if Qle_bool (fst r) 1 then 1 - fst r else 0.

  Definition measure (q : quantity) : Q :=
    match q with
    | updates_made => inject_Z (Z.of_nat (count (snd after)))
    | rounds_played => inject_Z (Z.of_nat (length (rounds p)))
    | dimension_of => inject_Z (Z.of_nat (length (comparator p)))
    | gamma => margin_of p
    | eps => declared p
    | longest2 => fold_right (fun e s => Qmax s (length2 e)) 0 (rounds p)
    | sum2 => on_updates length2
    | total_loss => on_updates slack
    | loss2 => on_updates (fun e => square (slack e))
    | along2 => on_updates (fun e => square (score (comparator p) e))
    | comparator2 => dot (comparator p) (comparator p)
    | final2 => dot (fst after) (fst after)
    | progress_made => dot (comparator p) (fst after)
    | mistakes_made => inject_Z (Z.of_nat (length (filter (fun r => errs (at_zero p) (fst r) (snd r)) seen)))
    | hinge => sum_of (map hinge_loss seen)
    | hinge2 => sum_of (map (fun r => square (hinge_loss r)) seen)
    | least_final => least_of (map (score (fst after)) (rounds p))
    | shortest2 => least_of (map length2 (rounds p))
    | all_sum2 => on_all length2
    | all_loss => on_all slack
    | all_loss2 => on_all (fun e => square (slack e))
    | all_along2 => on_all (fun e => square (score (comparator p) e))
    end.

  (** The hypotheses, each as a computation. *)
  Definition positive_margin : bool := below 0 (margin_of p).
  Definition separable : bool := forallb (fun e => Qle_bool (margin_of p) (score (comparator p) e)) (rounds p).
  Definition length2_is (test : Q -> bool) : bool := forallb (fun e => test (dot (fst e) (fst e))) (rounds p).
  Definition one (n : Q) : bool := Qeq_bool n 1.
  Definition at_most (b n : Q) : bool := Qle_bool n b.
  Definition comparator_is (test : Q -> bool) : bool := test (dot (comparator p) (comparator p)).
  (* the Margin Perceptron has to start from an example other than 0 *)
  Definition starts : bool := match rounds p with e :: _ => below 0 (dot (fst e) (fst e)) | [] => false end.
  Definition from_zero : bool := forallb (fun a => Qeq_bool a 0) (start p).
End measured.

(** ** Terms of a conjecture, and what they mean *)
Inductive term :=
| Number (c : Q) | Value (q : quantity) | Neg (a : term) | Plus (a b : term) | Times (a b : term) | Inv (a : term) | Sqrt (a : term)
| Floor (a : term) | Min (a b : term) | Max (a b : term) | Ln (a : term).

#[local] Open Scope R_scope.

Fixpoint meaning (p : play) (t : term) : R :=
  match t with
  | Number c => Q2R c
  | Value q => Q2R (measure p q)
  | Neg a => - meaning p a
  | Plus a b => meaning p a + meaning p b
  | Times a b => meaning p a * meaning p b
  | Inv a => / meaning p a
  | Sqrt a => sqrt (meaning p a)
  | Floor a => IZR (Int_part (meaning p a))
  | Min a b => Rmin (meaning p a) (meaning p b)
  | Max a b => Rmax (meaning p a) (meaning p b)
  | Ln a => ln (meaning p a)
  end.

(** ** Enclosures: [None] where a quotient or root may be undefined, or a floor is not decided *)
Section enclosures.
  #[local] Open Scope Q_scope.
  Definition interval : Type := Q * Q.
  Definition precision : Z := (2 ^ 96)%Z.

  Definition root_below (a : Q) : Q := Z.sqrt (Qnum a * precision * precision / Zpos (Qden a)) # Z.to_pos precision.
  Definition root_above (a : Q) : Q := (Z.sqrt (Qnum a * precision * precision / Zpos (Qden a)) + 1) # Z.to_pos precision.
  (* a root that is rational has no width *)
  Definition exact_root (a : Q) : Q := let r := Qred a in Z.sqrt (Qnum r) # Z.to_pos (Z.sqrt (Zpos (Qden r))).
  Definition is_root (a : Q) : bool := Qle_bool 0 a && Qle_bool 0 (exact_root a) && Qeq_bool (exact_root a * exact_root a) a.

  (* ln a = 2ⁿ·ln b for the 2ⁿ-th root b of a, and 1 - 1/b <= ln b <= b - 1 *)
  Fixpoint log_below (n : nat) (a : Q) : option Q :=
    if below 0 a then match n with O => Some (Qred (1 - / a)) | S n => option_map (fun r => Qred (2 * r)) (log_below n (root_below a)) end else None.
  Fixpoint log_above (n : nat) (a : Q) : Q := match n with O => Qred (a - 1) | S n => Qred (2 * log_above n (root_above a)) end.
  Definition halvings : nat := 40.

  Definition times (i j : interval) : interval :=
    let (a, b) := i in let (c, d) := j in
    (Qred (Qmin (Qmin (a * c) (a * d)) (Qmin (b * c) (b * d))), Qred (Qmax (Qmax (a * c) (a * d)) (Qmax (b * c) (b * d)))).

  Fixpoint enclose (p : play) (t : term) : option interval :=
    match t with
    | Number c => Some (c, c)
    | Value q => let v := measure p q in Some (v, v)
    | Neg a => match enclose p a with Some (x, y) => Some (- y, - x) | None => None end
    | Plus a b => match enclose p a, enclose p b with Some (x, y), Some (z, t) => Some (Qred (x + z), Qred (y + t)) | _, _ => None end
    | Times a b => match enclose p a, enclose p b with Some i, Some j => Some (times i j) | _, _ => None end
    | Inv a => match enclose p a with
               | Some (x, y) => if below 0 x || below y 0 then Some (Qred (/ y), Qred (/ x)) else None
               | None => None end
    | Sqrt a => match enclose p a with
                | Some (x, y) => if Qle_bool 0 x then
                    Some (if is_root x then exact_root x else root_below x, if is_root y then exact_root y else root_above y) else None
                | None => None end
    | Floor a => match enclose p a with
                 | Some (x, y) => if (Qfloor x =? Qfloor y)%Z then Some (inject_Z (Qfloor x), inject_Z (Qfloor x)) else None
                 | None => None end
    | Min a b => match enclose p a, enclose p b with Some (x, y), Some (z, t) => Some (Qmin x z, Qmin y t) | _, _ => None end
    | Max a b => match enclose p a, enclose p b with Some (x, y), Some (z, t) => Some (Qmax x z, Qmax y t) | _, _ => None end
    | Ln a => match enclose p a with
              | Some (x, y) => match log_below halvings x with Some l => Some (l, log_above halvings y) | None => None end
              | None => None end
    end.
End enclosures.

Definition inside (x : R) (i : interval) : Prop := Q2R (fst i) <= x <= Q2R (snd i).

Lemma Q2R_Qred q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma Q2R_zero : Q2R 0 = 0. Proof. unfold Q2R; simpl; lra. Qed.
Lemma Q2R_below a b : below a b = true -> Q2R a < Q2R b.
Proof.
  unfold below. rewrite Bool.negb_true_iff. intro H. apply Rnot_le_lt. intro C. apply Rle_Qle, Qle_bool_iff in C. congruence.
Qed.
Lemma Q2R_Qmin a b : Q2R (Qmin a b) = Rmin (Q2R a) (Q2R b).
Proof.
  destruct (Q.min_spec a b) as [[H E]|[H E]]; apply Qeq_eqR in E; rewrite E.
  - apply Qlt_Rlt in H. rewrite Rmin_left; lra.
  - apply Qle_Rle in H. rewrite Rmin_right; lra.
Qed.
Lemma Q2R_Qmax a b : Q2R (Qmax a b) = Rmax (Q2R a) (Q2R b).
Proof.
  destruct (Q.max_spec a b) as [[H E]|[H E]]; apply Qeq_eqR in E; rewrite E.
  - apply Qlt_Rlt in H. rewrite Rmax_right; lra.
  - apply Qle_Rle in H. rewrite Rmax_left; lra.
Qed.

Lemma stretched a b c x : a <= x <= b -> Rmin (a * c) (b * c) <= x * c <= Rmax (a * c) (b * c).
Proof.
  intro H. destruct (Rle_lt_dec 0 c).
  - pose proof (Rmin_l (a * c) (b * c)). pose proof (Rmax_r (a * c) (b * c)). split; nra.
  - pose proof (Rmin_r (a * c) (b * c)). pose proof (Rmax_l (a * c) (b * c)). split; nra.
Qed.

Lemma times_inside x y i j : inside x i -> inside y j -> inside (x * y) (times i j).
Proof.
  destruct i as [a b], j as [c d]. unfold inside, times. cbn [fst snd]. intros X Y.
  rewrite !Q2R_Qred, !Q2R_Qmin, !Q2R_Qmax, !Q2R_mult.
  set (A := Q2R a) in *. set (B := Q2R b) in *. set (C := Q2R c) in *. set (D := Q2R d) in *.
  pose proof (stretched C D x y Y) as S. rewrite (Rmult_comm y x) in S.
  pose proof (stretched A B C x X) as S1. pose proof (stretched A B D x X) as S2. rewrite (Rmult_comm C x), (Rmult_comm D x) in S.
  unfold Rmin, Rmax in *. repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end;
    repeat match goal with H : context [Rle_dec ?u ?v] |- _ => destruct (Rle_dec u v) end; lra.
Qed.

Lemma Q2R_over n d : Q2R (n # Z.to_pos d) = IZR n / IZR (Z.pos (Z.to_pos d)).
Proof. reflexivity. Qed.

Lemma precision_pos : 0 < IZR precision.
Proof. apply IZR_lt. reflexivity. Qed.

Lemma sqrt_le_of_square r a : 0 <= r -> r * r <= a -> r <= sqrt a.
Proof. intros. rewrite <- (sqrt_square r) by assumption. now apply sqrt_le_1_alt. Qed.
Lemma sqrt_lt_of_square r a : 0 <= r -> a < r * r -> sqrt a <= r.
Proof. intros. rewrite <- (sqrt_square r) by assumption. apply sqrt_le_1_alt. lra. Qed.

Section roots.
  Variable a : Q.
  Hypothesis nonnegative : (0 <= a)%Q.
  Let n := (Qnum a * precision * precision / Zpos (Qden a))%Z.

  Lemma scaled : IZR n <= Q2R a * (IZR precision * IZR precision) < IZR n + 1 /\ (0 <= n)%Z.
  Proof.
    assert (N : (0 <= Qnum a)%Z) by (unfold Qle in nonnegative; cbn in nonnegative; lia).
    assert (P : (0 < precision)%Z) by reflexivity.
    pose proof (Z.mul_div_le (Qnum a * precision * precision) (Zpos (Qden a)) ltac:(lia)) as L.
    pose proof (Z.mul_succ_div_gt (Qnum a * precision * precision) (Zpos (Qden a)) ltac:(lia)) as U. fold n in L, U.
    split; [|apply Z.div_pos; nia].
    apply IZR_le in L. apply IZR_lt in U. unfold Z.succ in U. rewrite !mult_IZR, ?plus_IZR in *.
    unfold Q2R. assert (D : 0 < IZR (Zpos (Qden a))) by (apply IZR_lt; lia).
    set (k := IZR (Zpos (Qden a))) in *. set (m := IZR (Qnum a)) in *. set (c := IZR precision) in *.
    replace (m * / k * (c * c)) with (m * c * c / k) by (field; lra). split.
    - apply Rmult_le_reg_l with k; [exact D|]. replace (k * (m * c * c / k)) with (m * c * c) by (field; lra). exact L.
    - apply Rmult_lt_reg_l with k; [exact D|]. replace (k * (m * c * c / k)) with (m * c * c) by (field; lra). exact U.
  Qed.

  Lemma Q2R_precision z : Q2R (z # Z.to_pos precision) = IZR z / IZR precision.
  Proof. reflexivity. Qed.

  Lemma root_below_le : Q2R (root_below a) <= sqrt (Q2R a).
  Proof.
    unfold root_below. fold n. rewrite Q2R_precision. destruct scaled as [S N]. pose proof precision_pos as P.
    destruct (Z.sqrt_spec n N) as [L _]. apply IZR_le in L. rewrite mult_IZR in L. pose proof (IZR_le _ _ (Z.sqrt_nonneg n)) as G.
    apply sqrt_le_of_square.
    - apply Rmult_le_pos; [exact G | apply Rlt_le, Rinv_0_lt_compat, P].
    - apply Rmult_le_reg_r with (IZR precision * IZR precision); [nra|].
      replace (IZR (Z.sqrt n) / IZR precision * (IZR (Z.sqrt n) / IZR precision) * (IZR precision * IZR precision))
        with (IZR (Z.sqrt n) * IZR (Z.sqrt n)) by (field; lra). lra.
  Qed.

  Lemma root_above_ge : sqrt (Q2R a) <= Q2R (root_above a).
  Proof.
    unfold root_above. fold n. rewrite Q2R_precision. destruct scaled as [S N]. pose proof precision_pos as P.
    destruct (Z.sqrt_spec n N) as [_ U]. unfold Z.succ in U. assert (U' : (n + 1 <= (Z.sqrt n + 1) * (Z.sqrt n + 1))%Z) by lia.
    apply IZR_le in U'. rewrite mult_IZR, (plus_IZR n) in U'. pose proof (Z.sqrt_nonneg n) as G. assert (G' : (0 <= Z.sqrt n + 1)%Z) by lia.
    apply IZR_le in G'. set (r := IZR (Z.sqrt n + 1)) in *.
    apply sqrt_lt_of_square.
    - apply Rmult_le_pos; [exact G' | apply Rlt_le, Rinv_0_lt_compat, P].
    - apply Rmult_lt_reg_r with (IZR precision * IZR precision); [nra|].
      replace (r / IZR precision * (r / IZR precision) * (IZR precision * IZR precision)) with (r * r) by (field; lra). lra.
  Qed.

  Lemma exact_root_is : is_root a = true -> sqrt (Q2R a) = Q2R (exact_root a).
  Proof.
    unfold is_root. rewrite !Bool.andb_true_iff. intros [[_ G] E]. apply Qle_bool_iff, Qle_Rle in G. rewrite Q2R_zero in G.
    apply Qeq_bool_iff, Qeq_eqR in E. rewrite Q2R_mult in E. rewrite <- E. now apply sqrt_square.
  Qed.
End roots.

Lemma ln_root y : 0 < y -> ln y = 2 * ln (sqrt y).
Proof. intro P. rewrite <- (sqrt_sqrt y) at 1 by lra. pose proof (sqrt_lt_R0 y P). rewrite ln_mult by assumption. ring. Qed.
Lemma ln_above y : 0 < y -> ln y <= y - 1.
Proof. intro P. pose proof (exp_ineq1_le (ln y)) as E. rewrite exp_ln in E by exact P. lra. Qed.
Lemma ln_monotone x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros P [L|<-]; [left; now apply ln_increasing | apply Rle_refl]. Qed.
Lemma real_1_minus q : ~ (q == 0)%Q -> Q2R (1 - / q) = 1 - / Q2R q.
Proof. intro N. rewrite Q2R_minus, Q2R_inv by exact N. f_equal. unfold Q2R. cbn. field. Qed.
Lemma Q2R_2 : Q2R 2 = 2. Proof. unfold Q2R. cbn. field. Qed.

Lemma log_below_le n : forall a r, log_below n a = Some r -> 0 < Q2R a /\ Q2R r <= ln (Q2R a).
Proof.
  induction n as [|n IH]; intros a r; cbn [log_below]; (destruct (below 0 a) eqn:P; [|discriminate]); apply Q2R_below in P; rewrite Q2R_zero in P;
    intro H; (split; [exact P|]).
  - injection H as <-. rewrite Q2R_Qred, real_1_minus by (intro Z; apply Qeq_eqR in Z; rewrite Q2R_zero in Z; lra).
    pose proof (ln_above (/ Q2R a) (Rinv_0_lt_compat _ P)) as L. rewrite ln_Rinv in L by exact P. lra.
  - destruct (log_below n (root_below a)) as [s|] eqn:S; [|discriminate]. injection H as <-. destruct (IH _ _ S) as [G L].
    rewrite Q2R_Qred, Q2R_mult, Q2R_2, ln_root by exact P. apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact L|].
    apply ln_monotone; [exact G|]. apply root_below_le. apply Rle_Qle. rewrite Q2R_zero. lra.
Qed.
Lemma log_above_ge n : forall a, 0 < Q2R a -> ln (Q2R a) <= Q2R (log_above n a).
Proof.
  induction n as [|n IH]; intros a P; cbn [log_above]; rewrite Q2R_Qred.
  - rewrite Q2R_minus. replace (Q2R 1) with 1 by (unfold Q2R; cbn; field). now apply ln_above.
  - assert (G : sqrt (Q2R a) <= Q2R (root_above a)) by (apply root_above_ge; apply Rle_Qle; rewrite Q2R_zero; lra).
    pose proof (sqrt_lt_R0 _ P) as S. rewrite Q2R_mult, Q2R_2, ln_root by exact P. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply ln_monotone; [exact S | exact G] | apply IH; lra].
Qed.

Lemma floor_inside x a b : Q2R a <= x <= Q2R b -> Qfloor a = Qfloor b -> Int_part x = Qfloor a.
Proof.
  intros X E.
  assert (A : IZR (Qfloor a) <= x).
  { pose proof (Qfloor_le a) as L. apply Qle_Rle in L. unfold inject_Z, Q2R at 1 in L. cbn in L. lra. }
  assert (B : x < IZR (Qfloor a) + 1).
  { rewrite E. pose proof (Qlt_floor b) as L. apply Qlt_Rlt in L. unfold inject_Z, Q2R at 2 in L. cbn [Qnum Qden] in L. rewrite plus_IZR in L. lra. }
  destruct (base_Int_part x) as [C D]. apply Z.le_antisymm.
  - apply Zlt_succ_le. unfold Z.succ. apply lt_IZR. rewrite plus_IZR. lra.
  - apply Zlt_succ_le. unfold Z.succ. apply lt_IZR. rewrite plus_IZR. lra.
Qed.

Theorem enclosed p t : forall i, enclose p t = Some i -> inside (meaning p t) i.
Proof.
  induction t; cbn [enclose meaning]; intros i H;
    repeat match goal with H : context [match enclose p ?a with _ => _ end] |- _ => destruct (enclose p a) as [[? ?]|]; try discriminate H end;
    repeat match goal with IH : forall i, Some ?j = Some i -> _ |- _ => specialize (IH j eq_refl) end.
  - injection H as <-. unfold inside; cbn; lra.
  - injection H as <-. unfold inside; cbn; lra.
  - injection H as <-. unfold inside in *; cbn in *. rewrite !Q2R_opp. lra.
  - injection H as <-. unfold inside in *; cbn in *. rewrite !Q2R_Qred, !Q2R_plus. lra.
  - injection H as <-. exact (times_inside _ _ (_, _) (_, _) IHt1 IHt2).
  - destruct (below 0 q || below q0 0)%bool eqn:C; [|discriminate]. injection H as <-. unfold inside in *; cbn [fst snd] in *.
    rewrite !Q2R_Qred. apply Bool.orb_true_iff in C as [C|C]; apply Q2R_below in C; rewrite Q2R_zero in C.
    + rewrite !Q2R_inv by (intro Z; apply Qeq_eqR in Z; rewrite Q2R_zero in Z; lra). split; apply Rinv_le_contravar; lra.
    + rewrite !Q2R_inv by (intro Z; apply Qeq_eqR in Z; rewrite Q2R_zero in Z; lra).
      set (x := meaning p t) in *. set (a := Q2R q) in *. set (b := Q2R q0) in *.
      assert (N : forall u v, u <= v -> v < 0 -> / v <= / u).
      { intros u v L V. apply Ropp_le_cancel. rewrite <- !Rinv_opp. apply Rinv_le_contravar; lra. }
      split; apply N; lra.
  - destruct (Qle_bool 0 q) eqn:C; [|discriminate]. injection H as <-. unfold inside in *; cbn [fst snd] in *.
    apply Qle_bool_iff in C. pose proof (Qle_Rle _ _ C) as C'. rewrite Q2R_zero in C'.
    assert (D : (0 <= q0)%Q) by (apply Rle_Qle; rewrite Q2R_zero; lra). split.
    + apply Rle_trans with (sqrt (Q2R q)); [|apply sqrt_le_1_alt; lra].
      destruct (is_root q) eqn:E; [rewrite (exact_root_is q E); lra | now apply root_below_le].
    + apply Rle_trans with (sqrt (Q2R q0)); [apply sqrt_le_1_alt; lra|].
      destruct (is_root q0) eqn:E; [rewrite (exact_root_is q0 E); lra | now apply root_above_ge].
  - destruct (Qfloor q =? Qfloor q0)%Z eqn:C; [|discriminate]. injection H as <-. apply Z.eqb_eq in C. unfold inside in *; cbn [fst snd] in *.
    rewrite (floor_inside _ q q0) by assumption. unfold inject_Z, Q2R. cbn. lra.
  - injection H as <-. unfold inside in *; cbn in *. rewrite !Q2R_Qmin. unfold Rmin.
    repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end; lra.
  - injection H as <-. unfold inside in *; cbn in *. rewrite !Q2R_Qmax. unfold Rmax.
    repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end; lra.
  - revert H. generalize halvings. intros n H. destruct (log_below n q) as [r|] eqn:L; [|discriminate]. injection H as <-. unfold inside in *; cbn [fst snd] in *.
    apply log_below_le in L as [P L]. split.
    + eapply Rle_trans; [exact L | apply ln_monotone; lra].
    + eapply Rle_trans; [apply ln_monotone with (y := Q2R q0); lra | apply log_above_ge; lra].
Qed.

(** Whether computation shows left > right, and left ≥ right *)
Definition above (p : play) (left right : term) : bool :=
  match enclose p left, enclose p right with Some (a, _), Some (_, b) => below b a | _, _ => false end.
Definition not_below (p : play) (left right : term) : bool :=
  match enclose p left, enclose p right with Some (a, _), Some (_, b) => Qle_bool b a | _, _ => false end.

Theorem above_true p left right : above p left right = true -> meaning p left > meaning p right.
Proof.
  unfold above. destruct (enclose p left) as [[a b]|] eqn:L; [|discriminate]. destruct (enclose p right) as [[c d]|] eqn:R'; [|discriminate].
  intro H. apply Q2R_below in H. apply enclosed in L, R'. unfold inside in *. cbn in *. lra.
Qed.
Theorem not_below_true p left right : not_below p left right = true -> meaning p left >= meaning p right.
Proof.
  unfold not_below. destruct (enclose p left) as [[a b]|] eqn:L; [|discriminate]. destruct (enclose p right) as [[c d]|] eqn:R'; [|discriminate].
  intro H. apply Qle_bool_iff, Qle_Rle in H. apply enclosed in L, R'. unfold inside in *. cbn in *. lra.
Qed.
