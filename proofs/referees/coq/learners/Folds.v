(** The learners of the theorems: over any inner product space, with real numbers.

    `goes L w l last us` says that L, going from w over the examples l, ends at `last` and updates in the rounds us.  `every_update` says of
    such a run what the theorems start from: weights w(0), w(1), … with w(k+1) = w(k) + rate·z(k), where z(k) = y·x of the k-th update
    round, and what the rule granted there. *)
From Coq Require Import List Lra Lia Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners.
Import ListNotations.
#[local] Open Scope R_scope.

Definition sign (y : bool) : R := if y then 1 else -1.

Record fold := Fold {
  grants : R -> R -> bool -> Prop;   (* of y⟨w,x⟩, of ‖w‖² and of the label: whether to update *)
  pace : R
}.

Definition perceptron_fold (t : ties) : fold := Fold (fun s _ y => s < 0 \/ (s = 0 /\ tie t y = true)) 1.
Definition margin_fold (threshold : R) : fold := Fold (fun s n _ => s < threshold * sqrt n) 1.
Definition hebb_fold : fold := Fold (fun _ _ _ => True) 1.
Definition ogd_mistakes_fold (eta : R) : fold := Fold (fun s _ _ => s <= 0) eta.
Definition ogd_hinge_fold (eta : R) : fold := Fold (fun s _ _ => s < 1) eta.

Section folds.
  Context {E : space} (L : fold).

  Definition signed (e : E * bool) : E := vscale (sign (snd e)) (fst e).
  Definition asks (w : E) (e : E * bool) : Prop := grants L (sign (snd e) * ⟨w, fst e⟩) ⟨w, w⟩ (snd e).
  Definition after (w : E) (e : E * bool) : E := vadd w (vscale (pace L * sign (snd e)) (fst e)).

  Inductive goes : E -> list (E * bool) -> E -> list bool -> Prop :=
  | ends w : goes w [] w []
  | update w e l last us : asks w e -> goes (after w e) l last us -> goes w (e :: l) last (true :: us)
  | stays w e l last us : ~ asks w e -> goes w l last us -> goes w (e :: l) last (false :: us).

  Theorem every_update w l last us : goes w l last us ->
    exists (W : nat -> E) (Z : nat -> E * bool),
      W O = w /\ W (count us) = last /\
      forall k, (k < count us)%nat -> In (Z k) l /\ asks (W k) (Z k) /\ same (W (S k)) (vadd (W k) (vscale (pace L) (signed (Z k)))).
  Proof.
    induction 1 as [w | w e l last us A _ (W & Z & F & B & U) | w e l last us _ _ (W & Z & F & B & U)].
    - exists (fun _ => w), (fun _ => (w, true)). repeat split; cbn in *; lia.
    - exists (fun k => match k with O => w | S k => W k end), (fun k => match k with O => e | S k => Z k end).
      repeat split; [exact B | ..]; destruct k as [|k]; cbn in H; try (now left).
      + right. apply U. unfold count. lia.
      + exact A.
      + apply U. unfold count. lia.
      + rewrite F. unfold after, signed. intro z. rewrite !inner_add, !inner_scale. ring.
      + apply U. unfold count. lia.
    - exists W, Z. repeat split; [exact F | exact B | right; apply U, H | apply U, H | apply U, H].
  Qed.
End folds.
