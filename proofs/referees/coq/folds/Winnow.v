(** The bounds of Claims.v for runs of balanced Winnow: over examples of n whole numbers from -B to B, that is, over x/B with entries from -1
    to 1; with the factor β and so the rate η = B ln β on x/B; with any rule for ties. *)
From Coq Require Import List ZArith Reals Lra Lia Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners Folds Multiplicative.
From Perceptron.folds Require Import Runs.
From Perceptron.claims Require Import Needed.
Import ListNotations.
#[local] Open Scope R_scope.

(** ** ℝᴺ as a space: sequences, of which the first N entries count *)
Section tuples.
  Context (N : nat).
  Definition dot (x y : nat -> R) : R := upto (fun j => x j * y j) N.
  Lemma dot_symmetric x y : dot x y = dot y x.
  Proof. apply upto_same. intros. ring. Qed.
  Lemma dot_zero y : dot (fun _ => 0) y = 0.
  Proof. unfold dot. induction N; cbn; [reflexivity | rewrite IHn; ring]. Qed.
  Lemma dot_add x x' y : dot (fun j => x j + x' j) y = dot x y + dot x' y.
  Proof. unfold dot. induction N; cbn; [ring | rewrite IHn; ring]. Qed.
  Lemma dot_scale c x y : dot (fun j => c * x j) y = c * dot x y.
  Proof. unfold dot. induction N; cbn; [ring | rewrite IHn; ring]. Qed.
  Lemma dot_positive x : 0 <= dot x x.
  Proof. unfold dot. induction N; cbn; [lra | nra]. Qed.
  Definition Tuples : space :=
    Space (nat -> R) (fun _ => 0) (fun x y j => x j + y j) (fun c x j => c * x j) dot dot_symmetric dot_zero dot_add dot_scale dot_positive.
  Definition axis (j i : nat) : R := if Nat.eqb i j then 1 else 0.

  Lemma dot_axis j x : (j < N)%nat -> dot (axis j) x = x j.
  Proof.
    unfold dot, axis. induction N as [|m IH]; intro J; [lia|]. cbn. destruct (Nat.eqb_spec m j) as [->|D].
    - rewrite (upto_same _ (fun _ => 0)) by (intros i I; destruct (Nat.eqb_spec i j); [lia | ring]).
      enough (upto (fun _ => 0) j = 0) by lra. clear. induction j; cbn; lra.
    - rewrite IH by lia. ring.
  Qed.
End tuples.

