(** Mistake bounds of the Perceptron on rational data, without real numbers and so without any axiom.

    `mistakes_bounded` is the sharpest of the hinge bounds (`hinge-root`), with Novikoff's as the case without loss.  For any u and γ > 0,
    with losses Σ max(0, γ − y⟨u,x⟩) ≤ t over the updates: γM − t ≤ R‖u‖√M.  So no M from a number k on is possible for which
    γk > t and (γk − t)² > R²‖u‖²k. *)
From Coq Require Import List QArith Lqa ZArith Lia.
From Perceptron.learners Require Import Rational Learners.
Import ListNotations.
#[local] Open Scope Q_scope.

Definition many (n : nat) : Q := inject_Z (Z.of_nat n).
Lemma many_S n : many (S n) == many n + 1.
Proof. unfold many. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. Qed.
Lemma many_nonneg n : 0 <= many n.
Proof. unfold many. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma errs_nonpositive t s y : errs t s y = true -> s <= 0.
Proof.
  unfold errs, below. intro H. apply Bool.orb_true_iff in H as [H|H].
  - apply Bool.negb_true_iff in H. destruct (Qlt_le_dec 0 s) as [C|C]; [|exact C].
    apply Qlt_le_weak, Qle_bool_iff in C. congruence.
  - apply Bool.andb_true_iff in H as [H _]. apply Qeq_bool_iff in H. lra.
Qed.

Lemma label_square y : label y * label y == 1.
Proof. destruct y; reflexivity. Qed.

