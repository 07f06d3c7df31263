(** The inference rules of the Python kernel (proofs/kernel/rules.py), each as a computation and with the proof that it is sound.

    A line is Γ ⊢ φ.  Γ lists names; [table] says which formula each of them is. *)
From Coq Require Import Lra Lia FMapPositive.
From Perceptron.theory Require Export Substitution.
From Perceptron.theory Require Import Functions.
#[local] Open Scope R_scope.
#[local] Open Scope bool_scope.
#[local] Arguments Pos.to_nat _ : simpl never.

Module Map := PositiveMap.
Definition table := Map.t formula.
Definition assumptions := list positive.

(** How a line came to be, where later lines ask for it: by assumption, or with a new name (and the rest of its Γ). *)
Inductive origin := Derived | Assumed | NewReal (n : positive) (rest : assumptions) | NewSeq (n : positive) (rest : assumptions).
Record line := Line { claim : formula; gamma : assumptions; origin_of : origin }.

Inductive factor := Premise (n : positive) | Goal | Square (p : poly).
(** A coefficient, and factors with exponents. *)
Definition summand_data := (Q * list (factor * positive))%type.
Inductive axiom := LnOne | LnProduct | LnTangent | LnQuadratic | LnSinh | LnExp.
Inductive rule :=
  | Assume
  | Certificate (strict : summand_data) (terms : list summand_data) (equations : list (poly * positive))
  | Expand (other : combination) | SquareOf (v : combination) | Natural (i : index) | Integer (more less : index)
  | Instantiate (at_ : index) | Generalise (over : positive) | Discharge | Apply | Part | Cases | Induction
  | Cut (cited : nat) (l : images) | Root (n : positive) | Inverse (n : positive) | SumOf (p : poly) | Forget
  | Known (a : axiom) (terms : list poly).

Definition merge (g h : assumptions) : assumptions := filter (fun n => negb (existsb (Pos.eqb n) h)) g ++ h.
Definition without (n : positive) (g : assumptions) : assumptions := filter (fun m => negb (Pos.eqb m n)) g.

Definition but_real (n : positive) (k : kind) (m : positive) : bool := match k with KReal => negb (Pos.eqb m n) | _ => true end.
Definition but_seq (n : positive) (k : kind) (m : positive) : bool := match k with KSeq => negb (Pos.eqb m n) | _ => true end.
Definition but_nat (n : positive) (k : kind) (m : positive) : bool := match k with KNat => negb (Pos.eqb m n) | _ => true end.
Definition within_all (allowed : kind -> positive -> bool) (t : table) (g : assumptions) : bool :=
  forallb (fun n => match Map.find n t with Some f => within allowed 0 f | None => true end) g.

(** ** Certificates *)
Definition facts := list (positive * formula).
Fixpoint fact (n : positive) (l : facts) : option formula :=
  match l with [] => None | (m, f) :: l => if Pos.eqb m n then Some f else fact n l end.
(** A positive multiple with integers as coefficients, so that no product needs a greatest common divisor. *)
Fixpoint denominator (p : poly) : positive :=
  match p with PNil => 1%positive | PCons c _ p => Z.to_pos (Z.lcm (Zpos (Qden c)) (Zpos (denominator p))) end.
Definition integral (p : poly) : poly := match denominator p with xH => p | d => pscale (Qmake (Zpos d) 1) p end.
(** What a factor contributes: its polynomial, if it is at least 0 (above 0 for a strict product). *)
Definition factor_of (goal : formula) (l : facts) (strict : bool) (f : factor) : option poly :=
  match f with
  | Square p => if strict then None else let q := integral p in Some (pmul q q)
  | Goal =>
    match goal with
    | Weak p => Some (negated (integral p))
    | Strict p => if strict then None else Some (negated (integral p))
    | _ => None
    end
  | Premise n =>
    match fact n l with
    | Some (Strict p) => Some (integral p)
    | Some (Weak p) => if strict then None else Some (integral p)
    | _ => None
    end
  end.
Fixpoint product (goal : formula) (l : facts) (strict : bool) (fs : list (factor * positive)) : option poly :=
  match fs with
  | [] => Some (constant 1%Q)
  | (f, e) :: fs =>
    match factor_of goal l strict f, product goal l strict fs with Some p, Some q => Some (pmul (ppow p e) q) | _, _ => None end
  end.
