(** The language of the Python kernel as Coq data: terms, formulas, and when two of them are the same.

    As in proofs/kernel/term.py and formula.py.  A name is a number.  An index is a natural number k + c.  Bound indices are nameless:
    [Bound j] belongs to the j-th binder (∀ or Σ) around it. *)
From Coq Require Export QArith List PArith.
Export ListNotations.
#[local] Open Scope bool_scope.

Inductive index := At (b : base) (offset : nat)
with base := Zero | Free (n : positive) | Bound (level : nat) | Listed (l : indices)
with indices := INil | ICons (i : index) (l : indices).

Inductive vec := Vec (n : positive) | VecAt (n : positive) (i : index).
Inductive fn := Ln | Exp.

(** A polynomial lists coefficients and monomials, a monomial lists atoms and exponents. *)
Inductive atom :=
  | Real (n : positive) | RealAt (n : positive) (i : index) | Nat (b : base)
  | Inner (v w : vec) | Fn (f : fn) (p : poly) | Sum (upto : index) (p : poly)
with poly := PNil | PCons (c : Q) (m : mono) (p : poly)
with mono := MNil | MCons (a : atom) (e : positive) (m : mono).

Inductive combination := VNil | VCons (v : vec) (c : poly) (r : combination).

Inductive formula :=
  | Weak (p : poly) | Strict (p : poly) | Equal (p : poly) | Null (v : combination)
  | And (f g : formula) | Imp (f g : formula) | All (f : formula).

(** ** A total order, so that a polynomial can list its monomials in order and equality is a computation *)
Definition lex (c d : comparison) : comparison := match c with Eq => d | _ => c end.

Fixpoint cindex (i j : index) : comparison :=
  match i, j with At b o, At b' o' => lex (cbase b b') (Nat.compare o o') end
with cbase (b b' : base) : comparison :=
  match b, b' with
  | Zero, Zero => Eq | Zero, _ => Lt | _, Zero => Gt
  | Free n, Free n' => Pos.compare n n' | Free _, _ => Lt | _, Free _ => Gt
  | Bound n, Bound n' => Nat.compare n n' | Bound _, _ => Lt | _, Bound _ => Gt
  | Listed l, Listed l' => cindices l l'
  end
with cindices (l l' : indices) : comparison :=
  match l, l' with
  | INil, INil => Eq | INil, _ => Lt | _, INil => Gt
  | ICons i r, ICons i' r' => lex (cindex i i') (cindices r r')
  end.

Definition cvec (v w : vec) : comparison :=
  match v, w with
  | Vec n, Vec n' => Pos.compare n n' | Vec _, _ => Lt | _, Vec _ => Gt
  | VecAt n i, VecAt n' i' => lex (Pos.compare n n') (cindex i i')
  end.
Definition cfn (f g : fn) : comparison := match f, g with Ln, Ln | Exp, Exp => Eq | Ln, Exp => Lt | Exp, Ln => Gt end.
Definition cq (c d : Q) : comparison := lex (Z.compare (Qnum c) (Qnum d)) (Pos.compare (Qden c) (Qden d)).

Fixpoint catom (a b : atom) : comparison :=
  match a, b with
  | Real n, Real n' => Pos.compare n n' | Real _, _ => Lt | _, Real _ => Gt
  | RealAt n i, RealAt n' i' => lex (Pos.compare n n') (cindex i i') | RealAt _ _, _ => Lt | _, RealAt _ _ => Gt
  | Nat k, Nat k' => cbase k k' | Nat _, _ => Lt | _, Nat _ => Gt
  | Inner v w, Inner v' w' => lex (cvec v v') (cvec w w') | Inner _ _, _ => Lt | _, Inner _ _ => Gt
  | Fn f p, Fn f' p' => lex (cfn f f') (cpoly p p') | Fn _ _, _ => Lt | _, Fn _ _ => Gt
  | Sum i p, Sum i' p' => lex (cindex i i') (cpoly p p')
  end
with cpoly (p q : poly) : comparison :=
  match p, q with
  | PNil, PNil => Eq | PNil, _ => Lt | _, PNil => Gt
  | PCons c m r, PCons c' m' r' => lex (cmono m m') (lex (cq c c') (cpoly r r'))
  end
with cmono (m n : mono) : comparison :=
  match m, n with
  | MNil, MNil => Eq | MNil, _ => Gt | _, MNil => Lt
  | MCons a e r, MCons a' e' r' => lex (catom a a') (lex (Pos.compare e' e) (cmono r r'))
  end.