Section bound.
  Variables (t : ties) (u : list Q) (g : Q).
  Definition hinge (e : example) : Q := let m := score u e in if Qle_bool m g then g - m else 0.

  (** Σ of f over the examples with an update *)
  Fixpoint over (f : example -> Q) (l : list example) (us : list bool) : Q :=
    match l, us with
    | e :: l', b :: us' => (if b then f e else 0) + over f l' us'
    | _, _ => 0
    end.

  Lemma hinge_spec e : 0 <= hinge e /\ g - score u e <= hinge e.
  Proof.
    unfold hinge. destruct (Qle_bool (score u e) g) eqn:E.
    - apply Qle_bool_iff in E. lra.
    - destruct (Qlt_le_dec g (score u e)) as [C|C]; [lra|]. apply Qle_bool_iff in C. congruence.
  Qed.

  Lemma go_cons L w e l : go L w (e :: l) =
    let after := go L (if wants L w e then moved L w e else w) l in (fst after, wants L w e :: snd after).
  Proof. simpl. now destruct (go _ _ l). Qed.

  Lemma progress l : forall w, dot (fst (go (perceptron t) w l)) u == dot w u + over (score u) l (snd (go (perceptron t) w l)).
  Proof.
    induction l as [|e l IH]; intro w; [simpl; lra|].
    rewrite go_cons. cbn [fst snd over]. rewrite IH. destruct (wants (perceptron t) w e); cbv iota; [|ring].
    unfold moved, score. cbn [rate]. rewrite dot_add, dot_scale, (dot_symmetric u). cbn [perceptron rate]. ring.
  Qed.

  Lemma energy (R2 : Q) l : forall w, (forall e, In e l -> dot (fst e) (fst e) <= R2) ->
    let after := go (perceptron t) w l in dot (fst after) (fst after) <= dot w w + many (count (snd after)) * R2.
  Proof.
    induction l as [|e l IH]; intros w H; [simpl; change (many (count [])) with 0; lra|].
    assert (H' : forall e', In e' l -> dot (fst e') (fst e') <= R2) by (intros; apply H; now right).
    rewrite go_cons. cbn [fst snd]. destruct (wants (perceptron t) w e) eqn:U.
    - specialize (IH (moved (perceptron t) w e) H'). cbn zeta in IH. set (after := go _ _ l) in *.
      change (count (true :: snd after)) with (S (count (snd after))). rewrite many_S.
      apply errs_nonpositive in U. unfold score in U. pose proof (H e (or_introl eq_refl)) as X. pose proof (label_square (snd e)) as Y.
      unfold moved in IH. rewrite dot_moved in IH. cbn [perceptron rate] in IH.
      set (y := label (snd e)) in *. set (p := dot w (fst e)) in *. set (q := dot (fst e) (fst e)) in *.
      assert (1 * y * (1 * y) * q == q) by (setoid_replace (1 * y * (1 * y)) with (y * y) by ring; rewrite Y; ring).
      lra.
    - exact (IH w H').
  Qed.

  Lemma losses l : forall us, length us = length l -> many (count us) * g - over hinge l us <= over (score u) l us /\ 0 <= over hinge l us.
  Proof.
    induction l as [|e l IH]; intros us E; destruct us as [|b us]; try discriminate E; simpl; [change (many (count [])) with 0; lra|].
    injection E as E. destruct (IH us E), (hinge_spec e). destruct b; [|change (count (false :: us)) with (count us); lra].
    change (count (true :: us)) with (S (count us)). rewrite many_S. lra.
  Qed.

  Lemma over_le_total l : forall us, length us = length l -> over hinge l us <= fold_right (fun e s => hinge e + s) 0 l.
  Proof.
    induction l as [|e l IH]; intros us E; destruct us as [|b us]; try discriminate E; simpl; [lra|].
    injection E as E. specialize (IH us E). destruct (hinge_spec e). destruct b; lra.
  Qed.

  Lemma go_length L l : forall w, length (snd (go L w l)) = length l.
  Proof.
    induction l as [|e l IH]; intro w; simpl; [reflexivity|].
    specialize (IH (if wants L w e then moved L w e else w)). destruct (go L _ l). simpl in *. now rewrite IH.
  Qed.

  Theorem mistakes_bounded (R2 loss k : Q) l :
    0 < g -> (forall e, In e l -> dot (fst e) (fst e) <= R2) ->
    over hinge l (snd (run (perceptron t) [] l)) <= loss ->
    loss < g * k -> R2 * dot u u * k < (g * k - loss) * (g * k - loss) ->
    many (updates (perceptron t) l) < k.
  Proof.
    intros G H T A B. unfold updates. assert (E : run (perceptron t) [] l = go (perceptron t) [] l) by now destruct l.
    rewrite E in *.
    pose proof (energy R2 l [] H) as N. pose proof (progress l []) as P.
    pose proof (losses l (snd (go (perceptron t) [] l)) (go_length _ _ _)) as [S Z].
    simpl in N, P. set (W := fst (go (perceptron t) [] l)) in *. set (us := snd (go (perceptron t) [] l)) in *.
    pose proof (cauchy_schwarz W u) as C. rewrite P in C. pose proof (dot_square u) as UU. pose proof (dot_square W) as WW.
    pose proof (many_nonneg (count us)) as M0. set (M := many (count us)) in *.
    destruct (Qlt_le_dec M k) as [ok|big]; [exact ok|exfalso].
    assert (n0 : 0 <= k). { destruct (Qlt_le_dec k 0) as [c|c]; [exfalso|exact c]. assert (0 <= g * (0 - k)) by (apply Qmult_le_0_compat; lra). lra. }
    set (p := over (score u) l us) in *. set (h := over hinge l us) in *.
    set (a := dot u u) in *. set (b := dot W W) in *.
    assert (k1 : 0 < k). { destruct (Qlt_le_dec 0 k) as [c|c]; [exact c|]. assert (k == 0) by lra. rewrite H0 in A. lra. }
    (* (gM − loss)² ≤ p² ≤ M·R2·a *)
    assert (X1 : 0 <= (g * (M - k)) ) by (apply Qmult_le_0_compat; lra).
    assert (X2 : 0 < g * M - loss) by lra.
    assert (X3 : 0 <= (p - (g * M - loss)) * (p + (g * M - loss))) by (apply Qmult_le_0_compat; lra).
    assert (X4 : 0 <= (M * R2 - b) * a) by (apply Qmult_le_0_compat; lra).
    assert (X5 : (g * M - loss) * (g * M - loss) <= M * R2 * a) by lra.
    (* with d = gk − loss > 0: k(gM − loss)² − M d² = (M − k)(g²Mk − loss²) ≥ 0, since gM ≥ gk > loss ≥ 0 *)
    assert (L0 : 0 <= loss) by lra.
    assert (X6 : 0 <= (g * M - loss) * (g * k)) by (apply Qmult_le_0_compat; [lra | apply Qmult_le_0_compat; lra]).
    assert (X7 : 0 <= (g * k - loss) * loss) by (apply Qmult_le_0_compat; lra).
    assert (X8 : 0 <= (M - k) * (g * M * (g * k) - loss * loss)) by (apply Qmult_le_0_compat; lra).
    assert (X9 : 0 < M * ((g * k - loss) * (g * k - loss) - R2 * a * k)) by (apply Qmult_lt_0_compat; lra).
    assert (X10 : 0 <= k * (M * R2 * a - (g * M - loss) * (g * M - loss))) by (apply Qmult_le_0_compat; lra).
    lra.
  Qed.
End bound.
