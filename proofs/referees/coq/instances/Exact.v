(** Exact numbers: sums of c·√n·ln p₁·…·ln pₘ with rational c and whole n and p.

    Two such sums are compared by collecting equal terms, and if that does not settle it by enclosing each between rational numbers.  What
    computation says of them is proved; that it always has an answer is not claimed. *)
From Coq Require Import List QArith Qreals PArith ZArith Reals Lra Lia.
From Perceptron.learners Require Learners Judge.
Import ListNotations.
#[local] Open Scope R_scope.

(** √n·ln p₁·…·ln pₘ *)
Definition factor : Type := positive * list positive.
Definition exact : Type := list (factor * Q).

Fixpoint logs (l : list positive) : R := match l with [] => 1 | p :: l => ln (IZR (Zpos p)) * logs l end.
Definition factor_value (k : factor) : R := sqrt (IZR (Zpos (fst k))) * logs (snd k).
Fixpoint value (a : exact) : R := match a with [] => 0 | (k, c) :: a => Q2R c * factor_value k + value a end.

(** ** Sums and products *)
Definition constant (c : Q) : exact := if Qeq_bool c 0 then [] else [((1%positive, []), Qred c)].

Fixpoint same_logs (l m : list positive) : bool :=
  match l, m with [], [] => true | p :: l, q :: m => (Pos.eqb p q && same_logs l m)%bool | _, _ => false end.
Definition same_factor (j k : factor) : bool := (Pos.eqb (fst j) (fst k) && same_logs (snd j) (snd k))%bool.

Fixpoint add_term (k : factor) (c : Q) (a : exact) : exact :=
  match a with
  | [] => [(k, c)]
  | (j, d) :: a => if same_factor j k then let e := Qred (c + d) in if Qeq_bool e 0 then a else (j, e) :: a else (j, d) :: add_term k c a
  end.
Definition plus (a b : exact) : exact := fold_right (fun t => add_term (fst t) (snd t)) b a.

Fixpoint insert (p : positive) (l : list positive) : list positive :=
  match l with [] => [p] | q :: m => if Pos.leb p q then p :: l else q :: insert p m end.

(* √m·√n = g·√((m/g)·(n/g)), where g divides both *)
Definition times_term (j : factor) (c : Q) (t : factor * Q) : factor * Q :=
  let (k, d) := t in
  let (g, parts) := Pos.ggcd (fst j) (fst k) in
  ((Pos.mul (fst parts) (snd parts), fold_right insert (snd k) (snd j)), Qred (c * d * inject_Z (Zpos g))).
Definition times (a b : exact) : exact :=
  fold_right (fun s r => fold_right (fun t => add_term (fst (times_term (fst s) (snd s) t)) (snd (times_term (fst s) (snd s) t))) r b) [] a.

Fixpoint power (a : exact) (e : positive) : exact :=
  match e with xH => a | xO e => let b := power a e in times b b | xI e => let b := power a e in times a (times b b) end.

(** ** Logarithms of rational numbers, by small divisors *)
Fixpoint divisors (fuel : nat) (d n : positive) : list positive :=
  match fuel, Pos.eqb n 1 with
  | _, true => []
  | O, _ => [n]
  | S fuel, _ => let (q, r) := Z.div_eucl (Zpos n) (Zpos d) in
                 match q, r with Zpos q, Z0 => d :: divisors fuel d q | _, _ => divisors fuel (Pos.succ d) n end
  end.
Definition divided (n : positive) : list positive :=
  let l := divisors 200 2 n in if Pos.eqb (fold_right Pos.mul 1%positive l) n then l else [n].
Definition log_whole (n : positive) (c : Q) : exact := fold_right (fun p => add_term (1%positive, [p]) c) [] (divided n).

Definition log (a : exact) : option exact :=
  match a with
  | [((1%positive, []), Qmake (Zpos n) d)] => Some (plus (log_whole n 1) (log_whole d (-1)))
  | _ => None
  end.

(** ** The sign *)
Definition enclose_root (n : positive) : Judge.interval :=
  let q := inject_Z (Zpos n) in
  if Judge.is_root q then (Judge.exact_root q, Judge.exact_root q) else (Judge.root_below q, Judge.root_above q).
