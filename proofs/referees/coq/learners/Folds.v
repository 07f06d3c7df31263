(** The learners of the theorems: over any inner product space, with real numbers.

    `goes L w l last us` says that L, going from w over the examples l, ends at `last` and updates in the rounds us.  `every_update` says of
    such a run what the theorems start from: weights w(0), w(1), … with w(k+1) = w(k) + rate·z(k), where z(k) = y·x of the k-th update
    round, and that the rule granted it there. *)
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

(** The examples of the rounds with an update. *)
Fixpoint updated {A : Type} (l : list A) (us : list bool) : list A :=
  match l, us with e :: l, u :: us => if u : bool then e :: updated l us else updated l us | _, _ => [] end.

Section folds.
  Context {E : space} (L : fold).

  Definition signed (e : E * bool) : E := vscale (sign (snd e)) (fst e).
  Definition asks (w : E) (e : E * bool) : Prop := grants L (sign (snd e) * ⟨w, fst e⟩) ⟨w, w⟩ (snd e).
  Definition after (w : E) (e : E * bool) : E := vadd w (vscale (pace L * sign (snd e)) (fst e)).

  Inductive goes : E -> list (E * bool) -> E -> list bool -> Prop :=
  | ends w : goes w [] w []
  | update w e l last us : asks w e -> goes (after w e) l last us -> goes w (e :: l) last (true :: us)
  | stays w e l last us : ~ asks w e -> goes w l last us -> goes w (e :: l) last (false :: us).

  (** What the updates add: z(0), z(1), …, and from then on the zero vector; and the weights w(0), w(1), … *)
  Definition added (l : list (E * bool)) (us : list bool) (k : nat) : E := nth k (map signed (updated l us)) vzero.
  Fixpoint weights (w : E) (z : nat -> E) (k : nat) : E :=
    match k with O => w | S k => vadd (weights w z k) (vscale (pace L) (z k)) end.

  Lemma weights_same w v z k : same w v -> same (weights w z k) (weights v z k).
  Proof. induction k as [|k IH]; intros H x; [apply H|]. cbn. now rewrite !inner_add, (IH H). Qed.
  Lemma weights_next w z k : same (weights w z (S k)) (weights (vadd w (vscale (pace L) (z O))) (fun k => z (S k)) k).
  Proof. induction k as [|k IH]; intro x; [reflexivity|]. specialize (IH x). cbn [weights] in *. rewrite inner_add, IH. now rewrite inner_add. Qed.
  Lemma asks_same w v e : same w v -> asks w e -> asks v e.
  Proof.
    unfold asks. intros H A. rewrite (H (fst e)) in A. replace ⟨w, w⟩ with ⟨v, v⟩ in A; [exact A|].
    rewrite (H w), (inner_symmetric _ v w). symmetry. apply H.
  Qed.

  (** The weights are the sums of the updates; each update is of an example of the list; the rule granted it at the weights before it. *)
  Theorem every_update w l last us : goes w l last us ->
    length (updated l us) = count us /\ incl (updated l us) l /\ same (weights w (added l us) (count us)) last /\
    forall k e, nth_error (updated l us) k = Some e -> asks (weights w (added l us) k) e.
  Proof.
    induction 1 as [w | w e l last us A _ (N & I & B & U) | w e l last us _ _ (N & I & B & U)].
    - repeat split; [intros e [] | intros [|k] e K; discriminate K].
    - set (z := added l us) in *. change (added (e :: l) (true :: us)) with (fun k => match k with O => signed e | S k => z k end).
      assert (moved : same (vadd w (vscale (pace L) (signed e))) (after w e)).
      { unfold after, signed. intro x. rewrite !inner_add, !inner_scale. ring. }
      assert (next : forall k, same (weights w (fun k => match k with O => signed e | S k => z k end) (S k)) (weights (after w e) z k)).
      { intro k. eapply same_trans; [apply weights_next|]. apply weights_same, moved. }
      unfold count in *. cbn [updated length filter]. repeat split.
      + now rewrite N.
      + intros x [<-|X]; [now left | right; now apply I].
      + eapply same_trans; [apply next | exact B].
      + intros [|k] x K; cbn in K; [injection K as <-; exact A|]. apply asks_same with (weights (after w e) z k); [|now apply U].
        apply same_sym, next.
    - repeat split; [exact N | intros x X; right; now apply I | exact B | exact U].
  Qed.
End folds.