Lemma upto_add a b k : upto (fun j => a j + b j) k = upto a k + upto b k.
Proof. induction k as [|k IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma upto_split a n k : upto a (n + k) = upto a n + upto (fun j => a (n + j)%nat) k.
Proof. induction k as [|k IH]; cbn; [rewrite Nat.add_0_r; ring|]. rewrite Nat.add_succ_r. cbn. rewrite IH. ring. Qed.
Lemma upto_scale c a k : upto (fun j => c * a j) k = c * upto a k.
Proof. induction k as [|k IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma nth_zadd x : forall y i, nth i (zadd x y) 0%Z = (nth i x 0 + nth i y 0)%Z.
Proof. induction x as [|a x IH]; intros [|b y] [|i]; cbn; auto; try lia; destruct i; lia. Qed.

(** ** The run: exponents that each mistake moves by y·x *)
Fixpoint exponents (g : list Z) (es : list (list Z * bool)) (k : nat) : list Z :=
  match k with O => g | S k => zadd (exponents g es k) (step (nth k es ([], true))) end.
Lemma exponents_next g e es k : exponents g (e :: es) (S k) = exponents (zadd g (step e)) es k.
Proof.
  induction k as [|k IH]; [reflexivity|].
  change (exponents g (e :: es) (S (S k))) with (zadd (exponents g (e :: es) (S k)) (step (nth k es ([], true)))). now rewrite IH.
Qed.

Theorem every_mistake β threshold balanced t g l last us : 0 < β -> (forall e, In e l -> length (fst e) = length g) ->
  multiplies β threshold balanced t (powers β g) l last us ->
  length (updated l us) = count us /\ incl (updated l us) l /\
  forall k e, nth_error (updated l us) k = Some e ->
    length (exponents g (updated l us) k) = length g /\ wrong threshold balanced t (powers β (exponents g (updated l us) k)) e.
Proof.
  intros B Len run. remember (powers β g) as w eqn:W. revert g W Len.
  induction run as [w | w e l last us A _ IH | w e l last us _ _ IH]; intros g -> Len.
  - repeat split; [intros e [] | | ]; destruct k; discriminate.
  - assert (Le : length (fst e) = length g) by (apply Len; now left).
    assert (Ls : length (zadd g (step e)) = length g) by (apply zadd_length; now rewrite step_length).
    destruct (IH (zadd g (step e))) as (N & I & U).
    { destruct e as [x y]. symmetry. now apply step_powers. }
    { intros x X. rewrite Ls. apply Len. now right. }
    cbn [updated]. split; [unfold count in *; cbn; now rewrite N|]. split; [intros x [<-|X]; [now left | right; now apply I]|].
    intros [|k] x K; [cbn in *; injection K as <-; now split|]. rewrite exponents_next, <- Ls. now apply U.
  - destruct (IH g eq_refl) as (N & I & U); [intros x X; apply Len; now right|].
    split; [exact N|]. split; [intros x X; right; now apply I | exact U].
Qed.

Lemma weighted_sum β g : 0 < β -> forall x, length x = length g ->
  weighted true (powers β g) x =
  upto (fun i => (Rpower β (IZR (nth i g 0%Z)) - Rpower β (- IZR (nth i g 0%Z))) * IZR (nth i x 0%Z)) (length g).
Proof.
  intro B. induction g as [|a g IH]; intros [|b x] L; try discriminate L; [reflexivity|].
  injection L as L. cbn [length]. rewrite upto_next. cbn [powers map weighted net nth]. fold (powers β g). rewrite IH by exact L. f_equal. f_equal.
  rewrite Rpower_Ropp, <- powerRZ_Rpower by exact B. reflexivity.
Qed.

Lemma start β n : repeat 1 n = powers β (repeat 0%Z n).
Proof. unfold powers. induction n as [|n IH]; cbn; [reflexivity | now rewrite <- IH]. Qed.

Section winnow.
  Context (β B : R) (t : ties) (n : nat) {l : list (list Z * bool)} {last : list R} {us : list bool}.
  Context (grows : 1 < β) (scale : 0 < B) (coordinates : (1 <= n)%nat).
  Context (run : multiplies β 0 true t (repeat 1 n) l last us).
  Context (lengths : forall e, In e l -> length (fst e) = n).
  Context (bounded : forall e, In e l -> forall i, Rabs (IZR (nth i (fst e) 0%Z)) <= B).
  (** A comparator with ‖u‖₁ <= 1, whose margin is γ on the examples x/B *)
  Context (u : nat -> R) (unit : upto (fun i => Rabs (u i)) n <= 1) (γ : R).
  Context (separates : forall e, In e l -> γ * B <= sign (snd e) * upto (fun i => u i * IZR (nth i (fst e) 0%Z)) n).

  Let N := (n + n)%nat.
  Let es := updated l us.
  (** The coordinates of two weights each: x and -x *)
  Definition twice (x : list Z) (j : nat) : R := if Nat.ltb j n then IZR (nth j x 0%Z) / B else - (IZR (nth (j - n) x 0%Z) / B).
  Let g (k : nat) : Tuples N := twice (exponents (repeat 0%Z n) es k).
  Let z (k : nat) : Tuples N := twice (step (nth k es ([], true))).
  Let w (k : nat) : Tuples N := fun j => Rpower (Rpower β B) (g k j).
  Let h (k : nat) : Tuples N := fun j => w k j * z k j.
  Let e (j : nat) : Tuples N := axis j.
  Let v (j : nat) : R := if Nat.ltb j n then Rmax 0 (u j) else Rmax 0 (- u (j - n)%nat).
  Let ones : nat -> Tuples N := fix ones k := match k with O => vzero | S k => vadd (ones k) (e k) end.
  Let V : nat -> Tuples N := fix V k := match k with O => vzero | S k => vadd (vscale (v k) (e k)) (V k) end.

  Lemma positive_factor : 0 < β.
  Proof. lra. Qed.

  Lemma ones_sum k x : inner (ones k) x = upto (fun j => inner (e j) x) k.
  Proof. induction k as [|k IH]; [apply inner_zero|]. cbn [ones upto]. rewrite inner_add, IH. ring. Qed.
  Lemma V_sum k x : inner (V k) x = upto (fun j => v j * inner (e j) x) k.
  Proof. induction k as [|k IH]; [apply inner_zero|]. cbn [V upto]. rewrite inner_add, inner_scale, IH. ring. Qed.
  Lemma entry j (x : Tuples N) : (j < N)%nat -> inner (e j) x = x j.
  Proof. apply dot_axis. Qed.
  Lemma twice_left j x : (j < n)%nat -> twice x j = IZR (nth j x 0%Z) / B.
  Proof. unfold twice. intro J. apply Nat.ltb_lt in J. now rewrite J. Qed.
  Lemma twice_right j x : twice x (n + j) = - (IZR (nth j x 0%Z) / B).
  Proof. unfold twice. rewrite (proj2 (Nat.ltb_ge _ _)) by lia. now rewrite Nat.add_comm, Nat.add_sub. Qed.

  Lemma at_first : same (g 0) vzero.
  Proof.
    intro x. apply upto_same. intros j _. unfold g, twice, Rdiv. cbn [exponents vzero Tuples].
    destruct (Nat.ltb j n); rewrite nth_repeat, !Rmult_0_l; ring.
  Qed.
  Lemma moved k : same (g (S k)) (vadd (g k) (z k)).
  Proof.
    intro x. apply upto_same. intros j _. f_equal. unfold g, z, twice. cbn [exponents vadd Tuples].
    destruct (Nat.ltb j n); rewrite nth_zadd, plus_IZR; field; lra.
  Qed.
  Lemma power_scaled a : Rpower (Rpower β B) (a / B) = Rpower β a.
  Proof. rewrite Rpower_mult. f_equal. field. lra. Qed.

  Lemma mistake_at k : (k < count us)%nat ->
    exists x, In x l /\ nth k es ([], true) = x /\ length (exponents (repeat 0%Z n) es k) = n /\
      wrong 0 true t (powers β (exponents (repeat 0%Z n) es k)) x.
  Proof.
    intro K. rewrite (start β) in run.
    destruct (every_mistake β 0 true t (repeat 0%Z n) l last us positive_factor) as (Len & I & U); [|exact run|].
    { intros x X. rewrite repeat_length. now apply lengths. }
    fold es in Len, I, U. rewrite <- Len in K.
    destruct (nth_error es k) as [x|] eqn:F; [|apply nth_error_None in F; lia].
    destruct (U k x F) as [Le Wr]. rewrite repeat_length in Le.
    exists x. repeat split; [eapply I, nth_error_In, F | now apply nth_error_nth | exact Le | exact Wr].
  Qed.
  Lemma nth_step x i : IZR (nth i (step x) 0%Z) = sign (snd x) * IZR (nth i (fst x) 0%Z).
  Proof.
    unfold step. replace 0%Z with ((if snd x then 1 else -1) * 0)%Z at 1 by lia. rewrite map_nth, mult_IZR. destruct (snd x); reflexivity.
  Qed.

  Lemma mistaken k : INR k + 1 <= INR (count us) -> inner (ones N) (h k) <= 0.
  Proof.
    intro K. destruct (mistake_at k (before _ _ K)) as (x & I & F & Le & Wr). rewrite ones_sum.
    rewrite (upto_same _ (h k)) by (intros j J; now apply entry). unfold N. rewrite upto_split, <- upto_add.
    rewrite (upto_same _ (fun i => sign (snd x) / B * ((Rpower β (IZR (nth i (exponents (repeat 0%Z n) es k) 0%Z))
      - Rpower β (- IZR (nth i (exponents (repeat 0%Z n) es k) 0%Z))) * IZR (nth i (fst x) 0%Z)))).
    - rewrite upto_scale. unfold wrong in Wr. rewrite weighted_sum in Wr; [|exact positive_factor | now rewrite Le, lengths].
      rewrite Le in Wr. cbn [sign] in Wr. apply Rmult_le_reg_l with B; [exact scale|].
      match type of Wr with context [upto ?f n] => set (s := upto f n) in * end.
      replace (B * (sign (snd x) / B * s)) with (sign (snd x) * (s - 0)) by (field; lra). lra.
    - intros i J. unfold h, w, g, z. rewrite F, !twice_right, !twice_left, nth_step by exact J.
      replace (- (IZR (nth i (exponents (repeat 0%Z n) es k) 0%Z) / B)) with ((- IZR (nth i (exponents (repeat 0%Z n) es k) 0%Z)) / B) by (field; lra).
      rewrite !power_scaled. field. lra.
  Qed.
  Lemma in_range k : INR k + 1 <= INR (count us) -> forall j, INR j + 1 <= INR N -> inner (e j) (z k) ^ 2 <= 1.
  Proof.
    intros K j J. rewrite entry by now apply before. destruct (mistake_at k (before _ _ K)) as (x & I & F & _). unfold z. rewrite F.
    assert (S : forall i, (IZR (nth i (step x) 0%Z) / B) ^ 2 <= 1).
    { intro i. pose proof (bounded x I i) as A. rewrite nth_step.
      replace ((sign (snd x) * IZR (nth i (fst x) 0%Z) / B) ^ 2) with ((Rabs (IZR (nth i (fst x) 0%Z)) / B) ^ 2).
      - rewrite <- (pow1 2). apply pow_incr. split.
        + apply Rmult_le_pos; [apply Rabs_pos | now apply Rlt_le, Rinv_0_lt_compat].
        + apply Rmult_le_reg_r with B; [exact scale|].
          replace (Rabs (IZR (nth i (fst x) 0%Z)) / B * B) with (Rabs (IZR (nth i (fst x) 0%Z))) by (field; lra). lra.
      - unfold Rdiv. rewrite !Rpow_mult_distr, pow2_abs. destruct (snd x); cbn; ring. }
    unfold twice. destruct (Nat.ltb j n); [apply S|]. rewrite <- Rsqr_pow2, <- Rsqr_neg, Rsqr_pow2. apply S.
  Qed.
  Lemma margin_kept k : INR k + 1 <= INR (count us) -> γ <= inner (V N) (z k).
  Proof.
    intro K. destruct (mistake_at k (before _ _ K)) as (x & I & F & _). rewrite V_sum.
    rewrite (upto_same _ (fun j => v j * z k j)) by (intros j J; now rewrite entry). unfold N. rewrite upto_split, <- upto_add.
    rewrite (upto_same _ (fun i => sign (snd x) / B * (u i * IZR (nth i (fst x) 0%Z)))).
    - rewrite upto_scale. pose proof (separates x I) as S. apply Rmult_le_reg_r with B; [exact scale|].
      match type of S with context [upto ?f n] => set (s := upto f n) in * end.
      replace (sign (snd x) / B * s * B) with (sign (snd x) * s) by (field; lra). exact S.
    - intros i J. unfold z. rewrite F, twice_right, twice_left, nth_step by exact J. unfold v.
      rewrite (proj2 (Nat.ltb_lt _ _) J), (proj2 (Nat.ltb_ge _ _)) by lia. replace (n + i - n)%nat with i by lia.
      replace (u i) with (Rmax 0 (u i) - Rmax 0 (- u i)) at 3 by (unfold Rmax; repeat destruct Rle_dec; lra). field. lra.
  Qed.
  Lemma parts_sum : upto v N <= 1.
  Proof.
    unfold N. rewrite upto_split, <- upto_add. erewrite upto_same; [exact unit|]. intros i J. cbn beta. unfold v.
    rewrite (proj2 (Nat.ltb_lt _ _) J), (proj2 (Nat.ltb_ge _ _)) by lia. replace (n + i - n)%nat with i by lia.
    unfold Rmax, Rabs. repeat destruct Rle_dec; destruct Rcase_abs; lra.
  Qed.
  Lemma factor : 1 < Rpower β B.
  Proof. rewrite <- (Rpower_O β) by lra. apply Rpower_lt; lra. Qed.

  Ltac carried :=
    match goal with
    | |- 1 <= INR n => change 1 with (INR 1); now apply le_INR
    | |- INR N = _ => unfold N; rewrite plus_INR; ring
    | |- same _ vzero => apply same_refl || exact at_first
    | |- forall k, same (g (S k)) _ => exact moved
    | |- forall k, same _ _ => intro; apply same_refl
    | |- forall k j, _ -> 0 < _ => intros k j J; rewrite entry by (now apply before); apply exp_pos
    | |- forall k j, _ -> ln _ = _ => intros k j J; rewrite !entry by (now apply before); apply ln_exp
    | |- forall k j, _ -> inner _ (h k) = _ => intros k j J; rewrite !entry by (now apply before); reflexivity
    | |- forall k, _ -> inner (ones N) (h k) <= 0 => exact mistaken
    | |- forall k, _ -> forall j, _ -> _ ^ 2 <= 1 => exact in_range
    | |- forall k, _ -> 0 <= v k => intros k _; unfold v; destruct (Nat.ltb k n); apply Rmax_l
    | |- upto v N <= 1 => exact parts_sum
    | |- 1 < Rpower β B => exact factor
    | |- Rpower β B * / _ = 1 => apply Rinv_r; pose proof factor; lra
    | |- _ => assumption || reflexivity
    end.

  (** At any rate η = B ln β *)
  Theorem winnow_rate : let η := B * ln β in
    γ * INR (count us) * η <= INR (count us) * ln ((exp η + exp (- η)) / 2) + ln (2 * INR n).
  Proof.
    intro η. replace ((exp η + exp (- η)) / 2) with (1 / 2 * Rpower β B + 1 / 2 * / Rpower β B)
      by (unfold Rpower, η; rewrite <- exp_Ropp; field).
    replace η with (ln (Rpower β B)) by apply ln_exp.
    apply (Needed.winnow_rate (Tuples N) n N (count us) ones e V w g z h v (upto v) (Rpower β B) (/ Rpower β B) γ); try carried.
    exact margin_kept.
  Qed.
  (** At the rate η = γ *)
  Theorem winnow_tuned : B * ln β = γ -> 0 < γ -> INR (count us) <= 2 * ln (2 * INR n) / γ ^ 2.
  Proof.
    intros tuned P. apply Rmult_le_reg_r with (γ ^ 2); [nra|].
    replace (2 * ln (2 * INR n) / γ ^ 2 * γ ^ 2) with (2 * ln (2 * INR n)) by (field; lra).
    rewrite <- tuned at 1. replace (B * ln β) with (ln (Rpower β B)) by apply ln_exp.
    apply (Needed.winnow (Tuples N) n N (count us) ones e V w g z h v (upto v) (Rpower β B) (/ Rpower β B)); try carried.
    intros k K. unfold Rpower. rewrite ln_exp, tuned. now apply margin_kept.
  Qed.
End winnow.