(* the h-th root is near 1: the more roots, the closer the bounds *)
Definition enclose_log (h : nat) (p : positive) : option Judge.interval :=
  let q := inject_Z (Zpos p) in option_map (fun l => (l, Judge.log_above h q)) (Judge.log_below h q).
Definition enclose_factor (h : nat) (k : factor) : option Judge.interval :=
  fold_right (fun p i => match enclose_log h p, i with Some j, Some i => Some (Judge.times j i) | _, _ => None end)
             (Some (enclose_root (fst k))) (snd k).
Fixpoint enclose (h : nat) (a : exact) : option Judge.interval :=
  match a with
  | [] => Some (0%Q, 0%Q)
  | (k, c) :: a => match enclose_factor h k, enclose h a with
                   | Some i, Some (x, y) => let (u, v) := Judge.times (c, c) i in Some (Qred (u + x), Qred (v + y))
                   | _, _ => None end
  end.

Definition sign_within (i : option Judge.interval) : option comparison :=
  match i with Some (x, y) => if Learners.below 0 x then Some Gt else if Learners.below y 0 then Some Lt else None | None => None end.
Definition sign (a : exact) : option comparison :=
  match a with
  | [] => Some Eq
  | _ => match sign_within (enclose 8 a) with Some c => Some c | None => sign_within (enclose Judge.halvings a) end
  end.

(** ** What these computations say *)
Lemma same_logs_eq l : forall m, same_logs l m = true -> l = m.
Proof. induction l; intros [|q m]; cbn; try easy. rewrite Bool.andb_true_iff. intros [P S]. apply Pos.eqb_eq in P. f_equal; auto. Qed.
Lemma same_factor_eq j k : same_factor j k = true -> j = k.
Proof.
  destruct j, k. unfold same_factor. cbn. rewrite Bool.andb_true_iff. intros [P S]. apply Pos.eqb_eq in P. apply same_logs_eq in S. congruence.
Qed.

Lemma value_add_term k c a : value (add_term k c a) = Q2R c * factor_value k + value a.
Proof.
  induction a as [|[j d] a IH]; [reflexivity|]. cbn [add_term]. destruct (same_factor j k) eqn:E.
  - apply same_factor_eq in E as ->. cbv zeta. destruct (Qeq_bool (Qred (c + d)) 0) eqn:Z; cbn [value].
    + apply Qeq_bool_iff, Qeq_eqR in Z. rewrite Judge.Q2R_Qred, Judge.Q2R_zero, Q2R_plus in Z. replace (Q2R d) with (- Q2R c) by lra. ring.
    + rewrite Judge.Q2R_Qred, Q2R_plus. ring.
  - cbn [value]. rewrite IH. ring.
Qed.
Lemma value_plus a b : value (plus a b) = value a + value b.
Proof. induction a as [|[k c] a IH]; cbn [plus fold_right value fst snd]; [ring|]. rewrite value_add_term. unfold plus in IH. rewrite IH. ring. Qed.
Lemma value_constant c : value (constant c) = Q2R c.
Proof.
  unfold constant. destruct (Qeq_bool c 0) eqn:E; cbn.
  - apply Qeq_bool_iff, Qeq_eqR in E. rewrite Judge.Q2R_zero in E. easy.
  - unfold factor_value. cbn. rewrite sqrt_1, Judge.Q2R_Qred. ring.
Qed.

Lemma logs_insert p l : logs (insert p l) = ln (IZR (Zpos p)) * logs l.
Proof. induction l as [|q l IH]; cbn [insert]; [reflexivity|]. destruct (Pos.leb p q); cbn [logs]; rewrite ?IH; ring. Qed.
Lemma logs_merge l m : logs (fold_right insert m l) = logs l * logs m.
Proof. induction l as [|p l IH]; cbn [fold_right]; [cbn; ring|]. rewrite logs_insert, IH. cbn [logs]. ring. Qed.
Lemma Q2R_inject z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z. cbn. field. Qed.
Lemma whole_pos p : 0 < IZR (Zpos p).
Proof. apply IZR_lt. reflexivity. Qed.

