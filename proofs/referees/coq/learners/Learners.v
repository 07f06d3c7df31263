(** The learners of the package `perceptron`, as programs on rational numbers.

    A learner looks at y⟨w,x⟩, at ‖w‖² and at the label, and adds rate·y·x to w if its rule says so.  These definitions are what a reader
    compares with `perceptron/learners/`; tests run the OCaml that Coq extracts from them beside the Python. *)
From Coq Require Import List QArith Qabs ZArith.
From Perceptron.learners Require Import Rational.
Import ListNotations.
#[local] Open Scope Q_scope.

Definition label (y : bool) : Q := if y then 1 else -1.
Definition example : Type := list Q * bool.

Record learner := Learner {
  rule : Q -> Q -> bool -> bool;   (* of y⟨w,x⟩, of ‖w‖² and of the label: whether to update *)
  rate : Q;
  initialises : bool               (* the first example always makes a step, which is not counted *)
}.

Definition below (a b : Q) : bool := negb (Qle_bool b a).

(** What the Perceptron does where ⟨w,x⟩ = 0: update in any case, or predict a label there. *)
Inductive ties := mistake | predicts (y : bool).
Definition tie (t : ties) (y : bool) : bool := match t with mistake => true | predicts z => negb (Bool.eqb y z) end.
Definition errs (t : ties) (s : Q) (y : bool) : bool := below s 0 || (Qeq_bool s 0 && tie t y).

Definition perceptron (t : ties) : learner := Learner (fun s _ y => errs t s y) 1 false.
(** threshold = (1 − ε)γ; s < threshold·‖w‖ is decided on the squares, and is below 0 where ε > 1 *)
Definition margin_perceptron (threshold : Q) : learner :=
  Learner (fun s n _ => let square := threshold * threshold * n in
                        if below threshold 0 then below s 0 && below square (s * s) else below s 0 || below (s * s) square) 1 true.
Definition hebb (first : bool) : learner := Learner (fun _ _ _ => true) 1 first.
(** online gradient descent on the hinge loss of the mistakes, and on the hinge loss of every round *)
Definition ogd_mistakes (eta : Q) : learner := Learner (fun s _ _ => Qle_bool s 0) eta false.
Definition ogd_hinge (eta : Q) : learner := Learner (fun s _ _ => below s 1) eta false.

Section run.
  Variable L : learner.

  Definition score (w : list Q) (e : example) : Q := label (snd e) * dot w (fst e).
  Definition wants (w : list Q) (e : example) : bool := rule L (score w e) (dot w w) (snd e).
  Definition moved (w : list Q) (e : example) : list Q := vadd w (vscale (rate L * label (snd e)) (fst e)).

  (** The weights at the end, and for each round whether it was an update that counts. *)
  Fixpoint go (w : list Q) (l : list example) : list Q * list bool :=
    match l with
    | [] => (w, [])
    | e :: l' => let u := wants w e in
                 let (last, rest) := go (if u then moved w e else w) l' in
                 (last, u :: rest)
    end.

  Definition run (w : list Q) (l : list example) : list Q * list bool :=
    match l with
    | e :: l' => if initialises L then let (last, rest) := go (moved w e) l' in (last, false :: rest) else go w l
    | [] => go w l
    end.

  (** y⟨w,x⟩ in each round, before it is played *)
  Fixpoint scores_from (w : list Q) (l : list example) : list Q :=
    match l with
    | [] => []
    | e :: l' => score w e :: scores_from (if wants w e then moved w e else w) l'
    end.
  Definition scores (w : list Q) (l : list example) : list Q :=
    match l with
    | e :: l' => if initialises L then score w e :: scores_from (moved w e) l' else scores_from w l
    | [] => []
    end.

  Definition count (us : list bool) : nat := length (filter (fun u => u) us).
  (** M: how many updates are made from w = 0 *)
  Definition updates (l : list example) : nat := count (snd (run [] l)).
End run.

(** The kernel Perceptron: instead of weights, the examples with a mistake. *)
Section kernel.
  Context {X : Type} (K : X -> X -> Q) (t : ties).

  Definition kernel_score (past : list (X * bool)) (x : X) : Q := fold_right (fun p s => Qred (label (snd p) * K (fst p) x + s)) 0 past.

  Fixpoint kernel_go (past l : list (X * bool)) : list bool :=
    match l with
    | [] => []
    | e :: l' => let u := errs t (label (snd e) * kernel_score past (fst e)) (snd e) in
                 u :: kernel_go (if u then e :: past else past) l'
    end.
  Definition kernel_run (l : list (X * bool)) : list bool := kernel_go [] l.
End kernel.

(** Winnow with a rational factor on integer examples: w±ᵢ = β^(±gᵢ), where g is the sum of y·x over the mistakes. *)
Section winnow.
  Variables (beta threshold : Q) (balanced : bool) (t : ties).

  Fixpoint zadd (x y : list Z) : list Z :=
    match x, y with [], _ => y | _, [] => x | a :: x', b :: y' => (a + b)%Z :: zadd x' y' end.
  Definition weight (g : Z) : Q := if balanced then Qpower beta g - Qpower beta (- g) else Qpower beta g.
  Fixpoint winnow_score (g x : list Z) : Q :=
    match g, x with
    | a :: g', b :: x' => Qred (weight a * inject_Z b + winnow_score g' x')
    | _, _ => 0
    end.
  (* from g = 0 in as many coordinates as the examples have, since a weight is 1 there *)
  Fixpoint winnow_go (g : list Z) (l : list (list Z * bool)) : list Z * list bool :=
    match l with
    | [] => (g, [])
    | e :: l' => let u := errs t (label (snd e) * (winnow_score g (fst e) - threshold)) (snd e) in
                 let step := map (Z.mul (if snd e then 1 else -1)) (fst e) in
                 let (last, rest) := winnow_go (if u then zadd g step else g) l' in
                 (last, u :: rest)
    end.
End winnow.
