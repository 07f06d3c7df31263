(** Real inner product spaces, as far as a mistake bound needs them.

    A space is a type with a zero, a sum, a multiple and an inner product.  Positivity is [0 <= <x, x>] only, so a kernel's
    feature space, lists of numbers padded with zeros and ℝⁿ are all instances.  No dimension and no coordinates. *)
From Coq Require Export Reals.
From Coq Require Import Lra.
#[local] Open Scope R_scope.

Record space := Space {
  vector :> Type;
  vzero : vector;
  vadd : vector -> vector -> vector;
  vscale : R -> vector -> vector;
  inner : vector -> vector -> R;
  inner_symmetric : forall x y, inner x y = inner y x;
  inner_zero : forall y, inner vzero y = 0;
  inner_add : forall x x' y, inner (vadd x x') y = inner x y + inner x' y;
  inner_scale : forall c x y, inner (vscale c x) y = c * inner x y;
  inner_positive : forall x, 0 <= inner x x
}.
Arguments vzero {_}.
Arguments vadd {_}.
Arguments vscale {_}.
Arguments inner {_}.

Declare Scope space_scope.
Delimit Scope space_scope with space.
Notation "⟨ x , y ⟩" := (inner x y) (at level 0, x at level 60, y at level 60) : R_scope.
Notation "x ⊕ y" := (vadd x y) (at level 50, left associativity) : space_scope.
Notation "c ⊙ x" := (vscale c x) (at level 40, left associativity) : space_scope.

(** Two vectors that no inner product tells apart.  In a definite space these are equal vectors. *)
Definition same {E : space} (x y : E) : Prop := forall z : E, inner x z = inner y z.
Notation "x ≡ y" := (same x y) (at level 70, no associativity) : space_scope.

Section facts.
  Context {E : space}.
  Implicit Types x y z : E.

  Lemma inner_zero_r x : inner x vzero = 0.
  Proof. now rewrite inner_symmetric, inner_zero. Qed.
  Lemma inner_add_r x y z : inner x (vadd y z) = inner x y + inner x z.
  Proof. now rewrite inner_symmetric, inner_add, (inner_symmetric _ y), (inner_symmetric _ z). Qed.
  Lemma inner_scale_r c x y : inner x (vscale c y) = c * inner x y.
  Proof. now rewrite inner_symmetric, inner_scale, inner_symmetric. Qed.
  Lemma same_refl x : same x x.
  Proof. intro z; reflexivity. Qed.
  Lemma same_sym x y : same x y -> same y x.
  Proof. intros H z; symmetry; apply H. Qed.
  Lemma same_trans x y z : same x y -> same y z -> same x z.
  Proof. intros H K t; now rewrite H, K. Qed.
End facts.
