(** A proof is a list of named steps; [replay] runs through it, and what it accepts is valid (proofs/kernel/replay.py). *)
From Coq Require Import FMapPositive.
From Perceptron.theory Require Export Soundness.
#[local] Open Scope bool_scope.

Record step := Step { step_name : positive; step_rule : rule; step_claim : formula; step_premises : list positive }.
Record proof := Proof { given : list (positive * formula); steps : list step; last_step : positive }.

Definition assume (h : positive * formula) : step := Step (fst h) Assume (snd h) [].
Definition all_steps (p : proof) : list step := map assume (given p) ++ steps p.

(** The formulas that a Γ may name: what is assumed, and what introduces a name. *)
Definition table_of (l : list step) : table :=
  fold_left (fun t s => match step_rule s with
    | Assume | Root _ | Inverse _ => Map.add (step_name s) (step_claim s) t
    | _ => t end) l (Map.empty formula).

Definition lines := Map.t line.
Fixpoint cited_lines (l : lines) (ns : list positive) : option (list (positive * line)) :=
  match ns with
  | [] => Some []
  | n :: ns => match Map.find n l, cited_lines l ns with Some x, Some xs => Some ((n, x) :: xs) | _, _ => None end
  end.
Definition next (t : table) (library : list statement) (l : lines) (s : step) : option line :=
  match cited_lines l (step_premises s) with
  | Some ps =>
    if within every 0 (step_claim s) && negb (Map.mem (step_name s) l) then
      match judge t library (step_name s) (step_rule s) (step_claim s) ps with
      | Some (g, o) => Some (Line (step_claim s) g o)
      | None => None
      end
    else None
  | None => None
  end.
Fixpoint run (t : table) (library : list statement) (l : lines) (ss : list step) : option lines :=
  match ss with
  | [] => Some l
  | s :: ss => match next t library l s with Some x => run t library (Map.add (step_name s) x l) ss | None => None end
  end.

(** Whether a proof establishes a statement from the statements of a library. *)
Definition replay (library : list statement) (p : proof) (s : statement) : bool :=
  let t := table_of (all_steps p) in
  match run t library (Map.empty line) (all_steps p) with
  | Some l =>
    match Map.find (last_step p) l with
    | Some x =>
      equal (claim x) (conclusion s)
      && forallb (fun n => match Map.find n t with Some f => existsb (equal f) (hypotheses s) | None => true end) (gamma x)
    | None => false
    end
  | None => false
  end.

(** What a proof establishes: its claim, from those of its hypotheses on which the claim rests. *)
Definition established (library : list statement) (p : proof) : option statement :=
  match run (table_of (all_steps p)) library (Map.empty line) (all_steps p) with
  | Some l =>
    match Map.find (last_step p) l with
    | Some x =>
      let used h := existsb (Pos.eqb (fst h)) (gamma x) in
      if forallb (fun n => existsb (fun h => Pos.eqb (fst h) n) (given p)) (gamma x)
      then Some (Statement (map snd (filter used (given p))) (claim x)) else None
    | None => None
    end
  | None => None
  end.
(** The library of a proof, if all that it cites was established. *)
Fixpoint gathered (l : list (option statement)) : option (list statement) :=
  match l with
  | [] => Some []
  | Some s :: l => match gathered l with Some r => Some (s :: r) | None => None end
  | None :: _ => None
  end.
Definition established_from (l : list (option statement)) (p : proof) : option statement :=
  match gathered l with Some library => established library p | None => None end.
Definition accepted (l : list (option statement)) : bool := match gathered l with Some _ => true | None => false end.

(** The number of the first step that is refused, for a message. *)
Fixpoint refused_in (t : table) (library : list statement) (l : lines) (ss : list step) (k : nat) : option nat :=
  match ss with
  | [] => None
  | s :: ss => match next t library l s with Some x => refused_in t library (Map.add (step_name s) x l) ss (S k) | None => Some k end
  end.
Definition refused (library : list statement) (p : proof) : option nat :=
  refused_in (table_of (all_steps p)) library (Map.empty line) (all_steps p) 0.

(** ** What is replayed is valid *)
Section validity.
  Context (library : list statement) (t : table).
  Hypothesis library_valid : forall s, In s library -> valid s.

  Definition all_sound (l : lines) : Prop := forall n x, Map.find n l = Some x -> sound t x.
  Lemma cited_sound l : all_sound l -> forall ns ps, cited_lines l ns = Some ps -> forall p, In p ps -> sound t (snd p).
  Proof.
    intro A. induction ns as [|n ns IH]; cbn; intros ps H p I; [injection H as <-; destruct I|].
    destruct (Map.find n l) eqn:F; [|discriminate]. destruct (cited_lines l ns); [|discriminate]. injection H as <-.
    destruct I as [<-|I]; [exact (A _ _ F)|eauto].
  Qed.
  Lemma next_sound l s x : all_sound l -> next t library l s = Some x -> sound t x.
  Proof.
    unfold next. intros A H. destruct (cited_lines l (step_premises s)) as [ps|] eqn:C; [|discriminate].
    destruct (_ && _); [|discriminate].
    destruct (judge t library (step_name s) (step_rule s) (step_claim s) ps) as [[g o]|] eqn:J; [|discriminate].
    injection H as <-. eauto using judge_sound, cited_sound.
  Qed.
  Lemma run_sound ss : forall l l', all_sound l -> run t library l ss = Some l' -> all_sound l'.
  Proof.
    induction ss as [|s ss IH]; cbn; intros l l' A H; [injection H as <-; exact A|].
    destruct (next t library l s) as [x|] eqn:N; [|discriminate]. apply (IH _ _) in H; [exact H|].
    intros n y F. rewrite PositiveMapAdditionalFacts.gsspec in F.
    destruct (PositiveMap.E.eq_dec n (step_name s)) as [->|D]; [injection F as <-; eauto using next_sound|exact (A _ _ F)].
  Qed.
End validity.

Theorem replay_valid library p s : replay library p s = true -> (forall s, In s library -> valid s) -> valid s.
Proof.
  unfold replay. intros H V E r. apply follows_all. intro A.
  destruct (run _ library (Map.empty line) (all_steps p)) as [l|] eqn:R; [|discriminate].
  destruct (Map.find (last_step p) l) as [x|] eqn:F; [|discriminate]. apply Bool.andb_true_iff in H as [C G].
  apply equal_eq in C. rewrite <- C.
  apply (run_sound library _ V) in R; [|intros n y N; now rewrite PositiveMap.gempty in N].
  apply (R _ _ F). intros n f I T. rewrite forallb_forall in G. specialize (G n I). rewrite T in G.
  apply existsb_exists in G as (h & J & Q). apply equal_eq in Q. subst h.
  clear -A J. induction (hypotheses s) as [|h hs IH]; [destruct J|]. destruct A as [H A], J as [<-|J]; auto.
Qed.

(** The same for a library given one by one, as the generated files use it. *)
Fixpoint all_valid (l : list statement) : Prop := match l with [] => True | s :: l => valid s /\ all_valid l end.
Lemma replayed library p s : replay library p s = true -> all_valid library -> valid s.
Proof.
  intros H V. apply (replay_valid library p s H). clear -V. induction library as [|t l IH]; [intros s []|].
  destruct V as [V W]. intros s [<-|I]; auto.
Qed.