Fixpoint ccombination (v w : combination) : comparison :=
  match v, w with
  | VNil, VNil => Eq | VNil, _ => Lt | _, VNil => Gt
  | VCons b c r, VCons b' c' r' => lex (cvec b b') (lex (cpoly c c') (ccombination r r'))
  end.

Fixpoint cformula (f g : formula) : comparison :=
  match f, g with
  | Weak p, Weak q | Strict p, Strict q | Equal p, Equal q => cpoly p q
  | Null v, Null w => ccombination v w
  | And f g, And f' g' | Imp f g, Imp f' g' => lex (cformula f f') (cformula g g')
  | All f, All g => cformula f g
  | _, _ => Lt
  end.
Definition is_eq (c : comparison) : bool := match c with Eq => true | _ => false end.
Definition equal (f g : formula) : bool := is_eq (cformula f g).

(** ** What compares as equal is equal *)
Lemma lex_eq c d : lex c d = Eq -> c = Eq /\ d = Eq.
Proof. destruct c; cbn; auto; discriminate. Qed.

Scheme index_mut := Induction for index Sort Prop
  with base_mut := Induction for base Sort Prop
  with indices_mut := Induction for indices Sort Prop.
Combined Scheme index_ind3 from index_mut, base_mut, indices_mut.
Scheme atom_mut := Induction for atom Sort Prop
  with poly_mut := Induction for poly Sort Prop
  with mono_mut := Induction for mono Sort Prop.
Combined Scheme atom_ind3 from atom_mut, poly_mut, mono_mut.

Ltac lexes :=
  repeat match goal with
  | H : lex _ _ = Eq |- _ => apply lex_eq in H as [? ?]
  | H : Pos.compare _ _ = Eq |- _ => apply Pos.compare_eq in H
  | H : Nat.compare _ _ = Eq |- _ => apply Nat.compare_eq in H
  | H : Z.compare _ _ = Eq |- _ => apply Z.compare_eq in H
  end.

Lemma cindex_all : (forall i j, cindex i j = Eq -> i = j) /\ (forall b b', cbase b b' = Eq -> b = b')
  /\ (forall l l', cindices l l' = Eq -> l = l').
Proof.
  apply index_ind3; intros;
    match goal with H : _ = Eq |- _ = ?y => destruct y; cbn in H; try discriminate H end; lexes; f_equal; auto.
Qed.
Lemma cindex_eq i j : cindex i j = Eq -> i = j. Proof. apply cindex_all. Qed.
Lemma cbase_eq b b' : cbase b b' = Eq -> b = b'. Proof. apply cindex_all. Qed.

Lemma cvec_eq v w : cvec v w = Eq -> v = w.
Proof. destruct v, w; cbn; intro H; try discriminate H; lexes; f_equal; auto using cindex_eq. Qed.
Lemma cfn_eq f g : cfn f g = Eq -> f = g.
Proof. destruct f, g; cbn; congruence. Qed.
Lemma cq_eq c d : cq c d = Eq -> c = d.
Proof. destruct c, d; unfold cq; cbn; intro H; lexes; congruence. Qed.

Lemma catom_all : (forall a b, catom a b = Eq -> a = b) /\ (forall p q, cpoly p q = Eq -> p = q)
  /\ (forall m n, cmono m n = Eq -> m = n).
Proof.
  apply atom_ind3; intros;
    match goal with H : _ = Eq |- _ = ?y => destruct y; cbn in H; try discriminate H end; lexes; f_equal;
    auto using cindex_eq, cbase_eq, cvec_eq, cfn_eq, cq_eq.
Qed.
Lemma catom_eq a b : catom a b = Eq -> a = b. Proof. apply catom_all. Qed.
Lemma cpoly_eq p q : cpoly p q = Eq -> p = q. Proof. apply catom_all. Qed.
Lemma cmono_eq m n : cmono m n = Eq -> m = n. Proof. apply catom_all. Qed.

Lemma ccombination_eq v w : ccombination v w = Eq -> v = w.
Proof.
  revert w; induction v; destruct w; cbn; intro H; try discriminate H; lexes; f_equal; auto using cvec_eq, cpoly_eq.
Qed.
Lemma cformula_eq f g : cformula f g = Eq -> f = g.
Proof.
  revert g; induction f; destruct g; cbn; intro H; try discriminate H; lexes; f_equal; auto using cpoly_eq, ccombination_eq.
Qed.
Lemma equal_eq f g : equal f g = true -> f = g.
Proof. unfold equal. destruct (cformula f g) eqn:E; try discriminate. intros _. now apply cformula_eq. Qed.
