(** Vectors of rational numbers: what the learners compute with.

    A vector is a list, read as if zeros followed.  Every sum and product is reduced to lowest terms, so that numbers stay small. *)
From Coq Require Import List QArith Lqa.
Import ListNotations.
#[local] Open Scope Q_scope.

Fixpoint vadd (x y : list Q) : list Q :=
  match x, y with
  | [], _ => y
  | _, [] => x
  | a :: x', b :: y' => Qred (a + b) :: vadd x' y'
  end.

Definition vscale (c : Q) (x : list Q) : list Q := map (fun a => Qred (c * a)) x.

Fixpoint dot (x y : list Q) : Q :=
  match x, y with
  | a :: x', b :: y' => Qred (a * b + dot x' y')
  | _, _ => 0
  end.

Arguments Qred : simpl never.
Arguments Qplus : simpl never.
Arguments Qmult : simpl never.
Arguments Qle : simpl never.
Arguments Qlt : simpl never.
Arguments Qeq : simpl never.

Lemma dot_symmetric x : forall y, dot x y == dot y x.
Proof. induction x; intros [|b y]; simpl; rewrite ?Qred_correct; try reflexivity. rewrite IHx. ring. Qed.

Lemma dot_add x : forall y z, dot (vadd x y) z == dot x z + dot y z.
Proof. induction x; intros [|b y] [|c z]; simpl; rewrite ?Qred_correct; try ring. rewrite IHx. ring. Qed.

Lemma dot_scale c x : forall y, dot (vscale c x) y == c * dot x y.
Proof. induction x; intros [|b y]; simpl; rewrite ?Qred_correct; try ring. rewrite IHx. ring. Qed.

Lemma dot_add_r x y z : dot x (vadd y z) == dot x y + dot x z.
Proof. now rewrite dot_symmetric, dot_add, (dot_symmetric y), (dot_symmetric z). Qed.

Lemma dot_scale_r c x y : dot x (vscale c y) == c * dot x y.
Proof. now rewrite dot_symmetric, dot_scale, dot_symmetric. Qed.

Lemma dot_nil x : dot x [] == 0.
Proof. now destruct x. Qed.

Lemma dot_square x : 0 <= dot x x.
Proof. induction x; simpl; rewrite ?Qred_correct; [lra | nra]. Qed.

(** ‖x + cy‖² *)
Lemma dot_moved c x y : dot (vadd x (vscale c y)) (vadd x (vscale c y)) == dot x x + 2 * c * dot x y + c * c * dot y y.
Proof. rewrite dot_add, !dot_add_r, !dot_scale, !dot_scale_r, (dot_symmetric y x). ring. Qed.

(** Cauchy–Schwarz *)
Theorem cauchy_schwarz x y : dot x y * dot x y <= dot x x * dot y y.
Proof.
  pose proof (dot_square y) as Y. pose proof (dot_square x) as X.
  assert (P : forall t, 0 <= dot x x + 2 * t * dot x y + t * t * dot y y).
  { intro t. rewrite <- dot_moved. apply dot_square. }
  set (a := dot x x) in *; set (b := dot x y) in *; set (c := dot y y) in *.
  destruct (Qeq_dec c 0) as [C|C].
  - destruct (Qeq_dec b 0) as [B|B]; [rewrite B, C; lra | exfalso].
    specialize (P (- (a + 1) / (2 * b))). rewrite C in P.
    assert (E : a + 2 * (- (a + 1) / (2 * b)) * b + - (a + 1) / (2 * b) * (- (a + 1) / (2 * b)) * 0 == -1) by (field; exact B).
    lra.
  - specialize (P (- b / c)).
    assert (E : c * (a + 2 * (- b / c) * b + - b / c * (- b / c) * c) == a * c - b * b) by (field; exact C).
    pose proof (Qmult_le_0_compat _ _ Y P). lra.
Qed.
