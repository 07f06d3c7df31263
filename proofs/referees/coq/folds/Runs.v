(** What a run of a program gives to the theorems of Claims.v, which speak of the sequence of its updates.

    A run is [goes L w l last us]: the learner L goes from w over the list l of examples, ends at [last] and updates in the rounds us.
    Its number of updates M is [count us].  Each theorem in this folder takes such a run and applies the theorem of Claims.v that is named
    in its proof; what all of them need of a run is here. *)
From Coq Require Import Lra Lia List Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners Folds.
Import ListNotations.
#[local] Open Scope R_scope.

(** The sum of f over the examples with an update. *)
Definition total {E : space} (f : E * bool -> R) (l : list (E * bool)) (us : list bool) : R :=
  fold_right (fun e s => f e + s) 0 (updated l us).
(** y⟨u, x⟩, what is missing from it to the margin γ, and ‖x‖² *)
Definition ahead {E : space} (u : E) (e : E * bool) : R := sign (snd e) * ⟨u, fst e⟩.
Definition slack {E : space} (γ : R) (u : E) (e : E * bool) : R := Rmax 0 (γ - ahead u e).
Definition square {E : space} (e : E * bool) : R := ⟨fst e, fst e⟩.
Definition norm {E : space} (u : E) : R := sqrt ⟨u, u⟩.

(** a(0) + … + a(k - 1), the last one first *)
Fixpoint upto (a : nat -> R) (k : nat) : R := match k with O => 0 | S k => a k + upto a k end.
(** f of the k-th example with an update *)
Definition at_update {E : space} (f : E * bool -> R) (l : list (E * bool)) (us : list bool) (k : nat) : R := nth k (map f (updated l us)) 0.

Section facts.
  Context {E : space}.
  Implicit Types (e : E * bool) (u x : E).

  Lemma signed_square e : ⟨signed e, signed e⟩ = square e.
  Proof. unfold signed, square. rewrite inner_scale, inner_scale_r. destruct (snd e); cbn; ring. Qed.
  Lemma signed_ahead u e : ⟨u, signed e⟩ = ahead u e.
  Proof. unfold signed, ahead. apply inner_scale_r. Qed.
  Lemma slack_enough γ u e : γ <= slack γ u e + ⟨u, signed e⟩.
  Proof. rewrite signed_ahead. unfold slack. pose proof (Rmax_r 0 (γ - ahead u e)). lra. Qed.
  Lemma slack_positive γ u e : 0 <= slack γ u e.
  Proof. apply Rmax_l. Qed.
  Lemma norm_positive u : 0 <= norm u.
  Proof. apply sqrt_pos. Qed.
  Lemma norm_square u : norm u ^ 2 = ⟨u, u⟩.
  Proof. unfold norm. rewrite pow2_sqrt; [reflexivity | apply inner_positive]. Qed.
  Lemma total_positive (f : E * bool -> R) l us : (forall e, 0 <= f e) -> 0 <= total f l us.
  Proof. intro F. unfold total. induction (updated l us) as [|e l' IH]; cbn; [lra | specialize (F e); lra]. Qed.

  Lemma upto_next (a : nat -> R) k : upto a (S k) = a O + upto (fun k => a (S k)) k.
  Proof. induction k as [|k IH]; [reflexivity|]. cbn [upto] in *. rewrite IH. ring. Qed.
  Lemma upto_same (a b : nat -> R) k : (forall j, (j < k)%nat -> a j = b j) -> upto a k = upto b k.
  Proof. induction k as [|k IH]; intro H; [reflexivity|]. cbn. now rewrite H, IH by auto with arith. Qed.
End facts.

Lemma before k M : INR k + 1 <= INR M -> (k < M)%nat.
Proof. intro K. apply INR_lt. lra. Qed.

Section run.
  Context {E : space} {L : fold} {w last : E} {l : list (E * bool)} {us : list bool} (run : goes L w l last us).

  (** The k-th update is of an example of the list. *)
  Lemma update_example k : (k < count us)%nat -> exists e, In e l /\ nth_error (updated l us) k = Some e /\ added l us k = signed e.
  Proof.
    destruct (every_update _ _ _ _ _ run) as (N & I & _ & _). intro K. rewrite <- N in K.
    destruct (nth_error (updated l us) k) as [e|] eqn:F; [|now apply nth_error_None, Nat.le_ngt in F].
    exists e. repeat split; [eapply I, nth_error_In, F|]. unfold added. apply nth_error_nth. now rewrite nth_error_map, F.
  Qed.

  (** What holds of every example of the list holds at every update. *)
  Lemma of_examples (P : E -> R -> Prop) (f : E * bool -> R) : (forall e, In e l -> P (signed e) (f e)) ->
    forall k, INR k + 1 <= INR (count us) -> P (added l us k) (at_update f l us k).
  Proof.
    intros H k K. destruct (update_example k (before _ _ K)) as (e & I & F & ->). unfold at_update.
    erewrite nth_error_nth; [apply H, I | now rewrite nth_error_map, F].
  Qed.

  (** What the rule grants holds at every update, of y⟨w, x⟩ and ‖w‖². *)
  Lemma of_grants (P : R -> R -> Prop) : (forall s n y, grants L s n y -> P s n) ->
    forall k, INR k + 1 <= INR (count us) ->
    P ⟨weights L w (added l us) k, added l us k⟩ ⟨weights L w (added l us) k, weights L w (added l us) k⟩.
  Proof.
    intros H k K. destruct (update_example k (before _ _ K)) as (e & _ & F & ->).
    destruct (every_update _ _ _ _ _ run) as (_ & _ & _ & A). specialize (A _ _ F). rewrite signed_ahead. eapply H, A.
  Qed.

  (** With the rate 1 an update adds z(k) itself. *)
  Lemma adds k : pace L = 1 -> same (weights L w (added l us) (S k)) (vadd (weights L w (added l us) k) (added l us k)).
  Proof. intros P x. cbn. rewrite P, !inner_add, inner_scale. ring. Qed.

  Lemma upto_total (f : E * bool -> R) : upto (at_update f l us) (count us) = total f l us.
  Proof.
    destruct (every_update _ _ _ _ _ run) as (N & _). rewrite <- N. unfold at_update, total. clear.
    induction (updated l us) as [|e l' IH]; [reflexivity|]. cbn [length]. rewrite upto_next. cbn. now rewrite <- IH.
  Qed.
  Lemma upto_squares : upto (fun k => ⟨added l us k, added l us k⟩) (count us) = total square l us.
  Proof.
    rewrite <- upto_total. apply upto_same. intros k K. destruct (update_example k K) as (e & _ & F & ->). rewrite signed_square.
    unfold at_update. symmetry. apply nth_error_nth. now rewrite nth_error_map, F.
  Qed.
End run.