Definition is_positive (c : Q) : bool := match Qnum c with Zpos _ => true | _ => false end.
Definition summand (goal : formula) (l : facts) (strict : bool) (e : summand_data) : option poly :=
  if is_positive (fst e) then match product goal l strict (snd e) with Some p => Some (pscale (fst e) p) | None => None end else None.
Fixpoint summands (goal : formula) (l : facts) (es : list summand_data) : option (list poly) :=
  match es with
  | [] => Some []
  | e :: es => match summand goal l false e, summands goal l es with Some p, Some ps => Some (p :: ps) | _, _ => None end
  end.
Fixpoint multiples (l : facts) (es : list (poly * positive)) : option (list poly) :=
  match es with
  | [] => Some []
  | (m, n) :: es => match fact n l, multiples l es with Some (Equal p), Some ps => Some (pmul m (integral p) :: ps) | _, _ => None end
  end.
Definition is_zero (p : poly) : bool := match p with PNil => true | _ => false end.
Definition certified (goal : formula) (l : facts) (strict : summand_data) (terms : list summand_data)
    (equations : list (poly * positive)) : bool :=
  match multiples l equations with
  | None => false
  | Some es =>
    match goal with
    | Equal p => is_zero (total (negated p :: es))
    | Weak _ | Strict _ =>
      match summand goal l true strict, summands goal l terms with
      | Some s, Some ts => is_zero (total (s :: ts ++ es))
      | _, _ => false
      end
    | _ => false
    end
  end.

(** ** Axioms *)
Definition ln_of (p : poly) : poly := of_atom (Fn Ln p).
Definition twice : poly -> poly := pscale 2%Q.
Definition log_ratio (a b : poly) : poly := psub (ln_of a) (ln_of b).
Definition axiom_claim (a : axiom) (l : list poly) : option formula :=
  match a, l with
  | LnOne, [] => Some (Equal (ln_of (constant 1%Q)))
  | LnProduct, [a; b] => Some (Imp (Strict a) (Imp (Strict b) (Equal (psub (psub (ln_of (pmul a b)) (ln_of a)) (ln_of b)))))
  | LnTangent, [a; b] => Some (Imp (Strict a) (Imp (Strict b) (Weak (psub (psub a b) (pmul b (log_ratio a b))))))
  | LnQuadratic, [a; b] =>
    let d := psub a b in
    Some (Imp (Weak d) (Imp (Strict b)
      (Weak (padd (psub (pmul (twice (pmul b b)) (log_ratio a b)) (pmul (twice b) d)) (pmul d d)))))
  | LnSinh, [a; b] =>
    Some (Imp (Weak (psub a b)) (Imp (Strict b)
      (Weak (psub (psub (pmul a a) (pmul b b)) (pmul (twice (pmul a b)) (log_ratio a b))))))
  | LnExp, [a] => let e := of_atom (Fn Exp a) in Some (And (Strict e) (Equal (psub (ln_of e) a)))
  | _, _ => None
  end.

(** ** A step: the Γ of its claim, or nothing if the rule does not give that claim *)
Definition both (c : bool) (g : assumptions) (o : origin) : option (assumptions * origin) := if c then Some (g, o) else None.
Definition derived (c : bool) (g : assumptions) : option (assumptions * origin) := both c g Derived.
Definition is_assumed (l : line) : bool := match origin_of l with Assumed => true | _ => false end.
Definition in_table (t : table) (n : positive) (f : formula) : bool := match Map.find n t with Some g => equal g f | None => false end.
Definition root_of (r p : poly) : formula := And (Weak r) (Equal (psub (pmul r r) p)).
Definition sum_laws (p : poly) : formula :=
  let up_to i := of_atom (Sum i p) in
  And (Equal (up_to (At Zero 0))) (All (Equal (psub (psub (up_to (At (Bound 1) 1)) (up_to (At (Bound 1) 0))) p))).