Lemma value_times_term j c t :
  Q2R (snd (times_term j c t)) * factor_value (fst (times_term j c t)) = Q2R c * factor_value j * (Q2R (snd t) * factor_value (fst t)).
Proof.
  destruct j as [m l], t as [[n k] d]. unfold times_term. cbn [fst snd].
  pose proof (Pos.ggcd_correct_divisors m n) as D. destruct (Pos.ggcd m n) as [g [a b]]. destruct D as [-> ->]. cbn [fst snd].
  unfold factor_value. cbn [fst snd]. rewrite logs_merge, Judge.Q2R_Qred, !Q2R_mult, Q2R_inject, !Pos2Z.inj_mul, !mult_IZR.
  pose proof (whole_pos g). pose proof (whole_pos a). pose proof (whole_pos b). rewrite !sqrt_mult by lra.
  rewrite <- (sqrt_sqrt (IZR (Zpos g))) at 1 by lra. ring.
Qed.
Lemma value_times a b : value (times a b) = value a * value b.
Proof.
  induction a as [|[j c] a IH]; [cbn; ring|].
  change (times ((j, c) :: a) b)
    with (fold_right (fun t => add_term (fst (times_term j c t)) (snd (times_term j c t))) (times a b) b).
  cbn [value]. rewrite Rmult_plus_distr_r, <- IH. generalize (times a b). clear. intro r.
  induction b as [|t b IH]; cbn [fold_right value]; [ring|]. rewrite value_add_term, IH, value_times_term. destruct t. cbn [fst snd value]. ring.
Qed.
Lemma value_power a e : value (power a e) = value a ^ Pos.to_nat e.
Proof.
  induction e; cbn [power]; cbv zeta; rewrite ?value_times, ?IHe.
  - rewrite Pos2Nat.inj_xI. cbn [pow]. rewrite <- pow_add. do 2 f_equal. lia.
  - rewrite Pos2Nat.inj_xO, <- pow_add. f_equal. lia.
  - symmetry. apply pow_1.
Qed.

Lemma log_of_product l : ln (IZR (Zpos (fold_right Pos.mul 1%positive l))) = fold_right (fun p x => ln (IZR (Zpos p)) + x) 0 l.
Proof.
  induction l as [|p l IH]; cbn [fold_right]; [apply ln_1|].
  rewrite Pos2Z.inj_mul, mult_IZR, ln_mult by apply whole_pos. now rewrite IH.
Qed.
Lemma log_divided n : ln (IZR (Zpos n)) = fold_right (fun p x => ln (IZR (Zpos p)) + x) 0 (divided n).
Proof.
  unfold divided. cbv zeta. destruct (Pos.eqb (fold_right Pos.mul 1%positive (divisors 200 2 n)) n) eqn:E; [|cbn; ring].
  apply Pos.eqb_eq in E. rewrite <- E at 1. apply log_of_product.
Qed.
Lemma value_log_whole n c : value (log_whole n c) = Q2R c * ln (IZR (Zpos n)).
Proof.
  rewrite log_divided. unfold log_whole. induction (divided n) as [|p l IH]; cbn [fold_right]; [cbn; ring|].
  rewrite value_add_term, IH. unfold factor_value. cbn. rewrite sqrt_1. ring.
Qed.
Lemma value_log a b : log a = Some b -> ln (value a) = value b.
Proof.
  unfold log. destruct a as [|[[[| |] []] [[|n|n] d]] []]; try discriminate. intro H. injection H as <-.
  rewrite value_plus, !value_log_whole. cbn [value]. unfold factor_value, Q2R. cbn. rewrite sqrt_1.
  replace (IZR (Zpos n) * / IZR (Zpos d) * (1 * 1) + 0) with (IZR (Zpos n) * / IZR (Zpos d)) by ring.
  pose proof (whole_pos n). pose proof (whole_pos d). rewrite ln_mult, ln_Rinv by auto using Rinv_0_lt_compat. field.
Qed.

