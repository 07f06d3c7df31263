(** Winnow over the reals: weights that a mistake multiplies, and the program of `Learners`, which keeps their exponents, as that learner. *)
From Coq Require Import List QArith Qreals ZArith Reals Lra Lia Bool.
From Coq.micromega Require Import RMicromega.
From Perceptron.learners Require Import Rational Learners Folds Refinement.
Import ListNotations.
#[local] Open Scope R_scope.

Section winnow.
  Variables (beta threshold : R) (balanced : bool) (t : ties).

  (** w⁺ᵢ − w⁻ᵢ, where w⁻ᵢ = 1/w⁺ᵢ; without the second weights w⁺ᵢ alone *)
  Definition net (w : R) : R := if balanced then w - / w else w.
  Fixpoint weighted (w : list R) (x : list Z) : R := match w, x with a :: w', b :: x' => net a * IZR b + weighted w' x' | _, _ => 0 end.
  (** each weight times β^(y·xᵢ) *)
  Fixpoint multiplied (w : list R) (x : list Z) (y : bool) : list R :=
    match w, x with a :: w', b :: x' => a * powerRZ beta (if y then b else - b) :: multiplied w' x' y | _, _ => w end.
  Definition wrong (w : list R) (e : list Z * bool) : Prop :=
    let s := sign (snd e) * (weighted w (fst e) - threshold) in s < 0 \/ (s = 0 /\ tie t (snd e) = true).

  Inductive multiplies : list R -> list (list Z * bool) -> list R -> list bool -> Prop :=
  | halts w : multiplies w [] w []
  | mistakes w e l last us : wrong w e -> multiplies (multiplied w (fst e) (snd e)) l last us -> multiplies w (e :: l) last (true :: us)
  | rests w e l last us : ~ wrong w e -> multiplies w l last us -> multiplies w (e :: l) last (false :: us).
End winnow.

Lemma real_power q z : ~ (q == 0)%Q -> Q2R (q ^ z) = powerRZ (Q2R q) z.
Proof. intro N. apply Q2RpowerRZ. now left. Qed.

(** The weights as powers of beta, and a step of theirs *)
Definition powers (beta : R) (g : list Z) : list R := map (powerRZ beta) g.
Definition step (e : list Z * bool) : list Z := map (Z.mul (if snd e then 1 else -1)%Z) (fst e).

Lemma step_powers beta g : 0 < beta -> forall x y, length x = length g -> powers beta (zadd g (step (x, y))) = multiplied beta (powers beta g) x y.
Proof.
  intro B. unfold powers, step. induction g as [|a g IH]; intros [|b x] y E; try discriminate E; [reflexivity|].
  injection E as E. cbn [map zadd multiplied fst snd] in *. rewrite IH by exact E. f_equal. rewrite powerRZ_add by lra.
  do 2 f_equal. destruct y; lia.
Qed.
Lemma zadd_length g : forall x, length x = length g -> length (zadd g x) = length g.
Proof. induction g; intros [|b x] E; try discriminate E; [reflexivity|]. simpl in *. rewrite IHg; lia. Qed.
Lemma step_length e : length (step e) = length (fst e).
Proof. unfold step. induction (fst e); cbn; auto. Qed.

Section program.
  Variables (beta threshold : Q) (balanced : bool) (t : ties).
  Hypothesis positive : (0 < beta)%Q.

  Lemma beta_real : 0 < Q2R beta.
  Proof. rewrite <- real_0. now apply Qlt_Rlt. Qed.
  Lemma beta_not_0 : ~ (beta == 0)%Q.
  Proof. intro H. rewrite H in positive. discriminate positive. Qed.

  Lemma weight_real g : Q2R (weight beta balanced g) = net balanced (powerRZ (Q2R beta) g).
  Proof.
    unfold weight, net. destruct balanced; [|apply real_power, beta_not_0].
    rewrite Q2R_minus, !real_power by apply beta_not_0. f_equal. apply powerRZ_neg'.
  Qed.

  Lemma score_real g : forall x, Q2R (winnow_score beta balanced g x) = weighted balanced (powers (Q2R beta) g) x.
  Proof.
    induction g as [|a g IH]; intros [|b x]; simpl; try apply real_0.
    rewrite real_red, Q2R_plus, Q2R_mult, weight_real, IH. f_equal. f_equal. unfold Q2R, inject_Z. simpl. field.
  Qed.

  Theorem winnow_refines l : forall g, (forall e, In e l -> length (fst e) = length g) ->
    let (last, us) := winnow_go beta threshold balanced t g l in
    multiplies (Q2R beta) (Q2R threshold) balanced t (powers (Q2R beta) g) l (powers (Q2R beta) last) us.
  Proof.
    induction l as [|e l IH]; intros g H; [constructor|].
    assert (A : errs t (label (snd e) * (winnow_score beta balanced g (fst e) - threshold)) (snd e) = true
                <-> wrong (Q2R threshold) balanced t (powers (Q2R beta) g) e).
    { rewrite errs_real, Q2R_mult, Q2R_minus, real_sign, score_real. reflexivity. }
    pose proof (H e (or_introl eq_refl)) as E. assert (H' : forall e', In e' l -> length (fst e') = length g) by (intros; apply H; now right).
    cbn [winnow_go]. destruct (errs t _ (snd e)).
    - assert (S : length (step e) = length g) by (rewrite step_length; exact E).
      specialize (IH (zadd g (step e))). change (map _ _) with (step e). destruct (winnow_go _ _ _ _ (zadd g (step e)) l) as [last us].
      apply mistakes; [now apply A|]. destruct e as [x y]. rewrite <- step_powers by (exact E || exact beta_real).
      apply IH. intros. rewrite zadd_length by exact S. now apply H'.
    - specialize (IH g H'). destruct (winnow_go _ _ _ _ g l) as [last us]. apply rests; [|exact IH]. intro C. apply A in C. discriminate.
  Qed.
End program.

Print Assumptions winnow_refines.