Definition judge (t : table) (cited : list statement) (name : positive) (r : rule) (f : formula) (ps : list (positive * line))
    : option (assumptions * origin) :=
  match r, ps with
  | Assume, [] => both (in_table t name f) [name] Assumed
  | Certificate s ts es, _ =>
    derived (certified f (map (fun p => (fst p, claim (snd p))) ps) s ts es) (fold_right (fun p => merge (gamma (snd p))) [] ps)
  | Expand a, [(_, l)] => match claim l with Null v => derived (equal f (Equal (vinner v a))) (gamma l) | _ => None end
  | SquareOf v, [] => derived (equal f (Weak (vinner v v))) []
  | Natural i, [] => derived (equal f (Weak (cast i))) []
  | Integer more less, [(_, l)] =>
    let gap := psub (cast more) (cast less) in
    derived (equal (claim l) (Strict gap) && equal f (Weak (psub gap (constant 1%Q)))) (gamma l)
  | Instantiate i, [(_, l)] => match claim l with All g => derived (equal f (open i g)) (gamma l) | _ => None end
  | Generalise n, [(_, l)] =>
    match f with
    | All g => derived (equal (claim l) (open (At (Free n) 0) g) && within (but_nat n) 0 f && within_all (but_nat n) t (gamma l)) (gamma l)
    | _ => None
    end
  | Discharge, [(_, l); (n, a)] =>
    derived (is_assumed a && in_table t n (claim a) && equal f (Imp (claim a) (claim l))) (without n (gamma l))
  | Apply, [(_, l); (_, p)] => derived (equal (claim l) (Imp (claim p) f)) (merge (gamma l) (gamma p))
  | Part, [(_, l)] => match claim l with And g h => derived (equal f g || equal f h) (gamma l) | _ => None end
  | Cases, [(_, one); (_, two); (n, yes); (m, no)] =>
    match claim yes, claim no with
    | Weak p, Strict q =>
      derived (is_assumed yes && is_assumed no && in_table t n (claim yes) && in_table t m (claim no)
          && is_zero (padd p q) && equal f (claim one) && equal f (claim two))
        (merge (without n (gamma one)) (without m (gamma two)))
    | _, _ => None
    end
  | Induction, [(_, base_); (_, step_)] =>
    match f with
    | All g => derived (equal (claim base_) (open (At Zero 0) g) && equal (claim step_) (All (Imp g (open (At (Bound 0) 1) g))))
        (merge (gamma base_) (gamma step_))
    | _ => None
    end
  | Cut k l, _ =>
    match nth_error cited k with
    | Some s => derived (forallb proper l && equal f (put l (conclusion s))
          && Nat.eqb (length ps) (length (hypotheses s))
          && forallb (fun x => equal (claim (snd (fst x))) (put l (snd x))) (combine ps (hypotheses s)))
        (fold_right (fun p => merge (gamma (snd p))) [] ps)
    | None => None
    end
  | Root n, [(_, l)] =>
    match claim l with
    | Weak p => both (within_poly (but_real n) 0 p && equal f (root_of (of_atom (Real n)) p) && in_table t name f)
        (name :: gamma l) (NewReal n (gamma l))
    | All (Weak p) => both (within_poly (but_seq n) 1 p && equal f (All (root_of (of_atom (RealAt n (At (Bound 0) 0))) p)) && in_table t name f)
        (name :: gamma l) (NewSeq n (gamma l))
    | _ => None
    end
  | Inverse n, [(_, l)] =>
    match claim l with
    | Strict p => both (within_poly (but_real n) 0 p && equal f (Equal (psub (pmul (of_atom (Real n)) p) (constant 1%Q))) && in_table t name f)
        (name :: gamma l) (NewReal n (gamma l))
    | _ => None
    end
  | SumOf p, [] => derived (within_poly every 1 p && equal f (sum_laws p)) []
  | Forget, [(_, l); (star, s)] =>
    match origin_of s with
    | NewReal n g => derived (in_table t star (claim s) && equal f (claim l) && within (but_real n) 0 f
          && within_all (but_real n) t (without star (gamma l))) (merge (without star (gamma l)) g)
    | NewSeq n g => derived (in_table t star (claim s) && equal f (claim l) && within (but_seq n) 0 f
          && within_all (but_seq n) t (without star (gamma l))) (merge (without star (gamma l)) g)
    | _ => None
    end
  | Known a terms, [] => match axiom_claim a terms with Some g => derived (equal f g) [] | None => None end
  | _, _ => None
  end.