Lemma enclosed_root n : Judge.inside (sqrt (IZR (Zpos n))) (enclose_root n).
Proof.
  unfold enclose_root. cbv zeta. assert (N : (0 <= inject_Z (Zpos n))%Q) by (unfold Qle; cbn; lia).
  pose proof (Judge.exact_root_is (inject_Z (Zpos n))) as E. pose proof (Judge.root_below_le _ N) as L.
  pose proof (Judge.root_above_ge _ N) as U. rewrite Q2R_inject in *. unfold Judge.inside.
  destruct (Judge.is_root (inject_Z (Zpos n))); cbn [fst snd]; [rewrite E by reflexivity|]; lra.
Qed.
Lemma enclosed_log h p i : enclose_log h p = Some i -> Judge.inside (ln (IZR (Zpos p))) i.
Proof.
  unfold enclose_log. cbv zeta. destruct (Judge.log_below h (inject_Z (Zpos p))) as [l|] eqn:L; [|discriminate].
  intro H. injection H as <-. apply Judge.log_below_le in L as [P L]. pose proof (Judge.log_above_ge h _ P) as U.
  rewrite Q2R_inject in *. split; assumption.
Qed.
Lemma enclosed_factor h k : forall i, enclose_factor h k = Some i -> Judge.inside (factor_value k) i.
Proof.
  destruct k as [n l]. unfold enclose_factor, factor_value. cbn [fst snd]. induction l as [|p l IH]; cbn [fold_right logs]; intros i H.
  - injection H as <-. rewrite Rmult_1_r. apply enclosed_root.
  - destruct (enclose_log h p) as [j|] eqn:E; [|discriminate].
    destruct (fold_right _ _ l) as [i'|]; [|discriminate]. injection H as <-.
    replace (sqrt (IZR (Zpos n)) * (ln (IZR (Zpos p)) * logs l)) with (ln (IZR (Zpos p)) * (sqrt (IZR (Zpos n)) * logs l)) by ring.
    apply Judge.times_inside; [now apply enclosed_log with h | now apply IH].
Qed.
Lemma enclosed h a : forall i, enclose h a = Some i -> Judge.inside (value a) i.
Proof.
  induction a as [|[k c] a IH]; cbn [enclose value]; intros i H.
  - injection H as <-. unfold Judge.inside. cbn. rewrite Judge.Q2R_zero. lra.
  - destruct (enclose_factor h k) as [j|] eqn:E; [|discriminate]. destruct (enclose h a) as [[x y]|]; [|discriminate].
    assert (C : Judge.inside (Q2R c) (c, c)) by (unfold Judge.inside; cbn; lra).
    pose proof (Judge.times_inside _ _ _ _ C (enclosed_factor _ _ _ E)) as T. destruct (Judge.times (c, c) j) as [u v].
    injection H as <-. specialize (IH _ eq_refl). unfold Judge.inside in *. cbn [fst snd] in *. rewrite !Judge.Q2R_Qred, !Q2R_plus. lra.
Qed.

Definition has_sign (x : R) (c : comparison) : Prop := match c with Eq => x = 0 | Gt => 0 < x | Lt => x < 0 end.
Lemma sign_within_is h a c : sign_within (enclose h a) = Some c -> has_sign (value a) c.
Proof.
  unfold sign_within. destruct (enclose h a) as [[x y]|] eqn:E; [|discriminate]. apply enclosed in E. unfold Judge.inside in E. cbn [fst snd] in E.
  destruct (Learners.below 0 x) eqn:X; [|destruct (Learners.below y 0) eqn:Y; [|discriminate]]; intro H; injection H as <-; cbn.
  - apply Judge.Q2R_below in X. rewrite Judge.Q2R_zero in X. lra.
  - apply Judge.Q2R_below in Y. rewrite Judge.Q2R_zero in Y. lra.
Qed.
Theorem sign_is a c : sign a = Some c -> has_sign (value a) c.
Proof.
  unfold sign. destruct a as [|t a]; [intro H; injection H as <-; reflexivity|].
  destruct (sign_within (enclose 8 (t :: a))) eqn:E; intro H; [injection H as <-; rename E into H|]; now apply sign_within_is in H.
Qed.
