(** The Perceptron as a fold over a list of examples, and Novikoff's bound for it: [novikoff] of Claims.v speaks of the sequence of updates,
    this theorem of the program.  An example is a vector with a label; a round with y⟨w, x⟩ <= 0 is a mistake (ties included), and w moves. *)
From Coq Require Import Lra List.
From Perceptron.theory Require Import Space.
From Perceptron.claims Require Import Claims.
Import ListNotations.
Open Scope R_scope.
Open Scope space_scope.

Section perceptron.
  Context {E : space}.
  Definition example : Type := (E * R)%type.
  Definition signed (e : example) : E := vscale (snd e) (fst e).

  (** Weights and number of updates after one more example. *)
  Definition perceptron (s : E * nat) (e : example) : E * nat :=
    let (w, m) := s in if Rle_dec (snd e * inner w (fst e)) 0 then (vadd w (signed e), S m) else (w, m).
  Definition run (l : list example) : E * nat := fold_left perceptron l (vzero, O).

  (** What is added, in order, from weights w on; and the weights after k updates. *)
  Fixpoint updates (w : E) (l : list example) : list E :=
    match l with
    | [] => []
    | e :: l => if Rle_dec (snd e * inner w (fst e)) 0 then signed e :: updates (vadd w (signed e)) l else updates w l
    end.
  Fixpoint weights (w : E) (z : list E) (k : nat) : E := match k with O => w | S k => vadd (weights w z k) (nth k z vzero) end.

  Lemma run_updates l : forall w m, snd (fold_left perceptron l (w, m)) = (m + length (updates w l))%nat.
  Proof.
    induction l as [|e l IH]; intros w m; cbn; [now rewrite Nat.add_0_r|].
    destruct (Rle_dec _ 0); rewrite IH; cbn; [now rewrite Nat.add_succ_r|reflexivity].
  Qed.
  Lemma weights_next w z zs k : weights w (z :: zs) (S k) = weights (vadd w z) zs k.
  Proof. induction k as [|k IH]; [reflexivity|]. cbn [weights nth] in *. now rewrite <- IH. Qed.
  Lemma update_is_mistake l : forall w k, (k < length (updates w l))%nat ->
    inner (weights w (updates w l) k) (nth k (updates w l) vzero) <= 0.
  Proof.
    induction l as [|e l IH]; intros w k K; cbn in K; [inversion K|]. cbn [updates].
    destruct (Rle_dec (snd e * inner w (fst e)) 0) as [M|M] in *; [|now apply IH].
    destruct k as [|k].
    - cbn. unfold signed. rewrite inner_scale_r. exact M.
    - rewrite weights_next. apply IH. now apply Nat.succ_lt_mono.
  Qed.
  Lemma update_is_example l : forall w z, In z (updates w l) -> exists e, In e l /\ z = signed e.
  Proof.
    induction l as [|e l IH]; intros w z I; [destruct I|]. cbn [updates] in I.
    destruct (Rle_dec _ 0); [destruct I as [<-|I]; [exists e; split; [now left|reflexivity]|]|];
      (destruct (IH _ _ I) as (f & F & Q); exists f; split; [now right|exact Q]).
  Qed.

  (** Whatever the examples and their order: if a comparator separates them with margin γ, at most R²/γ² updates. *)
  Theorem perceptron_novikoff (l : list example) (u : E) (γ radius : R) :
    0 < γ -> inner u u <= 1 -> 0 <= radius ->
    (forall x y, In (x, y) l -> y * y = 1) ->
    (forall x y, In (x, y) l -> inner x x <= radius ^ 2) ->
    (forall x y, In (x, y) l -> γ <= y * inner u x) ->
    INR (snd (run l)) <= (radius / γ) ^ 2.
  Proof.
    intros G U P Y X S. unfold run. rewrite run_updates. set (z := updates vzero l). cbn [Nat.add].
    assert (B : forall k, INR k + 1 <= INR (length z) -> (k < length z)%nat).
    { intros k K. apply INR_lt. assert (T := pos_INR k). lra. }
    assert (F : forall k, INR k + 1 <= INR (length z) -> exists x y, In (x, y) l /\ nth k z vzero = vscale y x).
    { intros k K. destruct (update_is_example l vzero (nth k z vzero)) as ([x y] & I & Q); [apply nth_In, B, K|]. now exists x, y. }
    replace ((radius / γ) ^ 2) with (radius ^ 2 * (/ γ) ^ 2) by (unfold Rdiv; ring).
    apply (novikoff E (weights vzero z) (fun k => nth k z vzero) (length z) γ radius (/ γ) u).
    - apply same_refl.
    - intro k. apply same_refl.
    - intros k K. apply update_is_mistake, B, K.
    - exact G.
    - exact U.
    - exact P.
    - intros k K. destruct (F k K) as (x & y & I & ->). rewrite inner_scale, inner_scale_r, <- Rmult_assoc, (Y x y I), Rmult_1_l. eauto.
    - intros k K. destruct (F k K) as (x & y & I & ->). rewrite inner_scale_r. eauto.
    - apply Rinv_r. lra.
  Qed.
End perceptron.
