(** A bound for somebody's data, computed in integers from a comparator that anybody may propose, and proved.

    The data are rows of integers over one denominator.  `bound` answers with a number or refuses.  What it answers holds for every order of
    the examples (`every_order`), and, if u separates them, for every sequence of them however long (`every_sequence`). *)
From Coq Require Import List QArith Lqa ZArith Lia Permutation.
From Perceptron.learners Require Import Rational Learners Bound.
Import ListNotations.

Definition row : Type := list Z * bool.
Definition over_denominator (d : positive) (r : row) : example := (map (fun n => n # d) (fst r), snd r).
(** The rows as rational examples: each integer divided by d. *)
Definition examples (d : positive) (rows : list row) : list example := map (over_denominator d) rows.

Section checker.
  #[local] Open Scope Z_scope.
  Variables (u : list Z) (g : Z).   (* the comparator, and γ times the denominator *)

  Fixpoint zdot (x y : list Z) : Z := match x, y with a :: x', b :: y' => a * b + zdot x' y' | _, _ => 0 end.
  Definition margin (r : row) : Z := let m := zdot u (fst r) in if snd r then m else - m.
  Definition loss (rows : list row) : Z := fold_right (fun r s => Z.max 0 (g - margin r) + s) 0 rows.
  Definition longest (rows : list row) : Z := fold_right (fun r s => Z.max (zdot (fst r) (fst r)) s) 0 rows.

  (** Whether k updates or more are impossible. *)
  Definition impossible (R2 t k : Z) : bool :=
    (0 <? g) && (t <? g * k) && (R2 * zdot u u * k <? (g * k - t) * (g * k - t)).

  (** ⌊(R‖u‖ + √(R²‖u‖² + 4γ·loss))² / 4γ²⌋, proposed by an integer root and checked. *)
  Definition bound (rows : list row) : option Z :=
    let R2 := longest rows in let t := loss rows in let c := R2 * zdot u u in
    let b := (c + 2 * g * t + Z.sqrt (c * c + 4 * g * t * c)) / (2 * (g * g)) in
    if impossible R2 t (b + 1) then Some b else None.
End checker.

#[local] Open Scope Q_scope.

Lemma dot_rows d x : forall y, dot (map inject_Z x) (map (fun n => n # d) y) == zdot x y # d.
Proof.
  induction x as [|a x IH]; intros [|b y]; simpl; try reflexivity.
  rewrite Qred_correct, IH. unfold Qeq, Qplus, Qmult, inject_Z. cbn [Qnum Qden]. rewrite ?Pos.mul_1_l. nia.
Qed.

Lemma dot_row_row d x : forall y, dot (map (fun n => n # d) x) (map (fun n => n # d) y) == zdot x y # d * d.
Proof.
  induction x as [|a x IH]; intros [|b y]; simpl; try reflexivity.
  rewrite Qred_correct, IH. unfold Qeq, Qplus, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. nia.
Qed.

Lemma dot_integers x : dot (map inject_Z x) (map inject_Z x) == inject_Z (zdot x x).
Proof. change (map inject_Z x) with (map (fun n => n # 1) x). rewrite dot_row_row. reflexivity. Qed.

Section correct.
  Variables (d : positive) (u : list Z) (g : Z) (rows : list row).
  Definition uq : list Q := map inject_Z u.
  Definition gq : Q := g # d.

  Lemma quotient_le a b : (a <= b)%Z -> a # d <= b # d.
  Proof. unfold Qle. cbn [Qnum Qden]. intro. apply Z.mul_le_mono_nonneg_r; lia. Qed.

  Lemma hinge_row r : hinge uq gq (over_denominator d r) == Z.max 0 (g - margin u r) # d.
  Proof.
    assert (S : score uq (over_denominator d r) == margin u r # d).
    { unfold score, over_denominator, uq, margin. cbn [fst snd]. rewrite dot_rows. destruct (snd r); reflexivity || (unfold label; now destruct (zdot u (fst r))). }
    unfold hinge. set (s := score _ _) in *. clearbody s. destruct (Qle_bool s gq) eqn:E.
    - apply Qle_bool_iff in E. rewrite S in *. unfold Qle, gq in E. cbn [Qnum Qden] in E.
      unfold gq, Qeq, Qminus, Qplus, Qopp. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. nia.
    - assert (C : ~ s <= gq) by (intro C; apply Qle_bool_iff in C; congruence). rewrite S in C. unfold Qle, gq in C. cbn [Qnum Qden] in C.
      replace (Z.max 0 (g - margin u r)) with 0%Z by nia. reflexivity.
  Qed.

  Lemma sum_rows rs : fold_right (fun e s => hinge uq gq e + s) 0 (examples d rs) == loss u g rs # d.
  Proof.
    induction rs as [|r rs IH]; [reflexivity|]. simpl. rewrite IH, hinge_row.
    unfold Qeq, Qplus. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring.
  Qed.

  Lemma sum_permuted (f : example -> Q) l m : Permutation l m -> fold_right (fun e s => f e + s) 0 l == fold_right (fun e s => f e + s) 0 m.
  Proof. induction 1; simpl; try lra. Qed.

  Lemma longest_spec rs r : In r rs -> (zdot (fst r) (fst r) <= longest rs)%Z.
  Proof. induction rs as [|r' rs IH]; intros []; simpl; [subst; lia | specialize (IH H); lia]. Qed.

  Lemma lengths e : In e (examples d rows) -> dot (fst e) (fst e) <= longest rows # d * d.
  Proof.
    intro H. apply in_map_iff in H as (r & <- & H). apply longest_spec in H. unfold over_denominator. cbn [fst].
    rewrite dot_row_row. unfold Qle. cbn [Qnum Qden]. apply Z.mul_le_mono_nonneg_r; lia.
  Qed.

  (** The whole of it: what the check says of integers, said of rationals and handed to the theorem. *)
  Lemma from_check t l b T : impossible u g (longest rows) T (b + 1) = true -> incl l (examples d rows) ->
    over (hinge uq gq) l (snd (run (perceptron t) [] l)) <= T # d -> (Z.of_nat (updates (perceptron t) l) <= b)%Z.
  Proof.
    unfold impossible. set (k := (b + 1)%Z). rewrite !Bool.andb_true_iff, !Z.ltb_lt. intros [[G A] B] I H.
    enough (N : many (updates (perceptron t) l) < inject_Z k) by (unfold many in N; rewrite <- Zlt_Qlt in N; unfold k in N; lia).
    apply (mistakes_bounded t uq gq (longest rows # d * d) (T # d)).
    - unfold gq, Qlt. cbn [Qnum Qden]. lia.
    - intros e E. apply lengths, I, E.
    - exact H.
    - unfold gq, inject_Z, Qlt, Qmult. cbn [Qnum Qden]. rewrite Pos.mul_1_r. nia.
    - unfold uq. rewrite dot_integers. unfold gq, inject_Z, Qlt, Qminus, Qplus, Qopp, Qmult. cbn [Qnum Qden].
      rewrite ?Pos.mul_1_r, ?Pos2Z.inj_mul. set (D := Z.pos d) in *. assert (0 < D)%Z by (unfold D; lia).
      set (R2 := longest rows) in *. set (U2 := zdot u u) in *.
      replace (R2 * U2 * k * (D * D * (D * D)))%Z with ((D * D) * (R2 * U2 * k) * (D * D))%Z by ring.
      replace ((g * k * D + - T * D) * (g * k * D + - T * D) * (D * D))%Z with ((D * D) * ((g * k - T) * (g * k - T)) * (D * D))%Z by ring.
      apply Z.mul_lt_mono_pos_r; [nia|]. apply Z.mul_lt_mono_pos_l; [nia|exact B].
  Qed.

  Theorem every_order t l b : bound u g rows = Some b -> Permutation l (examples d rows) -> (Z.of_nat (updates (perceptron t) l) <= b)%Z.
  Proof.
    unfold bound. destruct (impossible _ _ _ _ _) eqn:C; [|discriminate]. intros [= <-] P.
    apply (from_check t l _ _ C).
    - intros e. apply Permutation_in, P.
    - assert (E : run (perceptron t) [] l = go (perceptron t) [] l) by now destruct l.
      rewrite E. rewrite <- sum_rows, <- (sum_permuted _ _ _ P). apply over_le_total, go_length.
  Qed.

  Lemma no_loss rs r : loss u g rs = 0%Z -> In r rs -> Z.max 0 (g - margin u r) = 0%Z.
  Proof.
    assert (P : forall rs, (0 <= loss u g rs)%Z) by (induction rs0; simpl; lia).
    induction rs as [|r' rs IH]; intros L []; simpl in L; specialize (P rs); [subst; lia | apply IH; [lia|assumption]].
  Qed.

  Theorem every_sequence t l b :
    bound u g rows = Some b -> loss u g rows = 0%Z -> incl l (examples d rows) -> (Z.of_nat (updates (perceptron t) l) <= b)%Z.
  Proof.
    unfold bound. destruct (impossible _ _ _ _ _) eqn:C; [|discriminate]. intros [= <-] L I.
    apply (from_check t l _ _ C I). rewrite L.
    assert (Z : forall e, In e l -> hinge uq gq e == 0).
    { intros e H. apply I in H. apply in_map_iff in H as (r & <- & H). rewrite hinge_row, (no_loss rows r L H). reflexivity. }
    assert (O : forall us l, (forall e, In e l -> hinge uq gq e == 0) -> over (hinge uq gq) l us == 0).
    { clear. intros us l. revert us. induction l as [|e l IH]; intros [|b us] H; simpl; try reflexivity.
      rewrite IH by (intros; apply H; now right). destruct b; [rewrite (H e (or_introl eq_refl))|]; reflexivity. }
    rewrite O by exact Z. unfold Qle. simpl. lia.
  Qed.
End correct.

Print Assumptions every_order.
Print Assumptions every_sequence.
