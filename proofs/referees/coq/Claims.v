(** Every theorem of the Perceptron proof companion in plain Coq.  Generated: change the catalogue, not this file.

    How to read it.  [E] is any real inner product space (theory/Space.v): no dimension, no coordinates, ⟨x, x⟩ >= 0 and no more.
    [x ⊕ y] and [c ⊙ x] are its sum and its multiple; [x ≡ y] says that no inner product tells the two vectors apart.
    [ℝ] and [ℕ] are the real and the natural numbers of the standard library, [INR n] is n as a real number, [S n] is n + 1,
    [sum f n] is f 0 + … + f (n - 1).  [code] is any way to number lists, for sequences with several indices.
    A quotient or a root is a number with its defining property: γ * inverse_γ = 1.
    Every fact of a theorem's page is there; of those that its proof does without it is said that they are not used.

    Each proof is one line: the proof data that the Python kernel replays is replayed by [vm_compute], with rules that are proved sound
    (theory/Soundness.v).  Coq compares that statement with the one printed here. *)
From Perceptron.theory Require Import Replay.
From Perceptron.claims Require Import Valid.
Open Scope R_scope.
Open Scope space_scope.
Notation ℝ := Rdefinitions.R.
Notation ℕ := nat.

(** * core *)

(** norm-growth: Energy: the weights are no longer than √Σ‖x‖² over the updates *)
Theorem norm_growth : forall (E : space) (w z : ℕ -> E) (M : ℕ) (S2 : ℕ -> ℝ) (norm_w : ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= norm_w ->  (* ‖w‖ is a length; not used *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  norm_w ^ 2 <= S2 M.
Proof. intros E w z M S2 norm_w fact1 fact2 fact3 fact4 fact5 _ fact7. exact (norm_growth_valid E (Env E (fun here => match here with 5 => norm_w | _ => 0%R end)%positive (fun here => match here with 4 => S2 | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact7). Qed.

(** progress: Progress: the weights gain γ along the comparator at each update, up to slack *)
Theorem progress : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  γ * INR M <= TD M + ⟨u, w M⟩.
Proof. intros E w z M γ ξ TD u fact1 fact2 _ fact4 fact5 fact6. exact (progress_valid E (Env E (fun here => match here with 4 => γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact4 fact5 fact6). Qed.

(** master-inequality: Master inequality: γM − TD ≤ ‖u‖·√Σ‖x‖², for every u and every γ *)
Theorem master_inequality : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u root_S₂ : ℝ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * INR M <= norm_u * root_S₂ + TD M.
Proof. intros E w z M γ norm_u root_S₂ ξ TD S2 u fact1 fact2 fact3 _ fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13. exact (master_inequality_valid E (Env E (fun here => match here with 4 => γ | 9 => norm_u | 10 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13). Qed.

(** any-start-energy: Energy from any start with any rate: ‖w‖² ≤ ‖w(0)‖² + η²Σ‖x‖² *)
Theorem any_start_energy : forall (E : space) (η norm_w₁ : ℝ) (w z : ℕ -> E) (M : ℕ) (S2 : ℕ -> ℝ),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length; not used *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  ⟨w M, w M⟩ <= η ^ 2 * S2 M + norm_w₁ ^ 2.
Proof. intros E η norm_w₁ w z M S2 fact1 fact2 fact3 _ fact5 fact6 fact7. exact (any_start_energy_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | _ => 0%R end)%positive (fun here => match here with 6 => S2 | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact5 fact6 fact7). Qed.

(** any-start-master: Master inequality from any start with any rate: γM − TD ≤ ‖u‖(‖w(0)‖/η + √(‖w(0)‖²/η² + Σ‖x‖²)) *)
Theorem any_start_master : forall (E : space) (η norm_w₁ inverse_η root_norm_w₁_2_over_η2_plus_S₂ γ norm_u : ℝ) (w z : ℕ -> E) (M : ℕ) (S2 ξ TD : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_norm_w₁_2_over_η2_plus_S₂ ->  (* √(‖w(0)‖²/η² + S₂) is a root *)
  root_norm_w₁_2_over_η2_plus_S₂ ^ 2 = norm_w₁ ^ 2 * inverse_η ^ 2 + S2 M ->  (* √(‖w(0)‖²/η² + S₂) squared is ‖w(0)‖²/η² + S₂ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  γ * INR M <= norm_w₁ * inverse_η * norm_u + root_norm_w₁_2_over_η2_plus_S₂ * norm_u + TD M.
Proof. intros E η norm_w₁ inverse_η root_norm_w₁_2_over_η2_plus_S₂ γ norm_u w z M S2 ξ TD u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 _ fact12 fact13 fact14 fact15 fact16. exact (any_start_master_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 8 => root_norm_w₁_2_over_η2_plus_S₂ | 9 => γ | 13 => norm_u | _ => 0%R end)%positive (fun here => match here with 7 => S2 | 10 => ξ | 12 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 11 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact12 fact13 fact14 fact15 fact16). Qed.

(** * hinge *)

(** weights-master: The master inequality before Lemma 1 is used: γM − TD ≤ ‖u‖·‖w‖ *)
Theorem weights_master : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u norm_w : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  γ * INR M <= norm_u * norm_w + TD M.
Proof. intros E w z M γ norm_u norm_w ξ TD u fact1 fact2 _ fact4 fact5 fact6 fact7 fact8 fact9 fact10. exact (weights_master_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_u | 9 => norm_w | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact4 fact5 fact6 fact7 fact8 fact9 fact10). Qed.

(** * losses *)

(** power-tangent: A power lies above its tangents, for every real exponent p ≥ 1: s(tᵖ − sᵖ) ≥ p·sᵖ(t − s) for s, t > 0 *)
Theorem power_tangent : forall (E : space) (p s t S_ T : ℝ),
  1 <= p ->  (* p ≥ 1, whole or not *)
  0 < s ->  (* the base of a power is positive *)
  0 < t ->  (* the base of a power is positive *)
  0 < S_ ->  (* a power is positive *)
  ln S_ = p * ln s ->  (* its logarithm is p times that of the base *)
  0 < T ->  (* a power is positive *)
  ln T = p * ln t ->  (* its logarithm is p times that of the base *)
  p * t * S_ + s * S_ <= p * s * S_ + s * T.
Proof. intros E p s t S_ T. exact (power_tangent_valid E (Env E (fun here => match here with 1 => p | 2 => s | 3 => t | 4 => S_ | 5 => T | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** * lower bounds *)

(** small-margin-weights: Weights that are right on odd-max-bit with margin γ: weight k is at least γF(k) in size and has the sign of its
    label *)
Theorem small_margin_weights : forall (E : space) (f z : ℕ -> E) (n : ℕ) (F : ℕ -> ℝ) (γ : ℝ) (u : E),
  z O ≡ f O ->  (* there is no bit 0 *)
  z 1%nat ≡ f 1%nat ->  (* the lowest bit alone *)
  (forall k : ℕ, INR k + 1 <= INR n -> f k ⊕ f (S k) ⊕ z (S (S k)) ≡ f (S (S k)) ⊕ z k) ->  (* z(k) = f(k) − f(k−1) − f(k−3) − … *)
  F O = 1 ->  (* Fibonacci numbers from 1 *)
  F 1%nat = 1 ->  (* and 1 *)
  (forall k : ℕ, INR k + 1 <= INR n -> F (S (S k)) = F k + F (S k)) ->  (* F(k+2) = F(k+1) + F(k) *)
  (forall k : ℕ, INR k <= INR n -> 1 <= INR k -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on the cube *)
  forall k : ℕ, INR k <= INR n -> 1 <= INR k -> γ * F k <= ⟨u, f k⟩.
Proof. intros E f z n F γ u. exact (small_margin_weights_valid E (Env E (fun here => match here with 5 => γ | _ => 0%R end)%positive (fun here => match here with 4 => F | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => f | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => n | _ => O end)%positive (fun _ => O))). Qed.

(** * core *)

(** norm-growth-identity: Lemma 1 as an identity: ‖w‖² = Σ‖x‖² + 2Σy⟨w, x⟩ over the updates *)
Theorem norm_growth_identity : forall (E : space) (w z : ℕ -> E) (S2 C : ℕ -> ℝ) (M : ℕ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  C O = 0 ->  (* C is the sum of the scores y⟨w, x⟩ at the updates *)
  (forall k : ℕ, C (S k) = C k + ⟨w k, z k⟩) ->  (* C grows by ⟨w(k), z(k)⟩ at update k *)
  ⟨w M, w M⟩ = S2 M + 2 * C M.
Proof. intros E w z S2 C M. exact (norm_growth_identity_valid E (Env E (fun _ => 0%R) (fun here => match here with 3 => S2 | 4 => C | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => M | _ => O end)%positive (fun _ => O))). Qed.

(** norm-growth-ties: Lemma 1 is an equality only if every update is a tie: −2y⟨w, x⟩ ≤ Σ‖x‖² − ‖w‖² for each update *)
Theorem norm_growth_ties : forall (E : space) (w z v y : ℕ -> E) (M N : ℕ) (S2 T : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  v O ≡ w (S M) ->  (* after update M the run goes on from its weights *)
  (forall k : ℕ, v (S k) ≡ v k ⊕ y k) ->  (* a later update adds y(k) to them *)
  (forall k : ℕ, INR k + 1 <= INR N -> ⟨v k, y k⟩ <= 0) ->  (* a later update happens only if y⟨w, x⟩ ≤ 0 too *)
  T O = S2 (S M) ->  (* T is the sum of ‖x‖² up to update M *)
  (forall k : ℕ, T (S k) = T k + ⟨y k, y k⟩) ->  (* T grows by ‖x‖² at each later update *)
  ⟨v N, v N⟩ <= T N + 2 * ⟨w M, z M⟩.
Proof. intros E w z v y M N S2 T. exact (norm_growth_ties_valid E (Env E (fun _ => 0%R) (fun here => match here with 4 => S2 | 8 => T | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => w | 2 => z | 5 => v | 6 => y | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 7 => N | _ => O end)%positive (fun _ => O))). Qed.

(** norm-growth-equality: NG (5) is an equality only if every update is a tie of length R: (R² − ‖x‖²) − 2y⟨w, x⟩ ≤ R²T − ‖w‖² for each of
    T updates *)
Theorem norm_growth_equality : forall (E : space) (w z v y : ℕ -> E) (M N : ℕ) (R : ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  v O ≡ w (S M) ->  (* after update M the run goes on from its weights *)
  (forall k : ℕ, v (S k) ≡ v k ⊕ y k) ->  (* a later update adds y(k) to them *)
  (forall k : ℕ, INR k + 1 <= INR N -> ⟨v k, y k⟩ <= 0) ->  (* a later update happens only if y⟨w, x⟩ ≤ 0 too *)
  (forall k : ℕ, INR k + 1 <= INR N -> ⟨y k, y k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R at the later updates *)
  ⟨v N, v N⟩ <= R ^ 2 * INR M + R ^ 2 * INR N + 2 * ⟨w M, z M⟩ + ⟨z M, z M⟩.
Proof. intros E w z v y M N R. exact (norm_growth_equality_valid E (Env E (fun here => match here with 4 => R | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun here => match here with 1 => w | 2 => z | 5 => v | 6 => y | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 7 => N | _ => O end)%positive (fun _ => O))). Qed.

(** any-start-lemma: MR Lemma 1 from any start with any rate: ‖Σyx‖ ≤ ‖w(0)‖/η + √(‖w(0)‖²/η² + Σ‖x‖²) *)
Theorem any_start_lemma : forall (E : space) (η norm_w₁ inverse_η root_norm_w₁_2_over_η2_plus_S₂ : ℝ) (w z Z : ℕ -> E) (M : ℕ) (S2 : ℕ -> ℝ),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_norm_w₁_2_over_η2_plus_S₂ ->  (* √(‖w(0)‖²/η² + S₂) is a root *)
  root_norm_w₁_2_over_η2_plus_S₂ ^ 2 = norm_w₁ ^ 2 * inverse_η ^ 2 + S2 M ->  (* √(‖w(0)‖²/η² + S₂) squared is ‖w(0)‖²/η² + S₂ *)
  Z O ≡ vzero ->  (* Z is the sum of the vectors y·x that the updates add *)
  (forall k : ℕ, Z (S k) ≡ z k ⊕ Z k) ->  (* Z grows by z(k) at update k *)
  ⟨Z M, Z M⟩ <= norm_w₁ ^ 2 * inverse_η ^ 2 + 2 * norm_w₁ * inverse_η * root_norm_w₁_2_over_η2_plus_S₂ + root_norm_w₁_2_over_η2_plus_S₂ ^ 2.
Proof. intros E η norm_w₁ inverse_η root_norm_w₁_2_over_η2_plus_S₂ w z Z M S2. exact (any_start_lemma_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 8 => root_norm_w₁_2_over_η2_plus_S₂ | _ => 0%R end)%positive (fun here => match here with 7 => S2 | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => w | 3 => z | 9 => Z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O))). Qed.

(** * separable *)

(** novikoff: Block–Novikoff: M ≤ R²/γ² on separable data *)
Theorem novikoff : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R inverse_γ : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= R ^ 2 * inverse_γ ^ 2.
Proof. intros E w z M γ R inverse_γ u. exact (novikoff_valid E (Env E (fun here => match here with 4 => γ | 6 => R | 7 => inverse_γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-distance: The margin is a distance: ‖x/‖x‖ − p‖ ≥ γ for every point p of the plane ⟨u, p⟩ = 0 *)
Theorem margin_distance : forall (E : space) (u : E) (L a D : ℕ -> ℝ) (e x p v : ℕ -> E) (n : ℕ) (γ : ℝ),
  ⟨u, u⟩ = 1 ->  (* ‖u‖ = 1 *)
  (forall k : ℕ, 0 <= L k) ->  (* a length; not used *)
  (forall k : ℕ, L k ^ 2 = ⟨x k, x k⟩) ->  (* L(k) is the length of example k; not used *)
  (forall k : ℕ, 0 < L k -> (L k) ⊙ e k ≡ x k) ->  (* e(k) is example k scaled to length 1, x/‖x‖ *)
  (forall k : ℕ, 0 <= a k) ->  (* a size; not used *)
  (forall k : ℕ, a k ^ 2 = ⟨u, x k⟩ ^ 2) ->  (* a(k) is |⟨u, x⟩| for example k *)
  (forall k : ℕ, p k ⊕ v k ≡ e k) ->  (* v(k) leads from p(k) to e(k) *)
  (forall k : ℕ, 0 <= D k) ->  (* a distance *)
  (forall k : ℕ, D k ^ 2 = ⟨v k, v k⟩) ->  (* D(k) is the distance of e(k) from p(k) *)
  (forall k : ℕ, INR k + 1 <= INR n -> 0 < L k) ->  (* no example is 0 *)
  (forall k : ℕ, INR k + 1 <= INR n -> γ * L k <= a k) ->  (* γ‖x‖ ≤ |⟨u, x⟩| on every example *)
  (forall k : ℕ, INR k + 1 <= INR n -> ⟨u, p k⟩ = 0) ->  (* p(k) is any point of the plane: ⟨u, p⟩ = 0 *)
  forall k : ℕ, INR k + 1 <= INR n -> γ <= D k.
Proof. intros E u L a D e x p v n γ fact1 _ _ fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12. exact (margin_distance_valid E (Env E (fun here => match here with 10 => γ | _ => 0%R end)%positive (fun here => match here with 2 => L | 5 => a | 8 => D | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 3 => e | 4 => x | 6 => p | 7 => v | _ => fun _ => vzero end)%positive (fun here => match here with 9 => n | _ => O end)%positive (fun _ => O)) fact1 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12). Qed.

(** margin-distance-attained: The margin is attained as a distance: the foot p of the perpendicular has ⟨u, p⟩ = 0 and ‖x/‖x‖ − p‖ = γ *)
Theorem margin_distance_attained : forall (E : space) (u e x p v : E) (norm_x a γ D : ℝ),
  ⟨u, u⟩ = 1 ->  (* ‖u‖ = 1 *)
  0 <= norm_x ->  (* ‖x‖ is a length *)
  norm_x ^ 2 = ⟨x, x⟩ ->  (* ‖x‖ squared is the inner product; not used *)
  0 < norm_x ->  (* the example is not 0 *)
  norm_x ⊙ e ≡ x ->  (* e is the example scaled to length 1, x/‖x‖ *)
  0 <= a ->  (* a size *)
  a ^ 2 = ⟨u, x⟩ ^ 2 ->  (* a is the size of ⟨u, x⟩ *)
  a = norm_x * γ ->  (* γ is |⟨u, x⟩|/‖x‖ on this example, a/‖x‖ *)
  (⟨u, e⟩) ⊙ u ⊕ p ≡ e ->  (* p is the foot of the perpendicular from e: e − ⟨u, e⟩u *)
  p ⊕ v ≡ e ->  (* v leads from p to e *)
  0 <= D ->  (* a distance *)
  D ^ 2 = ⟨v, v⟩ ->  (* D is the distance of e from p *)
  γ ^ 2 + D ^ 2 + ⟨u, p⟩ ^ 2 <= 2 * γ * D.
Proof. intros E u e x p v norm_x a γ D fact1 fact2 _ fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12. exact (margin_distance_attained_valid E (Env E (fun here => match here with 2 => norm_x | 5 => a | 6 => γ | 9 => D | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => u | 3 => e | 4 => x | 7 => p | 8 => v | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12). Qed.

(** novikoff-potential: VE's potential, without its quotient: γ√M·‖w‖ ≤ R·⟨w*, w⟩ *)
Theorem novikoff_potential : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R norm_w root_M : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  0 <= root_M ->  (* √M is a non-negative root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  γ * norm_w * root_M <= R * ⟨u, w M⟩.
Proof. intros E w z M γ R norm_w root_M u. exact (novikoff_potential_valid E (Env E (fun here => match here with 4 => γ | 5 => R | 7 => norm_w | 8 => root_M | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** novikoff-equality: Runs near Novikoff's bound: ‖w − γTu‖² + (R² − ‖x‖² − 2y⟨w, x⟩) + 2γT(y⟨u, x⟩ − γ) ≤ T(R² − γ²T) for each of T
    updates *)
Theorem novikoff_equality : forall (E : space) (w z v y : ℕ -> E) (M N : ℕ) (R γ : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  v O ≡ w (S M) ->  (* after update M the run goes on from its weights *)
  (forall k : ℕ, v (S k) ≡ v k ⊕ y k) ->  (* a later update adds y(k) to them *)
  (forall k : ℕ, INR k + 1 <= INR N -> ⟨v k, y k⟩ <= 0) ->  (* a later update happens only if y⟨w, x⟩ ≤ 0 too *)
  (forall k : ℕ, INR k + 1 <= INR N -> ⟨y k, y k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R at the later updates *)
  (forall k : ℕ, INR k + 1 <= INR N -> γ <= ⟨u, y k⟩) ->  (* y⟨u, x⟩ ≥ γ at the later updates *)
  γ ^ 2 * INR M ^ 2 * ⟨u, u⟩ + γ ^ 2 * INR M ^ 2 + 2 * γ ^ 2 * INR M * INR N * ⟨u, u⟩ + 2 * γ ^ 2 * INR M * INR N + 2 * γ ^ 2 * INR M * ⟨u, u⟩ + γ ^ 2 * INR N ^ 2 * ⟨u, u⟩ + γ ^ 2 * INR N ^ 2 + 2 * γ ^ 2 * INR N * ⟨u, u⟩ + γ ^ 2 * ⟨u, u⟩ + 2 * γ * INR M * ⟨u, z M⟩ + 2 * γ * INR N * ⟨u, z M⟩ + 2 * γ * ⟨u, z M⟩ + ⟨v N, v N⟩ <= R ^ 2 * INR M + R ^ 2 * INR N + γ ^ 2 + 2 * γ * INR M * ⟨u, v N⟩ + 2 * γ * INR N * ⟨u, v N⟩ + 2 * γ * ⟨u, v N⟩ + 2 * ⟨w M, z M⟩ + ⟨z M, z M⟩.
Proof. intros E w z v y M N R γ u. exact (novikoff_equality_valid E (Env E (fun here => match here with 4 => R | 5 => γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 7 => v | 8 => y | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 9 => N | _ => O end)%positive (fun _ => O))). Qed.

(** master-equality: Equality in the master inequality: u and w are parallel, ‖w‖² = Σ‖x‖² unless u = 0, and ⟨u, w⟩ = γM − TD *)
Theorem master_equality : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u norm_w root_S₂ : ℝ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  norm_u * root_S₂ + TD M <= γ * INR M ->  (* γM − TD is no less than ‖u‖√Σ‖x‖² *)
  γ ^ 2 * INR M ^ 2 + norm_u ^ 2 * S2 M + norm_w ^ 2 * ⟨u, u⟩ + TD M ^ 2 + 2 * TD M * ⟨u, w M⟩ + ⟨u, w M⟩ ^ 2 <= 2 * γ * TD M * INR M + 2 * γ * INR M * ⟨u, w M⟩ + 2 * norm_u * norm_w * ⟨u, w M⟩.
Proof. intros E w z M γ norm_u norm_w root_S₂ ξ TD S2 u. exact (master_equality_valid E (Env E (fun here => match here with 4 => γ | 9 => norm_u | 10 => norm_w | 11 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** master-attained: When the master inequality is an equality: ties, no wasted slack and u along w give γM − TD ≥ ‖u‖√Σ‖x‖² *)
Theorem master_attained : forall (E : space) (w z : ℕ -> E) (TD ξ S2 : ℕ -> ℝ) (norm_u norm_w root_S₂ γ : ℝ) (M : ℕ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = TD k + ξ k) ->  (* TD grows by ξ(k) at update k *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product; not used *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ = 0) ->  (* every update has y⟨w, x⟩ = 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k + ⟨u, z k⟩ = γ) ->  (* a slack is just what is missing from the margin *)
  norm_u * norm_w <= ⟨u, w M⟩ ->  (* u points along w: ⟨u, w⟩ = ‖u‖‖w‖ *)
  norm_u * root_S₂ + TD M <= γ * INR M.
Proof. intros E w z TD ξ S2 norm_u norm_w root_S₂ γ M u fact1 fact2 fact3 fact4 fact5 fact6 fact7 _ fact9 fact10 fact11 fact12 fact13 fact14 fact15. exact (master_attained_valid E (Env E (fun here => match here with 6 => norm_u | 7 => norm_w | 9 => root_S₂ | 10 => γ | _ => 0%R end)%positive (fun here => match here with 3 => TD | 4 => ξ | 5 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 11 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 8 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact9 fact10 fact11 fact12 fact13 fact14 fact15). Qed.

(** dimension-one: On a line: M ≤ 1 *)
Theorem dimension_one : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  (forall k : ℕ, (⟨u, u⟩) ⊙ z k ≡ (⟨u, z k⟩) ⊙ u) ->  (* every example is a multiple of u: ‖u‖²z = ⟨u, z⟩u *)
  INR M <= 1.
Proof. intros E w z M γ u. exact (dimension_one_valid E (Env E (fun here => match here with 4 => γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** dimension-two: In the plane: M ≤ ⌊R²/(2γ²)⌋ + 1 *)
Theorem dimension_two : forall (E : space) (w z : ℕ -> E) (M floor_R2_over_2_γ2 : ℕ) (γ R inverse_γ : ℝ) (u v : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  (forall k : ℕ, (⟨u, u⟩) ⊙ z k ≡ (⟨u, z k⟩) ⊙ u ⊕ (⟨v, z k⟩) ⊙ v) ->  (* with v for u turned by a right angle, ‖u‖²z = ⟨u, z⟩u + ⟨v, z⟩v for every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR floor_R2_over_2_γ2 <= 1 / 2 * R ^ 2 * inverse_γ ^ 2 ->  (* ⌊R²/(2·γ²)⌋ is a natural number not above its term; not used *)
  1 / 2 * R ^ 2 * inverse_γ ^ 2 < INR floor_R2_over_2_γ2 + 1 ->  (* ⌊R²/(2·γ²)⌋ is the greatest such number *)
  INR M <= INR floor_R2_over_2_γ2 + 1.
Proof. intros E w z M floor_R2_over_2_γ2 γ R inverse_γ u v fact1 fact2 fact3 fact4 fact5 _ fact7 fact8 fact9 fact10 _ fact12. exact (dimension_two_valid E (Env E (fun here => match here with 4 => γ | 6 => R | 8 => inverse_γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | 7 => v | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 9 => floor_R2_over_2_γ2 | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact7 fact8 fact9 fact10 fact12). Qed.

(** dimension-two-attained: In the plane the zig-zag makes T + 1 mistakes for every T ≤ 1/(2γ²): the worst case ⌊1/(2γ²)⌋ + 1 is attained
    for every γ < 1 *)
Theorem dimension_two_attained : forall (E : space) (e v : E) (C γ p : ℝ) (T : ℕ) (β σ : ℕ -> ℝ) (w z : ℕ -> E),
  ((⟨e, e⟩ = 1 /\ ⟨v, v⟩ = 1) /\ ⟨e, v⟩ = 0) ->  (* e and v are orthonormal, as in dimension 2 *)
  0 <= C ->  (* C is a root *)
  C ^ 2 + γ ^ 2 = 1 ->  (* C² = 1 − γ² *)
  2 * γ ^ 2 * INR T <= 1 ->  (* T ≤ 1/(2γ²) *)
  γ ^ 2 < 1 ->  (* γ < 1; at γ = 1 the example e alone makes the one mistake *)
  C <= 2 * p ->  (* p is the larger of C/2 and Tγ²/C *)
  γ ^ 2 * INR T <= C * p ->  (* p is the larger of C/2 and Tγ²/C *)
  C * γ ^ 2 * INR T + 2 * C * p ^ 2 = C ^ 2 * p + 2 * γ ^ 2 * p * INR T ->  (* p is one of them *)
  β T = p ->  (* the last swing is p *)
  (forall k : ℕ, β k + β (S k) = C) ->  (* the swing goes to the other side, C less what it was *)
  (forall k : ℕ, σ k + σ (S k) = 0) ->  (* the sides σ(k) alternate *)
  σ O ^ 2 = 1 ->  (* one side is 1, the other −1 *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  z O ≡ γ ⊙ e ⊕ (β 1%nat * σ 1%nat) ⊙ v ->  (* the first example swings by β(1) *)
  (forall k : ℕ, (C * σ (S k)) ⊙ v ⊕ z (S k) ≡ γ ⊙ e) ->  (* the others by C, to the other side *)
  forall k : ℕ, INR k <= INR T -> forall j : ℕ, forall i : ℕ, γ ^ 2 + INR i * ⟨z k, z k⟩ + INR j * ⟨w k, z k⟩ + ⟨e, z k⟩ ^ 2 <= 2 * γ * ⟨e, z k⟩ + INR i.
Proof. intros E e v C γ p T β σ w z. exact (dimension_two_attained_valid E (Env E (fun here => match here with 3 => C | 4 => γ | 6 => p | _ => 0%R end)%positive (fun here => match here with 7 => β | 8 => σ | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => e | 2 => v | _ => vzero end)%positive (fun here => match here with 9 => w | 10 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => T | _ => O end)%positive (fun _ => O))). Qed.

(** dimension-three: Novikoff's bound in whole numbers: M ≤ ⌊R²/γ²⌋ *)
Theorem dimension_three : forall (E : space) (w z : ℕ -> E) (M floor_R2_over_γ2 : ℕ) (γ R inverse_γ : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR floor_R2_over_γ2 <= R ^ 2 * inverse_γ ^ 2 ->  (* ⌊R²/γ²⌋ is a natural number not above its term; not used *)
  R ^ 2 * inverse_γ ^ 2 < INR floor_R2_over_γ2 + 1 ->  (* ⌊R²/γ²⌋ is the greatest such number *)
  INR M <= INR floor_R2_over_γ2.
Proof. intros E w z M floor_R2_over_γ2 γ R inverse_γ u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11. exact (dimension_three_valid E (Env E (fun here => match here with 4 => γ | 6 => R | 7 => inverse_γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 8 => floor_R2_over_γ2 | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11). Qed.

(** dimension-three-attained: In space the spiral makes T mistakes for every T ≤ 1/γ²: its examples are unit vectors, γ ahead, and ties *)
Theorem dimension_three_attained : forall (E : space) (w z g : ℕ -> E) (T : ℕ) (γ : ℝ) (e : E) (c : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  γ ^ 2 * INR T <= 1 ->  (* T ≤ 1/γ² *)
  ⟨e, e⟩ = 1 ->  (* e is a unit vector, the comparator *)
  (forall k : ℕ, INR k + 1 <= INR T -> ⟨e, g k⟩ = 0) ->  (* there are vectors g(k) at right angles to e *)
  (forall k : ℕ, INR k + 1 <= INR T -> ⟨w k, g k⟩ = 0) ->  (* and to w(k), as there are in space, d ≥ 3 *)
  (forall k : ℕ, INR k + 1 <= INR T -> γ ^ 2 * INR k < 1 -> c k = γ ^ 2 * c k * INR k + 1) ->  (* c(k) = 1/(1 − γ²k), if that is positive *)
  (forall k : ℕ, INR k + 1 <= INR T -> γ ^ 2 * c k * INR k + γ ^ 2 * c k <= c k -> γ ^ 2 * c k * INR k + γ ^ 2 * c k + ⟨g k, g k⟩ = c k) ->  (* ‖g(k)‖² = c(k)(1 − γ²(k + 1)), if that is not negative *)
  (forall k : ℕ, INR k + 1 <= INR T -> (γ ^ 2 * c k) ⊙ w k ⊕ z k ≡ (γ ^ 3 * c k * INR k + γ) ⊙ e ⊕ g k) ->  (* example k is γe − γ²c(w − kγe) + g *)
  forall k : ℕ, INR k + 1 <= INR T -> γ ^ 2 + ⟨e, z k⟩ ^ 2 + ⟨w k, z k⟩ ^ 2 + ⟨z k, z k⟩ ^ 2 + 1 <= 2 * γ * ⟨e, z k⟩ + 2 * ⟨z k, z k⟩.
Proof. intros E w z g T γ e c. exact (dimension_three_attained_valid E (Env E (fun here => match here with 4 => γ | _ => 0%R end)%positive (fun here => match here with 7 => c | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => e | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 6 => g | _ => fun _ => vzero end)%positive (fun here => match here with 3 => T | _ => O end)%positive (fun _ => O))). Qed.

(** dimension-three-room: The room for one more example, if k < T and γ²T ≤ 1: c(1 − γ²(k + 1)) ≥ 0 *)
Theorem dimension_three_room : forall (E : space) (T k : ℕ) (γ c : ℝ),
  γ ^ 2 * INR T <= 1 ->  (* T ≤ 1/γ² *)
  INR k + 1 <= INR T ->  (* k is one of the rounds 0, …, T − 1 *)
  (γ ^ 2 * INR k < 1 -> c = γ ^ 2 * c * INR k + 1) ->  (* c = 1/(1 − γ²k), if that is positive *)
  γ ^ 2 * c * INR k + γ ^ 2 * c <= c.
Proof. intros E T k γ c. exact (dimension_three_room_valid E (Env E (fun here => match here with 2 => γ | 4 => c | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => T | 3 => k | _ => O end)%positive (fun _ => O))). Qed.

(** no-separator: No separator where a combination of the y·x is 0: Σa(k)·max(0, 1 − y⟨u, x⟩) ≥ Σa(k) for every u *)
Theorem no_separator : forall (E : space) (A a h L : ℕ -> ℝ) (V z : ℕ -> E) (u : E) (n : ℕ),
  A O = 0 ->  (* A adds up the weights *)
  (forall k : ℕ, A (S k) = A k + a k) ->  (* A adds up the weights *)
  V O ≡ vzero ->  (* V adds up the weighted vectors z = yx *)
  (forall k : ℕ, V (S k) ≡ V k ⊕ (a k) ⊙ z k) ->  (* V adds up the weighted vectors z = yx *)
  (forall k : ℕ, 0 <= h k) ->  (* a positive part is not negative; not used *)
  (forall k : ℕ, 1 <= h k + ⟨u, z k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, h k ^ 2 + h k * ⟨u, z k⟩ = h k) ->  (* a positive part is 0 or its argument; not used *)
  L O = 0 ->  (* L adds up the weighted hinge losses h = max(0, 1 − y⟨u, x⟩) *)
  (forall k : ℕ, L (S k) = a k * h k + L k) ->  (* L adds up the weighted hinge losses h = max(0, 1 − y⟨u, x⟩) *)
  (forall k : ℕ, INR k + 1 <= INR n -> 0 <= a k) ->  (* no weight is negative *)
  V n ≡ vzero ->  (* the combination of the n vectors is 0 *)
  A n <= L n.
Proof. intros E A a h L V z u n fact1 fact2 fact3 fact4 _ fact6 _ fact8 fact9 fact10 fact11. exact (no_separator_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => A | 2 => a | 5 => h | 7 => L | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 3 => V | 4 => z | _ => fun _ => vzero end)%positive (fun here => match here with 8 => n | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact8 fact9 fact10 fact11). Qed.

(** xor: XOR has no separator: the four hinge losses of any linear threshold sum to at least 4 *)
Theorem xor : forall (E : space) (p q r s w : E) (b h₁ h₂ h₃ h₄ : ℝ),
  p ⊕ q ≡ r ⊕ s ->  (* p and q have the same midpoint as r and s *)
  0 <= h₁ ->  (* a positive part is not negative; not used *)
  b + ⟨p, w⟩ + 1 <= h₁ ->  (* a positive part is no less than what it is the part of *)
  h₁ ^ 2 = b * h₁ + h₁ * ⟨p, w⟩ + h₁ ->  (* a positive part is 0 or its argument; not used *)
  0 <= h₂ ->  (* a positive part is not negative; not used *)
  b + ⟨q, w⟩ + 1 <= h₂ ->  (* a positive part is no less than what it is the part of *)
  h₂ ^ 2 = b * h₂ + h₂ * ⟨q, w⟩ + h₂ ->  (* a positive part is 0 or its argument; not used *)
  0 <= h₃ ->  (* a positive part is not negative; not used *)
  1 <= b + h₃ + ⟨r, w⟩ ->  (* a positive part is no less than what it is the part of *)
  b * h₃ + h₃ ^ 2 + h₃ * ⟨r, w⟩ = h₃ ->  (* a positive part is 0 or its argument; not used *)
  0 <= h₄ ->  (* a positive part is not negative; not used *)
  1 <= b + h₄ + ⟨s, w⟩ ->  (* a positive part is no less than what it is the part of *)
  b * h₄ + h₄ ^ 2 + h₄ * ⟨s, w⟩ = h₄ ->  (* a positive part is 0 or its argument; not used *)
  4 <= h₁ + h₂ + h₃ + h₄.
Proof. intros E p q r s w b h₁ h₂ h₃ h₄ fact1 _ fact3 _ _ fact6 _ _ fact9 _ _ fact12 _. exact (xor_valid E (Env E (fun here => match here with 5 => b | 6 => h₁ | 8 => h₂ | 9 => h₃ | 10 => h₄ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => p | 2 => q | 3 => r | 4 => s | 7 => w | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact3 fact6 fact9 fact12). Qed.

(** passes: The Perceptron halts after at most R²/γ² + 1 passes over separable data *)
Theorem passes : forall (E : space) (R γ inverse_γ P : ℝ) (w z : ℕ -> E) (M : ℕ) (u : E) (p : ℕ -> ℝ),
  0 <= R ->  (* R is a length *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  p O = 0 ->  (* p(k) is the number of passes in which the first k vectors were added *)
  (forall k : ℕ, INR k + 1 <= INR M -> p (S k) <= p k + 1) ->  (* a vector is added in one of those passes or in one more *)
  P <= p M + 1 ->  (* of the P passes each but the last has an update *)
  P <= R ^ 2 * inverse_γ ^ 2 + 1.
Proof. intros E R γ inverse_γ P w z M u p. exact (passes_valid E (Env E (fun here => match here with 1 => R | 5 => γ | 7 => inverse_γ | 9 => P | _ => 0%R end)%positive (fun here => match here with 8 => p | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O))). Qed.

(** modified-perceptron: The modified Perceptron: ⟨u, w(0)⟩² ≤ (1 − σ²)ᴹ *)
Theorem modified_perceptron : forall (E : space) (s c : ℕ -> ℝ) (w z : ℕ -> E) (σ : ℝ) (M : ℕ) (u : E),
  (forall k : ℕ, s k = ⟨w k, z k⟩) ->  (* s(k) is y⟨w, x⟩ at update k *)
  (forall k : ℕ, w (S k) ⊕ (s k) ⊙ z k ≡ w k) ->  (* an update takes from w its part along x: w(k + 1) = w(k) − ⟨w, x⟩x *)
  c O = 1 ->  (* c(k) is (1 − σ²) to the power k *)
  (forall k : ℕ, σ ^ 2 * c k + c (S k) = c k) ->  (* c(k) is (1 − σ²) to the power k *)
  (forall k : ℕ, INR k + 1 <= INR M -> s k <= 0) ->  (* an update happens only on a mistake: y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> σ ^ 2 * ⟨w k, w k⟩ <= s k ^ 2) ->  (* and only where |⟨w, x⟩| ≥ σ‖w‖ *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ = 1) ->  (* ‖x‖ = 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ 0: u errs nowhere *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  ⟨w O, w O⟩ <= 1 ->  (* ‖w(0)‖ ≤ 1 *)
  σ ^ 2 <= 1 ->  (* σ is at most 1 *)
  0 <= ⟨u, w O⟩ ->  (* w(0) is not behind: ⟨u, w(0)⟩ ≥ 0 *)
  ⟨u, w O⟩ ^ 2 <= c M.
Proof. intros E s c w z σ M u. exact (modified_perceptron_valid E (Env E (fun here => match here with 5 => σ | _ => 0%R end)%positive (fun here => match here with 1 => s | 4 => c | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 6 => M | _ => O end)%positive (fun _ => O))). Qed.

(** modified-perceptron-updates: Few updates of the modified Perceptron: M ln(1/(1 − σ²)) ≤ 2 ln(1/⟨u, w(0)⟩) *)
Theorem modified_perceptron_updates : forall (E : space) (s c : ℕ -> ℝ) (w z : ℕ -> E) (σ : ℝ) (M : ℕ) (u : E),
  (forall k : ℕ, s k = ⟨w k, z k⟩) ->  (* s(k) is y⟨w, x⟩ at update k *)
  (forall k : ℕ, w (S k) ⊕ (s k) ⊙ z k ≡ w k) ->  (* an update takes from w its part along x: w(k + 1) = w(k) − ⟨w, x⟩x *)
  c O = 1 ->  (* c(k) is (1 − σ²) to the power k *)
  (forall k : ℕ, σ ^ 2 * c k + c (S k) = c k) ->  (* c(k) is (1 − σ²) to the power k *)
  (forall k : ℕ, INR k + 1 <= INR M -> s k <= 0) ->  (* an update happens only on a mistake: y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> σ ^ 2 * ⟨w k, w k⟩ <= s k ^ 2) ->  (* and only where |⟨w, x⟩| ≥ σ‖w‖ *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ = 1) ->  (* ‖x‖ = 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ 0: u errs nowhere *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  ⟨w O, w O⟩ <= 1 ->  (* ‖w(0)‖ ≤ 1 *)
  σ ^ 2 < 1 ->  (* σ is less than 1 *)
  0 < ⟨u, w O⟩ ->  (* w(0) is ahead: ⟨u, w(0)⟩ > 0 *)
  2 * ln (⟨u, w O⟩) <= INR M * ln (- (σ ^ 2) + 1).
Proof. intros E s c w z σ M u. exact (modified_perceptron_updates_valid E (Env E (fun here => match here with 5 => σ | _ => 0%R end)%positive (fun here => match here with 1 => s | 4 => c | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 6 => M | _ => O end)%positive (fun _ => O))). Qed.

(** four-norm-perceptron: The p-norm Perceptron at p = 4: at most 3Y/γ² mistakes *)
Theorem four_norm_perceptron : forall (E : space) (S_ P Z V v : ℕ -> E) (M : ℕ) (C : E) (Y γ : ℝ),
  S_ O ≡ vzero ->  (* the weights θ start at 0 *)
  (forall k : ℕ, S_ (S k) ≡ S_ k ⊕ 2 ⊙ P k ⊕ Z k) ->  (* a mistake adds z = yx to θ: θ² becomes θ² + 2θz + z² *)
  (forall k : ℕ, V (S k) ≡ V k ⊕ v k) ->  (* and cθ becomes cθ + cz *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨P k, P k⟩ = ⟨S_ k, Z k⟩) ->  (* Σ(θz)² is Σθ²z² *)
  (forall k : ℕ, INR k <= INR M -> ⟨V k, V k⟩ = ⟨C, S_ k⟩) ->  (* Σ(cθ)² is Σc²θ² *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨S_ k, P k⟩ <= 0) ->  (* an update happens only on a mistake: Σθ³z ≤ 0 *)
  0 <= Y ->  (* Y is the square of a length: Y ≥ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨Z k, Z k⟩ <= Y ^ 2) ->  (* ‖x‖₄² ≤ Y: Σx⁴ ≤ Y² *)
  ⟨C, C⟩ <= 1 ->  (* u is no longer than 1 in the norm of 4/3: Σc⁴ ≤ 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨C, v k⟩) ->  (* y⟨u, x⟩ = Σc³z is γ at least *)
  0 < γ ->  (* γ > 0 *)
  γ ^ 2 * INR M <= 3 * Y.
Proof. intros E S_ P Z V v M C Y γ. exact (four_norm_perceptron_valid E (Env E (fun here => match here with 8 => Y | 9 => γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 7 => C | _ => vzero end)%positive (fun here => match here with 1 => S_ | 2 => P | 3 => Z | 4 => V | 5 => v | _ => fun _ => vzero end)%positive (fun here => match here with 6 => M | _ => O end)%positive (fun _ => O))). Qed.

(** prank: PRank, the ranking Perceptron: at most ((K − 1)R² + 1)/γ² thresholds on the wrong side in the rounds with a wrong rank *)
Theorem prank : forall (E : space) (w τ x : ℕ -> E) (s N : ℕ -> ℝ) (E_ u : E) (K M : ℕ) (R γ : ℝ),
  w O ≡ vzero ->  (* weights and thresholds start at 0 *)
  (forall k : ℕ, s k = ⟨E_, τ k⟩) ->  (* s(k) is the sum of the signs τ: ⟨E, τ⟩ *)
  (forall k : ℕ, w (S k) ⊕ τ k ≡ w k ⊕ (s k) ⊙ x k) ->  (* a wrong rank adds s·x to the weights and subtracts τ from the thresholds *)
  ⟨E_, E_⟩ + 1 = INR K ->  (* E is the sum of the axes of K − 1 thresholds: ‖E‖² = K − 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨τ k, x k⟩ = 0) ->  (* weights and thresholds have different coordinates: ⟨x, τ⟩ = 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> s k * ⟨w k, x k⟩ <= ⟨w k, τ k⟩) ->  (* no threshold with a sign is on the right side: ⟨w, sx − τ⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨x k, x k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ * ⟨τ k, τ k⟩ + ⟨u, τ k⟩ <= s k * ⟨u, x k⟩) ->  (* u has γ at each threshold with a sign: ⟨u, sx − τ⟩ ≥ γ‖τ‖² *)
  N O = 0 ->  (* N counts the wrong thresholds, ‖τ‖² in a round *)
  (forall k : ℕ, N (S k) = N k + ⟨τ k, τ k⟩) ->  (* N counts the wrong thresholds, ‖τ‖² in a round *)
  R ^ 2 + γ ^ 2 * N M <= R ^ 2 * INR K + 1.
Proof. intros E w τ x s N E_ u K M R γ. exact (prank_valid E (Env E (fun here => match here with 8 => R | 9 => γ | _ => 0%R end)%positive (fun here => match here with 2 => s | 11 => N | _ => fun _ => 0%R end)%positive (fun here => match here with 3 => E_ | 10 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 4 => τ | 5 => x | _ => fun _ => vzero end)%positive (fun here => match here with 6 => K | 7 => M | _ => O end)%positive (fun _ => O))). Qed.

(** * hinge *)

(** hinge-root: The hinge bound, exact root: M ≤ ((1+√(1+4γTD))/(2γ))² *)
Theorem hinge_root : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ root_1_plus_4_γ_TD inverse_γ : ℝ) (u : E) (ξ TD : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= root_1_plus_4_γ_TD ->  (* √(1 + 4·γ·TD) is a non-negative root *)
  root_1_plus_4_γ_TD ^ 2 = 4 * γ * TD M + 1 ->  (* √(1 + 4·γ·TD) squared is 1 + 4·γ·TD *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= 1 / 4 * root_1_plus_4_γ_TD ^ 2 * inverse_γ ^ 2 + 1 / 2 * root_1_plus_4_γ_TD * inverse_γ ^ 2 + 1 / 4 * inverse_γ ^ 2.
Proof. intros E w z M γ root_1_plus_4_γ_TD inverse_γ u ξ TD fact1 fact2 fact3 fact4 fact5 fact6 _ fact8 fact9 fact10 fact11 fact12 fact13. exact (hinge_root_valid E (Env E (fun here => match here with 4 => γ | 8 => root_1_plus_4_γ_TD | 9 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact8 fact9 fact10 fact11 fact12 fact13). Qed.

(** hinge-simple: The hinge bound: M ≤ 1/γ² + 2TD/γ *)
Theorem hinge_simple : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ inverse_γ : ℝ) (u : E) (ξ TD : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= inverse_γ ^ 2 + 2 * inverse_γ * TD M.
Proof. intros E w z M γ inverse_γ u ξ TD fact1 fact2 fact3 fact4 fact5 fact6 _ fact8 fact9 fact10 fact11. exact (hinge_simple_valid E (Env E (fun here => match here with 4 => γ | 8 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact8 fact9 fact10 fact11). Qed.

(** hinge-rescaled: The hinge bound, rescaled: M ≤ ‖w*‖² + 2H *)
Theorem hinge_rescaled : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u H inverse_γ : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= norm_u ^ 2 * inverse_γ ^ 2 + 2 * H.
Proof. intros E w z M γ norm_u H inverse_γ ξ TD u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13. exact (hinge_rescaled_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_u | 9 => H | 10 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13). Qed.

(** hinge-pareto: The Pareto family: M ≤ B²/(4(B−1))·‖w*‖²R² + B·H for every B > 1 *)
Theorem hinge_pareto : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u R H B inverse_B_minus_1 inverse_γ : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  1 < B ->  (* B > 1 *)
  B * inverse_B_minus_1 = inverse_B_minus_1 + 1 ->  (* 1/(B − 1) is the reciprocal of B − 1 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= 1 / 4 * norm_u ^ 2 * R ^ 2 * B ^ 2 * inverse_B_minus_1 * inverse_γ ^ 2 + H * B.
Proof. intros E w z M γ norm_u R H B inverse_B_minus_1 inverse_γ ξ TD u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (hinge_pareto_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_u | 9 => R | 10 => H | 11 => B | 12 => inverse_B_minus_1 | 13 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** ssbd-21-16: SS 21.16: M ≤ H + ‖w*‖R√H + ‖w*‖²R² *)
Theorem ssbd_21_16 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u R H inverse_γ root_H : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H ->  (* √H is a non-negative root *)
  root_H ^ 2 = H ->  (* √H squared is H *)
  INR M <= norm_u ^ 2 * R ^ 2 * inverse_γ ^ 2 + norm_u * R * inverse_γ * root_H + H.
Proof. intros E w z M γ norm_u R H inverse_γ root_H ξ TD u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (ssbd_21_16_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_u | 9 => R | 10 => H | 11 => inverse_γ | 12 => root_H | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** hinge-l1: MR (3): M ≤ H + √Σ‖x‖²/γ *)
Theorem hinge_l1 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ H root_S₂ inverse_γ : ℝ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= H + root_S₂ * inverse_γ.
Proof. intros E w z M γ H root_S₂ inverse_γ ξ TD S2 u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15. exact (hinge_l1_valid E (Env E (fun here => match here with 4 => γ | 9 => H | 10 => root_S₂ | 11 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15). Qed.

(** hinge-l1-radius: MR (4): M ≤ (R/γ + √H)² *)
Theorem hinge_l1_radius : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R H inverse_γ root_H : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H ->  (* √H is a non-negative root *)
  root_H ^ 2 = H ->  (* √H squared is H *)
  INR M <= R ^ 2 * inverse_γ ^ 2 + 2 * R * inverse_γ * root_H + root_H ^ 2.
Proof. intros E w z M γ R H inverse_γ root_H ξ TD u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15. exact (hinge_l1_radius_valid E (Env E (fun here => match here with 4 => γ | 8 => R | 9 => H | 10 => inverse_γ | 11 => root_H | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15). Qed.

(** hinge-l2: MR (7): M ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))² *)
Theorem hinge_l2 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ H₂ root_S₂ inverse_γ root_H₂2_over_4_plus_root_S₂_over_γ : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H₂2_over_4_plus_root_S₂_over_γ ->  (* √(H₂²/4 + √S₂/γ) is a non-negative root *)
  root_H₂2_over_4_plus_root_S₂_over_γ ^ 2 = 1 / 4 * H₂ ^ 2 + root_S₂ * inverse_γ ->  (* √(H₂²/4 + √S₂/γ) squared is H₂²/4 + √S₂/γ *)
  INR M <= 1 / 4 * H₂ ^ 2 + H₂ * root_H₂2_over_4_plus_root_S₂_over_γ + root_H₂2_over_4_plus_root_S₂_over_γ ^ 2.
Proof. intros E w z M γ H₂ root_S₂ inverse_γ root_H₂2_over_4_plus_root_S₂_over_γ ξ TD S2 Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20. exact (hinge_l2_valid E (Env E (fun here => match here with 4 => γ | 10 => H₂ | 11 => root_S₂ | 12 => inverse_γ | 13 => root_H₂2_over_4_plus_root_S₂_over_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20). Qed.

(** hinge-l2-radius: MR (8): M ≤ (R/γ + H₂)² *)
Theorem hinge_l2_radius : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R H₂ inverse_γ : ℝ) (ξ TD Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= R ^ 2 * inverse_γ ^ 2 + 2 * R * H₂ * inverse_γ + H₂ ^ 2.
Proof. intros E w z M γ R H₂ inverse_γ ξ TD Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (hinge_l2_radius_valid E (Env E (fun here => match here with 4 => γ | 8 => R | 10 => H₂ | 11 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** l1-dominates-l2: MR (3) is never worse than (7): H + √Σ‖x‖²/γ ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))² *)
Theorem l1_dominates_l2 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ H H₂ root_S₂ inverse_γ root_H₂2_over_4_plus_root_S₂_over_γ : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H₂2_over_4_plus_root_S₂_over_γ ->  (* √(H₂²/4 + √S₂/γ) is a non-negative root *)
  root_H₂2_over_4_plus_root_S₂_over_γ ^ 2 = 1 / 4 * H₂ ^ 2 + root_S₂ * inverse_γ ->  (* √(H₂²/4 + √S₂/γ) squared is H₂²/4 + √S₂/γ *)
  H + root_S₂ * inverse_γ <= 1 / 4 * H₂ ^ 2 + H₂ * root_H₂2_over_4_plus_root_S₂_over_γ + root_H₂2_over_4_plus_root_S₂_over_γ ^ 2.
Proof. intros E w z M γ H H₂ root_S₂ inverse_γ root_H₂2_over_4_plus_root_S₂_over_γ ξ TD S2 Q u. exact (l1_dominates_l2_valid E (Env E (fun here => match here with 4 => γ | 9 => H | 11 => H₂ | 12 => root_S₂ | 13 => inverse_γ | 14 => root_H₂2_over_4_plus_root_S₂_over_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 10 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** hinge-l2-order: MR (7) is at most (8) on every run: (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))² ≤ (R/γ + H₂)² *)
Theorem hinge_l2_order : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R H₂ root_S₂ inverse_γ root_H₂2_over_4_plus_root_S₂_over_γ : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H₂2_over_4_plus_root_S₂_over_γ ->  (* √(H₂²/4 + √S₂/γ) is a non-negative root *)
  root_H₂2_over_4_plus_root_S₂_over_γ ^ 2 = 1 / 4 * H₂ ^ 2 + root_S₂ * inverse_γ ->  (* √(H₂²/4 + √S₂/γ) squared is H₂²/4 + √S₂/γ *)
  H₂ * root_H₂2_over_4_plus_root_S₂_over_γ + root_H₂2_over_4_plus_root_S₂_over_γ ^ 2 <= R ^ 2 * inverse_γ ^ 2 + 2 * R * H₂ * inverse_γ + 3 / 4 * H₂ ^ 2.
Proof. intros E w z M γ R H₂ root_S₂ inverse_γ root_H₂2_over_4_plus_root_S₂_over_γ ξ TD S2 Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22. exact (hinge_l2_order_valid E (Env E (fun here => match here with 4 => γ | 9 => R | 11 => H₂ | 12 => root_S₂ | 13 => inverse_γ | 14 => root_H₂2_over_4_plus_root_S₂_over_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 10 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22). Qed.

(** l1-root-below-l2: The exact root of the L1 bound is never above MR (8): ((b + √(b² + 4H))/2)² ≤ (b + H₂)² with b = R/γ *)
Theorem l1_root_below_l2 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R H H₂ inverse_γ root_R_over_γ_2_plus_4_H : ℝ) (ξ TD Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_R_over_γ_2_plus_4_H ->  (* √((R/γ)² + 4·H) is a non-negative root *)
  root_R_over_γ_2_plus_4_H ^ 2 = R ^ 2 * inverse_γ ^ 2 + 4 * H ->  (* √((R/γ)² + 4·H) squared is (R/γ)² + 4·H *)
  1 / 2 * R * inverse_γ * root_R_over_γ_2_plus_4_H + 1 / 4 * root_R_over_γ_2_plus_4_H ^ 2 <= 3 / 4 * R ^ 2 * inverse_γ ^ 2 + 2 * R * H₂ * inverse_γ + H₂ ^ 2.
Proof. intros E w z M γ R H H₂ inverse_γ root_R_over_γ_2_plus_4_H ξ TD Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19. exact (l1_root_below_l2_valid E (Env E (fun here => match here with 4 => γ | 8 => R | 9 => H | 11 => H₂ | 12 => inverse_γ | 13 => root_R_over_γ_2_plus_4_H | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 10 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19). Qed.

(** squared-hinge: MR (5) repaired: M ≤ H₂² + (2/γ)√Σ‖x‖² for the squared hinge *)
Theorem squared_hinge : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ H₂ root_S₂ inverse_γ : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length; not used *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= H₂ ^ 2 + 2 * root_S₂ * inverse_γ.
Proof. intros E w z M γ H₂ root_S₂ inverse_γ ξ TD S2 Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 _ fact15 fact16 fact17 fact18. exact (squared_hinge_valid E (Env E (fun here => match here with 4 => γ | 10 => H₂ | 11 => root_S₂ | 12 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact15 fact16 fact17 fact18). Qed.

(** squared-hinge-radius: MR (6) repaired: M ≤ (2R/γ + H₂)² for the squared hinge *)
Theorem squared_hinge_radius : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R H₂ inverse_γ : ℝ) (ξ TD Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= 4 * R ^ 2 * inverse_γ ^ 2 + 4 * R * H₂ * inverse_γ + H₂ ^ 2.
Proof. intros E w z M γ R H₂ inverse_γ ξ TD Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (squared_hinge_radius_valid E (Env E (fun here => match here with 4 => γ | 8 => R | 10 => H₂ | 11 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** weights-separable: Separable data: M ≤ ‖w‖/γ for ‖u‖ ≤ 1 *)
Theorem weights_separable : forall (E : space) (w z : ℕ -> E) (γ norm_w inverse_γ : ℝ) (u : E) (M : ℕ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= norm_w * inverse_γ.
Proof. intros E w z γ norm_w inverse_γ u M. exact (weights_separable_valid E (Env E (fun here => match here with 3 => γ | 6 => norm_w | 7 => inverse_γ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 4 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => M | _ => O end)%positive (fun _ => O))). Qed.

(** weights-l1: MR (3) with the final weights: M ≤ H + ‖w‖/γ *)
Theorem weights_l1 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_w H inverse_γ : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= norm_w * inverse_γ + H.
Proof. intros E w z M γ norm_w H inverse_γ ξ TD u fact1 fact2 _ fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12. exact (weights_l1_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_w | 9 => H | 10 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12). Qed.

(** weights-l2: MR (7) with the final weights: M ≤ (H₂/2 + √(H₂²/4 + ‖w‖/γ))² *)
Theorem weights_l2 : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_w H₂ inverse_γ root_H₂2_over_4_plus_W_over_γ : ℝ) (ξ TD Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H₂2_over_4_plus_W_over_γ ->  (* √(H₂²/4 + W/γ) is a non-negative root *)
  root_H₂2_over_4_plus_W_over_γ ^ 2 = norm_w * inverse_γ + 1 / 4 * H₂ ^ 2 ->  (* √(H₂²/4 + W/γ) squared is H₂²/4 + W/γ *)
  INR M <= 1 / 4 * H₂ ^ 2 + H₂ * root_H₂2_over_4_plus_W_over_γ + root_H₂2_over_4_plus_W_over_γ ^ 2.
Proof. intros E w z M γ norm_w H₂ inverse_γ root_H₂2_over_4_plus_W_over_γ ξ TD Q u fact1 fact2 _ fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17. exact (weights_l2_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_w | 10 => H₂ | 11 => inverse_γ | 12 => root_H₂2_over_4_plus_W_over_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17). Qed.

(** any-start-l1: MR (3) from any start with any rate: M ≤ H + (a + √(a² + Σ‖x‖²))/γ, a = ‖w(0)‖/η *)
Theorem any_start_l1 : forall (E : space) (η norm_w₁ inverse_η γ inverse_γ root_norm_w₁_2_over_η2_plus_S₂ H : ℝ) (w z : ℕ -> E) (M : ℕ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  0 < γ ->  (* γ > 0 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_norm_w₁_2_over_η2_plus_S₂ ->  (* √(‖w(0)‖²/η² + S₂) is a root *)
  root_norm_w₁_2_over_η2_plus_S₂ ^ 2 = norm_w₁ ^ 2 * inverse_η ^ 2 + S2 M ->  (* √(‖w(0)‖²/η² + S₂) squared is ‖w(0)‖²/η² + S₂ *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  INR M <= norm_w₁ * inverse_η * inverse_γ + inverse_γ * root_norm_w₁_2_over_η2_plus_S₂ + H.
Proof. intros E η norm_w₁ inverse_η γ inverse_γ root_norm_w₁_2_over_η2_plus_S₂ H w z M ξ TD S2 u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18. exact (any_start_l1_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 7 => γ | 8 => inverse_γ | 13 => root_norm_w₁_2_over_η2_plus_S₂ | 14 => H | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 11 => TD | 12 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18). Qed.

(** any-start-l1-radius: MR (4) from any start with any rate: M ≤ (R/γ + √(H + 2a/γ))², a = ‖w(0)‖/η *)
Theorem any_start_l1_radius : forall (E : space) (η norm_w₁ inverse_η γ inverse_γ R H root_H_plus_2a_over_γ : ℝ) (w z : ℕ -> E) (M : ℕ) (ξ TD : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  0 < γ ->  (* γ > 0 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  0 <= root_H_plus_2a_over_γ ->  (* √(H + 2a/γ) is a root *)
  root_H_plus_2a_over_γ ^ 2 = 2 * norm_w₁ * inverse_η * inverse_γ + H ->  (* √(H + 2a/γ) squared is H + 2a/γ *)
  INR M <= inverse_γ ^ 2 * R ^ 2 + 2 * inverse_γ * R * root_H_plus_2a_over_γ + root_H_plus_2a_over_γ ^ 2.
Proof. intros E η norm_w₁ inverse_η γ inverse_γ R H root_H_plus_2a_over_γ w z M ξ TD u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18. exact (any_start_l1_radius_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 7 => γ | 8 => inverse_γ | 12 => R | 13 => H | 14 => root_H_plus_2a_over_γ | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 11 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18). Qed.

(** any-start-squared: MR (5), repaired, from any start with any rate: M ≤ H₂² + 2(a + √(a² + Σ‖x‖²))/γ for the squared hinge, a =
    ‖w(0)‖/η *)
Theorem any_start_squared : forall (E : space) (η norm_w₁ inverse_η γ inverse_γ root_norm_w₁_2_over_η2_plus_S₂ H₂ : ℝ) (w z : ℕ -> E) (M : ℕ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  0 < γ ->  (* γ > 0 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_norm_w₁_2_over_η2_plus_S₂ ->  (* √(‖w(0)‖²/η² + S₂) is a root *)
  root_norm_w₁_2_over_η2_plus_S₂ ^ 2 = norm_w₁ ^ 2 * inverse_η ^ 2 + S2 M ->  (* √(‖w(0)‖²/η² + S₂) squared is ‖w(0)‖²/η² + S₂ *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length; not used *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  INR M <= 2 * norm_w₁ * inverse_η * inverse_γ + 2 * inverse_γ * root_norm_w₁_2_over_η2_plus_S₂ + H₂ ^ 2.
Proof. intros E η norm_w₁ inverse_η γ inverse_γ root_norm_w₁_2_over_η2_plus_S₂ H₂ w z M ξ TD S2 Q u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 _ fact21. exact (any_start_squared_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 7 => γ | 8 => inverse_γ | 13 => root_norm_w₁_2_over_η2_plus_S₂ | 15 => H₂ | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 11 => TD | 12 => S2 | 14 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact21). Qed.

(** any-start-squared-radius: MR (6), repaired, from any start with any rate: M ≤ (2R/γ + √(H₂² + 4a/γ))² for the squared hinge, a =
    ‖w(0)‖/η *)
Theorem any_start_squared_radius : forall (E : space) (η norm_w₁ inverse_η γ inverse_γ R H₂ root_H₂2_plus_4a_over_γ : ℝ) (w z : ℕ -> E) (M : ℕ) (ξ TD Q : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  0 < γ ->  (* γ > 0 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_H₂2_plus_4a_over_γ ->  (* √(H₂² + 4a/γ) is a root *)
  root_H₂2_plus_4a_over_γ ^ 2 = 4 * norm_w₁ * inverse_η * inverse_γ + H₂ ^ 2 ->  (* √(H₂² + 4a/γ) squared is H₂² + 4a/γ *)
  INR M <= 4 * inverse_γ ^ 2 * R ^ 2 + 4 * inverse_γ * R * root_H₂2_plus_4a_over_γ + root_H₂2_plus_4a_over_γ ^ 2.
Proof. intros E η norm_w₁ inverse_η γ inverse_γ R H₂ root_H₂2_plus_4a_over_γ w z M ξ TD Q u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21. exact (any_start_squared_radius_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 7 => γ | 8 => inverse_γ | 12 => R | 14 => H₂ | 15 => root_H₂2_plus_4a_over_γ | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 11 => TD | 13 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21). Qed.

(** any-start-l2: MR (7) from any start with any rate: M ≤ (H₂/2 + √(H₂²/4 + ℓ/γ))², ℓ = a + √(a² + Σ‖x‖²), a = ‖w(0)‖/η *)
Theorem any_start_l2 : forall (E : space) (η norm_w₁ inverse_η γ inverse_γ root_norm_w₁_2_over_η2_plus_S₂ H₂ root_H₂2_over_4_plus_ℓ_over_γ : ℝ) (w z : ℕ -> E) (M : ℕ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  0 < γ ->  (* γ > 0 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_norm_w₁_2_over_η2_plus_S₂ ->  (* √(‖w(0)‖²/η² + S₂) is a root *)
  root_norm_w₁_2_over_η2_plus_S₂ ^ 2 = norm_w₁ ^ 2 * inverse_η ^ 2 + S2 M ->  (* √(‖w(0)‖²/η² + S₂) squared is ‖w(0)‖²/η² + S₂ *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_H₂2_over_4_plus_ℓ_over_γ ->  (* √(H₂²/4 + ℓ/γ) is a root *)
  root_H₂2_over_4_plus_ℓ_over_γ ^ 2 = norm_w₁ * inverse_η * inverse_γ + inverse_γ * root_norm_w₁_2_over_η2_plus_S₂ + 1 / 4 * H₂ ^ 2 ->  (* √(H₂²/4 + ℓ/γ) squared is H₂²/4 + ℓ/γ *)
  INR M <= 1 / 4 * H₂ ^ 2 + H₂ * root_H₂2_over_4_plus_ℓ_over_γ + root_H₂2_over_4_plus_ℓ_over_γ ^ 2.
Proof. intros E η norm_w₁ inverse_η γ inverse_γ root_norm_w₁_2_over_η2_plus_S₂ H₂ root_H₂2_over_4_plus_ℓ_over_γ w z M ξ TD S2 Q u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23. exact (any_start_l2_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 7 => γ | 8 => inverse_γ | 13 => root_norm_w₁_2_over_η2_plus_S₂ | 15 => H₂ | 16 => root_H₂2_over_4_plus_ℓ_over_γ | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 11 => TD | 12 => S2 | 14 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23). Qed.

(** any-start-l2-radius: MR (8) from any start with any rate: M ≤ (R/γ + H₂ + √(2a/γ))², a = ‖w(0)‖/η *)
Theorem any_start_l2_radius : forall (E : space) (η norm_w₁ inverse_η γ inverse_γ R H₂ root_2a_over_γ : ℝ) (w z : ℕ -> E) (M : ℕ) (ξ TD Q : ℕ -> ℝ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  0 < γ ->  (* γ > 0 *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_2a_over_γ ->  (* √(2a/γ) is a root *)
  root_2a_over_γ ^ 2 = 2 * norm_w₁ * inverse_η * inverse_γ ->  (* √(2a/γ) squared is 2a/γ *)
  INR M <= inverse_γ ^ 2 * R ^ 2 + 2 * inverse_γ * R * H₂ + 2 * inverse_γ * R * root_2a_over_γ + H₂ ^ 2 + 2 * H₂ * root_2a_over_γ + root_2a_over_γ ^ 2.
Proof. intros E η norm_w₁ inverse_η γ inverse_γ R H₂ root_2a_over_γ w z M ξ TD Q u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21. exact (any_start_l2_radius_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 7 => γ | 8 => inverse_γ | 12 => R | 14 => H₂ | 15 => root_2a_over_γ | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 11 => TD | 13 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21). Qed.

(** total-distance: TD is no more than the total distance of any move that separates: Σ max(0, γ − y⟨u, x⟩) ≤ Σ‖v‖ *)
Theorem total_distance : forall (E : space) (u : E) (M : ℕ) (γ : ℝ) (ξ TD D ΣD : ℕ -> ℝ) (z v : ℕ -> E),
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  (forall k : ℕ, 0 <= D k) ->  (* D(k) is a distance *)
  (forall k : ℕ, D k ^ 2 = ⟨v k, v k⟩) ->  (* D(k) is the length of v(k), by which z(k) = y·x is moved *)
  ΣD O = 0 ->  (* ΣD is the total distance *)
  (forall k : ℕ, ΣD (S k) = D k + ΣD k) ->  (* ΣD grows by D(k) *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩ + ⟨u, v k⟩) ->  (* moved by v(k), z(k) = y·x is separated by u: ⟨u, z + v⟩ ≥ γ *)
  TD M <= ΣD M.
Proof. intros E u M γ ξ TD D ΣD z v fact1 _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11. exact (total_distance_valid E (Env E (fun here => match here with 3 => γ | _ => 0%R end)%positive (fun here => match here with 4 => ξ | 6 => TD | 7 => D | 9 => ΣD | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 5 => z | 8 => v | _ => fun _ => vzero end)%positive (fun here => match here with 2 => M | _ => O end)%positive (fun _ => O)) fact1 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11). Qed.

(** total-distance-separates: Moved by the missing length along a unit u, the examples are separated by u with margin γ *)
Theorem total_distance_separates : forall (E : space) (u : E) (M : ℕ) (γ : ℝ) (ξ : ℕ -> ℝ) (z v : ℕ -> E),
  ⟨u, u⟩ = 1 ->  (* ‖u‖ = 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  (forall k : ℕ, v k ≡ (ξ k) ⊙ u) ->  (* z(k) is moved by ξ(k) along u *)
  forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩ + ⟨u, v k⟩.
Proof. intros E u M γ ξ z v fact1 _ fact3 fact4. exact (total_distance_separates_valid E (Env E (fun here => match here with 3 => γ | _ => 0%R end)%positive (fun here => match here with 4 => ξ | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 5 => z | 6 => v | _ => fun _ => vzero end)%positive (fun here => match here with 2 => M | _ => O end)%positive (fun _ => O)) fact1 fact3 fact4). Qed.

(** total-distance-attained: TD is attained: moved by the missing length along a unit u, the examples are moved by no more than TD in all *)
Theorem total_distance_attained : forall (E : space) (u : E) (M : ℕ) (ξ TD D ΣD : ℕ -> ℝ) (v z : ℕ -> E) (γ : ℝ),
  ⟨u, u⟩ = 1 ->  (* ‖u‖ = 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, v k ≡ (ξ k) ⊙ u) ->  (* z(k) is moved by ξ(k) along u *)
  (forall k : ℕ, 0 <= D k) ->  (* D(k) is a distance *)
  (forall k : ℕ, D k ^ 2 = ⟨v k, v k⟩) ->  (* D(k) is the length of v(k), by which z(k) = y·x is moved *)
  ΣD O = 0 ->  (* ΣD is the total distance *)
  (forall k : ℕ, ΣD (S k) = D k + ΣD k) ->  (* ΣD grows by D(k) *)
  ΣD M <= TD M.
Proof. intros E u M ξ TD D ΣD v z γ fact1 fact2 _ fact4 fact5 fact6 fact7 fact8 fact9 fact10. exact (total_distance_attained_valid E (Env E (fun here => match here with 8 => γ | _ => 0%R end)%positive (fun here => match here with 3 => ξ | 4 => TD | 6 => D | 7 => ΣD | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 5 => v | 9 => z | _ => fun _ => vzero end)%positive (fun here => match here with 2 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact4 fact5 fact6 fact7 fact8 fact9 fact10). Qed.

(** hinge-distance: M ≤ 1/γ² + (2/γ)·(total distance) for every move of the examples that separates them with margin γ *)
Theorem hinge_distance : forall (E : space) (w z v : ℕ -> E) (M : ℕ) (γ inverse_γ : ℝ) (u : E) (D ΣD : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, 0 <= D k) ->  (* D(k) is a distance *)
  (forall k : ℕ, D k ^ 2 = ⟨v k, v k⟩) ->  (* D(k) is the length of v(k), by which z(k) = y·x is moved *)
  ΣD O = 0 ->  (* ΣD is the total distance *)
  (forall k : ℕ, ΣD (S k) = D k + ΣD k) ->  (* ΣD grows by D(k) *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩ + ⟨u, v k⟩) ->  (* moved by v(k), z(k) = y·x is separated by u: ⟨u, z + v⟩ ≥ γ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= inverse_γ ^ 2 + 2 * inverse_γ * ΣD M.
Proof. intros E w z v M γ inverse_γ u D ΣD. exact (hinge_distance_valid E (Env E (fun here => match here with 4 => γ | 9 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => D | 8 => ΣD | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 7 => v | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** hinge-root-any: The exact root for any comparator: M ≤ ((b + √(b² + 4H))/2)² with b = R‖u‖/γ *)
Theorem hinge_root_any : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u R H inverse_γ root_R_U_over_γ_2_plus_4_H : ℝ) (ξ TD : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_R_U_over_γ_2_plus_4_H ->  (* √((R·U/γ)² + 4·H) is a non-negative root *)
  root_R_U_over_γ_2_plus_4_H ^ 2 = norm_u ^ 2 * R ^ 2 * inverse_γ ^ 2 + 4 * H ->  (* √((R·U/γ)² + 4·H) squared is (R·U/γ)² + 4·H *)
  INR M <= 1 / 4 * norm_u ^ 2 * R ^ 2 * inverse_γ ^ 2 + 1 / 2 * norm_u * R * inverse_γ * root_R_U_over_γ_2_plus_4_H + 1 / 4 * root_R_U_over_γ_2_plus_4_H ^ 2.
Proof. intros E w z M γ norm_u R H inverse_γ root_R_U_over_γ_2_plus_4_H ξ TD u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (hinge_root_any_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_u | 9 => R | 10 => H | 11 => inverse_γ | 12 => root_R_U_over_γ_2_plus_4_H | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** hinge-order-ssbd: The exact root's bound is at most SS 21.16: s² ≤ H + b² + b√H *)
Theorem hinge_order_ssbd : forall (E : space) (root_H b s H : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative; not used *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = root_H ^ 2 + b * s ->  (* s² = bs + H *)
  s ^ 2 <= root_H ^ 2 + root_H * b + b ^ 2.
Proof. intros E root_H b s H _ _ fact3 _ fact5 fact6. exact (hinge_order_ssbd_valid E (Env E (fun here => match here with 1 => root_H | 2 => b | 3 => s | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact3 fact5 fact6). Qed.

(** hinge-chain-ssbd: On every run the exact root's bound is at most SS 21.16 *)
Theorem hinge_chain_ssbd : forall (E : space) (root_R_U_over_γ_2_plus_4_H inverse_γ H R norm_u root_H γ : ℝ) (M : ℕ) (ξ TD : ℕ -> ℝ) (u : E) (z : ℕ -> E),
  0 < γ ->  (* γ > 0; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks; not used *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k; not used *)
  0 <= norm_u ->  (* ‖u‖ is a length; not used *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product; not used *)
  0 <= R ->  (* R is a length; not used *)
  H * γ = TD M ->  (* H = TD/γ is the hinge loss at margin γ; not used *)
  inverse_γ * γ = 1 ->  (* 1/γ is the reciprocal of γ; not used *)
  0 <= root_R_U_over_γ_2_plus_4_H ->  (* √((R·U/γ)² + 4·H) is a non-negative root *)
  root_R_U_over_γ_2_plus_4_H ^ 2 = inverse_γ ^ 2 * R ^ 2 * norm_u ^ 2 + 4 * H ->  (* √((R·U/γ)² + 4·H) squared is (R·U/γ)² + 4·H *)
  0 <= root_H ->  (* √H is a non-negative root *)
  root_H ^ 2 = H ->  (* √H squared is H *)
  1 / 4 * root_R_U_over_γ_2_plus_4_H ^ 2 + 1 / 2 * root_R_U_over_γ_2_plus_4_H * inverse_γ * R * norm_u <= 3 / 4 * inverse_γ ^ 2 * R ^ 2 * norm_u ^ 2 + inverse_γ * R * norm_u * root_H + H.
Proof. intros E root_R_U_over_γ_2_plus_4_H inverse_γ H R norm_u root_H γ M ξ TD u z _ _ _ _ _ _ _ _ _ _ fact11 fact12 fact13 fact14. exact (hinge_chain_ssbd_valid E (Env E (fun here => match here with 1 => root_R_U_over_γ_2_plus_4_H | 2 => inverse_γ | 3 => H | 4 => R | 5 => norm_u | 6 => root_H | 7 => γ | _ => 0%R end)%positive (fun here => match here with 9 => ξ | 12 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 11 => z | _ => fun _ => vzero end)%positive (fun here => match here with 8 => M | _ => O end)%positive (fun _ => O)) fact11 fact12 fact13 fact14). Qed.

(** hinge-order-mr: SS 21.16 is at most MR (4): H + b² + b√H ≤ (b + √H)² *)
Theorem hinge_order_mr : forall (E : space) (b root_H H s : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root; not used *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H; not used *)
  0 <= b * root_H.
Proof. intros E b root_H H s fact1 _ fact3 _ _ _. exact (hinge_order_mr_valid E (Env E (fun here => match here with 1 => b | 2 => root_H | 3 => H | 4 => s | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact3). Qed.

(** hinge-chain-mr: On every run SS 21.16 is at most MR (4) *)
Theorem hinge_chain_mr : forall (E : space) (γ norm_u R inverse_γ root_H H : ℝ) (M : ℕ) (ξ TD : ℕ -> ℝ) (u : E) (z : ℕ -> E),
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks; not used *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k; not used *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product; not used *)
  0 <= R ->  (* R is a length *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ; not used *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_H ->  (* √H is a non-negative root *)
  root_H ^ 2 = H ->  (* √H squared is H *)
  H <= norm_u * R * inverse_γ * root_H + root_H ^ 2.
Proof. intros E γ norm_u R inverse_γ root_H H M ξ TD u z fact1 _ _ _ _ fact6 _ fact8 _ fact10 fact11 fact12. exact (hinge_chain_mr_valid E (Env E (fun here => match here with 1 => γ | 2 => norm_u | 3 => R | 4 => inverse_γ | 5 => root_H | 6 => H | _ => 0%R end)%positive (fun here => match here with 8 => ξ | 11 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 9 => u | _ => vzero end)%positive (fun here => match here with 10 => z | _ => fun _ => vzero end)%positive (fun here => match here with 7 => M | _ => O end)%positive (fun _ => O)) fact1 fact6 fact8 fact10 fact11 fact12). Qed.

(** hinge-order-bl: The exact root's bound is at most BL's: s² ≤ b² + 2H *)
Theorem hinge_order_bl : forall (E : space) (b s root_H H : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative; not used *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss; not used *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root; not used *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  s ^ 2 <= b ^ 2 + 2 * root_H ^ 2.
Proof. intros E b s root_H H _ _ _ _ _ fact6. exact (hinge_order_bl_valid E (Env E (fun here => match here with 1 => b | 2 => s | 3 => root_H | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact6). Qed.

(** hinge-order-ssbd-bl: SS 21.16 is at most BL's bound where √H ≥ b: H + b² + b√H ≤ b² + 2H *)
Theorem hinge_order_ssbd_bl : forall (E : space) (root_H H BL b SSBD : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss *)
  BL = 2 * H + b ^ 2 ->  (* BL is BL's bound *)
  SSBD = root_H * b + H + b ^ 2 ->  (* SSBD is the bound of SS 21.16 *)
  b <= root_H ->  (* √H is at least b = ‖w*‖R *)
  SSBD <= BL.
Proof. intros E root_H H BL b SSBD _ fact2 fact3 fact4 fact5 fact6. exact (hinge_order_ssbd_bl_valid E (Env E (fun here => match here with 1 => root_H | 2 => H | 3 => BL | 4 => b | 5 => SSBD | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact3 fact4 fact5 fact6). Qed.

(** hinge-order-bl-ssbd: BL's bound is at most SS 21.16 where √H ≤ b: b² + 2H ≤ H + b² + b√H *)
Theorem hinge_order_bl_ssbd : forall (E : space) (root_H H BL b SSBD : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss *)
  BL = 2 * H + b ^ 2 ->  (* BL is BL's bound *)
  SSBD = root_H * b + H + b ^ 2 ->  (* SSBD is the bound of SS 21.16 *)
  root_H <= b ->  (* √H is at most b = ‖w*‖R *)
  BL <= SSBD.
Proof. intros E root_H H BL b SSBD _ fact2 fact3 fact4 fact5 fact6. exact (hinge_order_bl_ssbd_valid E (Env E (fun here => match here with 1 => root_H | 2 => H | 3 => BL | 4 => b | 5 => SSBD | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact3 fact4 fact5 fact6). Qed.

(** hinge-order-mr-ratio: MR (4) is at most 25/16 of the exact root's bound: 16(b + √H)² ≤ 25s² *)
Theorem hinge_order_mr_ratio : forall (E : space) (b root_H s H : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  16 * b ^ 2 + 32 * b * root_H + 16 * root_H ^ 2 <= 25 * s ^ 2.
Proof. intros E b root_H s H fact1 _ fact3 _ fact5 fact6. exact (hinge_order_mr_ratio_valid E (Env E (fun here => match here with 1 => b | 2 => root_H | 3 => s | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact3 fact5 fact6). Qed.

(** hinge-order-ssbd-ratio: SS 21.16 is at most (405 + 51√17)/512 = 1.2017… of the exact root's bound *)
Theorem hinge_order_ssbd_ratio : forall (E : space) (b root_H s root_17 H : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  0 <= root_17 ->  (* a root *)
  root_17 ^ 2 = 17 ->  (* of 17 *)
  b ^ 2 + b * root_H + root_H ^ 2 <= 51 / 512 * s ^ 2 * root_17 + 405 / 512 * s ^ 2.
Proof. intros E b root_H s root_17 H fact1 _ fact3 _ fact5 fact6 fact7 fact8. exact (hinge_order_ssbd_ratio_valid E (Env E (fun here => match here with 1 => b | 2 => root_H | 3 => s | 4 => root_17 | 5 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact3 fact5 fact6 fact7 fact8). Qed.

(** hinge-order-strict: The relaxations are strict: s² < H + b² + b√H where ‖w*‖R > 0 and H > 0 *)
Theorem hinge_order_strict : forall (E : space) (b s root_H H : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss; not used *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root; not used *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  0 < b ->  (* b = ‖w*‖R > 0 *)
  0 < root_H ->  (* H > 0 *)
  s ^ 2 < b ^ 2 + b * root_H + root_H ^ 2.
Proof. intros E b s root_H H _ _ _ _ fact5 fact6 fact7. exact (hinge_order_strict_valid E (Env E (fun here => match here with 1 => b | 2 => s | 3 => root_H | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact5 fact6 fact7). Qed.

(** hinge-pareto-optimal: No smaller factor beside B·H: A ≥ B²/(4(B−1)) for 1 < B ≤ 2 *)
Theorem hinge_pareto_optimal : forall (E : space) (B c H A : ℝ) (z u : E),
  1 < B ->
  B <= 2 ->
  ⟨z, z⟩ = 1 ->  (* one example of length 1 *)
  B * c + 2 = 2 * B ->  (* c is 2(B − 1)/B *)
  u ≡ c ⊙ z ->  (* w* is c times the example *)
  0 <= H ->  (* a positive part is not negative; not used *)
  1 <= H + ⟨z, u⟩ ->  (* a positive part is no less than what it is the part of; not used *)
  H ^ 2 + H * ⟨z, u⟩ = H ->  (* a positive part is 0 or its argument *)
  1 <= B * H + A * ⟨u, u⟩ ->  (* M ≤ A‖w*‖²R² + B·H holds of that run, where M = R = 1 *)
  B ^ 2 + 4 * A <= 4 * B * A.
Proof. intros E B c H A z u fact1 fact2 fact3 fact4 fact5 _ _ fact8 fact9. exact (hinge_pareto_optimal_valid E (Env E (fun here => match here with 1 => B | 3 => c | 5 => H | 6 => A | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 2 => z | 4 => u | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact8 fact9). Qed.

(** hinge-order-mr-ratio-attained: MR (4) is 25/16 of the exact root's bound at H = 4b²/9: 16(b + √H)² ≥ 25s² *)
Theorem hinge_order_mr_ratio_attained : forall (E : space) (root_H b s H : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = root_H ^ 2 + b * s ->  (* s² = bs + H *)
  3 * root_H = 2 * b ->  (* √H is 2b/3 *)
  25 * s ^ 2 <= 16 * root_H ^ 2 + 32 * root_H * b + 16 * b ^ 2.
Proof. intros E root_H b s H _ fact2 _ fact4 fact5 fact6. exact (hinge_order_mr_ratio_attained_valid E (Env E (fun here => match here with 1 => root_H | 2 => b | 3 => s | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact4 fact5 fact6). Qed.

(** hinge-order-mr-ratio-optimal: No factor below 25/16 takes the exact root's bound to MR (4) *)
Theorem hinge_order_mr_ratio_optimal : forall (E : space) (root_H b s C H : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = root_H ^ 2 + b * s ->  (* s² = bs + H *)
  3 * root_H = 2 * b ->  (* √H is 2b/3 *)
  0 < b ->  (* b = ‖w*‖R > 0 *)
  root_H ^ 2 + 2 * root_H * b + b ^ 2 <= s ^ 2 * C ->  (* the bound is at most C times the exact root's bound s² *)
  25 <= 16 * C.
Proof. intros E root_H b s C H _ fact2 _ fact4 fact5 fact6 fact7 fact8. exact (hinge_order_mr_ratio_optimal_valid E (Env E (fun here => match here with 1 => root_H | 2 => b | 3 => s | 4 => C | 5 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact4 fact5 fact6 fact7 fact8). Qed.

(** hinge-order-ssbd-ratio-attained: SS 21.16 is (405 + 51√17)/512 of the exact root's bound at √H = (√17 − 1)s/8 *)
Theorem hinge_order_ssbd_ratio_attained : forall (E : space) (b root_H s root_17 H : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  8 * root_H + s = s * root_17 ->  (* √H is (√17 − 1)/8 of s *)
  0 <= root_17 ->  (* a root *)
  root_17 ^ 2 = 17 ->  (* of 17 *)
  51 / 512 * s ^ 2 * root_17 + 405 / 512 * s ^ 2 <= b ^ 2 + b * root_H + root_H ^ 2.
Proof. intros E b root_H s root_17 H fact1 _ fact3 _ fact5 fact6 fact7 fact8 fact9. exact (hinge_order_ssbd_ratio_attained_valid E (Env E (fun here => match here with 1 => b | 2 => root_H | 3 => s | 4 => root_17 | 5 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact3 fact5 fact6 fact7 fact8 fact9). Qed.

(** hinge-order-ssbd-ratio-optimal: No factor below (405 + 51√17)/512 takes the exact root's bound to SS 21.16 *)
Theorem hinge_order_ssbd_ratio_optimal : forall (E : space) (root_H b s root_17 C H : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = root_H ^ 2 + b * s ->  (* s² = bs + H *)
  8 * root_H + s = s * root_17 ->  (* √H is (√17 − 1)/8 of s *)
  0 <= root_17 ->  (* a root *)
  root_17 ^ 2 = 17 ->  (* of 17 *)
  0 < b ->  (* b = ‖w*‖R > 0 *)
  root_H ^ 2 + root_H * b + b ^ 2 <= s ^ 2 * C ->  (* the bound is at most C times the exact root's bound s² *)
  51 / 512 * root_17 + 405 / 512 <= C.
Proof. intros E root_H b s root_17 C H _ fact2 _ fact4 fact5 fact6 fact7 fact8 fact9 fact10. exact (hinge_order_ssbd_ratio_optimal_valid E (Env E (fun here => match here with 1 => root_H | 2 => b | 3 => s | 4 => root_17 | 5 => C | 6 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact4 fact5 fact6 fact7 fact8 fact9 fact10). Qed.

(** hinge-order-bl-strict: BL's bound is strictly above the exact root's where H > 0: s² < b² + 2H *)
Theorem hinge_order_bl_strict : forall (E : space) (b s root_H H : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss; not used *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  0 < root_H ->  (* H > 0 *)
  s ^ 2 < b ^ 2 + 2 * root_H ^ 2.
Proof. intros E b s root_H H _ _ _ fact4 fact5. exact (hinge_order_bl_strict_valid E (Env E (fun here => match here with 1 => b | 2 => s | 3 => root_H | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact4 fact5). Qed.

(** hinge-order-bl-ratio: BL's bound is at most twice the exact root's: b² + 2H ≤ 2s² *)
Theorem hinge_order_bl_ratio : forall (E : space) (b s root_H H : ℝ),
  0 <= b ->  (* b = ‖w*‖R is not negative *)
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss; not used *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  b ^ 2 + 2 * root_H ^ 2 <= 2 * s ^ 2.
Proof. intros E b s root_H H fact1 _ _ _ fact5 fact6. exact (hinge_order_bl_ratio_valid E (Env E (fun here => match here with 1 => b | 2 => s | 3 => root_H | 4 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact5 fact6). Qed.

(** hinge-order-bl-ratio-optimal: No factor below 2 takes the exact root's bound to BL's *)
Theorem hinge_order_bl_ratio_optimal : forall (E : space) (b s root_H C H : ℝ),
  0 <= H ->  (* H, the hinge loss, is not negative; not used *)
  0 <= root_H ->  (* the root of the hinge loss; not used *)
  root_H ^ 2 = H ->  (* √H squared is H, the hinge loss; not used *)
  b <= s ->  (* s is the larger root; not used *)
  s ^ 2 = b * s + root_H ^ 2 ->  (* s² = bs + H *)
  b = 0 ->  (* b = 0 *)
  0 < root_H ->  (* H > 0 *)
  b ^ 2 + 2 * root_H ^ 2 <= s ^ 2 * C ->  (* the bound is at most C times the exact root's bound s² *)
  2 <= C.
Proof. intros E b s root_H C H _ _ _ _ fact5 fact6 fact7 fact8. exact (hinge_order_bl_ratio_optimal_valid E (Env E (fun here => match here with 1 => b | 2 => s | 3 => root_H | 4 => C | 5 => H | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact5 fact6 fact7 fact8). Qed.

(** small-losses: Where no loss is above 1: H₂² ≤ H, so (8) is no larger than (4) *)
Theorem small_losses : forall (E : space) (M : ℕ) (ξ TD Q : ℕ -> ℝ) (γ H H₂ inverse_γ : ℝ),
  0 < γ ->  (* γ > 0; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k <= γ) ->  (* ξ ≤ γ at each update *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  H₂ ^ 2 <= H.
Proof. intros E M ξ TD Q γ H H₂ inverse_γ _ fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10. exact (small_losses_valid E (Env E (fun here => match here with 3 => γ | 6 => H | 7 => H₂ | 8 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 2 => ξ | 4 => TD | 5 => Q | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O)) fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10). Qed.

(** large-losses: Where each loss is 0 or at least 1: H₂² ≥ H, so (4) is no larger than (8) *)
Theorem large_losses : forall (E : space) (M : ℕ) (γ H H₂ inverse_γ : ℝ) (ξ TD Q : ℕ -> ℝ),
  0 < γ ->  (* γ > 0; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ * ξ k <= ξ k ^ 2) ->  (* each slack is 0 or at least γ *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  H <= H₂ ^ 2.
Proof. intros E M γ H H₂ inverse_γ ξ TD Q _ fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9. exact (large_losses_valid E (Env E (fun here => match here with 2 => γ | 6 => H | 7 => H₂ | 8 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 3 => ξ | 4 => TD | 5 => Q | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O)) fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9). Qed.

(** squared-hinge-never: MR (5) as printed fails on every run with w ≠ 0: H₂² + (2R/γ²)√Σ‖x‖² < M at u = w/‖w‖ and every large γ *)
Theorem squared_hinge_never : forall (E : space) (w z : ℕ -> E) (norm_w γ H₂ inverse_γ R root_S₂ : ℝ) (M : ℕ) (u : E) (ξ Q P S2 : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  w M ≡ norm_w ⊙ u ->  (* w = ‖w‖u, so that u is w/‖w‖ where w ≠ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length; not used *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  P O = 0 ->  (* P is the sum of ⟨u, z⟩² over the updates *)
  (forall k : ℕ, P (S k) = P k + ⟨u, z k⟩ ^ 2) ->  (* P grows by ⟨u, z(k)⟩² *)
  0 < γ ->  (* γ > 0; not used *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths; not used *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update; not used *)
  0 <= root_S₂ ->  (* √S₂ is a root; not used *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂; not used *)
  2 * R * root_S₂ + P M < 2 * norm_w * γ ->  (* γ is large: every large enough γ will do if ‖w‖ > 0, and none if w = 0 and R ≥ 0 *)
  H₂ ^ 2 + 2 * inverse_γ ^ 2 * R * root_S₂ < INR M.
Proof. intros E w z norm_w γ H₂ inverse_γ R root_S₂ M u ξ Q P S2 fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 fact11 fact12 _ fact14 _ _ _ _ fact19. exact (squared_hinge_never_valid E (Env E (fun here => match here with 3 => norm_w | 6 => γ | 9 => H₂ | 11 => inverse_γ | 12 => R | 13 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 7 => ξ | 8 => Q | 10 => P | 14 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact11 fact12 fact14 fact19). Qed.

(** squared-hinge-never-radius: MR (6) as printed fails on every run with w ≠ 0: (2R²/γ² + H₂)² < M at u = w/‖w‖ and every large γ *)
Theorem squared_hinge_never_radius : forall (E : space) (w z : ℕ -> E) (norm_w γ H₂ inverse_γ root_M R : ℝ) (M : ℕ) (u : E) (ξ Q P : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  w M ≡ norm_w ⊙ u ->  (* w = ‖w‖u, so that u is w/‖w‖ where w ≠ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  P O = 0 ->  (* P is the sum of ⟨u, z⟩² over the updates *)
  (forall k : ℕ, P (S k) = P k + ⟨u, z k⟩ ^ 2) ->  (* P grows by ⟨u, z(k)⟩² *)
  0 < γ ->  (* γ > 0; not used *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  4 * root_M * R ^ 2 + P M < 2 * norm_w * γ ->  (* γ is large: every large enough γ will do if ‖w‖ > 0, and none if w = 0 and R ≥ 0 *)
  H₂ ^ 2 + 4 * H₂ * inverse_γ ^ 2 * R ^ 2 + 4 * inverse_γ ^ 4 * R ^ 4 < INR M.
Proof. intros E w z norm_w γ H₂ inverse_γ root_M R M u ξ Q P fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14 fact15 fact16 fact17. exact (squared_hinge_never_radius_valid E (Env E (fun here => match here with 3 => norm_w | 6 => γ | 9 => H₂ | 11 => inverse_γ | 12 => root_M | 13 => R | _ => 0%R end)%positive (fun here => match here with 7 => ξ | 8 => Q | 10 => P | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14 fact15 fact16 fact17). Qed.

(** squared-hinge-close: MR (5) as printed holds for γ ≤ R: M ≤ H₂² + (2R/γ²)√Σ‖x‖² *)
Theorem squared_hinge_close : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ H₂ root_S₂ inverse_γ R : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length; not used *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  γ <= R ->  (* γ is at most R; MR writes ρ and r *)
  INR M <= H₂ ^ 2 + 2 * root_S₂ * inverse_γ ^ 2 * R.
Proof. intros E w z M γ H₂ root_S₂ inverse_γ R ξ TD S2 Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 _ fact15 fact16 fact17 fact18 fact19. exact (squared_hinge_close_valid E (Env E (fun here => match here with 4 => γ | 10 => H₂ | 11 => root_S₂ | 12 => inverse_γ | 13 => R | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact15 fact16 fact17 fact18 fact19). Qed.

(** squared-hinge-close-radius: MR (6) as printed holds for γ ≤ R: M ≤ (2R²/γ² + H₂)² *)
Theorem squared_hinge_close_radius : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R H₂ inverse_γ : ℝ) (ξ TD Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  γ <= R ->  (* γ is at most R; MR writes ρ and r *)
  INR M <= 4 * R ^ 4 * inverse_γ ^ 4 + 4 * R ^ 2 * H₂ * inverse_γ ^ 2 + H₂ ^ 2.
Proof. intros E w z M γ R H₂ inverse_γ ξ TD Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (squared_hinge_close_radius_valid E (Env E (fun here => match here with 4 => γ | 8 => R | 10 => H₂ | 11 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** squared-hinge-order: MR (7) is never worse than the repaired (5): (H₂/2 + √(H₂²/4 + c))² ≤ H₂² + 2c with c = √Σ‖x‖²/γ *)
Theorem squared_hinge_order : forall (E : space) (H₂ c root_H₂2_over_4_plus_c : ℝ),
  0 <= c ->  (* c is not negative, nor is what it stands for; not used *)
  0 <= root_H₂2_over_4_plus_c ->  (* the root in (7); not used *)
  root_H₂2_over_4_plus_c ^ 2 = 1 / 4 * H₂ ^ 2 + c ->  (* squared is H₂²/4 + c *)
  H₂ * root_H₂2_over_4_plus_c + root_H₂2_over_4_plus_c ^ 2 <= 3 / 4 * H₂ ^ 2 + 2 * c.
Proof. intros E H₂ c root_H₂2_over_4_plus_c _ _ fact3. exact (squared_hinge_order_valid E (Env E (fun here => match here with 1 => H₂ | 2 => c | 3 => root_H₂2_over_4_plus_c | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact3). Qed.

(** hinge-l2-predictions: In the augmented space the Perceptron predicts as before: ⟨w′(t), z′(t)⟩ = ⟨w(t), z(t)⟩, where z′ = z + Δf *)
Theorem hinge_l2_predictions : forall (E : space) (w w' z f : ℕ -> E) (Δ : ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  w' O ≡ vzero ->  (* and so do those in the augmented space *)
  (forall k : ℕ, ⟨w k, z k⟩ <= 0 -> w (S k) ≡ w k ⊕ z k) ->  (* where ⟨w, z⟩ ≤ 0 the Perceptron adds z *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> w (S k) ≡ w k) ->  (* where ⟨w, z⟩ > 0 it rests *)
  (forall k : ℕ, Δ * ⟨w' k, f k⟩ + ⟨w' k, z k⟩ <= 0 -> w' (S k) ≡ w' k ⊕ z k ⊕ Δ ⊙ f k) ->  (* where ⟨w′, z′⟩ ≤ 0 the Perceptron in the augmented space adds z′ *)
  (forall k : ℕ, 0 < Δ * ⟨w' k, f k⟩ + ⟨w' k, z k⟩ -> w' (S k) ≡ w' k) ->  (* where ⟨w′, z′⟩ > 0 it rests *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨f j, f k⟩ = 0) ->  (* each round has an axis of its own *)
  (forall k : ℕ, forall j : ℕ, ⟨z j, f k⟩ = 0) ->  (* no example has a component along an axis *)
  forall k : ℕ, Δ * ⟨w' k, f k⟩ + ⟨w' k, z k⟩ = ⟨w k, z k⟩.
Proof. intros E w w' z f Δ. exact (hinge_l2_predictions_valid E (Env E (fun here => match here with 4 => Δ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun here => match here with 1 => w | 2 => w' | 3 => z | 5 => f | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** hinge-l2-every-delta: The printed proof of MR Theorem 3, at any Δ > 0: M² ≤ (1/γ² + H₂²/Δ²)(Σ‖x‖² + MΔ²) *)
Theorem hinge_l2_every_delta : forall (E : space) (w z f g v : ℕ -> E) (M : ℕ) (γ H₂ inverse_γ inverse_Δ Δ : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length; not used *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨f j, f k⟩ = 0) ->  (* each round has an axis of its own *)
  (forall k : ℕ, ⟨f k, f k⟩ = 1) ->  (* an axis has length 1 *)
  (forall k : ℕ, forall j : ℕ, ⟨z j, f k⟩ = 0) ->  (* no example has a component along an axis *)
  (forall k : ℕ, ⟨u, f k⟩ = 0) ->  (* nor has u *)
  g O ≡ vzero ->  (* g is a sum of axes, one for each round *)
  (forall k : ℕ, g (S k) ≡ f k ⊕ g k) ->  (* g is a sum of axes, one for each round *)
  v O ≡ vzero ->  (* v is a sum of axes, one for each round *)
  (forall k : ℕ, v (S k) ≡ (ξ k) ⊙ f k ⊕ v k) ->  (* v is a sum of axes, one for each round *)
  0 < Δ ->  (* Δ is positive; not used *)
  inverse_Δ * Δ = 1 ->  (* 1/Δ is the reciprocal of Δ *)
  INR M ^ 2 <= H₂ ^ 2 * inverse_Δ ^ 2 * Δ ^ 2 * INR M + H₂ ^ 2 * inverse_Δ ^ 2 * S2 M + inverse_γ ^ 2 * Δ ^ 2 * INR M + inverse_γ ^ 2 * S2 M.
Proof. intros E w z f g v M γ H₂ inverse_γ inverse_Δ Δ ξ TD S2 Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 _ fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 _ fact26. exact (hinge_l2_every_delta_valid E (Env E (fun here => match here with 4 => γ | 10 => H₂ | 11 => inverse_γ | 15 => inverse_Δ | 16 => Δ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 12 => f | 13 => g | 14 => v | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact26). Qed.

(** hinge-l2-printed: The printed proof of MR Theorem 3, at the best Δ: M ≤ √M·H₂ + √Σ‖x‖²/γ, which (7) and (8) solve for M *)
Theorem hinge_l2_printed : forall (E : space) (w z f g v : ℕ -> E) (M : ℕ) (γ H₂ inverse_γ root_S₂ root_M : ℝ) (ξ TD S2 Q : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the vector of slacks *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨f j, f k⟩ = 0) ->  (* each round has an axis of its own *)
  (forall k : ℕ, ⟨f k, f k⟩ = 1) ->  (* an axis has length 1 *)
  (forall k : ℕ, forall j : ℕ, ⟨z j, f k⟩ = 0) ->  (* no example has a component along an axis *)
  (forall k : ℕ, ⟨u, f k⟩ = 0) ->  (* nor has u *)
  g O ≡ vzero ->  (* g is a sum of axes, one for each round *)
  (forall k : ℕ, g (S k) ≡ f k ⊕ g k) ->  (* g is a sum of axes, one for each round *)
  v O ≡ vzero ->  (* v is a sum of axes, one for each round *)
  (forall k : ℕ, v (S k) ≡ (ξ k) ⊙ f k ⊕ v k) ->  (* v is a sum of axes, one for each round *)
  INR M <= H₂ * root_M + inverse_γ * root_S₂.
Proof. intros E w z f g v M γ H₂ inverse_γ root_S₂ root_M ξ TD S2 Q u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28. exact (hinge_l2_printed_valid E (Env E (fun here => match here with 4 => γ | 10 => H₂ | 11 => inverse_γ | 12 => root_S₂ | 13 => root_M | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 14 => f | 15 => g | 16 => v | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28). Qed.

(** freund-schapire: Freund and Schapire: at most ((R + D)/γ)² updates of the Perceptron, where D is the length of the losses *)
Theorem freund_schapire : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ R D : ℝ) (u : E) (ξ Q : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, 0 <= ξ k) ->  (* a positive part is not negative; not used *)
  (forall k : ℕ, γ <= ξ k + ⟨u, z k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a positive part is 0 or its argument; not used *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= D ->  (* D is a length *)
  D ^ 2 = Q M ->  (* D is the length of the vector of losses ξ *)
  γ ^ 2 * INR M <= R ^ 2 + 2 * R * D + D ^ 2.
Proof. intros E w z M γ R D u ξ Q fact1 fact2 fact3 fact4 fact5 fact6 fact7 _ fact9 _ fact11 fact12 fact13 fact14. exact (freund_schapire_valid E (Env E (fun here => match here with 4 => γ | 6 => R | 9 => D | _ => 0%R end)%positive (fun here => match here with 7 => ξ | 8 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact9 fact11 fact12 fact13 fact14). Qed.

(** structured-perceptron: Collins: the structured Perceptron makes at most ((R + D)/γ)² mistakes, where D is the length of the losses *)
Theorem structured_perceptron : forall (E : space) (w p q : ℕ -> E) (M : ℕ) (γ R D : ℝ) (u : E) (ξ Q : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ⊕ q k ≡ w k ⊕ p k) ->  (* a mistake adds p = Φ(x, truth) and subtracts q = Φ(x, prediction) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, p k⟩ <= ⟨w k, q k⟩) ->  (* the prediction has no lower score: ⟨w, q⟩ ≥ ⟨w, p⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, p k⟩ + ⟨q k, q k⟩ <= R ^ 2 + 2 * ⟨p k, q k⟩) ->  (* ‖p − q‖ ≤ R *)
  (forall k : ℕ, 0 <= ξ k) ->  (* a positive part is not negative; not used *)
  (forall k : ℕ, γ + ⟨u, q k⟩ <= ξ k + ⟨u, p k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, ξ k ^ 2 + ξ k * ⟨u, p k⟩ = γ * ξ k + ξ k * ⟨u, q k⟩) ->  (* a positive part is 0 or its argument; not used *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= D ->  (* D is a length *)
  D ^ 2 = Q M ->  (* D is the length of the vector of losses ξ *)
  γ ^ 2 * INR M <= R ^ 2 + 2 * R * D + D ^ 2.
Proof. intros E w p q M γ R D u ξ Q fact1 fact2 fact3 fact4 fact5 fact6 fact7 _ fact9 _ fact11 fact12 fact13 fact14. exact (structured_perceptron_valid E (Env E (fun here => match here with 5 => γ | 7 => R | 10 => D | _ => 0%R end)%positive (fun here => match here with 8 => ξ | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => p | 3 => q | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact9 fact11 fact12 fact13 fact14). Qed.

(** multiclass: The multiclass Perceptron: at most 2R²/γ² mistakes *)
Theorem multiclass : forall (E : space) (w p q : ℕ -> E) (M : ℕ) (γ R : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ⊕ q k ≡ w k ⊕ p k) ->  (* a mistake adds p = Φ(x, truth) and subtracts q = Φ(x, prediction) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, p k⟩ <= ⟨w k, q k⟩) ->  (* the prediction has no lower score: ⟨w, q⟩ ≥ ⟨w, p⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, p k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R for the truth’s block *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨q k, q k⟩ <= R ^ 2) ->  (* and in the prediction’s block *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, q k⟩ = 0) ->  (* two classes have different blocks: ⟨p, q⟩ = 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ + ⟨u, q k⟩ <= ⟨u, p k⟩) ->  (* u scores the truth by γ more: ⟨u, p⟩ ≥ ⟨u, q⟩ + γ *)
  γ ^ 2 * INR M <= 2 * R ^ 2.
Proof. intros E w p q M γ R u fact1 fact2 fact3 fact4 fact5 _ fact7 fact8 fact9 fact10. exact (multiclass_valid E (Env E (fun here => match here with 5 => γ | 7 => R | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => p | 3 => q | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact7 fact8 fact9 fact10). Qed.

(** multiclass-hinge: The multiclass Perceptron with losses: at most ((√2R + D)/γ)² mistakes, where D is the length of the losses *)
Theorem multiclass_hinge : forall (E : space) (w p q : ℕ -> E) (M : ℕ) (γ R D root_2R : ℝ) (u : E) (ξ Q : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ⊕ q k ≡ w k ⊕ p k) ->  (* a mistake adds p = Φ(x, truth) and subtracts q = Φ(x, prediction) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, p k⟩ <= ⟨w k, q k⟩) ->  (* the prediction has no lower score: ⟨w, q⟩ ≥ ⟨w, p⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, p k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R for the truth’s block *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨q k, q k⟩ <= R ^ 2) ->  (* and in the prediction’s block *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, q k⟩ = 0) ->  (* two classes have different blocks: ⟨p, q⟩ = 0 *)
  (forall k : ℕ, 0 <= ξ k) ->  (* a positive part is not negative; not used *)
  (forall k : ℕ, γ + ⟨u, q k⟩ <= ξ k + ⟨u, p k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, ξ k ^ 2 + ξ k * ⟨u, p k⟩ = γ * ξ k + ξ k * ⟨u, q k⟩) ->  (* a positive part is 0 or its argument; not used *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= D ->  (* D is a length *)
  D ^ 2 = Q M ->  (* D is the length of the vector of losses ξ *)
  0 <= root_2R ->  (* √2R is a length *)
  root_2R ^ 2 = 2 * R ^ 2 ->  (* √2R squared is 2R² *)
  γ ^ 2 * INR M <= D ^ 2 + 2 * D * root_2R + root_2R ^ 2.
Proof. intros E w p q M γ R D root_2R u ξ Q fact1 fact2 fact3 fact4 fact5 _ fact7 fact8 fact9 _ fact11 _ fact13 fact14 fact15 fact16 fact17 fact18. exact (multiclass_hinge_valid E (Env E (fun here => match here with 5 => γ | 7 => R | 10 => D | 11 => root_2R | _ => 0%R end)%positive (fun here => match here with 8 => ξ | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => p | 3 => q | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact7 fact8 fact9 fact11 fact13 fact14 fact15 fact16 fact17 fact18). Qed.

(** * ranges *)

(** range: The range: γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ and ‖w‖² ≤ Σ‖x‖² ≤ MR² on every run *)
Theorem range : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u norm_w R : ℝ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, γ * INR M * INR k + norm_w ^ 2 * INR i + S2 M * INR l + INR j * ⟨u, w M⟩ <= norm_u * norm_w * INR j + R ^ 2 * INR M * INR l + TD M * INR k + S2 M * INR i + INR k * ⟨u, w M⟩.
Proof. intros E w z M γ norm_u norm_w R ξ TD S2 u fact1 fact2 fact3 _ fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14. exact (range_valid E (Env E (fun here => match here with 4 => γ | 9 => norm_u | 10 => norm_w | 11 => R | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14). Qed.

(** range-one: After one update ‖w‖² = Σ‖x‖² *)
Theorem range_one : forall (E : space) (w z : ℕ -> E) (S2 : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  ⟨w 1%nat, w 1%nat⟩ = S2 1%nat.
Proof. intros E w z S2. exact (range_one_valid E (Env E (fun _ => 0%R) (fun here => match here with 3 => S2 | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** range-losses: The range of the losses: 0 ≤ TD, TD² ≤ MΣξ² and Σξ² ≤ (γ + ‖u‖R)·TD on every run *)
Theorem range_losses : forall (E : space) (M : ℕ) (ξ TD Q : ℕ -> ℝ) (γ R norm_u : ℝ) (u : E) (z : ℕ -> E),
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or just what is missing from the margin *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= R ->  (* R is a length *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  forall k : ℕ, forall j : ℕ, forall i : ℕ, TD M ^ 2 * INR j + Q M * INR i <= γ * TD M * INR i + R * norm_u * TD M * INR i + TD M * INR k + Q M * INR M * INR j.
Proof. intros E M ξ TD Q γ R norm_u u z fact1 _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11. exact (range_losses_valid E (Env E (fun here => match here with 4 => γ | 8 => R | 9 => norm_u | _ => 0%R end)%positive (fun here => match here with 2 => ξ | 3 => TD | 7 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 6 => z | _ => fun _ => vzero end)%positive (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O)) fact1 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11). Qed.

(** range-attained: For M ≥ 2, W² ≤ S and P² ≤ U²W² there are M mistakes with ‖z‖² = S/M, ⟨u, z⟩ = P/M, ‖u‖ = U and ‖w(M)‖ = W *)
Theorem range_attained : forall (E : space) (M : ℕ) (e E_ z w : ℕ -> E) (f u : E) (W S_ inverse_root_M inverse_W inverse_M_minus_1 v x P U β : ℝ),
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR M -> INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* the vectors e(k) are at right angles *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR k <= INR j -> INR j <= INR k -> ⟨e j, e k⟩ = 1) ->  (* the vectors e(k) have length 1: ⟨e(k), e(j)⟩ = 1 if k ≤ j ≤ k *)
  E_ O ≡ vzero ->  (* E is the running sum of the vectors e(k) *)
  (forall k : ℕ, E_ (S k) ≡ e k ⊕ E_ k) ->  (* E(k+1) = E(k) + e(k) *)
  ⟨f, f⟩ = 1 ->  (* f is a unit vector *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨f, e k⟩ = 0) ->  (* f is at right angles to each e(k) *)
  2 <= INR M ->  (* M is at least 2 *)
  0 < W ->  (* W > 0 *)
  W ^ 2 <= S_ ->  (* W² ≤ S *)
  P ^ 2 <= W ^ 2 * U ^ 2 ->  (* P² ≤ U²W²; not used *)
  0 <= inverse_root_M ->  (* 1/√M is a root *)
  inverse_root_M ^ 2 * INR M = 1 ->  (* 1/√M squared is 1/M *)
  W * inverse_W = 1 ->  (* 1/W is the reciprocal of W *)
  inverse_M_minus_1 * INR M = inverse_M_minus_1 + 1 ->  (* 1/(M − 1) is the reciprocal of M − 1 *)
  0 <= v ->  (* v is a root; not used *)
  W ^ 2 + v ^ 2 = S_ ->  (* v² = S − W² *)
  0 <= x ->  (* x is a root *)
  x ^ 2 = W ^ 2 * inverse_root_M ^ 2 + inverse_M_minus_1 * v ^ 2 ->  (* x² = W²/M + v²/(M − 1) *)
  0 <= β ->  (* β is a root; not used *)
  P ^ 2 + β ^ 2 = W ^ 2 * U ^ 2 ->  (* β² = U²W² − P² *)
  (forall k : ℕ, z k ≡ x ⊙ e k ⊕ (W * inverse_root_M ^ 3 - inverse_root_M ^ 2 * x) ⊙ E_ M) ->  (* z(k) = x·e(k) + (W/√M − x)/M·E(M) *)
  u ≡ (inverse_W * β) ⊙ f ⊕ (inverse_root_M * inverse_W * P) ⊙ E_ M ->  (* u = P/(W√M)·E(M) + β/W·f *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ z k ⊕ w k) ->  (* update k adds z(k) = y·x to the weights *)
  forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, W ^ 4 + S_ ^ 2 + P ^ 2 + U ^ 4 + INR M ^ 2 * ⟨u, z k⟩ ^ 2 + INR M ^ 2 * ⟨z k, z k⟩ ^ 2 + INR j * ⟨z k, w k⟩ + ⟨u, u⟩ ^ 2 + ⟨w M, w M⟩ ^ 2 <= 2 * W ^ 2 * ⟨w M, w M⟩ + 2 * S_ * INR M * ⟨z k, z k⟩ + 2 * P * INR M * ⟨u, z k⟩ + 2 * U ^ 2 * ⟨u, u⟩.
Proof. intros E M e E_ z w f u W S_ inverse_root_M inverse_W inverse_M_minus_1 v x P U β fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11 fact12 fact13 fact14 _ fact16 fact17 fact18 _ fact20 fact21 fact22 fact23 fact24. exact (range_attained_valid E (Env E (fun here => match here with 5 => W | 6 => S_ | 7 => inverse_root_M | 8 => inverse_W | 9 => inverse_M_minus_1 | 10 => v | 11 => x | 12 => P | 13 => U | 14 => β | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 4 => f | 16 => u | _ => vzero end)%positive (fun here => match here with 2 => e | 3 => E_ | 15 => z | 17 => w | _ => fun _ => vzero end)%positive (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11 fact12 fact13 fact14 fact16 fact17 fact18 fact20 fact21 fact22 fact23 fact24). Qed.

(** range-attained-losses: With equal progress ⟨u, z⟩ = P/M and γM = P + t, t ≥ 0, the losses add up to TD = t and their squares to t²/M *)
Theorem range_attained_losses : forall (E : space) (M : ℕ) (P t γ : ℝ) (u : E) (z : ℕ -> E) (ξ TD Q : ℕ -> ℝ),
  1 <= INR M ->  (* there is an update *)
  (forall k : ℕ, INR k + 1 <= INR M -> INR M * ⟨u, z k⟩ = P) ->  (* u makes the same progress at each update *)
  0 <= t ->  (* t is not negative *)
  P + t = γ * INR M ->  (* P = γM − t *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or just what is missing from the margin *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  t ^ 4 + t ^ 2 + TD M ^ 2 + Q M ^ 2 * INR M ^ 2 <= 2 * t ^ 2 * Q M * INR M + 2 * t * TD M.
Proof. intros E M P t γ u z ξ TD Q fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11. exact (range_attained_losses_valid E (Env E (fun here => match here with 2 => P | 5 => t | 6 => γ | _ => 0%R end)%positive (fun here => match here with 7 => ξ | 8 => TD | 9 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 3 => u | _ => vzero end)%positive (fun here => match here with 4 => z | _ => fun _ => vzero end)%positive (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11). Qed.

(** range-attained-round: A further round along w is no update, may have any length R with ‖w‖² ≤ MR², and keeps the margin where ⟨u, w⟩ ≥
    γM *)
Theorem range_attained_round : forall (E : space) (γ W inverse_W P R : ℝ) (w u c : E) (M : ℕ),
  0 < γ ->  (* γ > 0 *)
  0 < W ->  (* W > 0 *)
  W * inverse_W = 1 ->  (* 1/W is the reciprocal of W *)
  W ^ 2 = ⟨w, w⟩ ->  (* W is the length of w *)
  P = ⟨w, u⟩ ->  (* P is ⟨u, w⟩ *)
  γ * INR M <= P ->  (* P ≥ γM *)
  0 <= R ->  (* R is a length *)
  W ^ 2 <= R ^ 2 * INR M ->  (* W² ≤ MR² *)
  c ≡ (inverse_W * R) ⊙ w ->  (* the further example is (R/W)·w *)
  forall k : ℕ, γ * INR k + W ^ 2 * R ^ 2 + R ^ 4 + ⟨w, c⟩ ^ 2 + ⟨c, c⟩ ^ 2 <= 2 * W * R * ⟨w, c⟩ + 2 * R ^ 2 * ⟨c, c⟩ + INR k * ⟨u, c⟩.
Proof. intros E γ W inverse_W P R w u c M. exact (range_attained_round_valid E (Env E (fun here => match here with 1 => γ | 2 => W | 3 => inverse_W | 5 => P | 8 => R | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 4 => w | 6 => u | 9 => c | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun here => match here with 7 => M | _ => O end)%positive (fun _ => O))). Qed.

(** range-attained-one: A run of one update: ‖x‖ = W, ⟨u, x⟩ = P and ‖u‖ = U for any W > 0 and P² ≤ U²W² *)
Theorem range_attained_one : forall (E : space) (e f x u : E) (inverse_W W P U β : ℝ),
  ⟨e, e⟩ = 1 ->  (* e is a unit vector *)
  ⟨f, f⟩ = 1 ->  (* f is a unit vector *)
  ⟨e, f⟩ = 0 ->  (* e and f are at right angles *)
  0 < W ->  (* W > 0; not used *)
  P ^ 2 <= W ^ 2 * U ^ 2 ->  (* P² ≤ U²W²; not used *)
  inverse_W * W = 1 ->  (* 1/W is the reciprocal of W *)
  0 <= β ->  (* β is a root; not used *)
  P ^ 2 + β ^ 2 = W ^ 2 * U ^ 2 ->  (* β² = U²W² − P² *)
  x ≡ W ⊙ e ->  (* x = W·e *)
  u ≡ (inverse_W * P) ⊙ e ⊕ (inverse_W * β) ⊙ f ->  (* u = P/W·e + β/W·f *)
  W ^ 4 + P ^ 2 + U ^ 4 + ⟨x, x⟩ ^ 2 + ⟨x, u⟩ ^ 2 + ⟨u, u⟩ ^ 2 <= 2 * W ^ 2 * ⟨x, x⟩ + 2 * P * ⟨x, u⟩ + 2 * U ^ 2 * ⟨u, u⟩.
Proof. intros E e f x u inverse_W W P U β fact1 fact2 fact3 _ _ fact6 _ fact8 fact9 fact10. exact (range_attained_one_valid E (Env E (fun here => match here with 3 => inverse_W | 4 => W | 5 => P | 6 => U | 7 => β | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => e | 2 => f | 8 => x | 9 => u | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact6 fact8 fact9 fact10). Qed.

(** range-losses-most: For γ ≥ ‖u‖R the losses are at most TD ≤ γM + ‖u‖√Σ‖x‖² *)
Theorem range_losses_most : forall (E : space) (w z : ℕ -> E) (M : ℕ) (TD ξ S2 : ℕ -> ℝ) (γ norm_u R root_S₂ : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = TD k + ξ k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or just what is missing from the margin *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  0 <= R ->  (* R is a length *)
  norm_u * R <= γ ->  (* γ ≥ ‖u‖R *)
  TD M <= γ * INR M + norm_u * root_S₂.
Proof. intros E w z M TD ξ S2 γ norm_u R root_S₂ u fact1 fact2 fact3 _ _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17. exact (range_losses_most_valid E (Env E (fun here => match here with 6 => γ | 8 => norm_u | 9 => R | 11 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 4 => TD | 5 => ξ | 10 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17). Qed.

(** range-losses-most-small: For γ ≤ ‖u‖R the losses are at most TD ≤ (γ + ‖u‖R)(M + √M)/2 *)
Theorem range_losses_most_small : forall (E : space) (w z : ℕ -> E) (M : ℕ) (ξ TD : ℕ -> ℝ) (γ norm_u R root_M : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or just what is missing from the margin *)
  0 <= norm_u ->  (* ‖u‖ is a length; not used *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  0 < γ ->  (* γ > 0 *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  γ <= norm_u * R ->  (* γ ≤ ‖u‖R *)
  2 * TD M <= γ * root_M + γ * INR M + norm_u * R * root_M + norm_u * R * INR M.
Proof. intros E w z M ξ TD γ norm_u R root_M u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15. exact (range_losses_most_small_valid E (Env E (fun here => match here with 6 => γ | 8 => norm_u | 9 => R | 10 => root_M | _ => 0%R end)%positive (fun here => match here with 4 => ξ | 5 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15). Qed.

(** range-losses-seesaw: The seesaw x, −x, x, … with ⟨u, x⟩ = −b, b ≥ γ: each round is a mistake, and 4TD = (γ + b)(2M + 1 − (−1)ᴹ) *)
Theorem range_losses_seesaw : forall (E : space) (w z : ℕ -> E) (γ b : ℝ) (M : ℕ) (ξ TD σ : ℕ -> ℝ) (u x : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or just what is missing from the margin *)
  σ O = 1 ->  (* the sides σ(k) start at 1 *)
  (forall k : ℕ, σ k + σ (S k) = 0) ->  (* and alternate *)
  (forall k : ℕ, z k ≡ (σ k) ⊙ x) ->  (* the examples times their labels are x, −x, x, … *)
  b + ⟨u, x⟩ = 0 ->  (* u is opposite to x *)
  γ <= b ->  (* γ is at most b *)
  forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, γ ^ 2 * σ M ^ 2 + 4 * γ ^ 2 * INR M ^ 2 + 4 * γ ^ 2 * INR M + γ ^ 2 + 2 * γ * b * σ M ^ 2 + 8 * γ * b * INR M ^ 2 + 8 * γ * b * INR M + 2 * γ * b + 8 * γ * TD M * σ M + b ^ 2 * σ M ^ 2 + 4 * b ^ 2 * INR M ^ 2 + 4 * b ^ 2 * INR M + b ^ 2 + 8 * b * TD M * σ M + 16 * TD M ^ 2 + INR j * ⟨w k, z k⟩ <= 4 * γ ^ 2 * σ M * INR M + 2 * γ ^ 2 * σ M + 8 * γ * b * σ M * INR M + 4 * γ * b * σ M + 16 * γ * TD M * INR M + 8 * γ * TD M + 4 * b ^ 2 * σ M * INR M + 2 * b ^ 2 * σ M + 16 * b * TD M * INR M + 8 * b * TD M.
Proof. intros E w z γ b M ξ TD σ u x. exact (range_losses_seesaw_valid E (Env E (fun here => match here with 3 => γ | 10 => b | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => σ | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | 9 => x | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O))). Qed.

(** * margin perceptron *)

(** margin-perceptron: The Margin Perceptron: M ≤ 8/γ² − 4 *)
Theorem margin_perceptron : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ inverse_γ : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> ⟨w k, z k⟩ <= 1 / 2 * γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M + 4 <= 8 * inverse_γ ^ 2.
Proof. intros E w z M γ inverse_γ norm_w u. exact (margin_perceptron_valid E (Env E (fun here => match here with 4 => γ | 7 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-epsilon: The Margin Perceptron at threshold (1−ε)γ: M ≤ 2/(ε²γ²) − 2/ε *)
Theorem margin_perceptron_epsilon : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ ε inverse_ε inverse_γ : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 < ε ->  (* the threshold stays below the margin; at ε = 0 see margin-perceptron-full *)
  ε <= 1 ->  (* the threshold is not negative: no mistake is passed over *)
  ε * inverse_ε = 1 ->  (* 1/ε is the reciprocal of ε *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  2 * inverse_ε + INR M <= 2 * inverse_ε ^ 2 * inverse_γ ^ 2.
Proof. intros E w z M γ ε inverse_ε inverse_γ norm_w u. exact (margin_perceptron_epsilon_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | 8 => inverse_ε | 9 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-simple: The simple bound: M + 1 ≤ 1/(ε²γ²), 4/γ² at ε = 1/2 *)
Theorem margin_perceptron_simple : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ ε inverse_ε inverse_γ : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 < ε ->  (* the threshold stays below the margin; at ε = 0 see margin-perceptron-full *)
  ε <= 1 ->  (* the threshold is not negative: no mistake is passed over *)
  ε * inverse_ε = 1 ->  (* 1/ε is the reciprocal of ε *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M + 1 <= inverse_ε ^ 2 * inverse_γ ^ 2.
Proof. intros E w z M γ ε inverse_ε inverse_γ norm_w u. exact (margin_perceptron_simple_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | 8 => inverse_ε | 9 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-golden: The golden bound: M + 1 ≤ (1+√(1+8ε))²/(16ε²γ²), φ²/γ² at ε = 1/2 *)
Theorem margin_perceptron_golden : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ ε root_1_plus_8_ε inverse_ε inverse_γ : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 < ε ->  (* the threshold stays below the margin; at ε = 0 see margin-perceptron-full *)
  ε <= 1 ->  (* the threshold is not negative: no mistake is passed over *)
  0 <= root_1_plus_8_ε ->  (* √(1 + 8·ε) is a non-negative root *)
  root_1_plus_8_ε ^ 2 = 8 * ε + 1 ->  (* √(1 + 8·ε) squared is 1 + 8·ε *)
  ε * inverse_ε = 1 ->  (* 1/ε is the reciprocal of ε *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M + 1 <= 1 / 16 * root_1_plus_8_ε ^ 2 * inverse_ε ^ 2 * inverse_γ ^ 2 + 1 / 8 * root_1_plus_8_ε * inverse_ε ^ 2 * inverse_γ ^ 2 + 1 / 16 * inverse_ε ^ 2 * inverse_γ ^ 2.
Proof. intros E w z M γ ε root_1_plus_8_ε inverse_ε inverse_γ norm_w u. exact (margin_perceptron_golden_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | 8 => root_1_plus_8_ε | 9 => inverse_ε | 10 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-sharp: The sharp bound: 2ε(1−ε)τ ≤ ln(1 + 2(1−ε)τ) for τ = γ²(M + 1) *)
Theorem margin_perceptron_sharp : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ ε : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 < ε ->  (* the threshold stays below the margin; at ε = 0 see margin-perceptron-full; not used *)
  ε <= 1 ->  (* the threshold is not negative: no mistake is passed over *)
  2 * γ ^ 2 * ε * INR M + 2 * γ ^ 2 * ε <= 2 * γ ^ 2 * ε ^ 2 * INR M + 2 * γ ^ 2 * ε ^ 2 + ln (- (2 * γ ^ 2 * ε * INR M) - 2 * γ ^ 2 * ε + 2 * γ ^ 2 * INR M + 2 * γ ^ 2 + 1).
Proof. intros E w z M γ ε norm_w u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11. exact (margin_perceptron_sharp_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11). Qed.

(** margin-perceptron-constant: The Margin Perceptron in a number: M + 1 ≤ 2.513/γ² at ε = 1/2 *)
Theorem margin_perceptron_constant : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ inverse_γ : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> ⟨w k, z k⟩ <= 1 / 2 * γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M + 1 <= 2513 / 1000 * inverse_γ ^ 2.
Proof. intros E w z M γ inverse_γ norm_w u. exact (margin_perceptron_constant_valid E (Env E (fun here => match here with 4 => γ | 7 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-rate: The Margin Perceptron for small ε: 2ε(1−ε)γ²(M + 1) ≤ ln(1/ε) + s + (ln(1/ε) − 1 + ε)/s for every s > 0 *)
Theorem margin_perceptron_rate : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ ε s inverse_ε inverse_s : ℝ) (norm_w : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 < ε ->  (* the threshold stays below the margin; at ε = 0 see margin-perceptron-full *)
  0 < s ->  (* s is any positive number *)
  ε * inverse_ε = 1 ->  (* 1/ε is the reciprocal of ε *)
  s * inverse_s = 1 ->  (* 1/s is the reciprocal of s *)
  2 * γ ^ 2 * ε * INR M + 2 * γ ^ 2 * ε + inverse_s <= 2 * γ ^ 2 * ε ^ 2 * INR M + 2 * γ ^ 2 * ε ^ 2 + ε * inverse_s + s + inverse_s * ln inverse_ε + ln inverse_ε.
Proof. intros E w z M γ ε s inverse_ε inverse_s norm_w u. exact (margin_perceptron_rate_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | 8 => s | 9 => inverse_ε | 10 => inverse_s | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-rate-below: The sharp bound is no lower than τ = ln(1/ε)/(2ε(1−ε)): that τ satisfies its inequality *)
Theorem margin_perceptron_rate_below : forall (E : space) (ε inverse_ε : ℝ),
  0 < ε ->  (* ε is positive *)
  ε * inverse_ε = 1 ->  (* 1/ε is the reciprocal of ε *)
  ln inverse_ε <= ln (inverse_ε * ln inverse_ε + 1).
Proof. intros E ε inverse_ε. exact (margin_perceptron_rate_below_valid E (Env E (fun here => match here with 1 => ε | 2 => inverse_ε | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** margin-perceptron-mistakes: The Margin Perceptron makes at most 1/γ² mistakes for ε ≥ 1/2: E ≤ 1/γ², as for the plain Perceptron *)
Theorem margin_perceptron_mistakes : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ ε inverse_γ : ℝ) (norm_w E_ : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  1 / 2 <= ε ->  (* the threshold is half the margin at most *)
  E_ O = 0 ->  (* E counts the updates that are mistakes, the first example among them *)
  (forall k : ℕ, ⟨w k, z k⟩ <= 0 -> E_ (S k) = E_ k + 1) ->  (* an update with y⟨w, x⟩ ≤ 0 is one *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> E_ (S k) = E_ k) ->  (* else E rests *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  E_ (S M) <= inverse_γ ^ 2.
Proof. intros E w z M γ ε inverse_γ norm_w E_ u. exact (margin_perceptron_mistakes_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | 9 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | 8 => E_ | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-spiral-growth: Exactly at its threshold the Margin Perceptron's weights grow as fast as the sharp bound lets them,
    but for a logarithm *)
Theorem margin_perceptron_spiral_growth : forall (E : space) (c γ : ℝ) (n : ℕ -> ℝ) (K : ℕ),
  0 < c ->  (* the threshold is cγ‖w‖ with c > 0 *)
  0 < γ ->  (* γ > 0 *)
  1 <= n O ->  (* the first vector is of length 1 *)
  (forall k : ℕ, 0 <= n k) ->  (* n(k) is the length after k + 1 vectors *)
  (forall k : ℕ, INR k + 1 <= INR K -> 2 * c * γ * n k + n k ^ 2 + 1 <= n (S k) ^ 2) ->  (* an update adds to n² no less than 2cγn + 1 *)
  2 * c ^ 2 * γ ^ 2 * INR K + ln (2 * c * γ * n K + 1) <= 2 * c ^ 2 * γ ^ 2 * ln (n K) + 2 * c * γ * n K.
Proof. intros E c γ n K. exact (margin_perceptron_spiral_growth_valid E (Env E (fun here => match here with 1 => c | 2 => γ | _ => 0%R end)%positive (fun here => match here with 3 => n | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 4 => K | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-spiral: The spiral goes on: N ≤ ‖w‖ after K + 1 vectors, for each N with Φ(N) ≤ 2c²γ²(K − ln N) *)
Theorem margin_perceptron_spiral : forall (E : space) (c γ N : ℝ) (n : ℕ -> ℝ) (K : ℕ),
  0 < c ->  (* the threshold is cγ‖w‖ with c > 0 *)
  0 < γ ->  (* γ > 0 *)
  1 <= n O ->  (* the first vector is of length 1 *)
  (forall k : ℕ, 0 <= n k) ->  (* n(k) is the length after k + 1 vectors *)
  (forall k : ℕ, INR k + 1 <= INR K -> 2 * c * γ * n k + n k ^ 2 + 1 <= n (S k) ^ 2) ->  (* an update adds to n² no less than 2cγn + 1 *)
  2 * c ^ 2 * γ ^ 2 * ln N + 2 * c * γ * N <= 2 * c ^ 2 * γ ^ 2 * INR K + ln (2 * c * γ * N + 1) ->  (* Φ(N) ≤ 2c²γ²(K − ln N) *)
  N <= n K.
Proof. intros E c γ N n K. exact (margin_perceptron_spiral_valid E (Env E (fun here => match here with 1 => c | 2 => γ | 5 => N | _ => 0%R end)%positive (fun here => match here with 3 => n | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 4 => K | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-spiral-room: The room for an example at the threshold, if γk ≤ κn and γ² ≤ (1−γ²)(1−κ²): γ²(cn − γk)² ≤ (1−γ²)(n² −
    γ²k²) *)
Theorem margin_perceptron_spiral_room : forall (E : space) (c γ n k κ : ℝ),
  0 <= c ->  (* the threshold is not negative *)
  c <= 1 ->  (* nor is it more than the margin, c ≤ 1 *)
  0 <= γ ->  (* γ is not negative *)
  γ <= 1 ->  (* and at most 1 *)
  0 <= n ->  (* n is a length *)
  0 <= k ->  (* k vectors were added *)
  γ * k <= n * κ ->  (* γk ≤ κn *)
  2 * γ ^ 2 + κ ^ 2 <= γ ^ 2 * κ ^ 2 + 1 ->  (* γ² ≤ (1−γ²)(1−κ²) *)
  c ^ 2 * γ ^ 2 * n ^ 2 + γ ^ 2 * n ^ 2 + γ ^ 2 * k ^ 2 <= 2 * c * γ ^ 3 * n * k + n ^ 2.
Proof. intros E c γ n k κ. exact (margin_perceptron_spiral_room_valid E (Env E (fun here => match here with 1 => c | 2 => γ | 3 => n | 4 => k | 5 => κ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** margin-perceptron-full: Given the greatest margin itself (ε = 0), the Margin Perceptron may never halt: three rational unit examples *)
Theorem margin_perceptron_full : forall (E : space) (e j i a b b' w : E) (c γ norm_w : ℝ) (p q r : ℕ),
  ⟨e, e⟩ = 1 ->  (* e has length 1 *)
  ⟨j, j⟩ = 1 ->  (* j is an axis of its own, of length 1 *)
  ⟨e, j⟩ = 0 ->  (* it is orthogonal to e *)
  ⟨j, i⟩ = 0 ->  (* and to i *)
  a ≡ γ ⊙ e ⊕ c ⊙ j ->  (* a is γe + cj *)
  b ≡ γ ⊙ e ⊕ c ⊙ i ->  (* b is γe + ci *)
  c ⊙ i ⊕ b' ≡ γ ⊙ e ->  (* b′ is γe − ci *)
  0 < γ ->  (* γ > 0 *)
  0 < c ^ 2 ->  (* a is not on the line of e *)
  1 <= INR p ->  (* a was added p ≥ 1 times *)
  w ≡ (INR p) ⊙ a ⊕ (INR q) ⊙ b ⊕ (INR r) ⊙ b' ->  (* b was added q times and b′ r times, in any order *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w, w⟩ ->  (* ‖w‖ squared is the inner product *)
  ⟨b, w⟩ + ⟨b', w⟩ < 2 * γ * norm_w.
Proof. intros E e j i a b b' w c γ norm_w p q r. exact (margin_perceptron_full_valid E (Env E (fun here => match here with 4 => c | 5 => γ | 13 => norm_w | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => e | 2 => j | 3 => i | 6 => a | 7 => b | 8 => b' | 12 => w | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun here => match here with 9 => p | 10 => q | 11 => r | _ => O end)%positive (fun _ => O))). Qed.

(** margin-perceptron-full-margin: No unit vector has a margin above γ on both γe + ci and γe − ci *)
Theorem margin_perceptron_full_margin : forall (E : space) (e b i b' u : E) (c γ g : ℝ),
  ⟨e, e⟩ = 1 ->  (* ‖e‖ = 1 *)
  b ≡ γ ⊙ e ⊕ c ⊙ i ->  (* b is γe + ci *)
  c ⊙ i ⊕ b' ≡ γ ⊙ e ->  (* b′ is γe − ci *)
  0 <= γ ->  (* the examples lie on the side of e *)
  g <= ⟨b, u⟩ ->  (* u has the margin g on b *)
  g <= ⟨b', u⟩ ->  (* u has the margin g on b′ *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  g <= γ.
Proof. intros E e b i b' u c γ g. exact (margin_perceptron_full_margin_valid E (Env E (fun here => match here with 2 => c | 3 => γ | 7 => g | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => e | 4 => b | 5 => i | 6 => b' | 8 => u | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** margin-perceptron-halts: Where the Margin Perceptron halts at some w ≠ 0, w/‖w‖ has the margin of its threshold on every example *)
Theorem margin_perceptron_halts : forall (E : space) (norm_w θ : ℝ) (u w : E) (n : ℕ) (z : ℕ -> E),
  0 <= norm_w ->  (* ‖w‖ is a length; not used *)
  norm_w ^ 2 = ⟨w, w⟩ ->  (* ‖w‖ squared is the inner product; not used *)
  0 < norm_w ->  (* ‖w‖ > 0 *)
  norm_w ⊙ u ≡ w ->  (* u is w/‖w‖ *)
  (forall k : ℕ, INR k + 1 <= INR n -> norm_w * θ <= ⟨w, z k⟩) ->  (* no example has y⟨w, x⟩ < θ‖w‖ *)
  forall k : ℕ, INR k + 1 <= INR n -> θ <= ⟨u, z k⟩.
Proof. intros E norm_w θ u w n z _ _ fact3 fact4 fact5. exact (margin_perceptron_halts_valid E (Env E (fun here => match here with 1 => norm_w | 5 => θ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 2 => u | 3 => w | _ => vzero end)%positive (fun here => match here with 6 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => n | _ => O end)%positive (fun _ => O)) fact3 fact4 fact5). Qed.

(** margin-perceptron-endless: Where the Margin Perceptron halts at a w ≠ 0, its threshold θ is at most the greatest margin G: above G it
    never halts there *)
Theorem margin_perceptron_endless : forall (E : space) (norm_w G θ : ℝ) (u w : E) (n : ℕ) (z : ℕ -> E),
  0 <= norm_w ->  (* ‖w‖ is a length; not used *)
  norm_w ^ 2 = ⟨w, w⟩ ->  (* ‖w‖ squared is the inner product; not used *)
  0 < norm_w ->  (* ‖w‖ > 0 *)
  norm_w ⊙ u ≡ w ->  (* u is w/‖w‖ *)
  ((forall k : ℕ, INR k + 1 <= INR n -> θ <= ⟨u, z k⟩) -> θ <= G) ->  (* no unit vector has a margin above G: if w/‖w‖ has the margin θ, θ ≤ G *)
  (forall k : ℕ, INR k + 1 <= INR n -> norm_w * θ <= ⟨w, z k⟩) ->  (* no example has y⟨w, x⟩ < θ‖w‖ *)
  θ <= G.
Proof. intros E norm_w G θ u w n z _ _ fact3 fact4 fact5 fact6. exact (margin_perceptron_endless_valid E (Env E (fun here => match here with 1 => norm_w | 5 => G | 6 => θ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 2 => u | 3 => w | _ => vzero end)%positive (fun here => match here with 7 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => n | _ => O end)%positive (fun _ => O)) fact3 fact4 fact5 fact6). Qed.

(** margin-perceptron-passes: In passes over n examples the Margin Perceptron halts within n(1/(ε²γ²) + 1) rounds, n(4/γ² + 1) at ε = 1/2 *)
Theorem margin_perceptron_passes : forall (E : space) (w z : ℕ -> E) (M n : ℕ) (γ ε inverse_γ inverse_ε P T : ℝ) (norm_w p : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k <= INR M -> γ * ε * norm_w k + ⟨w k, z k⟩ <= γ * norm_w k) ->  (* an update happens only if y⟨w, x⟩ is below the threshold times ‖w‖; at the first example both are 0 *)
  (forall k : ℕ, 0 <= norm_w k) ->  (* ‖w(k)‖ is a length *)
  (forall k : ℕ, norm_w k ^ 2 = ⟨w k, w k⟩) ->  (* ‖w(k)‖² is ⟨w(k), w(k)⟩ *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k <= INR M -> ⟨z k, z k⟩ <= 1) ->  (* ‖x‖ ≤ 1 *)
  (forall k : ℕ, INR k <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 < ε ->  (* the threshold stays below the margin; at ε = 0 see margin-perceptron-full *)
  ε <= 1 ->  (* the threshold is not negative: no mistake is passed over *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  ε * inverse_ε = 1 ->  (* 1/ε is the reciprocal of ε *)
  p O = 0 ->  (* p(k) is the number of passes in which the first k vectors were added *)
  (forall k : ℕ, INR k <= INR M -> p (S k) <= p k + 1) ->  (* a vector is added in one of those passes or in one more *)
  P <= p (S M) + 1 ->  (* of the P passes each but the last has an update *)
  T = P * INR n ->  (* a pass has n rounds: T is n times P *)
  T <= inverse_γ ^ 2 * inverse_ε ^ 2 * INR n + INR n.
Proof. intros E w z M n γ ε inverse_γ inverse_ε P T norm_w p u. exact (margin_perceptron_passes_valid E (Env E (fun here => match here with 4 => γ | 5 => ε | 8 => inverse_γ | 9 => inverse_ε | 11 => P | 13 => T | _ => 0%R end)%positive (fun here => match here with 6 => norm_w | 10 => p | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 12 => n | _ => O end)%positive (fun _ => O))). Qed.

(** fixed-margin-length: The Perceptron with a fixed margin β has short weights: γ‖w‖ ≤ R² + 2β *)
Theorem fixed_margin_length : forall (E : space) (w z : ℕ -> E) (M : ℕ) (β R γ norm_w : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= β) ->  (* an update happens only if y⟨w, x⟩ ≤ β *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  0 <= β ->  (* the margin that is asked for is not negative *)
  γ * norm_w <= 2 * β + R ^ 2.
Proof. intros E w z M β R γ norm_w u. exact (fixed_margin_length_valid E (Env E (fun here => match here with 4 => β | 6 => R | 7 => γ | 8 => norm_w | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** fixed-margin-halts: A margin when it halts: y⟨w, x⟩/‖w‖ ≥ βγ/(R² + 2β) on every example *)
Theorem fixed_margin_halts : forall (E : space) (w z x : ℕ -> E) (M n : ℕ) (β R γ norm_w : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= β) ->  (* an update happens only if y⟨w, x⟩ ≤ β *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  (forall k : ℕ, INR k + 1 <= INR n -> β <= ⟨w M, x k⟩) ->  (* no example is an update: y⟨w, x⟩ ≥ β on all n of them *)
  forall k : ℕ, INR k + 1 <= INR n -> β * γ * norm_w <= 2 * β * ⟨w M, x k⟩ + R ^ 2 * ⟨w M, x k⟩.
Proof. intros E w z x M n β R γ norm_w u. exact (fixed_margin_halts_valid E (Env E (fun here => match here with 4 => β | 6 => R | 7 => γ | 8 => norm_w | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 10 => x | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | 9 => n | _ => O end)%positive (fun _ => O))). Qed.

(** * losses *)

(** admissible-loss: The ρ-margin hinge loss is (1/ρ)-Lipschitz: (φ(x) − φ(y))² ≤ (x − y)²/ρ² *)
Theorem admissible_loss : forall (E : space) (φ_x inverse_ρ x φ_y y ρ : ℝ),
  inverse_ρ * ρ = 1 ->  (* 1/ρ is the reciprocal of ρ; not used *)
  0 <= φ_x ->  (* a positive part is not negative *)
  1 <= φ_x + inverse_ρ * x ->  (* a positive part is no less than what it is the part of *)
  φ_x ^ 2 + φ_x * inverse_ρ * x = φ_x ->  (* a positive part is 0 or its argument *)
  0 <= φ_y ->  (* a positive part is not negative *)
  1 <= inverse_ρ * y + φ_y ->  (* a positive part is no less than what it is the part of *)
  inverse_ρ * φ_y * y + φ_y ^ 2 = φ_y ->  (* a positive part is 0 or its argument *)
  φ_x ^ 2 + 2 * inverse_ρ ^ 2 * x * y + φ_y ^ 2 <= 2 * φ_x * φ_y + inverse_ρ ^ 2 * x ^ 2 + inverse_ρ ^ 2 * y ^ 2.
Proof. intros E φ_x inverse_ρ x φ_y y ρ _ fact2 fact3 fact4 fact5 fact6 fact7. exact (admissible_loss_valid E (Env E (fun here => match here with 1 => φ_x | 2 => inverse_ρ | 3 => x | 4 => φ_y | 5 => y | 6 => ρ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact3 fact4 fact5 fact6 fact7). Qed.

(** squared-hinge-lipschitz: The ρ-margin squared hinge φ² is 2(ρ + r)/ρ²-Lipschitz on [−r, ∞): (φ(x)² − φ(y)²)² ≤ (2(1 + r/ρ)/ρ)²(x − y)² *)
Theorem squared_hinge_lipschitz : forall (E : space) (φ_x inverse_ρ x φ_y y r ρ : ℝ),
  inverse_ρ * ρ = 1 ->  (* 1/ρ is the reciprocal of ρ; not used *)
  0 <= φ_x ->  (* a positive part is not negative *)
  1 <= φ_x + inverse_ρ * x ->  (* a positive part is no less than what it is the part of *)
  φ_x ^ 2 + φ_x * inverse_ρ * x = φ_x ->  (* a positive part is 0 or its argument *)
  0 <= φ_y ->  (* a positive part is not negative *)
  1 <= inverse_ρ * y + φ_y ->  (* a positive part is no less than what it is the part of *)
  inverse_ρ * φ_y * y + φ_y ^ 2 = φ_y ->  (* a positive part is 0 or its argument *)
  0 <= x + r ->  (* x ≥ −r: x is not left of the range [−r, r] *)
  0 <= y + r ->  (* y ≥ −r: nor is y *)
  0 < inverse_ρ ->  (* ρ > 0 *)
  φ_x ^ 4 + 8 * inverse_ρ ^ 4 * x * y * r ^ 2 + 16 * inverse_ρ ^ 3 * x * y * r + 8 * inverse_ρ ^ 2 * x * y + φ_y ^ 4 <= 2 * φ_x ^ 2 * φ_y ^ 2 + 4 * inverse_ρ ^ 4 * x ^ 2 * r ^ 2 + 4 * inverse_ρ ^ 4 * y ^ 2 * r ^ 2 + 8 * inverse_ρ ^ 3 * x ^ 2 * r + 8 * inverse_ρ ^ 3 * y ^ 2 * r + 4 * inverse_ρ ^ 2 * x ^ 2 + 4 * inverse_ρ ^ 2 * y ^ 2.
Proof. intros E φ_x inverse_ρ x φ_y y r ρ _ fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10. exact (squared_hinge_lipschitz_valid E (Env E (fun here => match here with 1 => φ_x | 2 => inverse_ρ | 3 => x | 4 => φ_y | 5 => y | 6 => r | 7 => ρ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10). Qed.

(** squared-hinge-not-lipschitz: The squared hinge φ² has no Lipschitz constant: φ(x)² − 1 > g·|x − 0| at x = −g, for every g > 0 (ρ = 1) *)
Theorem squared_hinge_not_lipschitz : forall (E : space) (g x φ_x : ℝ),
  0 < g ->  (* g > 0 stands for what would be a Lipschitz constant *)
  g + x = 0 ->  (* x = −g *)
  1 <= x + φ_x ->  (* the hinge loss at x is at least 1 − x *)
  g ^ 2 + 1 < φ_x ^ 2.
Proof. intros E g x φ_x. exact (squared_hinge_not_lipschitz_valid E (Env E (fun here => match here with 1 => g | 2 => x | 3 => φ_x | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** admissible-loss-huber: Huber's loss of 1 − x is positive at 0: H(1) > 0 *)
Theorem admissible_loss_huber : forall (E : space) (δ H_1 : ℝ),
  0 < δ ->  (* Huber's loss is v²/2 up to |v| = δ and straight from there on *)
  (1 <= δ -> H_1 = 1 / 2) ->  (* H(1) = 1/2 where δ ≥ 1 *)
  (δ < 1 -> 1 / 2 * δ ^ 2 + H_1 = δ) ->  (* H(1) = δ(1 − δ/2) where δ < 1 *)
  0 < H_1.
Proof. intros E δ H_1. exact (admissible_loss_huber_valid E (Env E (fun here => match here with 1 => δ | 2 => H_1 | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** admissible-loss-power: |1 − x|ᵖ is positive at x = 0, for whole p *)
Theorem admissible_loss_power : forall (E : space) (v : ℝ) (power : ℕ -> ℝ) (p : ℕ),
  v = 1 ->  (* the loss |1 − x|ᵖ at x = 0 is 1ᵖ *)
  power O = 1 ->  (* the zeroth power is 1 *)
  (forall k : ℕ, power (S k) = v * power k) ->  (* the next power is v times as much *)
  0 < power p.
Proof. intros E v power p. exact (admissible_loss_power_valid E (Env E (fun here => match here with 1 => v | _ => 0%R end)%positive (fun here => match here with 2 => power | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 3 => p | _ => O end)%positive (fun _ => O))). Qed.

(** huber-convex: Huber's loss is convex: H(t·x + (1−t)·y) ≤ t·H(x) + (1−t)·H(y) *)
Theorem huber_convex : forall (E : space) (δ t p_x x q_x H_x p_y y q_y H_y m p_m q_m H_m : ℝ),
  0 < δ ->  (* Huber's loss is v²/2 up to |v| = δ and straight from there on *)
  0 <= t ->  (* the mixture's weight is not negative *)
  t <= 1 ->  (* the mixture's weight is at most 1 *)
  0 <= p_x ->  (* a positive part is not negative *)
  x <= δ + p_x ->  (* a positive part is no less than what it is the part of; not used *)
  δ * p_x + p_x ^ 2 = p_x * x ->  (* a positive part is 0 or its argument *)
  0 <= q_x ->  (* a positive part is not negative *)
  0 <= δ + x + q_x ->  (* a positive part is no less than what it is the part of; not used *)
  δ * q_x + x * q_x + q_x ^ 2 = 0 ->  (* a positive part is 0 or its argument *)
  p_x ^ 2 + q_x ^ 2 + 2 * H_x = x ^ 2 ->  (* Huber's loss *)
  0 <= p_y ->  (* a positive part is not negative *)
  y <= δ + p_y ->  (* a positive part is no less than what it is the part of; not used *)
  δ * p_y + p_y ^ 2 = p_y * y ->  (* a positive part is 0 or its argument *)
  0 <= q_y ->  (* a positive part is not negative *)
  0 <= δ + y + q_y ->  (* a positive part is no less than what it is the part of; not used *)
  δ * q_y + y * q_y + q_y ^ 2 = 0 ->  (* a positive part is 0 or its argument *)
  p_y ^ 2 + q_y ^ 2 + 2 * H_y = y ^ 2 ->  (* Huber's loss *)
  t * y + m = t * x + y ->  (* m is the mixture *)
  0 <= p_m ->  (* a positive part is not negative *)
  m <= δ + p_m ->  (* a positive part is no less than what it is the part of *)
  δ * p_m + p_m ^ 2 = m * p_m ->  (* a positive part is 0 or its argument *)
  0 <= q_m ->  (* a positive part is not negative *)
  0 <= δ + m + q_m ->  (* a positive part is no less than what it is the part of *)
  δ * q_m + m * q_m + q_m ^ 2 = 0 ->  (* a positive part is 0 or its argument *)
  p_m ^ 2 + q_m ^ 2 + 2 * H_m = m ^ 2 ->  (* Huber's loss *)
  t * H_y + H_m <= t * H_x + H_y.
Proof. intros E δ t p_x x q_x H_x p_y y q_y H_y m p_m q_m H_m fact1 fact2 fact3 fact4 _ fact6 fact7 _ fact9 fact10 fact11 _ fact13 fact14 _ fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25. exact (huber_convex_valid E (Env E (fun here => match here with 1 => δ | 2 => t | 3 => p_x | 4 => x | 5 => q_x | 6 => H_x | 7 => p_y | 8 => y | 9 => q_y | 10 => H_y | 11 => m | 12 => p_m | 13 => q_m | 14 => H_m | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact9 fact10 fact11 fact13 fact14 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25). Qed.

(** huber-nonnegative: Huber's loss is not negative *)
Theorem huber_nonnegative : forall (E : space) (δ p_x x q_x H_x : ℝ),
  0 < δ ->  (* Huber's loss is v²/2 up to |v| = δ and straight from there on *)
  0 <= p_x ->  (* a positive part is not negative *)
  x <= δ + p_x ->  (* a positive part is no less than what it is the part of; not used *)
  δ * p_x + p_x ^ 2 = p_x * x ->  (* a positive part is 0 or its argument *)
  0 <= q_x ->  (* a positive part is not negative *)
  0 <= δ + x + q_x ->  (* a positive part is no less than what it is the part of; not used *)
  δ * q_x + x * q_x + q_x ^ 2 = 0 ->  (* a positive part is 0 or its argument *)
  p_x ^ 2 + q_x ^ 2 + 2 * H_x = x ^ 2 ->  (* Huber's loss *)
  0 <= H_x.
Proof. intros E δ p_x x q_x H_x fact1 fact2 _ fact4 fact5 _ fact7 fact8. exact (huber_nonnegative_valid E (Env E (fun here => match here with 1 => δ | 2 => p_x | 3 => x | 4 => q_x | 5 => H_x | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact4 fact5 fact7 fact8). Qed.

(** huber-lipschitz: Huber's loss is δ-Lipschitz: H(x) − H(y) ≤ δ|x − y| *)
Theorem huber_lipschitz : forall (E : space) (δ p_x x q_x H_x p_y y q_y H_y h D : ℝ),
  0 < δ ->  (* Huber's loss is v²/2 up to |v| = δ and straight from there on *)
  0 <= p_x ->  (* a positive part is not negative *)
  x <= δ + p_x ->  (* a positive part is no less than what it is the part of *)
  δ * p_x + p_x ^ 2 = p_x * x ->  (* a positive part is 0 or its argument *)
  0 <= q_x ->  (* a positive part is not negative *)
  0 <= δ + x + q_x ->  (* a positive part is no less than what it is the part of *)
  δ * q_x + x * q_x + q_x ^ 2 = 0 ->  (* a positive part is 0 or its argument *)
  p_x ^ 2 + q_x ^ 2 + 2 * H_x = x ^ 2 ->  (* Huber's loss *)
  0 <= p_y ->  (* a positive part is not negative *)
  y <= δ + p_y ->  (* a positive part is no less than what it is the part of; not used *)
  δ * p_y + p_y ^ 2 = p_y * y ->  (* a positive part is 0 or its argument *)
  0 <= q_y ->  (* a positive part is not negative *)
  0 <= δ + y + q_y ->  (* a positive part is no less than what it is the part of; not used *)
  δ * q_y + y * q_y + q_y ^ 2 = 0 ->  (* a positive part is 0 or its argument *)
  p_y ^ 2 + q_y ^ 2 + 2 * H_y = y ^ 2 ->  (* Huber's loss *)
  y + h = x ->  (* the difference of the two points *)
  0 <= D ->  (* their distance is not negative *)
  D ^ 2 = h ^ 2 ->  (* it is the size of their difference *)
  H_x <= δ * D + H_y.
Proof. intros E δ p_x x q_x H_x p_y y q_y H_y h D fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11 fact12 _ fact14 fact15 fact16 fact17 fact18. exact (huber_lipschitz_valid E (Env E (fun here => match here with 1 => δ | 2 => p_x | 3 => x | 4 => q_x | 5 => H_x | 6 => p_y | 7 => y | 8 => q_y | 9 => H_y | 10 => h | 11 => D | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11 fact12 fact14 fact15 fact16 fact17 fact18). Qed.

(** p-norm-convex: |v|ᵖ is convex for every real p ≥ 1: |m|ᵖ ≤ τ|x|ᵖ + (1−τ)|y|ᵖ for m = τx + (1−τ)y *)
Theorem p_norm_convex : forall (E : space) (p τ s_x x φ_x s_y y φ_y m s_m φ_m : ℝ),
  1 <= p ->  (* p ≥ 1, whole or not *)
  0 <= τ ->  (* the mixture's weight is not negative *)
  τ <= 1 ->  (* the mixture's weight is at most 1 *)
  0 <= s_x ->  (* a size is not negative *)
  s_x ^ 2 = x ^ 2 ->  (* the size squared is the square *)
  (0 < s_x -> 0 < φ_x) ->  (* a power is positive *)
  (0 < s_x -> ln φ_x = p * ln s_x) ->  (* ln |x|ᵖ is p ln |x| *)
  (s_x <= 0 -> φ_x = 0) ->  (* a power of 0 is 0 *)
  0 <= s_y ->  (* a size is not negative *)
  s_y ^ 2 = y ^ 2 ->  (* the size squared is the square *)
  (0 < s_y -> 0 < φ_y) ->  (* a power is positive *)
  (0 < s_y -> ln φ_y = p * ln s_y) ->  (* ln |y|ᵖ is p ln |y| *)
  (s_y <= 0 -> φ_y = 0) ->  (* a power of 0 is 0 *)
  τ * y + m = τ * x + y ->  (* m is the mixture *)
  0 <= s_m ->  (* a size is not negative *)
  s_m ^ 2 = m ^ 2 ->  (* the size squared is the square *)
  (0 < s_m -> 0 < φ_m) ->  (* a power is positive *)
  (0 < s_m -> ln φ_m = p * ln s_m) ->  (* ln |m|ᵖ is p ln |m| *)
  (s_m <= 0 -> φ_m = 0) ->  (* a power of 0 is 0 *)
  τ * φ_y + φ_m <= τ * φ_x + φ_y.
Proof. intros E p τ s_x x φ_x s_y y φ_y m s_m φ_m. exact (p_norm_convex_valid E (Env E (fun here => match here with 1 => p | 2 => τ | 3 => s_x | 4 => x | 5 => φ_x | 6 => s_y | 7 => y | 8 => φ_y | 9 => m | 10 => s_m | 11 => φ_m | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** p-norm-nonnegative: |x|ᵖ is not negative *)
Theorem p_norm_nonnegative : forall (E : space) (s_x φ_x x p : ℝ),
  0 <= s_x ->  (* a size is not negative; not used *)
  s_x ^ 2 = x ^ 2 ->  (* the size squared is the square; not used *)
  (0 < s_x -> 0 < φ_x) ->  (* a power is positive *)
  (0 < s_x -> ln φ_x = p * ln s_x) ->  (* ln |x|ᵖ is p ln |x|; not used *)
  (s_x <= 0 -> φ_x = 0) ->  (* a power of 0 is 0 *)
  0 <= φ_x.
Proof. intros E s_x φ_x x p _ _ fact3 _ fact5. exact (p_norm_nonnegative_valid E (Env E (fun here => match here with 1 => s_x | 2 => φ_x | 3 => x | 4 => p | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact3 fact5). Qed.

(** p-norm-positive: |1 − x|ᵖ is positive at x = 0, for every real p *)
Theorem p_norm_positive : forall (E : space) (v s_v φ_v p : ℝ),
  v = 1 ->  (* v = 1 − x is 1 at x = 0 *)
  0 <= s_v ->  (* a size is not negative *)
  s_v ^ 2 = v ^ 2 ->  (* the size squared is the square *)
  (0 < s_v -> 0 < φ_v) ->  (* a power is positive *)
  (0 < s_v -> ln φ_v = p * ln s_v) ->  (* ln |v|ᵖ is p ln |v|; not used *)
  (s_v <= 0 -> φ_v = 0) ->  (* a power of 0 is 0; not used *)
  0 < φ_v.
Proof. intros E v s_v φ_v p fact1 fact2 fact3 fact4 _ _. exact (p_norm_positive_valid E (Env E (fun here => match here with 1 => v | 2 => s_v | 3 => φ_v | 4 => p | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4). Qed.

(** p-norm-lipschitz: |v|ᵖ is p·Bᵖ⁻¹-Lipschitz on |v| ≤ B, for every real p ≥ 1: |x|ᵖ − |y|ᵖ ≤ p·Bᵖ⁻¹|x − y| *)
Theorem p_norm_lipschitz : forall (E : space) (p s_x x φ_x s_y y φ_y h D B E_ : ℝ),
  1 <= p ->  (* p ≥ 1, whole or not *)
  0 <= s_x ->  (* a size is not negative *)
  s_x ^ 2 = x ^ 2 ->  (* the size squared is the square *)
  (0 < s_x -> 0 < φ_x) ->  (* a power is positive *)
  (0 < s_x -> ln φ_x = p * ln s_x) ->  (* ln |x|ᵖ is p ln |x| *)
  (s_x <= 0 -> φ_x = 0) ->  (* a power of 0 is 0 *)
  0 <= s_y ->  (* a size is not negative *)
  s_y ^ 2 = y ^ 2 ->  (* the size squared is the square *)
  (0 < s_y -> 0 < φ_y) ->  (* a power is positive *)
  (0 < s_y -> ln φ_y = p * ln s_y) ->  (* ln |y|ᵖ is p ln |y| *)
  (s_y <= 0 -> φ_y = 0) ->  (* a power of 0 is 0 *)
  y + h = x ->  (* the difference of the two points *)
  0 <= D ->  (* their distance is not negative *)
  D ^ 2 = h ^ 2 ->  (* it is the size of their difference *)
  s_x <= B ->  (* |x| ≤ B: x is in the domain *)
  0 < B ->  (* there is more than one point in the domain *)
  0 < E_ ->  (* a power is positive *)
  ln B + ln E_ = p * ln B ->  (* its logarithm is p − 1 times that of B *)
  φ_x <= p * D * E_ + φ_y.
Proof. intros E p s_x x φ_x s_y y φ_y h D B E_. exact (p_norm_lipschitz_valid E (Env E (fun here => match here with 1 => p | 2 => s_x | 3 => x | 4 => φ_x | 5 => s_y | 6 => y | 7 => φ_y | 8 => h | 9 => D | 10 => B | 11 => E_ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** affine-minorant: φ(0)·M ≤ Σφ + g‖u‖√Σ‖x‖² for every loss with φ(x) ≥ φ(0) − g·x at the margins *)
Theorem affine_minorant : forall (E : space) (w z : ℕ -> E) (M : ℕ) (g φ_0 norm_u root_S₂ : ℝ) (L ΣL S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= norm_u ->  (* ‖u‖ is a length *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  φ_0 * INR M <= g * norm_u * root_S₂ + ΣL M.
Proof. intros E w z M g φ_0 norm_u root_S₂ L ΣL S2 u. exact (affine_minorant_valid E (Env E (fun here => match here with 4 => g | 5 => φ_0 | 10 => norm_u | 11 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 6 => L | 8 => ΣL | 9 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** admissible-bound: MR (1): M ≤ ΣL/φ(0) + (g/φ(0))√Σ‖x‖² *)
Theorem admissible_bound : forall (E : space) (w z : ℕ -> E) (M : ℕ) (u : E) (g φ_0 inverse_φ_0 root_S₂ : ℝ) (L ΣL S2 : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  INR M <= g * inverse_φ_0 * root_S₂ + inverse_φ_0 * ΣL M.
Proof. intros E w z M u g φ_0 inverse_φ_0 root_S₂ L ΣL S2. exact (admissible_bound_valid E (Env E (fun here => match here with 5 => g | 6 => φ_0 | 9 => inverse_φ_0 | 11 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 7 => L | 8 => ΣL | 10 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** admissible-bound-radius: MR (2): M ≤ (gR/φ(0) + √(ΣL/φ(0)))² *)
Theorem admissible_bound_radius : forall (E : space) (w z : ℕ -> E) (M : ℕ) (u : E) (g φ_0 inverse_φ_0 R root_Σφ_over_φ_0 root_M : ℝ) (L ΣL : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  0 <= ΣL M ->  (* the losses add up to no less than 0; not used *)
  0 <= root_Σφ_over_φ_0 ->  (* √(Σφ/φ(0)) is a root *)
  root_Σφ_over_φ_0 ^ 2 = inverse_φ_0 * ΣL M ->  (* √(Σφ/φ(0)) squared is Σφ/φ(0) *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  INR M <= g ^ 2 * inverse_φ_0 ^ 2 * R ^ 2 + 2 * g * inverse_φ_0 * R * root_Σφ_over_φ_0 + root_Σφ_over_φ_0 ^ 2.
Proof. intros E w z M u g φ_0 inverse_φ_0 R root_Σφ_over_φ_0 root_M L ΣL fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14 fact15 fact16 fact17. exact (admissible_bound_radius_valid E (Env E (fun here => match here with 5 => g | 6 => φ_0 | 9 => inverse_φ_0 | 10 => R | 11 => root_Σφ_over_φ_0 | 12 => root_M | _ => 0%R end)%positive (fun here => match here with 7 => L | 8 => ΣL | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14 fact15 fact16 fact17). Qed.

(** affine-minorant-exponential: The exponential loss has the affine minorant 1 − x: g = 1 in MR Theorem 2, without a Lipschitz condition *)
Theorem affine_minorant_exponential : forall (E : space) (E_ inverse_E : ℝ),
  0 < E_ ->  (* E is e to the power x: any positive number, x being ln E *)
  E_ * inverse_E = 1 ->  (* 1/E is e to the power −x *)
  1 <= inverse_E + ln E_.
Proof. intros E E_ inverse_E. exact (affine_minorant_exponential_valid E (Env E (fun here => match here with 1 => E_ | 2 => inverse_E | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** affine-minorant-logistic: The logistic loss lies above its tangent at 0: ln(1 + 1/E) ≥ ln 2 − (ln E)/2, where E is e to the power x *)
Theorem affine_minorant_logistic : forall (E : space) (E_ inverse_E : ℝ),
  0 < E_ ->  (* E is e to the power x: any positive number, x being ln E *)
  E_ * inverse_E = 1 ->  (* 1/E is e to the power −x *)
  ln 2 <= 1 / 2 * ln E_ + ln (inverse_E + 1).
Proof. intros E E_ inverse_E. exact (affine_minorant_logistic_valid E (Env E (fun here => match here with 1 => E_ | 2 => inverse_E | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** jensen: Jensen: Mφ(x̄) ≤ Σφ, from convexity between two points *)
Theorem jensen : forall (E : space) (M : ℕ) (L h ΣL : ℕ -> ℝ),
  (forall k : ℕ, INR k + 1 <= INR M -> h (S k) * INR k + h (S k) <= L k + h k * INR k) ->  (* φ is convex: h(k) is φ at the mean of the first k margins, L(k) is φ at x(k), and the next mean lies between the two *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  h M * INR M <= ΣL M.
Proof. intros E M L h ΣL. exact (jensen_valid E (Env E (fun _ => 0%R) (fun here => match here with 2 => L | 3 => h | 4 => ΣL | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O))). Qed.

(** admissible-step: From Definition 1: Mφ(0) ≤ Σφ + g|Σx|, by Jensen and the Lipschitz condition *)
Theorem admissible_step : forall (E : space) (M : ℕ) (L h ΣL X x : ℕ -> ℝ) (μ d g φ_0 D : ℝ),
  (forall k : ℕ, INR k + 1 <= INR M -> h (S k) * INR k + h (S k) <= L k + h k * INR k) ->  (* φ is convex: h(k) is φ at the mean of the first k margins, L(k) is φ at x(k), and the next mean lies between the two *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  X O = 0 ->  (* X is the sum of the margins; not used *)
  (forall k : ℕ, X (S k) = X k + x k) ->  (* X grows by the margin x(k) of update k; not used *)
  μ * INR M = X M ->  (* μ is the mean of the margins: M times it is their sum *)
  0 <= d ->  (* a size is not negative *)
  d ^ 2 = μ ^ 2 ->  (* d is the size of μ, |μ| *)
  φ_0 <= d * g + h M ->  (* φ is g-Lipschitz, here between 0 and the mean: φ(0) − φ(μ) ≤ g|μ| *)
  0 <= D ->  (* a size is not negative *)
  D ^ 2 = X M ^ 2 ->  (* D is the size of the sum of the margins *)
  φ_0 * INR M <= g * D + ΣL M.
Proof. intros E M L h ΣL X x μ d g φ_0 D fact1 fact2 fact3 _ _ fact6 fact7 fact8 fact9 fact10 fact11. exact (admissible_step_valid E (Env E (fun here => match here with 5 => μ | 7 => d | 8 => g | 9 => φ_0 | 10 => D | _ => 0%R end)%positive (fun here => match here with 2 => L | 3 => h | 4 => ΣL | 6 => X | 11 => x | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact6 fact7 fact8 fact9 fact10 fact11). Qed.

(** admissible-definition: MR (1) from Definition 1: M ≤ ‖L_φ‖₁/φ(0) + (g/φ(0))√Σ‖x‖² for every convex g-Lipschitz φ with φ(0) > 0 *)
Theorem admissible_definition : forall (E : space) (w z : ℕ -> E) (M : ℕ) (u : E) (x X L h ΣL S2 : ℕ -> ℝ) (μ d g φ_0 inverse_φ_0 root_S₂ : ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, x k = ⟨u, z k⟩) ->  (* x(k) = y⟨u, x⟩ is the margin of update k *)
  X O = 0 ->  (* X is the sum of the margins *)
  (forall k : ℕ, X (S k) = x k + X k) ->  (* X grows by the margin x(k) of update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> h (S k) * INR k + h (S k) <= L k + h k * INR k) ->  (* φ is convex: h(k) is φ at the mean of the first k margins, L(k) is φ at x(k), and the next mean lies between the two *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  μ * INR M = X M ->  (* μ is the mean of the margins: M times it is their sum *)
  0 <= d ->  (* a size is not negative *)
  d ^ 2 = μ ^ 2 ->  (* d is the size of μ, |μ| *)
  φ_0 <= d * g + h M ->  (* φ is g-Lipschitz, here between 0 and the mean: φ(0) − φ(μ) ≤ g|μ| *)
  0 <= g ->  (* g ≥ 0 *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  INR M <= g * inverse_φ_0 * root_S₂ + inverse_φ_0 * ΣL M.
Proof. intros E w z M u x X L h ΣL S2 μ d g φ_0 inverse_φ_0 root_S₂. exact (admissible_definition_valid E (Env E (fun here => match here with 10 => μ | 11 => d | 12 => g | 13 => φ_0 | 14 => inverse_φ_0 | 16 => root_S₂ | _ => 0%R end)%positive (fun here => match here with 5 => x | 6 => X | 7 => L | 8 => h | 9 => ΣL | 15 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** supporting-line: A convex Lipschitz loss has an affine minorant: φ(x) ≥ φ(0) + c·x at every margin *)
Theorem supporting_line : forall (E : space) (M : ℕ) (φ_0 g c : ℝ) (L x b : ℕ -> ℝ),
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j + 1 <= INR M -> 0 < x k -> x j < 0 -> φ_0 * x k + L k * x j <= φ_0 * x j + L j * x k) ->  (* φ is convex: φ(0) is below the chord from a margin x(i) < 0 to a margin x(k) > 0; L(k) is φ at x(k) *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= x k -> φ_0 <= g * x k + L k) ->  (* φ is g-Lipschitz: φ(0) − φ(x) ≤ gx for a margin x ≥ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 < x k -> φ_0 + x k * b k = L k) ->  (* b(k) is the slope of the chord from 0 to a margin x(k) > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> x k < 0 -> φ_0 + c * x k <= L k) ->  (* c is no less than the slope of any chord from 0 to the left *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 < x k -> 0 <= g + b k -> (forall j : ℕ, INR j + 1 <= INR M -> x j < 0 -> φ_0 + x j * b k <= L j) -> c <= b k) ->  (* c is no more than a slope b(k) that is no less than −g and those *)
  forall k : ℕ, INR k + 1 <= INR M -> φ_0 + c * x k <= L k.
Proof. intros E M φ_0 g c L x b. exact (supporting_line_valid E (Env E (fun here => match here with 2 => φ_0 | 5 => g | 7 => c | _ => 0%R end)%positive (fun here => match here with 3 => L | 4 => x | 6 => b | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => M | _ => O end)%positive (fun _ => O))). Qed.

(** supporting-line-slope: The supporting line at 0 of a g-Lipschitz loss has a slope of at most g *)
Theorem supporting_line_slope : forall (E : space) (g φ_0 c : ℝ) (M : ℕ) (L x : ℕ -> ℝ),
  0 <= g ->  (* g ≥ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> x k < 0 -> g * x k + φ_0 <= L k) ->  (* φ is g-Lipschitz: φ(0) − φ(x) ≤ g|x| for a margin x < 0 *)
  (0 <= 2 * g -> (forall k : ℕ, INR k + 1 <= INR M -> x k < 0 -> g * x k + φ_0 <= L k) -> c <= g) ->  (* c is no more than g, if that is no less than −g and the slopes *)
  c <= g.
Proof. intros E g φ_0 c M L x. exact (supporting_line_slope_valid E (Env E (fun here => match here with 1 => g | 3 => φ_0 | 6 => c | _ => 0%R end)%positive (fun here => match here with 4 => L | 5 => x | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 2 => M | _ => O end)%positive (fun _ => O))). Qed.

(** admissible-bound-root: MR (2), the exact root: M ≤ ((gR/φ(0) + √((gR/φ(0))² + 4ΣL/φ(0)))/2)² *)
Theorem admissible_bound_root : forall (E : space) (w z : ℕ -> E) (M : ℕ) (u : E) (g φ_0 inverse_φ_0 R root_M root_b2_plus_4Σφ_over_φ_0 : ℝ) (L ΣL : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  0 <= ΣL M ->  (* the losses add up to no less than 0; not used *)
  0 <= root_b2_plus_4Σφ_over_φ_0 ->  (* √(b² + 4Σφ/φ(0)) is a root *)
  root_b2_plus_4Σφ_over_φ_0 ^ 2 = g ^ 2 * inverse_φ_0 ^ 2 * R ^ 2 + 4 * inverse_φ_0 * ΣL M ->  (* √(b² + 4Σφ/φ(0)) squared is b² + 4Σφ/φ(0) *)
  INR M <= 1 / 4 * g ^ 2 * inverse_φ_0 ^ 2 * R ^ 2 + 1 / 2 * g * inverse_φ_0 * R * root_b2_plus_4Σφ_over_φ_0 + 1 / 4 * root_b2_plus_4Σφ_over_φ_0 ^ 2.
Proof. intros E w z M u g φ_0 inverse_φ_0 R root_M root_b2_plus_4Σφ_over_φ_0 L ΣL fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 _ fact16 fact17. exact (admissible_bound_root_valid E (Env E (fun here => match here with 5 => g | 6 => φ_0 | 9 => inverse_φ_0 | 10 => R | 11 => root_M | 12 => root_b2_plus_4Σφ_over_φ_0 | _ => 0%R end)%positive (fun here => match here with 7 => L | 8 => ΣL | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact16 fact17). Qed.

(** admissible-bound-weights: MR (1) with the final weights: M ≤ ΣL/φ(0) + (g/φ(0))‖w‖ *)
Theorem admissible_bound_weights : forall (E : space) (w z : ℕ -> E) (u : E) (M : ℕ) (g φ_0 inverse_φ_0 norm_w : ℝ) (L ΣL : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  0 <= norm_w ->  (* ‖w‖ is a length *)
  norm_w ^ 2 = ⟨w M, w M⟩ ->  (* ‖w‖ squared is the inner product *)
  INR M <= g * inverse_φ_0 * norm_w + inverse_φ_0 * ΣL M.
Proof. intros E w z u M g φ_0 inverse_φ_0 norm_w L ΣL. exact (admissible_bound_weights_valid E (Env E (fun here => match here with 5 => g | 6 => φ_0 | 9 => inverse_φ_0 | 10 => norm_w | _ => 0%R end)%positive (fun here => match here with 7 => L | 8 => ΣL | _ => fun _ => 0%R end)%positive (fun here => match here with 3 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O))). Qed.

(** any-start-loss: MR (1) from any start with any rate: M ≤ ΣL/φ(0) + (g/φ(0))(a + √(a² + Σ‖x‖²)), a = ‖w(0)‖/η *)
Theorem any_start_loss : forall (E : space) (η norm_w₁ inverse_η g φ_0 inverse_φ_0 root_norm_w₁_2_over_η2_plus_S₂ : ℝ) (w z : ℕ -> E) (M : ℕ) (u : E) (L ΣL S2 : ℕ -> ℝ),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  0 <= root_norm_w₁_2_over_η2_plus_S₂ ->  (* √(‖w(0)‖²/η² + S₂) is a root *)
  root_norm_w₁_2_over_η2_plus_S₂ ^ 2 = norm_w₁ ^ 2 * inverse_η ^ 2 + S2 M ->  (* √(‖w(0)‖²/η² + S₂) squared is ‖w(0)‖²/η² + S₂ *)
  INR M <= norm_w₁ * inverse_η * g * inverse_φ_0 + g * inverse_φ_0 * root_norm_w₁_2_over_η2_plus_S₂ + inverse_φ_0 * ΣL M.
Proof. intros E η norm_w₁ inverse_η g φ_0 inverse_φ_0 root_norm_w₁_2_over_η2_plus_S₂ w z M u L ΣL S2. exact (any_start_loss_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 8 => g | 9 => φ_0 | 12 => inverse_φ_0 | 14 => root_norm_w₁_2_over_η2_plus_S₂ | _ => 0%R end)%positive (fun here => match here with 10 => L | 11 => ΣL | 13 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O))). Qed.

(** any-start-loss-radius: MR (2) from any start with any rate: M ≤ (gR/φ(0) + √((ΣL + 2ga)/φ(0)))², a = ‖w(0)‖/η *)
Theorem any_start_loss_radius : forall (E : space) (η norm_w₁ inverse_η g φ_0 inverse_φ_0 R root_ΣL_plus_2ga_over_φ_0 root_M : ℝ) (w z : ℕ -> E) (M : ℕ) (u : E) (L ΣL : ℕ -> ℝ),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR M -> φ_0 <= g * ⟨u, z k⟩ + L k) ->  (* L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates *)
  0 <= g ->  (* g ≥ 0 *)
  ΣL O = 0 ->  (* ΣL is the loss over the updates *)
  (forall k : ℕ, ΣL (S k) = L k + ΣL k) ->  (* ΣL grows by L(k), the loss φ at the margin of update k *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  0 <= R ->  (* R is a length *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  0 <= ΣL M ->  (* the losses add up to no less than 0; not used *)
  0 <= root_ΣL_plus_2ga_over_φ_0 ->  (* √((ΣL + 2ga)/φ(0)) is a root *)
  root_ΣL_plus_2ga_over_φ_0 ^ 2 = 2 * norm_w₁ * inverse_η * g * inverse_φ_0 + inverse_φ_0 * ΣL M ->  (* √((ΣL + 2ga)/φ(0)) squared is (ΣL + 2ga)/φ(0) *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  INR M <= g ^ 2 * inverse_φ_0 ^ 2 * R ^ 2 + 2 * g * inverse_φ_0 * R * root_ΣL_plus_2ga_over_φ_0 + root_ΣL_plus_2ga_over_φ_0 ^ 2.
Proof. intros E η norm_w₁ inverse_η g φ_0 inverse_φ_0 R root_ΣL_plus_2ga_over_φ_0 root_M w z M u L ΣL fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 _ fact17 fact18 fact19 fact20. exact (any_start_loss_radius_valid E (Env E (fun here => match here with 1 => η | 5 => norm_w₁ | 6 => inverse_η | 8 => g | 9 => φ_0 | 12 => inverse_φ_0 | 13 => R | 14 => root_ΣL_plus_2ga_over_φ_0 | 15 => root_M | _ => 0%R end)%positive (fun here => match here with 10 => L | 11 => ΣL | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact17 fact18 fact19 fact20). Qed.

(** hinge-dominates: An admissible loss lies above a hinge: φ(x) ≥ φ(0)·(1 − x/ρ)₊ with ρ = φ(0)/g *)
Theorem hinge_dominates : forall (E : space) (g x φ_0 φ_x s h : ℝ),
  φ_0 <= g * x + φ_x ->  (* φ(x) ≥ φ(0) − g·x: convex and g-Lipschitz give it *)
  0 <= φ_x ->  (* a loss is not negative *)
  0 < φ_0 ->  (* the loss at 0 is positive; not used *)
  φ_0 * s = g ->  (* s is 1/ρ = g/φ(0) *)
  0 <= h ->  (* a positive part is not negative *)
  1 <= x * s + h ->  (* a positive part is no less than what it is the part of; not used *)
  x * s * h + h ^ 2 = h ->  (* a positive part is 0 or its argument *)
  φ_0 * h <= φ_x.
Proof. intros E g x φ_0 φ_x s h fact1 fact2 _ fact4 fact5 _ fact7. exact (hinge_dominates_valid E (Env E (fun here => match here with 1 => g | 2 => x | 3 => φ_0 | 4 => φ_x | 5 => s | 6 => h | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact4 fact5 fact7). Qed.

(** infima: The infimum in MR (3) is M itself: at u = 0 and γ large, H + √Σ‖x‖²/γ ≤ M + ε *)
Theorem infima : forall (E : space) (u : E) (TD ξ S2 : ℕ -> ℝ) (M : ℕ) (γ inverse_γ H root_S₂ ε : ℝ) (z : ℕ -> E),
  u ≡ vzero ->  (* the comparator is 0, which ‖u‖ ≤ 1 allows *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = TD k + ξ k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths; not used *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update; not used *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂; not used *)
  0 < ε ->  (* ε is positive *)
  root_S₂ < γ * ε ->  (* γ is so large that √Σ‖x‖² < εγ *)
  inverse_γ * root_S₂ + H <= ε + INR M.
Proof. intros E u TD ξ S2 M γ inverse_γ H root_S₂ ε z fact1 _ _ fact4 fact5 fact6 fact7 fact8 _ _ fact11 _ fact13 fact14. exact (infima_valid E (Env E (fun here => match here with 5 => γ | 7 => inverse_γ | 8 => H | 9 => root_S₂ | 10 => ε | _ => 0%R end)%positive (fun here => match here with 2 => TD | 3 => ξ | 11 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 6 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact4 fact5 fact6 fact7 fact8 fact11 fact13 fact14). Qed.

(** infima-radius: The infimum in MR (4) is M itself: at u = 0 and γ large, (R/γ + √H)² ≤ M + ε *)
Theorem infima_radius : forall (E : space) (u : E) (TD ξ : ℕ -> ℝ) (M : ℕ) (γ inverse_γ H root_H R root_M δ ε : ℝ) (z : ℕ -> E),
  u ≡ vzero ->  (* the comparator is 0, which ‖u‖ ≤ 1 allows *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = TD k + ξ k) ->  (* TD grows by ξ(k) at update k *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  0 <= root_H ->  (* √H is a root *)
  root_H ^ 2 = H ->  (* √H squared is H *)
  0 <= R ->  (* r is a length *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  0 <= δ ->  (* δ is not negative *)
  2 * root_M * δ + δ ^ 2 <= ε ->  (* δ is as small as ε asks for *)
  R < γ * δ ->  (* γ is so large that R < δγ *)
  inverse_γ ^ 2 * R ^ 2 + 2 * inverse_γ * root_H * R + root_H ^ 2 <= ε + INR M.
Proof. intros E u TD ξ M γ inverse_γ H root_H R root_M δ ε z fact1 _ _ fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (infima_radius_valid E (Env E (fun here => match here with 5 => γ | 7 => inverse_γ | 8 => H | 9 => root_H | 10 => R | 11 => root_M | 12 => δ | 13 => ε | _ => 0%R end)%positive (fun here => match here with 2 => TD | 3 => ξ | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 6 => z | _ => fun _ => vzero end)%positive (fun here => match here with 4 => M | _ => O end)%positive (fun _ => O)) fact1 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** infima-l2: The infimum in MR (7) is M itself: at u = 0 and γ large, (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))² ≤ M + ε *)
Theorem infima_l2 : forall (E : space) (u : E) (M : ℕ) (ξ Q TD S2 : ℕ -> ℝ) (γ inverse_γ H₂ root_S₂ root_M δ ε root_H₂2_over_4_plus_root_S₂_over_γ : ℝ) (z : ℕ -> E),
  u ≡ vzero ->  (* the comparator is 0, which ‖u‖ ≤ 1 allows *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks; not used *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the slacks *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths; not used *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update; not used *)
  0 <= root_S₂ ->  (* √S₂ is a root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂; not used *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  0 <= δ ->  (* δ is not negative *)
  2 * root_M * δ + δ ^ 2 <= ε ->  (* δ is as small as ε asks for *)
  0 <= root_H₂2_over_4_plus_root_S₂_over_γ ->  (* √(H₂²/4 + √S₂/γ) is a root *)
  root_H₂2_over_4_plus_root_S₂_over_γ ^ 2 = inverse_γ * root_S₂ + 1 / 4 * H₂ ^ 2 ->  (* √(H₂²/4 + √S₂/γ) squared is H₂²/4 + √S₂/γ *)
  root_S₂ < γ * δ ^ 2 ->  (* γ is so large that √Σ‖x‖² < δ²γ *)
  1 / 4 * H₂ ^ 2 + H₂ * root_H₂2_over_4_plus_root_S₂_over_γ + root_H₂2_over_4_plus_root_S₂_over_γ ^ 2 <= ε + INR M.
Proof. intros E u M ξ Q TD S2 γ inverse_γ H₂ root_S₂ root_M δ ε root_H₂2_over_4_plus_root_S₂_over_γ z fact1 fact2 _ _ _ fact6 fact7 fact8 fact9 fact10 fact11 _ _ fact14 _ fact16 fact17 fact18 fact19 fact20 fact21 fact22. exact (infima_l2_valid E (Env E (fun here => match here with 4 => γ | 6 => inverse_γ | 8 => H₂ | 9 => root_S₂ | 10 => root_M | 11 => δ | 12 => ε | 13 => root_H₂2_over_4_plus_root_S₂_over_γ | _ => 0%R end)%positive (fun here => match here with 3 => ξ | 7 => Q | 14 => TD | 15 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 5 => z | _ => fun _ => vzero end)%positive (fun here => match here with 2 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact6 fact7 fact8 fact9 fact10 fact11 fact14 fact16 fact17 fact18 fact19 fact20 fact21 fact22). Qed.

(** infima-l2-radius: The infimum in MR (8) is M itself: at u = 0 and γ large, (R/γ + H₂)² ≤ M + ε *)
Theorem infima_l2_radius : forall (E : space) (u : E) (M : ℕ) (ξ Q TD : ℕ -> ℝ) (γ inverse_γ H₂ R root_M δ ε : ℝ) (z : ℕ -> E),
  u ≡ vzero ->  (* the comparator is 0, which ‖u‖ ≤ 1 allows *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin; not used *)
  TD O = 0 ->  (* TD is a sum of slacks; not used *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> ξ k ^ 2 + ξ k * ⟨u, z k⟩ = γ * ξ k) ->  (* a slack is 0 or what is missing from the margin *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  Q O = 0 ->  (* Q is a sum of squared slacks *)
  (forall k : ℕ, Q (S k) = ξ k ^ 2 + Q k) ->  (* Q grows by ξ(k)² at update k *)
  0 <= H₂ ->  (* H₂ is a length *)
  γ ^ 2 * H₂ ^ 2 = Q M ->  (* H₂γ is the length of the slacks *)
  0 <= R ->  (* r is a length *)
  0 <= root_M ->  (* √M is a root *)
  root_M ^ 2 = INR M ->  (* √M squared is M *)
  0 <= δ ->  (* δ is not negative *)
  2 * root_M * δ + δ ^ 2 <= ε ->  (* δ is as small as ε asks for *)
  R < γ * δ ->  (* γ is so large that R < δγ *)
  inverse_γ ^ 2 * R ^ 2 + 2 * inverse_γ * H₂ * R + H₂ ^ 2 <= ε + INR M.
Proof. intros E u M ξ Q TD γ inverse_γ H₂ R root_M δ ε z fact1 fact2 _ _ _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17. exact (infima_l2_radius_valid E (Env E (fun here => match here with 4 => γ | 6 => inverse_γ | 8 => H₂ | 9 => R | 10 => root_M | 11 => δ | 12 => ε | _ => 0%R end)%positive (fun here => match here with 3 => ξ | 7 => Q | 13 => TD | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | _ => vzero end)%positive (fun here => match here with 5 => z | _ => fun _ => vzero end)%positive (fun here => match here with 2 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17). Qed.

(** * online *)

(** three-point-identity: The three-point identity of mirror descent: η⟨v, w − u⟩ = D(u, w) − D(u, w′) + D(w, w′) for the next w′ *)
Theorem three_point_identity : forall (E : space) (η : ℝ) (g v w : ℕ -> E) (m Φ : ℕ -> ℝ) (u : E),
  (forall k : ℕ, g (S k) ⊕ η ⊙ v k ≡ g k) ->  (* a step in the gradient: g(t + 1) = g(t) − ηv(t) *)
  (forall k : ℕ, m k + Φ (S k) + ⟨g (S k), w k⟩ = Φ k + ⟨g (S k), w (S k)⟩) ->  (* m(t) is the divergence of w(t) from w(t + 1): Φ(w(t)) − Φ(w(t + 1)) − ⟨g(t + 1), w(t) − w(t + 1)⟩ *)
  forall k : ℕ, η * ⟨v k, w k⟩ + Φ k + ⟨u, g k⟩ + ⟨g (S k), w (S k)⟩ = η * ⟨u, v k⟩ + m k + Φ (S k) + ⟨u, g (S k)⟩ + ⟨g k, w k⟩.
Proof. intros E η g v w m Φ u. exact (three_point_identity_valid E (Env E (fun here => match here with 1 => η | _ => 0%R end)%positive (fun here => match here with 4 => m | 5 => Φ | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 2 => g | 3 => v | 6 => w | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** mirror-descent: Mirror descent: η(Σf(w) − Σf(u)) ≤ D(u, w(0)) + ΣD(w(t), w(t + 1)), for every u and every rate η > 0 *)
Theorem mirror_descent : forall (E : space) (η φ : ℝ) (g v w : ℕ -> E) (m Φ f_u f_w Σf_w Σf_u S_ : ℕ -> ℝ) (T : ℕ) (u : E),
  (forall k : ℕ, g (S k) ⊕ η ⊙ v k ≡ g k) ->  (* a step in the gradient: g(t + 1) = g(t) − ηv(t) *)
  (forall k : ℕ, m k + Φ (S k) + ⟨g (S k), w k⟩ = Φ k + ⟨g (S k), w (S k)⟩) ->  (* m(t) is the divergence of w(t) from w(t + 1): Φ(w(t)) − Φ(w(t + 1)) − ⟨g(t + 1), w(t) − w(t + 1)⟩ *)
  0 < η ->  (* the rate is positive *)
  (forall k : ℕ, INR k + 1 <= INR T -> f_w k + ⟨u, v k⟩ <= f_u k + ⟨v k, w k⟩) ->  (* v(t) is a subgradient of f_t at w(t): f_t(u) ≥ f_t(w(t)) + ⟨v(t), u − w(t)⟩ *)
  Φ T + ⟨u, g T⟩ <= φ + ⟨g T, w T⟩ ->  (* Φ lies above its tangent at w(T): the divergence of u from w(T) is not negative *)
  Σf_w O = 0 ->  (* the learner's loss, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_w (S k) = f_w k + Σf_w k) ->  (* the learner's loss, summed over the rounds *)
  Σf_u O = 0 ->  (* the comparator's loss, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_u (S k) = f_u k + Σf_u k) ->  (* the comparator's loss, summed over the rounds *)
  S_ O = 0 ->  (* the divergences m, summed over the rounds: nothing at first *)
  (forall k : ℕ, S_ (S k) = m k + S_ k) ->  (* the divergences m, summed over the rounds *)
  η * Σf_w T + Φ O + ⟨u, g O⟩ <= η * Σf_u T + φ + S_ T + ⟨g O, w O⟩.
Proof. intros E η φ g v w m Φ f_u f_w Σf_w Σf_u S_ T u. exact (mirror_descent_valid E (Env E (fun here => match here with 1 => η | 11 => φ | _ => 0%R end)%positive (fun here => match here with 4 => m | 5 => Φ | 8 => f_u | 9 => f_w | 12 => Σf_w | 13 => Σf_u | 14 => S_ | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 2 => g | 3 => v | 6 => w | _ => fun _ => vzero end)%positive (fun here => match here with 7 => T | _ => O end)%positive (fun _ => O))). Qed.

(** ogd-regret: OGD's regret: Σf(w) − Σf(u) ≤ ‖u‖²/(2η) + (η/2)Σ‖v‖², for every u and every rate η > 0 *)
Theorem ogd_regret : forall (E : space) (w v : ℕ -> E) (η inverse_η : ℝ) (T : ℕ) (f_u f_w Σf_w Σf_u V : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* OGD starts at 0 *)
  (forall k : ℕ, w (S k) ⊕ η ⊙ v k ≡ w k) ->  (* w(t+1) = w(t) − ηv(t) *)
  0 < η ->  (* the rate is positive *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  (forall k : ℕ, INR k + 1 <= INR T -> f_w k + ⟨u, v k⟩ <= f_u k + ⟨w k, v k⟩) ->  (* v(t) is a subgradient of f_t at w(t): f_t(u) ≥ f_t(w(t)) + ⟨v(t), u − w(t)⟩ *)
  Σf_w O = 0 ->  (* the learner's loss, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_w (S k) = f_w k + Σf_w k) ->  (* the learner's loss, summed over the rounds *)
  Σf_u O = 0 ->  (* the comparator's loss, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_u (S k) = f_u k + Σf_u k) ->  (* the comparator's loss, summed over the rounds *)
  V O = 0 ->  (* the squared lengths of the subgradients, summed: nothing at first *)
  (forall k : ℕ, V (S k) = V k + ⟨v k, v k⟩) ->  (* the squared lengths of the subgradients, summed *)
  Σf_w T <= 1 / 2 * η * V T + 1 / 2 * inverse_η * ⟨u, u⟩ + Σf_u T.
Proof. intros E w v η inverse_η T f_u f_w Σf_w Σf_u V u. exact (ogd_regret_valid E (Env E (fun here => match here with 2 => η | 4 => inverse_η | _ => 0%R end)%positive (fun here => match here with 6 => f_u | 7 => f_w | 9 => Σf_w | 10 => Σf_u | 11 => V | _ => fun _ => 0%R end)%positive (fun here => match here with 8 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 3 => v | _ => fun _ => vzero end)%positive (fun here => match here with 5 => T | _ => O end)%positive (fun _ => O))). Qed.

(** ssbd-21-16-regret: SS 21.16 by regret: M ≤ H + ‖w*‖²/(2η) + (η/2)Σ‖x‖² for every η > 0 *)
Theorem ssbd_21_16_regret : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ norm_u H η inverse_η inverse_γ : ℝ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  0 <= norm_u ->  (* ‖u‖ is a length; not used *)
  norm_u ^ 2 = ⟨u, u⟩ ->  (* ‖u‖ squared is the inner product *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  0 < η ->  (* the rate is positive *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= 1 / 2 * norm_u ^ 2 * inverse_η * inverse_γ ^ 2 + H + 1 / 2 * η * S2 M.
Proof. intros E w z M γ norm_u H η inverse_η inverse_γ ξ TD S2 u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 _ fact10 fact11 fact12 fact13 fact14 fact15 fact16. exact (ssbd_21_16_regret_valid E (Env E (fun here => match here with 4 => γ | 8 => norm_u | 10 => H | 11 => η | 12 => inverse_η | 13 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 9 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact10 fact11 fact12 fact13 fact14 fact15 fact16). Qed.

(** littlestone: Halfspaces from d = 2 on have infinite Littlestone dimension: a mistake bound B has B ≥ K for every depth K *)
Theorem littlestone : forall (E : space) (e₁ e₂ : E) (p y lo hi v error E_ M : ℕ -> ℝ) (K : ℕ) (a B : ℝ),
  (⟨e₁, e₁⟩ = 1 /\ (⟨e₂, e₂⟩ = 1 /\ ⟨e₁, e₂⟩ = 0)) ->  (* d ≥ 2: there are two orthonormal vectors *)
  (forall k : ℕ, p k ^ 2 = 1) ->  (* each prediction is ±1; it may depend on all that came before *)
  (forall k : ℕ, p k + y k = 0) ->  (* the adversary answers the opposite *)
  lo O = 0 ->  (* at first a may be anything above 0 *)
  hi O = 1 ->  (* and below 1 *)
  (forall k : ℕ, v k = 1 / 2 * lo k + 1 / 2 * hi k) ->  (* a node is the midpoint *)
  (forall k : ℕ, 0 <= y k -> lo (S k) = v k) ->  (* label 1 moves lo to v *)
  (forall k : ℕ, y k < 0 -> lo (S k) = lo k) ->  (* label −1 leaves lo where it is *)
  (forall k : ℕ, y k < 0 -> hi (S k) = v k) ->  (* label −1 moves hi to v *)
  (forall k : ℕ, 0 <= y k -> hi (S k) = hi k) ->  (* label 1 leaves hi where it is *)
  a = v K ->  (* a is the midpoint after K labels *)
  (forall k : ℕ, y k * v k * ⟨e₁, e₁⟩ + y k * ⟨e₁, e₂⟩ < a * y k * v k * ⟨e₁, e₂⟩ + a * y k * ⟨e₂, e₂⟩ -> error k = 0) ->  (* w makes no error where y⟨w, x⟩ > 0 *)
  (forall k : ℕ, a * y k * v k * ⟨e₁, e₂⟩ + a * y k * ⟨e₂, e₂⟩ <= y k * v k * ⟨e₁, e₁⟩ + y k * ⟨e₁, e₂⟩ -> error k = 1) ->  (* an error where y⟨w, x⟩ ≤ 0; not used *)
  E_ O = 0 ->  (* E counts the errors of w *)
  (forall k : ℕ, E_ (S k) = error k + E_ k) ->  (* E counts the errors of w *)
  M O = 0 ->  (* M counts the mistakes *)
  (forall k : ℕ, p k * y k < 0 -> M (S k) = M k + 1) ->  (* M grows where p(k)y(k) < 0 *)
  (forall k : ℕ, 0 <= p k * y k -> M (S k) = M k) ->  (* and rests where p(k)y(k) ≥ 0; not used *)
  (E_ K = 0 -> M K <= B) ->  (* the learner makes at most B mistakes where w errs on no node *)
  INR K <= B.
Proof. intros E e₁ e₂ p y lo hi v error E_ M K a B fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14 fact15 fact16 fact17 _ fact19. exact (littlestone_valid E (Env E (fun here => match here with 9 => a | 13 => B | _ => 0%R end)%positive (fun here => match here with 3 => p | 4 => y | 5 => lo | 6 => hi | 7 => v | 10 => error | 11 => E_ | 12 => M | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => e₁ | 2 => e₂ | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun here => match here with 8 => K | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14 fact15 fact16 fact17 fact19). Qed.

(** littlestone-line: On the line (d = 1) no tree of depth 2 is shattered: Littlestone dimension at most 1 *)
Theorem littlestone_line : forall (E : space) (w x₁ v x₂ : ℝ),
  0 < w * x₁ ->  (* w gives x₁ its label *)
  0 < x₁ * v ->  (* v gives x₁ the same label *)
  0 < w * x₂ ->  (* w gives x₂ its label *)
  0 < v * x₂.
Proof. intros E w x₁ v x₂. exact (littlestone_line_valid E (Env E (fun here => match here with 1 => w | 2 => x₁ | 3 => v | 4 => x₂ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** littlestone-dimension: No mistake bound is below the Littlestone dimension: B ≥ d for every d ≤ L(0), the dimension of the class *)
Theorem littlestone_dimension : forall (E : space) (p y L P N M : ℕ -> ℝ) (d : ℕ) (B : ℝ),
  (forall k : ℕ, p k ^ 2 = 1) ->  (* each prediction is ±1; it may depend on all that came before *)
  (forall k : ℕ, p k + y k = 0) ->  (* the adversary answers the opposite *)
  (forall k : ℕ, 0 <= y k -> L (S k) = P k) ->  (* label 1 leaves the half of dimension P *)
  (forall k : ℕ, y k < 0 -> L (S k) = N k) ->  (* label −1 leaves the half of dimension N *)
  (forall k : ℕ, 1 <= L k -> L k <= P k + 1) ->  (* L − 1 is at most that of the positive half *)
  (forall k : ℕ, 1 <= L k -> L k <= N k + 1) ->  (* L − 1 is at most that of the negative half *)
  INR d <= L O ->  (* d is at most the dimension of the class *)
  M O = 0 ->  (* M counts the mistakes *)
  (forall k : ℕ, p k * y k < 0 -> M (S k) = M k + 1) ->  (* M grows where p(k)y(k) < 0 *)
  (forall k : ℕ, 0 <= p k * y k -> M (S k) = M k) ->  (* and rests where p(k)y(k) ≥ 0; not used *)
  (0 <= L d -> M d <= B) ->  (* the learner makes at most B mistakes where some hypothesis errs never *)
  INR d <= B.
Proof. intros E p y L P N M d B fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11. exact (littlestone_dimension_valid E (Env E (fun here => match here with 8 => B | _ => 0%R end)%positive (fun here => match here with 1 => p | 2 => y | 3 => L | 4 => P | 5 => N | 7 => M | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 6 => d | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11). Qed.

(** littlestone-optimal: The optimal algorithm makes at most as many mistakes as the Littlestone dimension: M ≤ L(0) *)
Theorem littlestone_optimal : forall (E : space) (L P y N S_ p M : ℕ -> ℝ) (T : ℕ),
  (forall k : ℕ, 0 <= y k -> L (S k) = P k) ->  (* label 1 leaves the half of dimension P *)
  (forall k : ℕ, y k < 0 -> L (S k) = N k) ->  (* label −1 leaves the half of dimension N *)
  (forall k : ℕ, N k <= P k -> S_ k = N k) ->  (* S is the dimension of the smaller half *)
  (forall k : ℕ, P k < N k -> S_ k = P k) ->  (* be it the positive one *)
  (forall k : ℕ, INR k + 1 <= INR T -> P k <= L k) ->  (* no half is larger than the whole *)
  (forall k : ℕ, INR k + 1 <= INR T -> N k <= L k) ->  (* nor is the other *)
  (forall k : ℕ, INR k + 1 <= INR T -> S_ k + 1 <= L k) ->  (* not both halves are as large as the whole *)
  (forall k : ℕ, N k <= P k -> p k = 1) ->  (* the prediction is 1 where the positive half is no smaller *)
  (forall k : ℕ, P k < N k -> p k + 1 = 0) ->  (* else it is −1 *)
  M O = 0 ->  (* M counts the mistakes *)
  (forall k : ℕ, y k * p k < 0 -> M (S k) = M k + 1) ->  (* M grows where p(k)y(k) < 0 *)
  (forall k : ℕ, 0 <= y k * p k -> M (S k) = M k) ->  (* and rests where p(k)y(k) ≥ 0 *)
  0 <= L T ->  (* a hypothesis is left after T rounds *)
  M T <= L O.
Proof. intros E L P y N S_ p M T. exact (littlestone_optimal_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => L | 2 => P | 3 => y | 4 => N | 5 => S_ | 7 => p | 8 => M | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 6 => T | _ => O end)%positive (fun _ => O))). Qed.

(** hinge-surrogate: The hinge loss lies above the 0–1 loss: f(w) ≥ 1[y⟨w, x⟩ ≤ 0] *)
Theorem hinge_surrogate : forall (E : space) (f_w loss : ℝ) (w z : E),
  0 <= f_w ->  (* a positive part is not negative *)
  1 <= f_w + ⟨w, z⟩ ->  (* a positive part is no less than what it is the part of *)
  f_w ^ 2 + f_w * ⟨w, z⟩ = f_w ->  (* a positive part is 0 or its argument; not used *)
  (⟨w, z⟩ <= 0 -> loss = 1) ->  (* the 0–1 loss is 1 where y⟨w, x⟩ ≤ 0 *)
  (0 < ⟨w, z⟩ -> loss = 0) ->  (* the 0–1 loss is 0 where y⟨w, x⟩ > 0 *)
  loss <= f_w.
Proof. intros E f_w loss w z fact1 fact2 _ fact4 fact5. exact (hinge_surrogate_valid E (Env E (fun here => match here with 1 => f_w | 4 => loss | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 2 => w | 3 => z | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact4 fact5). Qed.

(** hinge-convex: The hinge loss is convex: f(t·w + (1−t)·u) ≤ t·f(w) + (1−t)·f(u) *)
Theorem hinge_convex : forall (E : space) (t f_w f_u f_mix : ℝ) (w z u : E),
  0 <= t ->  (* the mixture's weight is not negative *)
  t <= 1 ->  (* the mixture's weight is at most 1 *)
  0 <= f_w ->  (* a positive part is not negative *)
  1 <= f_w + ⟨w, z⟩ ->  (* a positive part is no less than what it is the part of *)
  f_w ^ 2 + f_w * ⟨w, z⟩ = f_w ->  (* a positive part is 0 or its argument; not used *)
  0 <= f_u ->  (* a positive part is not negative *)
  1 <= f_u + ⟨z, u⟩ ->  (* a positive part is no less than what it is the part of *)
  f_u ^ 2 + f_u * ⟨z, u⟩ = f_u ->  (* a positive part is 0 or its argument; not used *)
  0 <= f_mix ->  (* a positive part is not negative *)
  t * ⟨z, u⟩ + 1 <= t * ⟨w, z⟩ + f_mix + ⟨z, u⟩ ->  (* a positive part is no less than what it is the part of; not used *)
  t * f_mix * ⟨w, z⟩ + f_mix ^ 2 + f_mix * ⟨z, u⟩ = t * f_mix * ⟨z, u⟩ + f_mix ->  (* a positive part is 0 or its argument *)
  t * f_u + f_mix <= t * f_w + f_u.
Proof. intros E t f_w f_u f_mix w z u fact1 fact2 fact3 fact4 _ fact6 fact7 _ fact9 _ fact11. exact (hinge_convex_valid E (Env E (fun here => match here with 1 => t | 2 => f_w | 5 => f_u | 7 => f_mix | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 3 => w | 4 => z | 6 => u | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact9 fact11). Qed.

(** hinge-subgradient: On a mistake −yx is a subgradient of the hinge loss: f(u) ≥ f(w) + ⟨−yx, u − w⟩ *)
Theorem hinge_subgradient : forall (E : space) (w z u : E) (f_w f_u : ℝ),
  ⟨w, z⟩ <= 0 ->  (* y⟨w, x⟩ ≤ 0 *)
  0 <= f_w ->  (* a positive part is not negative; not used *)
  1 <= f_w + ⟨w, z⟩ ->  (* a positive part is no less than what it is the part of *)
  f_w ^ 2 + f_w * ⟨w, z⟩ = f_w ->  (* a positive part is 0 or its argument *)
  0 <= f_u ->  (* a positive part is not negative; not used *)
  1 <= f_u + ⟨z, u⟩ ->  (* a positive part is no less than what it is the part of *)
  f_u ^ 2 + f_u * ⟨z, u⟩ = f_u ->  (* a positive part is 0 or its argument; not used *)
  f_w + ⟨w, z⟩ <= f_u + ⟨z, u⟩.
Proof. intros E w z u f_w f_u fact1 _ fact3 fact4 _ fact6 _. exact (hinge_subgradient_valid E (Env E (fun here => match here with 3 => f_w | 4 => f_u | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => w | 2 => z | 5 => u | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact3 fact4 fact6). Qed.

(** ogd-perceptron: OGD on the hinge surrogates is η times the Perceptron, for every rate η > 0: (⟨o(t), a⟩ − η⟨w(t), a⟩)² ≤ 0 *)
Theorem ogd_perceptron : forall (E : space) (w o z : ℕ -> E) (η : ℝ) (τ : ℕ -> ℝ) (a : E),
  w O ≡ vzero ->  (* the Perceptron starts at 0 *)
  o O ≡ vzero ->  (* OGD starts at 0 *)
  0 < η ->  (* the rate is positive, and the same on every round *)
  (forall k : ℕ, ⟨w k, z k⟩ < 0 -> w (S k) ≡ w k ⊕ z k) ->  (* where y⟨w, x⟩ < 0 the Perceptron adds z = yx *)
  (forall k : ℕ, ⟨w k, z k⟩ ^ 2 <= 0 -> w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* at a tie, y⟨w, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> w (S k) ≡ w k) ->  (* where y⟨w, x⟩ > 0 it rests *)
  (forall k : ℕ, ⟨o k, z k⟩ < 0 -> o (S k) ≡ o k ⊕ η ⊙ z k) ->  (* where y⟨o, x⟩ < 0 OGD subtracts η times the subgradient −z *)
  (forall k : ℕ, ⟨o k, z k⟩ ^ 2 <= 0 -> o (S k) ≡ o k ⊕ (η * τ k) ⊙ z k) ->  (* at a tie, y⟨o, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨o k, z k⟩ -> o (S k) ≡ o k) ->  (* where y⟨o, x⟩ > 0 it rests *)
  forall k : ℕ, η ^ 2 * ⟨a, w k⟩ ^ 2 + ⟨a, o k⟩ ^ 2 <= 2 * η * ⟨a, w k⟩ * ⟨a, o k⟩.
Proof. intros E w o z η τ a. exact (ogd_perceptron_valid E (Env E (fun here => match here with 3 => η | _ => 0%R end)%positive (fun here => match here with 5 => τ | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => a | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => o | 4 => z | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** scaled-run: run(η, o(0)) = η·run(1, o(0)/η) for any start: (⟨o(t), a⟩ − η⟨w(t), a⟩)² ≤ 0 *)
Theorem scaled_run : forall (E : space) (η : ℝ) (o w z : ℕ -> E) (τ : ℕ -> ℝ) (a : E),
  o O ≡ η ⊙ w O ->  (* the run with rate η starts at η times the other's start *)
  0 < η ->  (* the rate is positive, and the same on every round *)
  (forall k : ℕ, ⟨w k, z k⟩ < 0 -> w (S k) ≡ w k ⊕ z k) ->  (* where y⟨w, x⟩ < 0 the run with rate 1 adds z = yx *)
  (forall k : ℕ, ⟨w k, z k⟩ ^ 2 <= 0 -> w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* at a tie, y⟨w, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> w (S k) ≡ w k) ->  (* where y⟨w, x⟩ > 0 it rests *)
  (forall k : ℕ, ⟨o k, z k⟩ < 0 -> o (S k) ≡ o k ⊕ η ⊙ z k) ->  (* where y⟨o, x⟩ < 0 the run with rate η adds ηz *)
  (forall k : ℕ, ⟨o k, z k⟩ ^ 2 <= 0 -> o (S k) ≡ o k ⊕ (η * τ k) ⊙ z k) ->  (* at a tie, y⟨o, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨o k, z k⟩ -> o (S k) ≡ o k) ->  (* where y⟨o, x⟩ > 0 it rests *)
  forall k : ℕ, η ^ 2 * ⟨a, w k⟩ ^ 2 + ⟨a, o k⟩ ^ 2 <= 2 * η * ⟨a, o k⟩ * ⟨a, w k⟩.
Proof. intros E η o w z τ a. exact (scaled_run_valid E (Env E (fun here => match here with 1 => η | _ => 0%R end)%positive (fun here => match here with 5 => τ | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => a | _ => vzero end)%positive (fun here => match here with 2 => o | 3 => w | 4 => z | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** scaled-run-mistakes: Runs with rate 1 from o(0)/η and with rate η from o(0) err on the same rounds: after any number of rounds as many
    mistakes *)
Theorem scaled_run_mistakes : forall (E : space) (η : ℝ) (o w z : ℕ -> E) (τ m n : ℕ -> ℝ),
  o O ≡ η ⊙ w O ->  (* the run with rate η starts at η times the other's start *)
  0 < η ->  (* the rate is positive, and the same on every round *)
  (forall k : ℕ, ⟨w k, z k⟩ < 0 -> w (S k) ≡ w k ⊕ z k) ->  (* where y⟨w, x⟩ < 0 the run with rate 1 adds z = yx *)
  (forall k : ℕ, ⟨w k, z k⟩ ^ 2 <= 0 -> w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* at a tie, y⟨w, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> w (S k) ≡ w k) ->  (* where y⟨w, x⟩ > 0 it rests *)
  (forall k : ℕ, ⟨o k, z k⟩ < 0 -> o (S k) ≡ o k ⊕ η ⊙ z k) ->  (* where y⟨o, x⟩ < 0 the run with rate η adds ηz *)
  (forall k : ℕ, ⟨o k, z k⟩ ^ 2 <= 0 -> o (S k) ≡ o k ⊕ (η * τ k) ⊙ z k) ->  (* at a tie, y⟨o, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨o k, z k⟩ -> o (S k) ≡ o k) ->  (* where y⟨o, x⟩ > 0 it rests *)
  m O = 0 ->  (* m counts a run's mistakes *)
  (forall k : ℕ, ⟨w k, z k⟩ < 0 -> m (S k) = m k + 1) ->  (* m grows by 1 *)
  (forall k : ℕ, ⟨w k, z k⟩ ^ 2 <= 0 -> m (S k) = τ k + m k) ->  (* m grows by τ(k) *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> m (S k) = m k) ->  (* m rests *)
  n O = 0 ->  (* n counts a run's mistakes *)
  (forall k : ℕ, ⟨o k, z k⟩ < 0 -> n (S k) = n k + 1) ->  (* n grows by 1 *)
  (forall k : ℕ, ⟨o k, z k⟩ ^ 2 <= 0 -> n (S k) = τ k + n k) ->  (* n grows by τ(k) *)
  (forall k : ℕ, 0 < ⟨o k, z k⟩ -> n (S k) = n k) ->  (* n rests *)
  forall k : ℕ, m k = n k.
Proof. intros E η o w z τ m n. exact (scaled_run_mistakes_valid E (Env E (fun here => match here with 1 => η | _ => 0%R end)%positive (fun here => match here with 5 => τ | 6 => m | 7 => n | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => o | 3 => w | 4 => z | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** rescaled-examples: On the examples cx the Perceptron makes the mistakes that it makes on the examples x, for every c > 0 *)
Theorem rescaled_examples : forall (E : space) (c : ℝ) (o w z : ℕ -> E) (τ m n : ℕ -> ℝ),
  o O ≡ c ⊙ w O ->  (* the run on cx starts at c times the other's start, so from 0 if that does *)
  0 < c ->  (* c is positive, and the same for all examples *)
  (forall k : ℕ, ⟨w k, z k⟩ < 0 -> w (S k) ≡ w k ⊕ z k) ->  (* where y⟨w, x⟩ < 0 the run on the examples x adds z = yx *)
  (forall k : ℕ, ⟨w k, z k⟩ ^ 2 <= 0 -> w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* at a tie, y⟨w, x⟩ = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> w (S k) ≡ w k) ->  (* where y⟨w, x⟩ > 0 it rests *)
  m O = 0 ->  (* m counts a run's mistakes *)
  (forall k : ℕ, ⟨w k, z k⟩ < 0 -> m (S k) = m k + 1) ->  (* m grows by 1 *)
  (forall k : ℕ, ⟨w k, z k⟩ ^ 2 <= 0 -> m (S k) = τ k + m k) ->  (* m grows by τ(k) *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> m (S k) = m k) ->  (* m rests *)
  (forall k : ℕ, c * ⟨o k, z k⟩ < 0 -> o (S k) ≡ o k ⊕ c ⊙ z k) ->  (* where y⟨o, cx⟩ < 0 the run on the examples cx adds cz *)
  (forall k : ℕ, c ^ 2 * ⟨o k, z k⟩ ^ 2 <= 0 -> o (S k) ≡ o k ⊕ (c * τ k) ⊙ z k) ->  (* at a tie it adds τ(k)cz *)
  (forall k : ℕ, 0 < c * ⟨o k, z k⟩ -> o (S k) ≡ o k) ->  (* where y⟨o, cx⟩ > 0 it rests *)
  n O = 0 ->  (* n counts a run's mistakes *)
  (forall k : ℕ, c * ⟨o k, z k⟩ < 0 -> n (S k) = n k + 1) ->  (* n grows by 1 *)
  (forall k : ℕ, c ^ 2 * ⟨o k, z k⟩ ^ 2 <= 0 -> n (S k) = τ k + n k) ->  (* n grows by τ(k) *)
  (forall k : ℕ, 0 < c * ⟨o k, z k⟩ -> n (S k) = n k) ->  (* n rests *)
  forall k : ℕ, m k = n k.
Proof. intros E c o w z τ m n. exact (rescaled_examples_valid E (Env E (fun here => match here with 1 => c | _ => 0%R end)%positive (fun here => match here with 5 => τ | 6 => m | 7 => n | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => o | 3 => w | 4 => z | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** passive-aggressive: Passive-Aggressive (PA): the squared losses sum to at most R²‖u‖² *)
Theorem passive_aggressive : forall (E : space) (w z : ℕ -> E) (τ l A : ℕ -> ℝ) (M : ℕ) (R : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* a round adds τ(k)z(k) to the weights, z = yx *)
  (forall k : ℕ, l k + ⟨w k, z k⟩ = 1) ->  (* l(k) = 1 − y⟨w, x⟩ is the loss of round k *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 < l k) ->  (* the weights change only where the loss is positive *)
  (forall k : ℕ, INR k + 1 <= INR M -> τ k * ⟨z k, z k⟩ = l k) ->  (* τ‖x‖² = l, so that the new weights have y⟨w, x⟩ = 1 *)
  A O = 0 ->  (* A adds up the squared losses *)
  (forall k : ℕ, A (S k) = l k ^ 2 + A k) ->  (* A adds up the squared losses *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> 1 <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ 1 on every example *)
  A M <= R ^ 2 * ⟨u, u⟩.
Proof. intros E w z τ l A M R u. exact (passive_aggressive_valid E (Env E (fun here => match here with 7 => R | _ => 0%R end)%positive (fun here => match here with 2 => τ | 4 => l | 6 => A | _ => fun _ => 0%R end)%positive (fun here => match here with 8 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => M | _ => O end)%positive (fun _ => O))). Qed.

(** passive-aggressive-i: PA-I: at most max(R², 1/C)·(‖u‖² + 2C·Σξ) mistakes, for every u with the hinge losses ξ *)
Theorem passive_aggressive_i : forall (E : space) (w z : ℕ -> E) (τ l m E_ ξ L : ℕ -> ℝ) (M : ℕ) (C R K : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* a round adds τ(k)z(k) to the weights, z = yx *)
  (forall k : ℕ, l k + ⟨w k, z k⟩ = 1) ->  (* l(k) = 1 − y⟨w, x⟩ is the loss of round k *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 < l k) ->  (* the weights change only where the loss is positive *)
  0 < C ->  (* C is positive *)
  (forall k : ℕ, ⟨z k, z k⟩ <= m k) ->  (* m is no less than ‖x‖² *)
  (forall k : ℕ, l k <= C * m k) ->  (* and no less than l/C *)
  (forall k : ℕ, C * m k ^ 2 + l k * ⟨z k, z k⟩ = C * m k * ⟨z k, z k⟩ + l k * m k) ->  (* m is the larger of ‖x‖² and l/C *)
  (forall k : ℕ, INR k + 1 <= INR M -> τ k * m k = l k) ->  (* τm = l, that is τ = min(C, l/‖x‖²) *)
  E_ O = 0 ->  (* E counts the mistakes *)
  (forall k : ℕ, ⟨w k, z k⟩ <= 0 -> E_ (S k) = E_ k + 1) ->  (* a round with y⟨w, x⟩ ≤ 0 is one *)
  (forall k : ℕ, 0 < ⟨w k, z k⟩ -> E_ (S k) = E_ k) ->  (* else E rests *)
  (forall k : ℕ, 0 <= ξ k) ->  (* a positive part is not negative *)
  (forall k : ℕ, 1 <= ξ k + ⟨u, z k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, ξ k ^ 2 + ξ k * ⟨u, z k⟩ = ξ k) ->  (* a positive part is 0 or its argument; not used *)
  L O = 0 ->  (* L adds up the hinge losses ξ = max(0, 1 − y⟨u, x⟩) *)
  (forall k : ℕ, L (S k) = ξ k + L k) ->  (* L adds up the hinge losses ξ = max(0, 1 − y⟨u, x⟩) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  R ^ 2 <= K ->  (* K is no less than R² *)
  1 <= C * K ->  (* and no less than 1/C *)
  C * K ^ 2 + R ^ 2 = C * R ^ 2 * K + K ->  (* K is the larger of R² and 1/C; not used *)
  E_ M <= 2 * C * K * L M + K * ⟨u, u⟩.
Proof. intros E w z τ l m E_ ξ L M C R K u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 _ fact16 fact17 fact18 fact19 fact20 _. exact (passive_aggressive_i_valid E (Env E (fun here => match here with 6 => C | 12 => R | 13 => K | _ => 0%R end)%positive (fun here => match here with 2 => τ | 4 => l | 7 => m | 8 => E_ | 9 => ξ | 11 => L | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact16 fact17 fact18 fact19 fact20). Qed.

(** passive-aggressive-ii: PA-II: the squared losses sum to at most (R² + 1/(2C))·(‖u‖² + 2C·Σξ²), for every u with the hinge losses ξ *)
Theorem passive_aggressive_ii : forall (E : space) (w z : ℕ -> E) (τ l A ξ L : ℕ -> ℝ) (M : ℕ) (C inverse_C R : ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ (τ k) ⊙ z k) ->  (* a round adds τ(k)z(k) to the weights, z = yx *)
  (forall k : ℕ, l k + ⟨w k, z k⟩ = 1) ->  (* l(k) = 1 − y⟨w, x⟩ is the loss of round k *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 < l k) ->  (* the weights change only where the loss is positive *)
  0 < C ->  (* C is positive *)
  C * inverse_C = 1 ->  (* 1/C is the reciprocal of C *)
  (forall k : ℕ, 1 / 2 * inverse_C * τ k + τ k * ⟨z k, z k⟩ = l k) ->  (* τ = l/(‖x‖² + 1/(2C)) *)
  A O = 0 ->  (* A adds up the squared losses *)
  (forall k : ℕ, A (S k) = l k ^ 2 + A k) ->  (* A adds up the squared losses *)
  (forall k : ℕ, 0 <= ξ k) ->  (* a positive part is not negative; not used *)
  (forall k : ℕ, 1 <= ξ k + ⟨u, z k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, ξ k ^ 2 + ξ k * ⟨u, z k⟩ = ξ k) ->  (* a positive part is 0 or its argument; not used *)
  L O = 0 ->  (* L adds up the squares of the hinge losses ξ = max(0, 1 − y⟨u, x⟩) *)
  (forall k : ℕ, L (S k) = ξ k ^ 2 + L k) ->  (* L adds up the squares of the hinge losses ξ = max(0, 1 − y⟨u, x⟩) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  A M <= C * inverse_C * L M + 2 * C * R ^ 2 * L M + 1 / 2 * inverse_C * ⟨u, u⟩ + R ^ 2 * ⟨u, u⟩.
Proof. intros E w z τ l A ξ L M C inverse_C R u fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11 _ fact13 fact14 fact15. exact (passive_aggressive_ii_valid E (Env E (fun here => match here with 6 => C | 7 => inverse_C | 12 => R | _ => 0%R end)%positive (fun here => match here with 2 => τ | 4 => l | 8 => A | 9 => ξ | 11 => L | _ => fun _ => 0%R end)%positive (fun here => match here with 10 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11 fact13 fact14 fact15). Qed.

(** strongly-convex-regret: Descent on strongly convex losses: regret at most (G²/(2λ))(1 + ln T) after T rounds, against every u *)
Theorem strongly_convex_regret : forall (E : space) (λ inverse_λ G : ℝ) (η f_u f_w Σf_w Σf_u : ℕ -> ℝ) (v w : ℕ -> E) (n : ℕ) (u : E),
  0 < λ ->  (* λ is positive *)
  λ * inverse_λ = 1 ->  (* 1/λ is the reciprocal of λ *)
  (forall k : ℕ, λ * η k * INR k + λ * η k = 1) ->  (* the rate of round k + 1 is 1/(λ(k + 1)) *)
  (forall k : ℕ, (η k) ⊙ v k ⊕ w (S k) ≡ w k) ->  (* w(k + 1) = w(k) − η(k)v(k) *)
  (forall k : ℕ, INR k <= INR n -> 1 / 2 * λ * ⟨u, u⟩ + 1 / 2 * λ * ⟨w k, w k⟩ + f_w k + ⟨u, v k⟩ <= λ * ⟨u, w k⟩ + f_u k + ⟨v k, w k⟩) ->  (* f_t lies above its tangent at w(t) by λ‖u − w(t)‖²/2 at u *)
  (forall k : ℕ, INR k <= INR n -> ⟨v k, v k⟩ <= G ^ 2) ->  (* ‖v‖ ≤ G *)
  Σf_w O = 0 ->  (* the learner's loss, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_w (S k) = f_w k + Σf_w k) ->  (* the learner's loss, summed over the rounds *)
  Σf_u O = 0 ->  (* the comparator's loss, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_u (S k) = f_u k + Σf_u k) ->  (* the comparator's loss, summed over the rounds *)
  Σf_w (S n) <= 1 / 2 * inverse_λ * G ^ 2 * ln (INR n + 1) + 1 / 2 * inverse_λ * G ^ 2 + Σf_u (S n).
Proof. intros E λ inverse_λ G η f_u f_w Σf_w Σf_u v w n u. exact (strongly_convex_regret_valid E (Env E (fun here => match here with 1 => λ | 2 => inverse_λ | 10 => G | _ => 0%R end)%positive (fun here => match here with 3 => η | 7 => f_u | 8 => f_w | 11 => Σf_w | 12 => Σf_u | _ => fun _ => 0%R end)%positive (fun here => match here with 9 => u | _ => vzero end)%positive (fun here => match here with 4 => v | 5 => w | _ => fun _ => vzero end)%positive (fun here => match here with 6 => n | _ => O end)%positive (fun _ => O))). Qed.

(** pegasos: Pegasos: regret at most (2R²/λ)(1 + ln T) after T rounds, against every u *)
Theorem pegasos : forall (E : space) (λ inverse_λ R : ℝ) (η h ξ Σf_w Σf_u : ℕ -> ℝ) (v w z : ℕ -> E) (u : E) (n : ℕ),
  0 < λ ->  (* λ is positive *)
  λ * inverse_λ = 1 ->  (* 1/λ is the reciprocal of λ *)
  (forall k : ℕ, λ * η k * INR k + λ * η k = 1) ->  (* the rate of round k + 1 is 1/(λ(k + 1)) *)
  (forall k : ℕ, (η k) ⊙ v k ⊕ w (S k) ≡ w k) ->  (* w(k + 1) = w(k) − η(k)v(k) *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, ⟨w k, z k⟩ < 1 -> v k ⊕ z k ≡ λ ⊙ w k) ->  (* the slope is λw − yx where y⟨w, x⟩ < 1 *)
  (forall k : ℕ, 1 <= ⟨w k, z k⟩ -> v k ≡ λ ⊙ w k) ->  (* and else λw *)
  (forall k : ℕ, 0 <= h k) ->  (* a positive part is not negative *)
  (forall k : ℕ, 1 <= h k + ⟨w k, z k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, h k ^ 2 + h k * ⟨w k, z k⟩ = h k) ->  (* a positive part is 0 or its argument *)
  (forall k : ℕ, 0 <= ξ k) ->  (* a positive part is not negative *)
  (forall k : ℕ, 1 <= ξ k + ⟨u, z k⟩) ->  (* a positive part is no less than what it is the part of *)
  (forall k : ℕ, ξ k ^ 2 + ξ k * ⟨u, z k⟩ = ξ k) ->  (* a positive part is 0 or its argument; not used *)
  Σf_w O = 0 ->  (* λ‖w‖²/2 and the hinge loss h of w, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_w (S k) = 1 / 2 * λ * ⟨w k, w k⟩ + h k + Σf_w k) ->  (* λ‖w‖²/2 and the hinge loss h of w, summed over the rounds *)
  Σf_u O = 0 ->  (* λ‖u‖²/2 and the hinge loss ξ of u, summed over the rounds: nothing at first *)
  (forall k : ℕ, Σf_u (S k) = 1 / 2 * λ * ⟨u, u⟩ + ξ k + Σf_u k) ->  (* λ‖u‖²/2 and the hinge loss ξ of u, summed over the rounds *)
  (forall k : ℕ, INR k <= INR n -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  Σf_w (S n) <= 2 * inverse_λ * R ^ 2 * ln (INR n + 1) + 2 * inverse_λ * R ^ 2 + Σf_u (S n).
Proof. intros E λ inverse_λ R η h ξ Σf_w Σf_u v w z u n fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14 fact15 fact16 fact17 fact18. exact (pegasos_valid E (Env E (fun here => match here with 1 => λ | 2 => inverse_λ | 13 => R | _ => 0%R end)%positive (fun here => match here with 3 => η | 7 => h | 8 => ξ | 10 => Σf_w | 11 => Σf_u | _ => fun _ => 0%R end)%positive (fun here => match here with 9 => u | _ => vzero end)%positive (fun here => match here with 4 => v | 5 => w | 6 => z | _ => fun _ => vzero end)%positive (fun here => match here with 12 => n | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14 fact15 fact16 fact17 fact18). Qed.

(** * kernels *)

(** gram-matrix: The matrix of a kernel is positive semi-definite: ⟨c, Kc⟩ = Σ c(i)c(j)K(i, j) ≥ 0 *)
Theorem gram_matrix : forall (E : space) (K e φ q v : ℕ -> E) (c Q : ℕ -> ℝ) (n : ℕ),
  (forall k : ℕ, forall j : ℕ, ⟨K k, e j⟩ = ⟨φ j, φ k⟩) ->  (* K(i, j) = ⟨φ(i), φ(j)⟩: K is a kernel *)
  q O ≡ vzero ->  (* no coefficient yet *)
  (forall k : ℕ, q (S k) ≡ (c k) ⊙ e k ⊕ q k) ->  (* q(n) is the vector of the first n coefficients *)
  v O ≡ vzero ->  (* v is a sum of features *)
  (forall k : ℕ, v (S k) ≡ (c k) ⊙ φ k ⊕ v k) ->  (* v grows by c(k)φ(k) *)
  Q O = 0 ->  (* Q is ⟨c, Kc⟩, a sum *)
  (forall k : ℕ, Q (S k) = c k * ⟨K k, q n⟩ + Q k) ->  (* Q grows by c(i) times the i-th entry of Kc *)
  0 <= Q n.
Proof. intros E K e φ q v c Q n. exact (gram_matrix_valid E (Env E (fun _ => 0%R) (fun here => match here with 5 => c | 7 => Q | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => K | 2 => e | 3 => φ | 4 => q | 6 => v | _ => fun _ => vzero end)%positive (fun here => match here with 8 => n | _ => O end)%positive (fun _ => O))). Qed.

(** normalised-kernel: Normalisation for kernels: |K(x, z)|/√(K(x, x)K(z, z)) ≤ 1 *)
Theorem normalised_kernel : forall (E : space) (K_x_x K_z_z K_x_z root_K_x_x root_K_z_z K'_x_z : ℝ) (φ_x φ_z : E),
  K_x_x = ⟨φ_x, φ_x⟩ ->  (* a squared length *)
  K_z_z = ⟨φ_z, φ_z⟩ ->  (* a squared length *)
  K_x_z = ⟨φ_x, φ_z⟩ ->  (* K(x, z) = ⟨φ(x), φ(z)⟩: K is a kernel *)
  0 < K_x_x ->  (* K(x, x) > 0: φ(x) is not 0 *)
  0 <= root_K_x_x ->  (* a root; not used *)
  root_K_x_x ^ 2 = K_x_x ->  (* a root *)
  0 < K_z_z ->  (* K(z, z) > 0: φ(z) is not 0 *)
  0 <= root_K_z_z ->  (* a root; not used *)
  root_K_z_z ^ 2 = K_z_z ->  (* a root *)
  root_K_x_x * root_K_z_z * K'_x_z = K_x_z ->  (* K'(x, z) = K(x, z)/(√K(x, x)·√K(z, z)) *)
  K'_x_z ^ 2 <= 1.
Proof. intros E K_x_x K_z_z K_x_z root_K_x_x root_K_z_z K'_x_z φ_x φ_z fact1 fact2 fact3 fact4 _ fact6 fact7 _ fact9 fact10. exact (normalised_kernel_valid E (Env E (fun here => match here with 1 => K_x_x | 3 => K_z_z | 5 => K_x_z | 6 => root_K_x_x | 7 => root_K_z_z | 8 => K'_x_z | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 2 => φ_x | 4 => φ_z | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact9 fact10). Qed.

(** indefinite-kernel: Without positive semi-definiteness nothing bounds M: K = [[1, −5], [−5, 1]] makes every round a mistake *)
Theorem indefinite_kernel : forall (E : space) (s t α β M : ℕ -> ℝ),
  s O = 0 ->  (* α₀ = 0: point 0 has the score 0 *)
  t O = 0 ->  (* α₀ = 0: point 1 has the score 0 *)
  (forall k : ℕ, s k <= 0 -> α k = 1) ->  (* point 0, label 1: a mistake if its score is at most 0 *)
  (forall k : ℕ, t k <= 5 * α k -> β k = 1) ->  (* point 1, label 1: the same, after an update at point 0 has added K(0, 1) = −5 *)
  (forall k : ℕ, s (S k) + 5 * β k = s k + α k) ->  (* updates add K(0, 0) = 1 and K(0, 1) = −5 *)
  (forall k : ℕ, t (S k) + 5 * α k = t k + β k) ->  (* updates add K(0, 1) = −5 and K(1, 1) = 1 *)
  M O = 0 ->  (* M counts the updates *)
  (forall k : ℕ, M (S k) = α k + β k + M k) ->  (* of k pairs of rounds *)
  forall k : ℕ, M k = 2 * INR k.
Proof. intros E s t α β M. exact (indefinite_kernel_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => s | 2 => t | 3 => α | 4 => β | 5 => M | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** polynomial-kernel-products: Features multiplied by coordinates multiply the kernel: Σ (x(l)a(f))(z(l)b(f)) = ⟨x, z⟩⟨a, b⟩ *)
Theorem polynomial_kernel_products : forall (E : space) (F n : ℕ) (a b x z : ℕ -> ℝ),
  sum (fun j => sum (fun i => a i * b i * x j * z j) F) n = sum (fun j => a j * b j) F * sum (fun j => x j * z j) n.
Proof. intros E F n a b x z. exact (polynomial_kernel_products_valid E (Env E (fun _ => 0%R) (fun here => match here with 3 => a | 4 => b | 5 => x | 6 => z | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => F | 2 => n | _ => O end)%positive (fun _ => O))). Qed.

(** polynomial-kernel: The polynomial kernel: (1 + ⟨x, z⟩)ᵈ = ⟨φ(x), φ(z)⟩ for every whole d ≥ 0 *)
Theorem polynomial_kernel : forall (E : space) (φ x S_ K : ℕ -> ℝ) (n : ℕ) (code : list ℕ -> ℕ),
  (forall k : ℕ, φ (code [O; k]) = 1) ->  (* every point has 1 of the empty list *)
  (forall k : ℕ, forall j : ℕ, φ (code [(code [k; O]); j]) = φ (code [k; j])) ->  (* an entry 0 changes nothing *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, φ (code [(code [k; (S j)]); i]) = φ (code [k; i]) * x (code [i; j])) ->  (* an entry l + 1 multiplies by coordinate l *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, S_ (code [k; j; i; O]) = φ (code [k; i]) * φ (code [k; j])) ->  (* S(f, i, j, m) is a sum of φ(·, i)φ(·, j), at first for f alone *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, S_ (code [j; i; l; (S k)]) = S_ (code [(code [j; O]); i; l; k]) + sum (fun m => S_ (code [(code [j; (S m)]); i; l; k])) n) ->  (* a step is an entry from 0 to n: S adds up over the lists with that entry *)
  (forall k : ℕ, forall j : ℕ, K (code [k; j; O]) = 1) ->  (* K(i, j, d) = (1 + ⟨x(i), x(j)⟩)ᵈ *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, K (code [k; j; (S i)]) = K (code [k; j; i]) * sum (fun l => x (code [j; l]) * x (code [k; l])) n + K (code [k; j; i])) ->  (* K(i, j, d) = (1 + ⟨x(i), x(j)⟩)ᵈ *)
  forall k : ℕ, forall j : ℕ, forall i : ℕ, S_ (code [O; k; j; i]) = K (code [k; j; i]).
Proof. intros E φ x S_ K n code. exact (polynomial_kernel_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => φ | 2 => x | 3 => S_ | 5 => K | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 4 => n | _ => O end)%positive code)). Qed.

(** polynomial-kernel-half: (1 + ⟨x, z⟩)^(1/2) is not a kernel: ⟨v, Kv⟩ < 0 on 0, x, −x for v = (−2, 1, 1) *)
Theorem polynomial_kernel_half : forall (E : space) (x : E) (root_1_plus_norm_x_2 root_1_minus_norm_x_2 : ℝ),
  0 < ⟨x, x⟩ ->  (* ‖x‖ > 0 *)
  0 <= root_1_plus_norm_x_2 ->  (* K(x, x) = K(−x, −x) is a root *)
  root_1_plus_norm_x_2 ^ 2 = ⟨x, x⟩ + 1 ->  (* of 1 + ⟨x, x⟩ *)
  ⟨x, x⟩ <= 1 ->  (* ‖x‖ ≤ 1 *)
  0 <= root_1_minus_norm_x_2 ->  (* K(x, −x) is a root *)
  root_1_minus_norm_x_2 ^ 2 + ⟨x, x⟩ = 1 ->  (* of 1 + ⟨x, −x⟩ *)
  2 * root_1_plus_norm_x_2 + 2 * root_1_minus_norm_x_2 < 4.
Proof. intros E x root_1_plus_norm_x_2 root_1_minus_norm_x_2. exact (polynomial_kernel_half_valid E (Env E (fun here => match here with 2 => root_1_plus_norm_x_2 | 3 => root_1_minus_norm_x_2 | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => x | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** subset-kernel: The subset kernel, the product of all 1 + x(l)z(l), is ⟨φ(x), φ(z)⟩ for the products of coordinates in every subset *)
Theorem subset_kernel : forall (E : space) (φ x S_ K : ℕ -> ℝ) (code : list ℕ -> ℕ),
  (forall k : ℕ, φ (code [O; k]) = 1) ->  (* every point has 1 of the empty list *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, φ (code [(code [k; j]); i]) = φ (code [k; i]) * x (code [i; j])) ->  (* one more coordinate multiplies by it *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, S_ (code [k; j; i; O]) = φ (code [k; i]) * φ (code [k; j])) ->  (* S(f, i, j, m) is a sum of φ(·, i)φ(·, j), at first for f alone *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, S_ (code [j; i; l; (S k)]) = S_ (code [j; i; l; k]) + S_ (code [(code [j; k]); i; l; k])) ->  (* coordinate m is left out, or added to the list *)
  (forall k : ℕ, forall j : ℕ, K (code [k; j; O]) = 1) ->  (* K(i, j, n) is the product of 1 + x(i, l)x(j, l) over l < n *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, K (code [k; j; (S i)]) = x (code [j; i]) * x (code [k; i]) * K (code [k; j; i]) + K (code [k; j; i])) ->  (* K(i, j, n) is the product of 1 + x(i, l)x(j, l) over l < n *)
  forall k : ℕ, forall j : ℕ, forall i : ℕ, S_ (code [O; k; j; i]) = K (code [k; j; i]).
Proof. intros E φ x S_ K code. exact (subset_kernel_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => φ | 2 => x | 3 => S_ | 4 => K | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) code)). Qed.

(** string-kernel: The string kernel: Σ φ(f, i)φ(f, j) over the strings f of p letters is the number of pairs of equal substrings of that
    length *)
Theorem string_kernel : forall (E : space) (o c φ S_ W E_ x : ℕ -> ℝ) (N A p : ℕ) (code : list ℕ -> ℕ),
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, x (code [k; j]) ^ 2 + INR i ^ 2 <= 2 * x (code [k; j]) * INR i -> c (code [k; j; i]) = 1) ->  (* c(i, a, l) is 1 if entry a of string i is the letter l; not used *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, 2 * x (code [k; j]) * INR i < x (code [k; j]) ^ 2 + INR i ^ 2 -> c (code [k; j; i]) = 0) ->  (* and else 0; not used *)
  (forall k : ℕ, forall j : ℕ, o (code [O; k; j]) = 1) ->  (* every place has just read the empty list *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, o (code [(code [k; j]); i; O]) = 0) ->  (* before the first letter no other list is read *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, o (code [(code [k; j]); i; (S l)]) = o (code [k; i; l]) * c (code [i; l; j])) ->  (* a place has just read the list f and then l, if l is the letter before it and f is read there: 1, and else 0 *)
  (forall k : ℕ, forall j : ℕ, φ (code [k; j]) = sum (fun i => o (code [k; j; i])) (S N)) ->  (* feature f counts the places that have just read f *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, S_ (code [k; j; i; O]) = φ (code [k; i]) * φ (code [k; j])) ->  (* S(f, i, j, m) is a sum of φ(·, i)φ(·, j), at first for f alone *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, S_ (code [j; i; l; (S k)]) = sum (fun m => S_ (code [(code [j; m]); i; l; k])) A) ->  (* and then over the lists with m more letters *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, forall m : ℕ, W (code [k; j; i; l; m; O]) = o (code [k; l; m]) * o (code [k; j; i])) ->  (* W is the same sum for two places *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, forall m : ℕ, forall n : ℕ, W (code [j; i; l; m; n; (S k)]) = sum (fun q => W (code [(code [j; q]); i; l; m; n; k])) A) ->  (* over the lists with m more letters *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, E_ (code [k; j; i; l; O]) = 1) ->  (* no letters always agree *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, E_ (code [k; O; j; i; (S l)]) = 0) ->  (* before the first letter there are none to agree *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, E_ (code [k; (S j); i; O; (S l)]) = 0) ->  (* in either string *)
  (forall k : ℕ, forall j : ℕ, forall i : ℕ, forall l : ℕ, forall m : ℕ, E_ (code [k; (S j); i; (S l); (S m)]) = E_ (code [k; j; i; l; m]) * sum (fun n => c (code [i; l; n]) * c (code [k; j; n])) A) ->  (* the m + 1 letters before two places agree, if the last ones are the same letter and the m before those agree: 1, and else 0 *)
  forall k : ℕ, forall j : ℕ, S_ (code [O; k; j; p]) = sum (fun i => sum (fun l => E_ (code [k; i; j; l; p])) (S N)) (S N).
Proof. intros E o c φ S_ W E_ x N A p code _ _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14. exact (string_kernel_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => o | 2 => c | 4 => φ | 5 => S_ | 7 => W | 8 => E_ | 10 => x | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 3 => N | 6 => A | 9 => p | _ => O end)%positive code) fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14). Qed.

(** string-kernel-features: String kernels: a sum over strings of (what x has of it)·(what z has of it) is ⟨φ(x), φ(z)⟩ *)
Theorem string_kernel_features : forall (E : space) (φ e ψ : ℕ -> E) (a b K : ℕ -> ℝ),
  φ O ≡ vzero ->  (* φ is a sum over features *)
  (forall k : ℕ, φ (S k) ≡ φ k ⊕ (a k) ⊙ e k) ->  (* feature f of x goes to axis f *)
  ψ O ≡ vzero ->  (* ψ is a sum over features *)
  (forall k : ℕ, ψ (S k) ≡ (b k) ⊙ e k ⊕ ψ k) ->  (* feature f of z goes to axis f *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR k -> ⟨e j, e k⟩ = 0) ->  (* the axes are orthogonal *)
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* and of length 1 *)
  K O = 0 ->  (* K is a sum over features *)
  (forall k : ℕ, K (S k) = a k * b k + K k) ->  (* feature f adds a(f)b(f) *)
  forall k : ℕ, ⟨φ k, ψ k⟩ = K k.
Proof. intros E φ e ψ a b K. exact (string_kernel_features_valid E (Env E (fun _ => 0%R) (fun here => match here with 2 => a | 5 => b | 6 => K | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => φ | 3 => e | 4 => ψ | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** string-kernel-minimum: The smaller of two counts is a kernel: Σ [k < a][k < b] = min(a, b) *)
Theorem string_kernel_minimum : forall (E : space) (a b m : ℕ) (A B S_ : ℕ -> ℝ),
  (forall k : ℕ, INR k + 1 <= INR a -> A k = 1) ->  (* A(k) = [k < a]: 1 for k < a *)
  (forall k : ℕ, INR a <= INR k -> A k = 0) ->  (* and else 0 *)
  (forall k : ℕ, INR k + 1 <= INR b -> B k = 1) ->  (* B(k) = [k < b]: 1 for k < b *)
  (forall k : ℕ, INR b <= INR k -> B k = 0) ->  (* and else 0 *)
  (INR a <= INR b -> INR m = INR a) ->  (* m is a where a is the smaller *)
  (INR b < INR a -> INR m = INR b) ->  (* and else b *)
  S_ O = 0 ->  (* S is a sum *)
  (forall k : ℕ, S_ (S k) = A k * B k + S_ k) ->  (* S sums the products *)
  forall k : ℕ, INR m <= INR k -> S_ k ^ 2 + INR m ^ 2 <= 2 * S_ k * INR m.
Proof. intros E a b m A B S_. exact (string_kernel_minimum_valid E (Env E (fun _ => 0%R) (fun here => match here with 2 => A | 4 => B | 6 => S_ | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => a | 3 => b | 5 => m | _ => O end)%positive (fun _ => O))). Qed.

(** kernel-perceptron: The kernel Perceptron's score is the Perceptron's in feature space: Σ α(s)y(s)K(x(s), x) = ⟨w, φ(x)⟩ *)
Theorem kernel_perceptron : forall (E : space) (K e φ c w : ℕ -> E) (y α τ : ℕ -> ℝ),
  (forall k : ℕ, forall j : ℕ, ⟨K j, e k⟩ = ⟨φ j, φ k⟩) ->  (* K(x, x′) = ⟨φ(x), φ(x′)⟩: entry s of column j of the kernel matrix is ⟨φ(s), φ(j)⟩ *)
  c O ≡ vzero ->  (* α₀ = 0: no example is in Figure 2's sum at first *)
  w O ≡ vzero ->  (* the weights in feature space start at 0 *)
  (forall k : ℕ, y k * ⟨K k, c k⟩ < 0 -> α k = 1) ->  (* α(t) = 1 where Figure 2's score has y(t)·Σ α(s)y(s)K(s, t) < 0 *)
  (forall k : ℕ, y k ^ 2 * ⟨K k, c k⟩ ^ 2 <= 0 -> α k = τ k) ->  (* at a tie, where that is 0, α(t) = τ(t): 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < y k * ⟨K k, c k⟩ -> α k = 0) ->  (* α(t) = 0 where that is positive *)
  (forall k : ℕ, c (S k) ≡ (y k * α k) ⊙ e k ⊕ c k) ->  (* c has α(s)y(s) for each round s so far *)
  (forall k : ℕ, y k * ⟨φ k, w k⟩ < 0 -> w (S k) ≡ (y k) ⊙ φ k ⊕ w k) ->  (* where y⟨w, φ(x)⟩ < 0 the Perceptron adds yφ(x) *)
  (forall k : ℕ, y k ^ 2 * ⟨φ k, w k⟩ ^ 2 <= 0 -> w (S k) ≡ (y k * τ k) ⊙ φ k ⊕ w k) ->  (* where it is 0, τ(t) times that *)
  (forall k : ℕ, 0 < y k * ⟨φ k, w k⟩ -> w (S k) ≡ w k) ->  (* where y⟨w, φ(x)⟩ > 0 the Perceptron rests *)
  forall k : ℕ, forall j : ℕ, ⟨K j, c k⟩ = ⟨φ j, w k⟩.
Proof. intros E K e φ c w y α τ. exact (kernel_perceptron_valid E (Env E (fun _ => 0%R) (fun here => match here with 6 => y | 7 => α | 8 => τ | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => K | 2 => e | 3 => φ | 4 => c | 5 => w | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** kernel-trace: MR section 5 repaired: M ≤ H + √S₂/γ, where S₂ is the trace of the kernel matrix of the updates *)
Theorem kernel_trace : forall (E : space) (w z : ℕ -> E) (M : ℕ) (γ H root_S₂ inverse_γ : ℝ) (ξ TD S2 : ℕ -> ℝ) (u : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 0 <= ξ k) ->  (* a slack is not negative; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ξ k + ⟨u, z k⟩) ->  (* a slack makes up for what is missing from the margin *)
  TD O = 0 ->  (* TD is a sum of slacks *)
  (forall k : ℕ, TD (S k) = ξ k + TD k) ->  (* TD grows by ξ(k) at update k *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  S2 O = 0 ->  (* S2 is a sum of squared lengths *)
  (forall k : ℕ, S2 (S k) = S2 k + ⟨z k, z k⟩) ->  (* S2 grows by ‖x‖² at each update *)
  γ * H = TD M ->  (* H = TD/γ is the hinge loss at margin γ *)
  0 <= root_S₂ ->  (* √S₂ is a non-negative root *)
  root_S₂ ^ 2 = S2 M ->  (* √S₂ squared is S₂ *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  INR M <= H + root_S₂ * inverse_γ.
Proof. intros E w z M γ H root_S₂ inverse_γ ξ TD S2 u fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15. exact (kernel_trace_valid E (Env E (fun here => match here with 4 => γ | 9 => H | 10 => root_S₂ | 11 => inverse_γ | _ => 0%R end)%positive (fun here => match here with 5 => ξ | 7 => TD | 8 => S2 | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15). Qed.

(** support-vectors: Only support vectors carry weight: μ(⟨p, s⟩ − ‖p‖²) ≤ 0 for a point s of weight μ in a p with ⟨p, z⟩ ≥ ‖p‖² for all
    others *)
Theorem support_vectors : forall (E : space) (n : ℕ) (λ Λ : ℕ -> ℝ) (hull z : ℕ -> E) (μ : ℝ) (p s : E),
  (forall k : ℕ, INR k + 1 <= INR n -> 0 <= λ k) ->  (* λ(i) ≥ 0 *)
  hull O ≡ vzero ->  (* a sum of weighted points *)
  (forall k : ℕ, hull (S k) ≡ hull k ⊕ (λ k) ⊙ z k) ->  (* point k comes with weight λ(k) *)
  Λ O = 0 ->  (* Λ is a sum of weights *)
  (forall k : ℕ, Λ (S k) = λ k + Λ k) ->  (* Λ grows by λ(k) *)
  μ + Λ n = 1 ->  (* μ + Λ(n) = 1 *)
  p ≡ μ ⊙ s ⊕ hull n ->  (* p = μs + Σ λ(i)z(i): any one of the points may be listed as s *)
  (forall k : ℕ, INR k + 1 <= INR n -> ⟨p, p⟩ <= ⟨p, z k⟩) ->  (* ⟨p, z(i)⟩ ≥ ‖p‖², by support-vectors-nearest *)
  μ * ⟨p, s⟩ <= μ * ⟨p, p⟩.
Proof. intros E n λ Λ hull z μ p s. exact (support_vectors_valid E (Env E (fun here => match here with 6 => μ | _ => 0%R end)%positive (fun here => match here with 2 => λ | 5 => Λ | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => p | 8 => s | _ => vzero end)%positive (fun here => match here with 3 => hull | 4 => z | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O))). Qed.

(** support-vectors-nearest: A short step from p towards a point s with ⟨p, s⟩ < ‖p‖² ends nearer to 0 *)
Theorem support_vectors_nearest : forall (E : space) (p s : E) (t : ℝ),
  ⟨p, s⟩ < ⟨p, p⟩ ->  (* ⟨p, s⟩ < ‖p‖² *)
  0 < t ->  (* t > 0 *)
  t * ⟨p, p⟩ + t * ⟨s, s⟩ + ⟨p, s⟩ <= 2 * t * ⟨p, s⟩ + ⟨p, p⟩ ->  (* t‖s − p‖² ≤ ‖p‖² − ⟨p, s⟩; t ≤ 1 keeps it in the hull, and 1 may be such a t *)
  t ^ 2 * ⟨p, p⟩ + t ^ 2 * ⟨s, s⟩ + 2 * t * ⟨p, s⟩ < 2 * t ^ 2 * ⟨p, s⟩ + 2 * t * ⟨p, p⟩.
Proof. intros E p s t. exact (support_vectors_nearest_valid E (Env E (fun here => match here with 3 => t | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => p | 2 => s | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** support-vectors-greatest: A unit vector whose margin is at least ‖p‖, for a p in the hull of the y·x, is p/‖p‖ *)
Theorem support_vectors_greatest : forall (E : space) (n : ℕ) (λ Λ : ℕ -> ℝ) (hull z : ℕ -> E) (p u : E) (norm_p : ℝ),
  (forall k : ℕ, INR k + 1 <= INR n -> 0 <= λ k) ->  (* λ(i) ≥ 0 *)
  hull O ≡ vzero ->  (* a sum of weighted points *)
  (forall k : ℕ, hull (S k) ≡ hull k ⊕ (λ k) ⊙ z k) ->  (* point k comes with weight λ(k) *)
  Λ O = 0 ->  (* Λ is a sum of weights *)
  (forall k : ℕ, Λ (S k) = λ k + Λ k) ->  (* Λ grows by λ(k) *)
  Λ n = 1 ->  (* Λ(n) = 1 *)
  p ≡ hull n ->  (* p = Σ λ(i)z(i) *)
  0 <= norm_p ->  (* a length *)
  norm_p ^ 2 = ⟨p, p⟩ ->  (* of p *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  (forall k : ℕ, INR k + 1 <= INR n -> norm_p <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ ‖p‖ on every example *)
  norm_p ^ 2 * ⟨u, u⟩ + ⟨p, p⟩ <= 2 * norm_p * ⟨p, u⟩.
Proof. intros E n λ Λ hull z p u norm_p. exact (support_vectors_greatest_valid E (Env E (fun here => match here with 7 => norm_p | _ => 0%R end)%positive (fun here => match here with 2 => λ | 5 => Λ | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => p | 8 => u | _ => vzero end)%positive (fun here => match here with 3 => hull | 4 => z | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O))). Qed.

(** support-vectors-optimal: Weights w = Σ λz with λ ≥ 0, and λ > 0 only where ⟨w, z⟩ ≤ 1: no unit vector has a greater margin than 1/‖w‖ *)
Theorem support_vectors_optimal : forall (E : space) (n : ℕ) (λ Λ : ℕ -> ℝ) (hull z : ℕ -> E) (w u : E) (γ : ℝ),
  (forall k : ℕ, INR k + 1 <= INR n -> 0 <= λ k) ->  (* λ(i) ≥ 0 *)
  hull O ≡ vzero ->  (* a sum of weighted points *)
  (forall k : ℕ, hull (S k) ≡ hull k ⊕ (λ k) ⊙ z k) ->  (* point k comes with weight λ(k) *)
  Λ O = 0 ->  (* Λ is a sum of weights *)
  (forall k : ℕ, Λ (S k) = λ k + Λ k) ->  (* Λ grows by λ(k) *)
  w ≡ hull n ->  (* w = Σ λ(i)z(i) *)
  (forall k : ℕ, INR k + 1 <= INR n -> λ k * ⟨w, z k⟩ <= λ k) ->  (* only points with ⟨w, z⟩ ≤ 1 carry weight *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= γ ->
  (forall k : ℕ, INR k + 1 <= INR n -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ ^ 2 * ⟨w, w⟩ <= 1.
Proof. intros E n λ Λ hull z w u γ. exact (support_vectors_optimal_valid E (Env E (fun here => match here with 8 => γ | _ => 0%R end)%positive (fun here => match here with 2 => λ | 5 => Λ | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => w | 7 => u | _ => vzero end)%positive (fun here => match here with 3 => hull | 4 => z | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O))). Qed.

(** * winnow *)

(** winnow-rate: Winnow at any rate η = ln β > 0: M(γη − ln cosh η) ≤ ln 2n *)
Theorem winnow_rate : forall (E : space) (n N M : ℕ) (E_ e V w g z h : ℕ -> E) (v A : ℕ -> ℝ) (β inverse_β γ : ℝ),
  1 <= INR n ->  (* there is a coordinate *)
  INR N = 2 * INR n ->  (* there are two weights a coordinate *)
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of weight i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the i-th entry of w; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  V O ≡ vzero ->  (* V adds up the comparator's parts *)
  (forall k : ℕ, V (S k) ≡ (v k) ⊙ e k ⊕ V k) ->  (* V adds up the comparator's parts *)
  A O = 0 ->  (* A adds up their sizes *)
  (forall k : ℕ, A (S k) = v k + A k) ->  (* A adds up their sizes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ln (⟨e j, w k⟩) = ⟨e j, g k⟩ * ln β) ->  (* a weight is β to the power g(i) *)
  g O ≡ vzero ->  (* all exponents start at 0, so all weights at 1 *)
  (forall k : ℕ, g (S k) ≡ g k ⊕ z k) ->  (* update k adds z(k) = y·x to the exponents *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, z k⟩) ->  (* h(k) has the entries w(i)z(i) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ N, h k⟩ <= 0) ->  (* an update happens only if y times the score is ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, z k⟩ ^ 2 <= 1) ->  (* ‖x‖∞ ≤ 1 *)
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= v k) ->  (* the comparator has no negative part: −u(i) is a weight on −x(i) *)
  A N <= 1 ->  (* ‖u‖₁ ≤ 1 *)
  1 < β ->  (* β > 1 *)
  β * inverse_β = 1 ->  (* 1/β is the reciprocal of β *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨V N, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * INR M * ln β <= INR M * ln (1 / 2 * β + 1 / 2 * inverse_β) + ln (2 * INR n).
Proof. intros E n N M E_ e V w g z h v A β inverse_β γ fact1 fact2 _ _ fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22. exact (winnow_rate_valid E (Env E (fun here => match here with 9 => β | 14 => inverse_β | 15 => γ | _ => 0%R end)%positive (fun here => match here with 6 => v | 7 => A | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 3 => E_ | 4 => e | 5 => V | 8 => w | 10 => g | 11 => z | 12 => h | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | 2 => N | 13 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22). Qed.

(** winnow: Winnow: M ≤ 2 ln(2n)/γ² for ‖x‖∞ ≤ 1, ‖u‖₁ ≤ 1 and the rate η = γ *)
Theorem winnow : forall (E : space) (n N M : ℕ) (E_ e V w g z h : ℕ -> E) (v A : ℕ -> ℝ) (β inverse_β : ℝ),
  1 <= INR n ->  (* there is a coordinate *)
  INR N = 2 * INR n ->  (* there are two weights a coordinate *)
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of weight i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the i-th entry of w; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  V O ≡ vzero ->  (* V adds up the comparator's parts *)
  (forall k : ℕ, V (S k) ≡ (v k) ⊙ e k ⊕ V k) ->  (* V adds up the comparator's parts *)
  A O = 0 ->  (* A adds up their sizes *)
  (forall k : ℕ, A (S k) = v k + A k) ->  (* A adds up their sizes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ln (⟨e j, w k⟩) = ⟨e j, g k⟩ * ln β) ->  (* a weight is β to the power g(i) *)
  g O ≡ vzero ->  (* all exponents start at 0, so all weights at 1 *)
  (forall k : ℕ, g (S k) ≡ g k ⊕ z k) ->  (* update k adds z(k) = y·x to the exponents *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, z k⟩) ->  (* h(k) has the entries w(i)z(i) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ N, h k⟩ <= 0) ->  (* an update happens only if y times the score is ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, z k⟩ ^ 2 <= 1) ->  (* ‖x‖∞ ≤ 1 *)
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= v k) ->  (* the comparator has no negative part: −u(i) is a weight on −x(i) *)
  A N <= 1 ->  (* ‖u‖₁ ≤ 1 *)
  1 < β ->  (* β > 1 *)
  β * inverse_β = 1 ->  (* 1/β is the reciprocal of β *)
  (forall k : ℕ, INR k + 1 <= INR M -> ln β <= ⟨V N, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example, for the γ = ln β = η that the rate is tuned to *)
  INR M * ln β ^ 2 <= 2 * ln (2 * INR n).
Proof. intros E n N M E_ e V w g z h v A β inverse_β fact1 fact2 _ _ fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22. exact (winnow_valid E (Env E (fun here => match here with 9 => β | 14 => inverse_β | _ => 0%R end)%positive (fun here => match here with 6 => v | 7 => A | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 3 => E_ | 4 => e | 5 => V | 8 => w | 10 => g | 11 => z | 12 => h | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | 2 => N | 13 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22). Qed.

(** winnow-hadamard: Winnow at the margin 1, as on Hadamard rows: M ln 2 ≤ ln 2n + M/β² *)
Theorem winnow_hadamard : forall (E : space) (n N M : ℕ) (E_ e V w g z h : ℕ -> E) (v A : ℕ -> ℝ) (β inverse_β : ℝ),
  1 <= INR n ->  (* there is a coordinate *)
  INR N = 2 * INR n ->  (* there are two weights a coordinate *)
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of weight i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the i-th entry of w; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  V O ≡ vzero ->  (* V adds up the comparator's parts *)
  (forall k : ℕ, V (S k) ≡ (v k) ⊙ e k ⊕ V k) ->  (* V adds up the comparator's parts *)
  A O = 0 ->  (* A adds up their sizes *)
  (forall k : ℕ, A (S k) = v k + A k) ->  (* A adds up their sizes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ln (⟨e j, w k⟩) = ⟨e j, g k⟩ * ln β) ->  (* a weight is β to the power g(i) *)
  g O ≡ vzero ->  (* all exponents start at 0, so all weights at 1 *)
  (forall k : ℕ, g (S k) ≡ g k ⊕ z k) ->  (* update k adds z(k) = y·x to the exponents *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, z k⟩) ->  (* h(k) has the entries w(i)z(i) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ N, h k⟩ <= 0) ->  (* an update happens only if y times the score is ≤ 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, z k⟩ ^ 2 <= 1) ->  (* ‖x‖∞ ≤ 1 *)
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= v k) ->  (* the comparator has no negative part: −u(i) is a weight on −x(i) *)
  A N <= 1 ->  (* ‖u‖₁ ≤ 1 *)
  1 < β ->  (* β > 1 *)
  β * inverse_β = 1 ->  (* 1/β is the reciprocal of β *)
  (forall k : ℕ, INR k + 1 <= INR M -> 1 <= ⟨V N, z k⟩) ->  (* y⟨u, x⟩ ≥ 1 on every example, as for features ±1 and a label that is one of them *)
  INR M * ln 2 <= inverse_β ^ 2 * INR M + ln (2 * INR n).
Proof. intros E n N M E_ e V w g z h v A β inverse_β fact1 fact2 _ _ fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22. exact (winnow_hadamard_valid E (Env E (fun here => match here with 9 => β | 14 => inverse_β | _ => 0%R end)%positive (fun here => match here with 6 => v | 7 => A | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 3 => E_ | 4 => e | 5 => V | 8 => w | 10 => g | 11 => z | 12 => h | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | 2 => N | 13 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22). Qed.

(** winnow-fixed-rate: At a fixed rate Winnow errs for ever on three separable examples in the plane, γ = (1−t)/2 for any t < 1 with t² ≥
    1/β *)
Theorem winnow_fixed_rate : forall (E : space) (t β γ B : ℝ) (a b x₀ u : E) (s inverse_p inverse_r p r M : ℕ -> ℝ) (h l x g : ℕ -> E) (n : ℕ),
  0 < t ->  (* t is positive *)
  t < 1 ->  (* t < 1, so that the margin is positive *)
  1 <= t ^ 2 * β ->  (* β is at least 1/t² *)
  ⟨a, a⟩ = 1 ->  (* a is an axis of the plane *)
  ⟨b, b⟩ = 1 ->  (* b is the other axis *)
  ⟨a, b⟩ = 0 ->  (* b is at right angles to a *)
  s O = 1 ->  (* s is 1 and −1 in turn *)
  (forall k : ℕ, s k + s (S k) = 0) ->  (* s is 1 and −1 in turn *)
  (forall k : ℕ, (1 / 2 * s k - 1 / 2) ⊙ b ⊕ h k ≡ (1 / 2 * s k + 1 / 2) ⊙ a) ->  (* h is a and b in turn *)
  (forall k : ℕ, (1 / 2 * s k - 1 / 2) ⊙ a ⊕ l k ≡ (1 / 2 * s k + 1 / 2) ⊙ b) ->  (* l is the other of the two *)
  (forall k : ℕ, t ⊙ h k ⊕ x k ≡ l k) ->  (* x is −t along h and 1 along l *)
  x₀ ⊕ (1 / 4 * t - 3 / 4) ⊙ h O ⊕ (3 / 4 * t - 1 / 4) ⊙ l O ≡ vzero ->  (* x₀, before them, is (3 − t)/4 along h and (1 − 3t)/4 along l *)
  u ≡ (1 / 2) ⊙ a ⊕ (1 / 2) ⊙ b ->  (* u is 1/2 along both axes *)
  1 / 2 * t + γ = 1 / 2 ->  (* γ is (1 − t)/2 *)
  g O ≡ x₀ ->  (* from equal weights x₀ is a tie, a mistake: g is x₀ after it *)
  (forall k : ℕ, t * inverse_p k + r k <= t * p k + inverse_r k -> g (S k) ≡ x k ⊕ g k) ->  (* a mistake adds x to the exponents *)
  (forall k : ℕ, t * p k + inverse_r k < t * inverse_p k + r k -> g (S k) ≡ g k) ->  (* else they stay; not used *)
  (forall k : ℕ, 0 < p k) ->  (* a power is positive *)
  (forall k : ℕ, ln (p k) = ⟨h k, g k⟩ * ln β) ->  (* p is β to the power hi = ⟨g, h⟩ *)
  (forall k : ℕ, 0 < r k) ->  (* a power is positive *)
  (forall k : ℕ, ln (r k) = ⟨l k, g k⟩ * ln β) ->  (* r is β to the power lo = ⟨g, l⟩ *)
  (forall k : ℕ, inverse_p k * p k = 1) ->  (* the second weight at hi *)
  (forall k : ℕ, inverse_r k * r k = 1) ->  (* the second weight at lo *)
  M O = 1 ->  (* M counts the mistakes, x₀ among them *)
  (forall k : ℕ, t * inverse_p k + r k <= t * p k + inverse_r k -> M (S k) = M k + 1) ->  (* M grows where the score is at most 0 *)
  (forall k : ℕ, t * p k + inverse_r k < t * inverse_p k + r k -> M (S k) = M k) ->  (* else it stays; not used *)
  (γ <= ⟨x₀, u⟩ -> (forall k : ℕ, INR k + 1 <= INR n -> γ <= ⟨u, x k⟩) -> M n <= B) ->  (* at most B mistakes are made on x₀ and n examples with the margin γ *)
  INR n + 1 <= B.
Proof. intros E t β γ B a b x₀ u s inverse_p inverse_r p r M h l x g n fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 _ fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25 _ fact27. exact (winnow_fixed_rate_valid E (Env E (fun here => match here with 1 => t | 2 => β | 11 => γ | 19 => B | _ => 0%R end)%positive (fun here => match here with 5 => s | 13 => inverse_p | 14 => inverse_r | 15 => p | 16 => r | 17 => M | _ => fun _ => 0%R end)%positive (fun here => match here with 3 => a | 4 => b | 9 => x₀ | 10 => u | _ => vzero end)%positive (fun here => match here with 6 => h | 7 => l | 8 => x | 12 => g | _ => fun _ => vzero end)%positive (fun here => match here with 18 => n | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25 fact27). Qed.

(** irrelevant-variables: Irrelevant variables leave the L1–L∞ margin of examples in {0,1}ⁿ as it is *)
Theorem irrelevant_variables : forall (E : space) (x' v S_ A X : ℕ -> ℝ) (X₀ A₀ γ : ℝ) (u x : E) (m : ℕ),
  (forall k : ℕ, x' k ^ 2 = x' k) ->  (* the entries of the m extra variables are 0 or 1 *)
  (forall k : ℕ, v k = 0) ->  (* the target has weight 0 on them *)
  X₀ = 1 ->  (* the example is in {0,1}ⁿ and not 0 without them: X₀ = ‖x‖∞ = 1 *)
  ⟨u, x⟩ = X₀ * A₀ * γ ->  (* without them y⟨u, x⟩ is γA₀X₀, A₀ being ‖u‖₁ and X₀ being ‖x‖∞; u stands for y times the target *)
  S_ O = ⟨u, x⟩ ->  (* S is y⟨u, x⟩ with the first of them *)
  (forall k : ℕ, S_ (S k) = x' k * v k + S_ k) ->  (* S grows by weight times entry *)
  A O = A₀ ->  (* A is ‖u‖₁ with the first of them *)
  (forall k : ℕ, 0 <= v k -> A (S k) = v k + A k) ->  (* A grows by the size of the weight *)
  (forall k : ℕ, v k < 0 -> v k + A (S k) = A k) ->  (* A grows by its size; not used *)
  X O = X₀ ->  (* X is ‖x‖∞ with the first of them *)
  (forall k : ℕ, X k < x' k -> X (S k) = x' k) ->  (* X becomes the entry if that is more; not used *)
  (forall k : ℕ, x' k <= X k -> X (S k) = X k) ->  (* else X stays *)
  S_ m = γ * A m * X m.
Proof. intros E x' v S_ A X X₀ A₀ γ u x m fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 _ fact10 _ fact12. exact (irrelevant_variables_valid E (Env E (fun here => match here with 3 => X₀ | 4 => A₀ | 5 => γ | _ => 0%R end)%positive (fun here => match here with 1 => x' | 2 => v | 8 => S_ | 9 => A | 10 => X | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | 7 => x | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun here => match here with 11 => m | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact10 fact12). Qed.

(** winnow-against-perceptron: For r weights of ±1 and s ones Winnow's bound 2 ln(2n)·r² is at most the Perceptron's Q·P if s ≥ 2r ln 2n,
    at least if s ≤ 2r ln 2n *)
Theorem winnow_against_perceptron : forall (E : space) (a x u Q r P s : ℕ -> ℝ) (n : ℕ) (σ : ℝ),
  (forall k : ℕ, a k ^ 2 = a k) ->  (* the target's weights are −1, 0 or 1: each size is its own square *)
  (forall k : ℕ, x k ^ 2 = x k) ->  (* the entries of an example are 0 or 1 *)
  (forall k : ℕ, 0 <= a k) ->  (* a size *)
  (forall k : ℕ, a k ^ 2 = u k ^ 2) ->  (* the size of a weight *)
  Q O = 0 ->  (* Q is the sum of the squares of the weights *)
  (forall k : ℕ, Q (S k) = u k ^ 2 + Q k) ->  (* Q is the sum of the squares of the weights *)
  r O = 0 ->  (* r is the sum of their sizes, the number r of weights that are not 0 *)
  (forall k : ℕ, r (S k) = a k + r k) ->  (* r is the sum of their sizes, the number r of weights that are not 0 *)
  P O = 0 ->  (* P is the sum of the squares of the entries *)
  (forall k : ℕ, P (S k) = x k ^ 2 + P k) ->  (* P is the sum of the squares of the entries *)
  s O = 0 ->  (* s is the number of ones in the example *)
  (forall k : ℕ, s (S k) = x k + s k) ->  (* s is the number of ones in the example *)
  2 * σ * r n * ln (2 * INR n) <= σ * s n ->  (* s ≥ 2r ln 2n for σ = 1, s ≤ 2r ln 2n for σ = −1 (σ may be any number) *)
  2 * σ * r n ^ 2 * ln (2 * INR n) <= σ * Q n * P n.
Proof. intros E a x u Q r P s n σ. exact (winnow_against_perceptron_valid E (Env E (fun here => match here with 9 => σ | _ => 0%R end)%positive (fun here => match here with 1 => a | 2 => x | 3 => u | 4 => Q | 5 => r | 6 => P | 7 => s | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 8 => n | _ => O end)%positive (fun _ => O))). Qed.

(** winnow-k-of-r: Winnow's margin for κ of r variables, such as an OR, is 1/(2r + 2κ − 1): y⟨u, x⟩(2r + 2κ − 1) ≥ ‖u‖₁ where ‖x‖∞ = 1 *)
Theorem winnow_k_of_r : forall (E : space) (κ r : ℕ) (x c S_ A : ℕ -> ℝ) (b h y : ℝ),
  1 <= INR κ ->  (* κ is at least 1; for an OR it is 1 *)
  (forall k : ℕ, INR k + 1 <= INR r -> x k ^ 2 = x k) ->  (* the entries of the example are 0 or 1 *)
  c O = 0 ->  (* c counts the ones among the relevant variables *)
  (forall k : ℕ, c (S k) = x k + c k) ->  (* c counts the ones among the relevant variables *)
  S_ O = b ->  (* S is the target's score: the dummy has the weight b *)
  (forall k : ℕ, S_ (S k) = x k + S_ k) ->  (* and each relevant variable the weight 1 *)
  b + INR κ = 1 / 2 ->  (* b is the dummy's weight *)
  0 <= h ->  (* a size *)
  h ^ 2 = b ^ 2 ->  (* h is the size of the dummy's weight *)
  A O = h ->  (* A is ‖u‖₁, the sum of the sizes of these weights *)
  (forall k : ℕ, A (S k) = A k + 1) ->  (* A is ‖u‖₁, the sum of the sizes of these weights *)
  (INR κ <= c r -> y = 1) ->  (* the label is 1 where κ of the r variables are 1 *)
  (c r < INR κ -> y + 1 = 0) ->  (* else it is −1 *)
  y * S_ r + A r <= 2 * y * S_ r * INR κ + 2 * y * S_ r * INR r.
Proof. intros E κ r x c S_ A b h y. exact (winnow_k_of_r_valid E (Env E (fun here => match here with 5 => b | 7 => h | 9 => y | _ => 0%R end)%positive (fun here => match here with 3 => x | 4 => c | 6 => S_ | 8 => A | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => κ | 2 => r | _ => O end)%positive (fun _ => O))). Qed.

(** winnow-or: Winnow with the factor 2 and the threshold N learns an OR of r among N variables with at most 2 + 3r log₂ N mistakes *)
Theorem winnow_or : forall (E : space) (N M : ℕ) (E_ e V x w g z h : ℕ -> E) (v r y : ℕ -> ℝ),
  1 <= INR N ->  (* there is a variable *)
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of weight i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the i-th entry of w; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  V O ≡ vzero ->  (* V adds up the comparator's parts *)
  (forall k : ℕ, V (S k) ≡ (v k) ⊙ e k ⊕ V k) ->  (* V adds up the comparator's parts *)
  r O = 0 ->  (* r adds up the target’s weights: r(N) variables are relevant *)
  (forall k : ℕ, r (S k) = v k + r k) ->  (* r adds up the target’s weights: r(N) variables are relevant *)
  (forall k : ℕ, INR k + 1 <= INR N -> v k ^ 2 <= v k) ->  (* the target’s weights are 1 for a relevant variable and 0 for another, or between *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, x k⟩ ^ 2 <= ⟨e j, x k⟩) ->  (* the entries of an example are 0 or 1, or between *)
  (forall k : ℕ, INR k + 1 <= INR M -> y k ^ 2 = 1) ->  (* the labels are 1 and −1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> 1 / 2 * y k + 1 / 2 <= y k * ⟨V N, x k⟩) ->  (* the label is 1 where a relevant variable is 1, and −1 elsewhere *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ln (⟨e j, w k⟩) = ⟨e j, g k⟩ * ln 2) ->  (* a weight is 2 to the power g(i) *)
  g O ≡ vzero ->  (* all exponents start at 0, so all weights at 1 *)
  (forall k : ℕ, z k ≡ (y k) ⊙ x k) ->  (* z is the label times the example *)
  (forall k : ℕ, g (S k) ≡ g k ⊕ z k) ->  (* update k adds z(k) = y·x to the exponents *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, z k⟩) ->  (* h(k) has the entries w(i)z(i) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ N, h k⟩ <= y k * INR N) ->  (* an update happens only if the score Σ w(i)x(i) is at most N on label 1, or at least N on label −1 *)
  INR M * ln 2 <= 3 * r N * ln (INR N) + 2 * ln 2.
Proof. intros E N M E_ e V x w g z h v r y fact1 _ _ fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20. exact (winnow_or_valid E (Env E (fun _ => 0%R) (fun here => match here with 5 => v | 6 => r | 9 => y | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => E_ | 3 => e | 4 => V | 8 => x | 10 => w | 11 => g | 12 => z | 13 => h | _ => fun _ => vzero end)%positive (fun here => match here with 1 => N | 7 => M | _ => O end)%positive (fun _ => O)) fact1 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20). Qed.

(** winnow-k-of-r-mistakes: Winnow with the factor 1 + 1/(2κ) and the threshold N learns κ of r among N variables with at most 8κ(κ + r ln
    N) mistakes *)
Theorem winnow_k_of_r_mistakes : forall (E : space) (κ N M : ℕ) (β inverse_β : ℝ) (E_ e V x w g z h : ℕ -> E) (v r y : ℕ -> ℝ),
  1 <= INR κ ->  (* κ is at least 1; for an OR it is 1 *)
  2 * β * INR κ = 2 * INR κ + 1 ->  (* the factor is 1 + 1/(2κ) *)
  β * inverse_β = 1 ->  (* 1/β is the reciprocal of β *)
  1 <= INR N ->  (* there is a variable *)
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of weight i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the i-th entry of w; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  V O ≡ vzero ->  (* V adds up the comparator's parts *)
  (forall k : ℕ, V (S k) ≡ (v k) ⊙ e k ⊕ V k) ->  (* V adds up the comparator's parts *)
  r O = 0 ->  (* r adds up the target’s weights: r(N) variables are relevant *)
  (forall k : ℕ, r (S k) = v k + r k) ->  (* r adds up the target’s weights: r(N) variables are relevant *)
  (forall k : ℕ, INR k + 1 <= INR N -> v k ^ 2 <= v k) ->  (* the target’s weights are 1 for a relevant variable and 0 for another, or between *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, x k⟩ ^ 2 <= ⟨e j, x k⟩) ->  (* the entries of an example are 0 or 1, or between *)
  (forall k : ℕ, INR k + 1 <= INR M -> y k ^ 2 = 1) ->  (* the labels are 1 and −1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> y k * INR κ + 1 / 2 <= y k * ⟨V N, x k⟩ + 1 / 2 * y k) ->  (* the label is 1 where κ relevant variables or more are 1, and −1 where at most κ − 1 are *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ln (⟨e j, w k⟩) = ⟨e j, g k⟩ * ln β) ->  (* a weight is β to the power g(i) *)
  g O ≡ vzero ->  (* all exponents start at 0, so all weights at 1 *)
  (forall k : ℕ, z k ≡ (y k) ⊙ x k) ->  (* z is the label times the example *)
  (forall k : ℕ, g (S k) ≡ g k ⊕ z k) ->  (* update k adds z(k) = y·x to the exponents *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR N -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, z k⟩) ->  (* h(k) has the entries w(i)z(i) *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ N, h k⟩ <= y k * INR N) ->  (* an update happens only if the score Σ w(i)x(i) is at most N on label 1, or at least N on label −1 *)
  INR M <= 8 * r N * INR κ * ln (INR N) + 8 * INR κ ^ 2.
Proof. intros E κ N M β inverse_β E_ e V x w g z h v r y fact1 fact2 fact3 fact4 _ _ fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23. exact (winnow_k_of_r_mistakes_valid E (Env E (fun here => match here with 2 => β | 3 => inverse_β | _ => 0%R end)%positive (fun here => match here with 8 => v | 9 => r | 12 => y | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 5 => E_ | 6 => e | 7 => V | 11 => x | 13 => w | 14 => g | 15 => z | 16 => h | _ => fun _ => vzero end)%positive (fun here => match here with 1 => κ | 4 => N | 10 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23). Qed.

(** * experts *)

(** halving: Halving: M ≤ ln N/ln 2 mistakes with N experts of whom one is never wrong *)
Theorem halving : forall (E : space) (E_ e w h l : ℕ -> E) (n M : ℕ),
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of expert i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the entry of expert i; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  (forall k : ℕ, INR k <= INR n -> ⟨e k, w O⟩ = 1) ->  (* every weight is 1 at the start *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ⟨e j, w (S k)⟩ + ⟨e j, h k⟩ = ⟨e j, w k⟩) ->  (* a loss l takes wl of the weight w *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, l k⟩) ->  (* h(k) has the entries w·l, weight times loss *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j <= INR n -> ⟨e j, l k⟩ ^ 2 <= ⟨e j, l k⟩) ->  (* an expert loses from 0 to 1 in a round *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ (S n), w k⟩ <= 2 * ⟨E_ (S n), h k⟩) ->  (* the weighted mean loss is at least 1/2: the majority errs *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨e n, l k⟩ = 0) ->  (* the last expert, expert n, loses nothing *)
  INR M * ln 2 <= ln (INR n + 1).
Proof. intros E E_ e w h l n M _ _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10. exact (halving_valid E (Env E (fun _ => 0%R) (fun _ => fun _ => 0%R) (fun _ => vzero) (fun here => match here with 1 => E_ | 2 => e | 4 => w | 5 => h | 6 => l | _ => fun _ => vzero end)%positive (fun here => match here with 3 => n | 7 => M | _ => O end)%positive (fun _ => O)) fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10). Qed.

(** weighted-majority: The weighted majority: M ln(2/(1 + β)) ≤ m ln(1/β) + ln N mistakes, where one of N experts makes m *)
Theorem weighted_majority : forall (E : space) (E_ e w h l : ℕ -> E) (n M : ℕ) (β : ℝ) (c : ℕ -> ℝ),
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of expert i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the entry of expert i; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  (forall k : ℕ, INR k <= INR n -> ⟨e k, w O⟩ = 1) ->  (* every weight is 1 at the start *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ⟨e j, w (S k)⟩ + ⟨e j, h k⟩ = β * ⟨e j, h k⟩ + ⟨e j, w k⟩) ->  (* a loss takes a share of the expert’s weight: w − (1 − β)wl *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, l k⟩) ->  (* h(k) has the entries w·l, weight times loss *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j <= INR n -> ⟨e j, l k⟩ ^ 2 <= ⟨e j, l k⟩) ->  (* an expert loses from 0 to 1 in a round *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨E_ (S n), w k⟩ <= 2 * ⟨E_ (S n), h k⟩) ->  (* the weighted mean loss is at least 1/2: the majority errs *)
  0 < β ->  (* no expert loses all its weight *)
  β <= 1 ->  (* no weight grows *)
  c O = 0 ->  (* c adds up the losses of the last expert, expert n *)
  (forall k : ℕ, c (S k) = c k + ⟨e n, l k⟩) ->  (* c adds up the losses of the last expert, expert n *)
  c M * ln β <= INR M * ln (1 / 2 * β + 1 / 2) + ln (INR n + 1).
Proof. intros E E_ e w h l n M β c _ _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13. exact (weighted_majority_valid E (Env E (fun here => match here with 5 => β | _ => 0%R end)%positive (fun here => match here with 9 => c | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => E_ | 2 => e | 4 => w | 6 => h | 7 => l | _ => fun _ => vzero end)%positive (fun here => match here with 3 => n | 8 => M | _ => O end)%positive (fun _ => O)) fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13). Qed.

(** hedge: Hedge: regret at most ln N/η + ηT/8 after T rounds with N experts *)
Theorem hedge : forall (E : space) (E_ e w L l h : ℕ -> E) (β inverse_β : ℝ) (n M : ℕ) (Λ G : ℕ -> ℝ),
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of expert i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the entry of expert i; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  0 < β ->  (* β is positive *)
  β * inverse_β = 1 ->  (* 1/β is the reciprocal of β *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ln (⟨e j, w k⟩) = ⟨e j, L k⟩ * ln β) ->  (* a weight is β to the power of the expert’s loss so far *)
  L O ≡ vzero ->  (* no expert has lost anything at the start *)
  (forall k : ℕ, L (S k) ≡ L k ⊕ l k) ->  (* L adds up the losses *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, l k⟩) ->  (* h(k) has the entries w·l, weight times loss *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j <= INR n -> ⟨e j, l k⟩ ^ 2 <= ⟨e j, l k⟩) ->  (* an expert loses from 0 to 1 in a round *)
  (forall k : ℕ, Λ k * ⟨E_ (S n), w k⟩ = ⟨E_ (S n), h k⟩) ->  (* Λ(k) is the mean loss by the weights, as that of an expert drawn by them *)
  G O = 0 ->  (* G adds up the expected losses *)
  (forall k : ℕ, G (S k) = Λ k + G k) ->  (* G adds up the expected losses *)
  ⟨e n, L M⟩ * ln β <= G M * ln β + 1 / 8 * INR M * ln β ^ 2 + ln (INR n + 1).
Proof. intros E E_ e w L l h β inverse_β n M Λ G _ _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15. exact (hedge_valid E (Env E (fun here => match here with 3 => β | 4 => inverse_β | _ => 0%R end)%positive (fun here => match here with 11 => Λ | 12 => G | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => E_ | 2 => e | 6 => w | 7 => L | 8 => l | 9 => h | _ => fun _ => vzero end)%positive (fun here => match here with 5 => n | 10 => M | _ => O end)%positive (fun _ => O)) fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15). Qed.

(** exponentiated-gradient: Exponentiated gradient: regret at most ln N/η + ηT/8 after T rounds, for convex losses on the simplex with
    slopes from 0 to 1 *)
Theorem exponentiated_gradient : forall (E : space) (E_ e w L l h p V : ℕ -> E) (β inverse_β : ℝ) (n M : ℕ) (v A f_p f_u Σf_p Σf_u : ℕ -> ℝ),
  (forall k : ℕ, ⟨e k, e k⟩ = 1) ->  (* e(i) is the unit vector of expert i; not used *)
  (forall k : ℕ, forall j : ℕ, INR k + 1 <= INR j -> ⟨e j, e k⟩ = 0) ->  (* ⟨e(i), w⟩ is the entry of expert i; not used *)
  E_ O ≡ vzero ->  (* E adds up the unit vectors *)
  (forall k : ℕ, E_ (S k) ≡ E_ k ⊕ e k) ->  (* E adds up the unit vectors *)
  0 < β ->  (* β is positive *)
  β * inverse_β = 1 ->  (* 1/β is the reciprocal of β *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> 0 < ⟨e j, w k⟩) ->  (* a power is positive *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ln (⟨e j, w k⟩) = ⟨e j, L k⟩ * ln β) ->  (* a weight is β to the power of the expert’s loss so far *)
  L O ≡ vzero ->  (* no expert has lost anything at the start *)
  (forall k : ℕ, L (S k) ≡ L k ⊕ l k) ->  (* L adds up the losses *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR n -> ⟨e j, h k⟩ = ⟨e j, w k⟩ * ⟨e j, l k⟩) ->  (* h(k) has the entries w·l, weight times loss *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j <= INR n -> ⟨e j, l k⟩ ^ 2 <= ⟨e j, l k⟩) ->  (* an expert loses from 0 to 1 in a round *)
  β < 1 ->  (* the rate η = ln(1/β) is positive *)
  (forall k : ℕ, ⟨E_ (S n), w k⟩ * ⟨l k, p k⟩ = ⟨E_ (S n), h k⟩) ->  (* p(k) has the entries w/W, and so ⟨l, p⟩W is the sum of the entries w·l *)
  V O ≡ vzero ->  (* V adds up the comparator's parts *)
  (forall k : ℕ, V (S k) ≡ (v k) ⊙ e k ⊕ V k) ->  (* V adds up the comparator's parts *)
  A O = 0 ->  (* A adds up their sizes *)
  (forall k : ℕ, A (S k) = v k + A k) ->  (* A adds up their sizes *)
  (forall k : ℕ, INR k <= INR n -> 0 <= v k) ->  (* no entry of u is negative *)
  A (S n) = 1 ->  (* the entries of u add up to 1 *)
  (forall k : ℕ, INR k + 1 <= INR M -> f_p k + ⟨l k, V (S n)⟩ <= f_u k + ⟨l k, p k⟩) ->  (* the losses are the entries of a subgradient of f at p: f(u) ≥ f(p) + ⟨l, u − p⟩ *)
  Σf_p O = 0 ->  (* the learner's loss, summed over the rounds *)
  (forall k : ℕ, Σf_p (S k) = f_p k + Σf_p k) ->  (* the learner's loss, summed over the rounds *)
  Σf_u O = 0 ->  (* the comparator's loss, summed over the rounds *)
  (forall k : ℕ, Σf_u (S k) = f_u k + Σf_u k) ->  (* the comparator's loss, summed over the rounds *)
  Σf_u M * ln β <= Σf_p M * ln β + 1 / 8 * INR M * ln β ^ 2 + ln (INR n + 1).
Proof. intros E E_ e w L l h p V β inverse_β n M v A f_p f_u Σf_p Σf_u _ _ fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25. exact (exponentiated_gradient_valid E (Env E (fun here => match here with 3 => β | 4 => inverse_β | _ => 0%R end)%positive (fun here => match here with 13 => v | 14 => A | 15 => f_p | 16 => f_u | 17 => Σf_p | 18 => Σf_u | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 1 => E_ | 2 => e | 6 => w | 7 => L | 8 => l | 9 => h | 11 => p | 12 => V | _ => fun _ => vzero end)%positive (fun here => match here with 5 => n | 10 => M | _ => O end)%positive (fun _ => O)) fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25). Qed.

(** * lower bounds *)

(** optimality-unit: BL Theorem 2: the separator n^(−1/2)·Σz of n orthonormal examples is a unit vector *)
Theorem optimality_unit : forall (E : space) (n : ℕ) (z U : ℕ -> E) (inverse_root_n : ℝ) (u : E),
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR n -> INR k + 1 <= INR j -> ⟨z j, z k⟩ = 0) ->  (* the examples are at right angles *)
  (forall k : ℕ, INR k + 1 <= INR n -> forall j : ℕ, INR k <= INR j -> INR j <= INR k -> ⟨z j, z k⟩ = 1) ->  (* the examples have length 1: ⟨z(k), z(j)⟩ = 1 if k ≤ j ≤ k *)
  U O ≡ vzero ->  (* U is the running sum of the examples times their labels *)
  (forall k : ℕ, U (S k) ≡ z k ⊕ U k) ->  (* U(k+1) = U(k) + z(k) *)
  1 <= INR n ->  (* there is an example; not used *)
  0 <= inverse_root_n ->  (* 1/√n is a length; not used *)
  inverse_root_n ^ 2 * INR n = 1 ->  (* 1/√n squared is 1/n *)
  u ≡ inverse_root_n ⊙ U n ->  (* u = n^(−1/2)·U(n) *)
  ⟨u, u⟩ = 1.
Proof. intros E n z U inverse_root_n u fact1 fact2 fact3 fact4 _ _ fact7 fact8. exact (optimality_unit_valid E (Env E (fun here => match here with 4 => inverse_root_n | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 5 => u | _ => vzero end)%positive (fun here => match here with 2 => z | 3 => U | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact7 fact8). Qed.

(** optimality: BL Theorem 2, repaired: no mistake bound B of a deterministic learner is below ⌊1/γ²⌋: B ≥ n for every n ≤ 1/γ² *)
Theorem optimality : forall (E : space) (n : ℕ) (z x U : ℕ -> E) (p y E_ : ℕ -> ℝ) (inverse_root_n γ B : ℝ) (u : E),
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR n -> INR k + 1 <= INR j -> ⟨z j, z k⟩ = 0) ->  (* the examples are at right angles *)
  (forall k : ℕ, INR k + 1 <= INR n -> forall j : ℕ, INR k <= INR j -> INR j <= INR k -> ⟨z j, z k⟩ = 1) ->  (* the examples have length 1: ⟨z(k), z(j)⟩ = 1 if k ≤ j ≤ k *)
  (forall k : ℕ, p k ^ 2 = 1) ->  (* each prediction is ±1; it may depend on all that came before *)
  (forall k : ℕ, p k + y k = 0) ->  (* the adversary answers the opposite *)
  (forall k : ℕ, x k ≡ (y k) ⊙ z k) ->  (* z(k) is the example x(k) times its label, so that x(k) = y(k)z(k) *)
  E_ O = 0 ->  (* E counts the mistakes *)
  (forall k : ℕ, p k * y k < 0 -> E_ (S k) = E_ k + 1) ->  (* E grows where p(k)y(k) < 0 *)
  (forall k : ℕ, 0 <= p k * y k -> E_ (S k) = E_ k) ->  (* and rests where p(k)y(k) ≥ 0; not used *)
  U O ≡ vzero ->  (* U is the running sum of the examples times their labels *)
  (forall k : ℕ, U (S k) ≡ z k ⊕ U k) ->  (* U(k+1) = U(k) + z(k) *)
  1 <= INR n ->  (* there is an example; not used *)
  0 <= inverse_root_n ->  (* 1/√n is a length *)
  inverse_root_n ^ 2 * INR n = 1 ->  (* 1/√n squared is 1/n *)
  u ≡ inverse_root_n ⊙ U n ->  (* u = n^(−1/2)·U(n) *)
  γ ^ 2 * INR n <= 1 ->  (* n ≤ 1/γ² *)
  ((forall k : ℕ, INR k + 1 <= INR n -> γ <= y k * ⟨u, x k⟩) -> ⟨u, u⟩ = 1 -> E_ n <= B) ->  (* the learner makes at most B mistakes on n examples that a unit vector, here u, separates with margin γ *)
  INR n <= B.
Proof. intros E n z x U p y E_ inverse_root_n γ B u fact1 fact2 fact3 fact4 fact5 fact6 fact7 _ fact9 fact10 _ fact12 fact13 fact14 fact15 fact16. exact (optimality_valid E (Env E (fun here => match here with 8 => inverse_root_n | 10 => γ | 11 => B | _ => 0%R end)%positive (fun here => match here with 3 => p | 4 => y | 6 => E_ | _ => fun _ => 0%R end)%positive (fun here => match here with 9 => u | _ => vzero end)%positive (fun here => match here with 2 => z | 5 => x | 7 => U | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact9 fact10 fact12 fact13 fact14 fact15 fact16). Qed.

(** mistakes-no-multiple: The Perceptron's mistakes are no multiple of those of w*: if M ≤ C·E then C·m ≥ n + 1, for every m ≥ 1 and n *)
Theorem mistakes_no_multiple : forall (E : space) (u v : E) (γ s C : ℝ) (K n m : ℕ) (c t G M E_ : ℕ -> ℝ) (z w : ℕ -> E),
  ⟨u, u⟩ = 1 ->  (* w* is the axis u of a plane *)
  ⟨v, v⟩ = 1 ->  (* v is the other axis *)
  ⟨u, v⟩ = 0 ->  (* v is at right angles to u *)
  0 < γ ->  (* γ > 0 *)
  γ ^ 2 * INR K ^ 2 + 2 * γ ^ 2 * INR K + γ ^ 2 <= 1 ->  (* γ is at most 1/(K + 1), for the first example and K more *)
  0 <= s ->  (* s is a length *)
  γ ^ 2 + s ^ 2 = 1 ->  (* s² is 1 − γ², so that γu ± sv has length 1; not used *)
  1 <= c O ->  (* the first label is wrong *)
  t O = 1 ->  (* t is the sign of v in the next example that is labelled right *)
  (forall k : ℕ, c k < 1 -> t k + t (S k) = 0) ->  (* t turns after such an example *)
  (forall k : ℕ, 1 <= c k -> t (S k) = t k) ->  (* and rests where a label is wrong *)
  (forall k : ℕ, 1 <= c k -> u ⊕ z k ≡ vzero) ->  (* z(k) = y·x is −u where the label is wrong, c(k) ≥ 1 *)
  (forall k : ℕ, c k < 1 -> z k ≡ γ ⊙ u ⊕ (s * t k) ⊙ v) ->  (* and γu + t(k)sv where it is right, c(k) < 1 *)
  G O = 0 ->  (* G counts the right labels *)
  (forall k : ℕ, c k < 1 -> G (S k) = G k + 1) ->  (* G grows where the label is right *)
  (forall k : ℕ, 1 <= c k -> G (S k) = G k) ->  (* and rests where it is wrong *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, ⟨z k, w k⟩ <= 0 -> w (S k) ≡ z k ⊕ w k) ->  (* where y⟨w, x⟩ ≤ 0 the weights grow by y·x *)
  (forall k : ℕ, 0 < ⟨z k, w k⟩ -> w (S k) ≡ w k) ->  (* else they rest *)
  M O = 0 ->  (* M counts the mistakes of the Perceptron *)
  (forall k : ℕ, ⟨z k, w k⟩ <= 0 -> M (S k) = M k + 1) ->  (* M grows where the score is at most 0 *)
  (forall k : ℕ, 0 < ⟨z k, w k⟩ -> M (S k) = M k) ->  (* else M rests *)
  E_ O = 0 ->  (* E counts the mistakes of w* *)
  (forall k : ℕ, ⟨u, z k⟩ <= 0 -> E_ (S k) = E_ k + 1) ->  (* E grows where the score is at most 0 *)
  (forall k : ℕ, 0 < ⟨u, z k⟩ -> E_ (S k) = E_ k) ->  (* else E rests *)
  G (S K) = INR n ->  (* n of the labels are right *)
  INR K + 1 = INR n + INR m ->  (* K + 1 = m + n, so that m labels are wrong *)
  M (S K) <= C * E_ (S K) ->  (* the Perceptron makes at most C times as many mistakes as w* *)
  INR n + 1 <= C * INR m.
Proof. intros E u v γ s C K n m c t G M E_ z w fact1 fact2 fact3 fact4 fact5 fact6 _ fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28. exact (mistakes_no_multiple_valid E (Env E (fun here => match here with 3 => γ | 5 => s | 15 => C | _ => 0%R end)%positive (fun here => match here with 6 => c | 7 => t | 9 => G | 11 => M | 12 => E_ | _ => fun _ => 0%R end)%positive (fun here => match here with 1 => u | 2 => v | _ => vzero end)%positive (fun here => match here with 8 => z | 10 => w | _ => fun _ => vzero end)%positive (fun here => match here with 4 => K | 13 => n | 14 => m | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28). Qed.

(** hadamard: Hadamard rows: the Perceptron errs on each of n orthogonal examples *)
Theorem hadamard : forall (E : space) (n : ℕ) (z w : ℕ -> E) (E_ : ℕ -> ℝ),
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR n -> INR k + 1 <= INR j -> ⟨z j, z k⟩ = 0) ->  (* the examples are at right angles *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, ⟨z k, w k⟩ <= 0 -> w (S k) ≡ z k ⊕ w k) ->  (* where y⟨w, x⟩ ≤ 0 the Perceptron adds z = yx *)
  (forall k : ℕ, 0 < ⟨z k, w k⟩ -> w (S k) ≡ w k) ->  (* where y⟨w, x⟩ > 0 it rests; not used *)
  E_ O = 0 ->  (* E counts the mistakes *)
  (forall k : ℕ, ⟨z k, w k⟩ <= 0 -> E_ (S k) = E_ k + 1) ->  (* a round with y⟨w, x⟩ ≤ 0 is one *)
  (forall k : ℕ, 0 < ⟨z k, w k⟩ -> E_ (S k) = E_ k) ->  (* else E rests; not used *)
  INR n <= E_ n.
Proof. intros E n z w E_ fact1 fact2 fact3 _ fact5 fact6 _. exact (hadamard_valid E (Env E (fun _ => 0%R) (fun here => match here with 4 => E_ | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => z | 3 => w | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact5 fact6). Qed.

(** small-margin: Odd-max-bit has exponentially small margins: γ ≤ 1/F(n), the Fibonacci number, with n bits *)
Theorem small_margin : forall (E : space) (n : ℕ) (f z : ℕ -> E) (F : ℕ -> ℝ) (γ : ℝ) (u : E),
  1 <= INR n ->  (* n ≥ 1: there is a bit *)
  z O ≡ f O ->  (* there is no bit 0 *)
  z 1%nat ≡ f 1%nat ->  (* the lowest bit alone *)
  (forall k : ℕ, INR k + 1 <= INR n -> f k ⊕ f (S k) ⊕ z (S (S k)) ≡ f (S (S k)) ⊕ z k) ->  (* z(k) = f(k) − f(k−1) − f(k−3) − … *)
  (forall k : ℕ, ⟨f k, f k⟩ <= 1) ->  (* f(k) is bit k's axis times its label, no longer than 1 *)
  F O = 1 ->  (* Fibonacci numbers from 1 *)
  F 1%nat = 1 ->  (* and 1 *)
  (forall k : ℕ, INR k + 1 <= INR n -> F (S (S k)) = F k + F (S k)) ->  (* F(k+2) = F(k+1) + F(k) *)
  (forall k : ℕ, INR k <= INR n -> 1 <= INR k -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on the cube *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  γ * F n <= 1.
Proof. intros E n f z F γ u. exact (small_margin_valid E (Env E (fun here => match here with 5 => γ | _ => 0%R end)%positive (fun here => match here with 4 => F | _ => fun _ => 0%R end)%positive (fun here => match here with 6 => u | _ => vzero end)%positive (fun here => match here with 2 => f | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | _ => O end)%positive (fun _ => O))). Qed.

(** small-margin-mistakes: On odd-max-bit the Perceptron makes at least F(n) updates before it is right, with n bits *)
Theorem small_margin_mistakes : forall (E : space) (n M : ℕ) (f z w x : ℕ -> E) (F : ℕ -> ℝ),
  1 <= INR n ->  (* n ≥ 1: there is a bit *)
  z O ≡ f O ->  (* there is no bit 0 *)
  z 1%nat ≡ f 1%nat ->  (* the lowest bit alone *)
  (forall k : ℕ, INR k + 1 <= INR n -> f k ⊕ f (S k) ⊕ z (S (S k)) ≡ f (S (S k)) ⊕ z k) ->  (* z(k) = f(k) − f(k−1) − f(k−3) − … *)
  F O = 1 ->  (* Fibonacci numbers from 1 *)
  F 1%nat = 1 ->  (* and 1 *)
  (forall k : ℕ, INR k + 1 <= INR n -> F (S (S k)) = F k + F (S k)) ->  (* F(k+2) = F(k+1) + F(k) *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ x k) ->  (* update k adds x(k), an example times its label *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j <= INR n -> ⟨f j, x k⟩ ^ 3 = ⟨f j, x k⟩) ->  (* each coordinate of an example times its label is −1, 0 or 1 *)
  (forall k : ℕ, INR k <= INR n -> 1 <= INR k -> 0 < ⟨z k, w M⟩) ->  (* in the end the weights are right: y⟨w, x⟩ > 0 on the cube *)
  F n <= INR M.
Proof. intros E n M f z w x F. exact (small_margin_mistakes_valid E (Env E (fun _ => 0%R) (fun here => match here with 4 => F | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => f | 3 => z | 5 => w | 6 => x | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | 7 => M | _ => O end)%positive (fun _ => O))). Qed.

(** small-margin-exponential: 2M² ≥ 2ⁿ on odd-max-bit with n bits, before the Perceptron is right: its updates are 2^Ω(n) *)
Theorem small_margin_exponential : forall (E : space) (n M : ℕ) (f z w x : ℕ -> E) (F P : ℕ -> ℝ),
  1 <= INR n ->  (* n ≥ 1: there is a bit *)
  z O ≡ f O ->  (* there is no bit 0 *)
  z 1%nat ≡ f 1%nat ->  (* the lowest bit alone *)
  (forall k : ℕ, INR k + 1 <= INR n -> f k ⊕ f (S k) ⊕ z (S (S k)) ≡ f (S (S k)) ⊕ z k) ->  (* z(k) = f(k) − f(k−1) − f(k−3) − … *)
  F O = 1 ->  (* Fibonacci numbers from 1 *)
  F 1%nat = 1 ->  (* and 1 *)
  (forall k : ℕ, INR k + 1 <= INR n -> F (S (S k)) = F k + F (S k)) ->  (* F(k+2) = F(k+1) + F(k) *)
  P O = 1 ->  (* P(0) = 1 *)
  (forall k : ℕ, P (S k) = 2 * P k) ->  (* P(k) = 2ᵏ *)
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ x k) ->  (* update k adds x(k), an example times its label *)
  (forall k : ℕ, INR k + 1 <= INR M -> forall j : ℕ, INR j <= INR n -> ⟨f j, x k⟩ ^ 3 = ⟨f j, x k⟩) ->  (* each coordinate of an example times its label is −1, 0 or 1 *)
  (forall k : ℕ, INR k <= INR n -> 1 <= INR k -> 0 < ⟨z k, w M⟩) ->  (* in the end the weights are right: y⟨w, x⟩ > 0 on the cube *)
  P n <= 2 * INR M ^ 2.
Proof. intros E n M f z w x F P. exact (small_margin_exponential_valid E (Env E (fun _ => 0%R) (fun here => match here with 4 => F | 5 => P | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 2 => f | 3 => z | 6 => w | 7 => x | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | 8 => M | _ => O end)%positive (fun _ => O))). Qed.

(** small-margin-attained: Weights that are Fibonacci numbers with alternating signs are right by 1 on every odd-max-bit example *)
Theorem small_margin_attained : forall (E : space) (F σ b : ℕ -> ℝ) (n : ℕ) (u : E) (f X : ℕ -> E),
  F O = 1 ->  (* Fibonacci numbers from 1 *)
  F 1%nat = 1 ->  (* and 1 *)
  (forall k : ℕ, INR k + 1 <= INR n -> F (S (S k)) = F k + F (S k)) ->  (* F(k+2) = F(k+1) + F(k) *)
  (forall k : ℕ, INR k + 1 <= INR n -> ⟨u, f (S k)⟩ = F (S k)) ->  (* bit k's weight is F(k) times its label *)
  σ O = 1 ->  (* ± is (−1)ᵏ *)
  (forall k : ℕ, σ k + σ (S k) = 0) ->  (* σ(k) is (−1)ᵏ *)
  b O = 0 ->  (* there is no bit 0 *)
  (forall k : ℕ, INR k <= INR n -> 0 <= b k) ->  (* a bit is 0 or 1, or between *)
  (forall k : ℕ, INR k <= INR n -> b k <= 1) ->  (* a bit is 0 or 1, or between *)
  b n = 1 ->  (* n is the highest bit that is set *)
  X O ≡ vzero ->  (* X(k) holds the bits up to k *)
  (forall k : ℕ, X (S k) ≡ (σ (S k) * b (S k)) ⊙ f (S k) ⊕ X k) ->  (* bit k adds its axis, which is f(k) times (−1)ᵏ *)
  1 <= σ n * ⟨u, X n⟩.
Proof. intros E F σ b n u f X. exact (small_margin_attained_valid E (Env E (fun _ => 0%R) (fun here => match here with 1 => F | 5 => σ | 6 => b | _ => fun _ => 0%R end)%positive (fun here => match here with 3 => u | _ => vzero end)%positive (fun here => match here with 4 => f | 7 => X | _ => fun _ => vzero end)%positive (fun here => match here with 2 => n | _ => O end)%positive (fun _ => O))). Qed.

(** small-margin-exact: On odd-max-bit with n bits no margin exceeds 1/√(F(n)F(n+1) − 1) *)
Theorem small_margin_exact : forall (E : space) (f z V : ℕ -> E) (n : ℕ) (F : ℕ -> ℝ) (γ : ℝ) (u : E),
  z O ≡ f O ->  (* there is no bit 0 *)
  z 1%nat ≡ f 1%nat ->  (* the lowest bit alone *)
  (forall k : ℕ, INR k + 1 <= INR n -> f k ⊕ f (S k) ⊕ z (S (S k)) ≡ f (S (S k)) ⊕ z k) ->  (* z(k) = f(k) − f(k−1) − f(k−3) − … *)
  (forall k : ℕ, ⟨f k, f k⟩ <= 1) ->  (* f(k) is bit k's axis times its label, no longer than 1 *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR k -> ⟨f j, f k⟩ = 0) ->  (* the bits' axes are orthogonal *)
  F O = 1 ->  (* Fibonacci numbers from 1 *)
  F 1%nat = 1 ->  (* and 1 *)
  (forall k : ℕ, INR k + 1 <= INR n -> F (S (S k)) = F k + F (S k)) ->  (* F(k+2) = F(k+1) + F(k) *)
  V O ≡ vzero ->  (* V(k) = F(1)f(1) + … + F(k)f(k) *)
  (forall k : ℕ, V (S k) ≡ (F (S k)) ⊙ f (S k) ⊕ V k) ->  (* V(k) = F(1)f(1) + … + F(k)f(k) *)
  (forall k : ℕ, INR k <= INR n -> 1 <= INR k -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on the cube *)
  0 <= γ ->  (* γ ≥ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  γ ^ 2 * F n * F (S n) <= γ ^ 2 + 1.
Proof. intros E f z V n F γ u. exact (small_margin_exact_valid E (Env E (fun here => match here with 6 => γ | _ => 0%R end)%positive (fun here => match here with 4 => F | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 1 => f | 2 => z | 5 => V | _ => fun _ => vzero end)%positive (fun here => match here with 3 => n | _ => O end)%positive (fun _ => O))). Qed.

(** learning-rate: Any start, any rate: M ≤ R²/γ² + 2‖w(0)‖/(ηγ) on separable data *)
Theorem learning_rate : forall (E : space) (η norm_w₁ γ R inverse_γ inverse_η : ℝ) (w z : ℕ -> E) (M : ℕ) (u : E),
  (forall k : ℕ, w (S k) ≡ w k ⊕ η ⊙ z k) ->  (* update k adds ηz(k) to the weights *)
  0 <= norm_w₁ ->  (* ‖w(0)‖ is a length *)
  norm_w₁ ^ 2 = ⟨w O, w O⟩ ->  (* ‖w(0)‖ squared is the inner product *)
  0 < η ->  (* the rate is positive, and the same at every update *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  0 < γ ->  (* γ > 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 <= R ->  (* R is a length; not used *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨z k, z k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, INR k + 1 <= INR M -> γ <= ⟨u, z k⟩) ->  (* y⟨u, x⟩ ≥ γ on every example *)
  γ * inverse_γ = 1 ->  (* 1/γ is the reciprocal of γ *)
  η * inverse_η = 1 ->  (* 1/η is the reciprocal of η *)
  INR M <= 2 * norm_w₁ * inverse_γ * inverse_η + R ^ 2 * inverse_γ ^ 2.
Proof. intros E η norm_w₁ γ R inverse_γ inverse_η w z M u fact1 fact2 fact3 fact4 fact5 fact6 fact7 _ fact9 fact10 fact11 fact12. exact (learning_rate_valid E (Env E (fun here => match here with 1 => η | 4 => norm_w₁ | 6 => γ | 8 => R | 9 => inverse_γ | 10 => inverse_η | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 7 => u | _ => vzero end)%positive (fun here => match here with 2 => w | 3 => z | _ => fun _ => vzero end)%positive (fun here => match here with 5 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact9 fact10 fact11 fact12). Qed.

(** dummy-input-any: A threshold by a dummy input of any size D: M ≤ (1 + θ²/D²)(R² + D²)/δ² *)
Theorem dummy_input_any : forall (E : space) (w z p : ℕ -> E) (M : ℕ) (u e : E) (δ θ R D inverse_D : ℝ) (y : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 < δ ->  (* δ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> δ + θ * y k <= ⟨u, p k⟩) ->  (* y(⟨u, x⟩ − θ) ≥ δ on every example *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, p k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, y k ^ 2 = 1) ->  (* a label is 1 or −1 *)
  ⟨e, e⟩ = 1 ->  (* e has length 1 *)
  ⟨u, e⟩ = 0 ->  (* u is at right angles to e *)
  (forall k : ℕ, ⟨e, p k⟩ = 0) ->  (* examples are at right angles to e before the dummy is added *)
  (forall k : ℕ, z k ≡ (D * y k) ⊙ e ⊕ p k) ->  (* z(k) = y(x, D): the dummy input is D *)
  0 < D ->  (* D is the size of the dummy, which is none at 0; not used *)
  D * inverse_D = 1 ->  (* 1/D is the reciprocal of D *)
  δ ^ 2 * INR M <= θ ^ 2 * R ^ 2 * inverse_D ^ 2 + θ ^ 2 * D ^ 2 * inverse_D ^ 2 + R ^ 2 + D ^ 2.
Proof. intros E w z p M u e δ θ R D inverse_D y fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14. exact (dummy_input_any_valid E (Env E (fun here => match here with 5 => δ | 6 => θ | 9 => R | 11 => D | 12 => inverse_D | _ => 0%R end)%positive (fun here => match here with 7 => y | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | 10 => e | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 8 => p | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O)) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14). Qed.

(** dummy-input-one: A threshold by a dummy input that is always 1: M ≤ (1 + θ²)(1 + R²)/δ² *)
Theorem dummy_input_one : forall (E : space) (w z p : ℕ -> E) (M : ℕ) (u e : E) (δ θ R : ℝ) (y : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 < δ ->  (* δ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> δ + θ * y k <= ⟨u, p k⟩) ->  (* y(⟨u, x⟩ − θ) ≥ δ on every example *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, p k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, y k ^ 2 = 1) ->  (* a label is 1 or −1 *)
  ⟨e, e⟩ = 1 ->  (* e has length 1 *)
  ⟨u, e⟩ = 0 ->  (* u is at right angles to e *)
  (forall k : ℕ, ⟨e, p k⟩ = 0) ->  (* examples are at right angles to e before the dummy is added *)
  (forall k : ℕ, z k ≡ (y k) ⊙ e ⊕ p k) ->  (* z(k) = y(x, 1): the dummy input is 1 *)
  δ ^ 2 * INR M <= θ ^ 2 * R ^ 2 + θ ^ 2 + R ^ 2 + 1.
Proof. intros E w z p M u e δ θ R y. exact (dummy_input_one_valid E (Env E (fun here => match here with 5 => δ | 6 => θ | 9 => R | _ => 0%R end)%positive (fun here => match here with 7 => y | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | 10 => e | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 8 => p | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** dummy-input: A threshold by a dummy input of size R ≥ max(‖x‖, |θ|): M ≤ 4R²/δ² *)
Theorem dummy_input : forall (E : space) (w z p : ℕ -> E) (M : ℕ) (u e : E) (δ θ R : ℝ) (y : ℕ -> ℝ),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k) = y·x to the weights *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  ⟨u, u⟩ <= 1 ->  (* ‖u‖ ≤ 1 (a unit vector, or shorter) *)
  0 < δ ->  (* δ > 0 *)
  (forall k : ℕ, INR k + 1 <= INR M -> δ + θ * y k <= ⟨u, p k⟩) ->  (* y(⟨u, x⟩ − θ) ≥ δ on every example *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨p k, p k⟩ <= R ^ 2) ->  (* ‖x‖ ≤ R *)
  (forall k : ℕ, y k ^ 2 = 1) ->  (* a label is 1 or −1 *)
  ⟨e, e⟩ = 1 ->  (* e has length 1 *)
  ⟨u, e⟩ = 0 ->  (* u is at right angles to e *)
  (forall k : ℕ, ⟨e, p k⟩ = 0) ->  (* examples are at right angles to e before the dummy is added *)
  (forall k : ℕ, z k ≡ (R * y k) ⊙ e ⊕ p k) ->  (* z(k) = y(x, R): the dummy input is R *)
  θ ^ 2 <= R ^ 2 ->  (* |θ| ≤ R *)
  δ ^ 2 * INR M <= 4 * R ^ 2.
Proof. intros E w z p M u e δ θ R y. exact (dummy_input_valid E (Env E (fun here => match here with 5 => δ | 6 => θ | 9 => R | _ => 0%R end)%positive (fun here => match here with 7 => y | _ => fun _ => 0%R end)%positive (fun here => match here with 4 => u | 10 => e | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | 8 => p | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.

(** dummy-is-threshold: A vector on inputs with a dummy of 1 has the values of a vector with a threshold: ⟨v, x + e⟩ = ⟨u, x⟩ − θ for v =
    u − θe *)
Theorem dummy_is_threshold : forall (E : space) (e x u v : E) (θ : ℝ),
  ⟨e, e⟩ = 1 ->  (* e, the axis of the dummy, has length 1 *)
  ⟨e, x⟩ = 0 ->  (* x is at right angles to e before the dummy is added *)
  ⟨e, u⟩ = 0 ->  (* u is at right angles to e *)
  θ ⊙ e ⊕ v ≡ u ->  (* v is u less θ along the dummy; so θ is −⟨v, e⟩, and every v is of this form *)
  θ + ⟨e, v⟩ + ⟨x, v⟩ = ⟨x, u⟩.
Proof. intros E e x u v θ. exact (dummy_is_threshold_valid E (Env E (fun here => match here with 4 => θ | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun here => match here with 1 => e | 2 => x | 3 => u | 5 => v | _ => vzero end)%positive (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** dummy-learns-threshold: The Perceptron with a dummy of 1 is the one that learns a threshold: ⟨v, x + e⟩ = ⟨w, x⟩ − θ before every
    round *)
Theorem dummy_learns_threshold : forall (E : space) (w V p : ℕ -> E) (θ r y s τ : ℕ -> ℝ) (e x : E),
  w O ≡ vzero ->  (* w starts at 0 *)
  (θ O) ⊙ e ⊕ V O ≡ w O ->  (* v starts at w less the first threshold along the dummy, so at 0 with it *)
  ⟨e, e⟩ = 1 ->  (* e, the axis of the dummy, has length 1 *)
  (forall k : ℕ, ⟨e, p k⟩ = 0) ->  (* the examples p = yx are at right angles to e *)
  ⟨e, x⟩ = 0 ->  (* so is the input x *)
  (forall k : ℕ, r k = y k * ⟨e, V k⟩ + ⟨V k, p k⟩) ->  (* r = y⟨v, x + e⟩ is the score of the learner with the dummy *)
  (forall k : ℕ, θ k * y k + s k = ⟨w k, p k⟩) ->  (* s = y(⟨w, x⟩ − θ) is the score of the other *)
  (forall k : ℕ, r k < 0 -> V (S k) ≡ (y k) ⊙ e ⊕ V k ⊕ p k) ->  (* where r < 0 the learner with the dummy adds y(x + e) *)
  (forall k : ℕ, r k ^ 2 <= 0 -> V (S k) ≡ (y k * τ k) ⊙ e ⊕ V k ⊕ (τ k) ⊙ p k) ->  (* at a tie τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < r k -> V (S k) ≡ V k) ->  (* else nothing changes *)
  (forall k : ℕ, s k < 0 -> w (S k) ≡ w k ⊕ p k) ->  (* where s < 0 the other adds yx to w *)
  (forall k : ℕ, s k ^ 2 <= 0 -> w (S k) ≡ w k ⊕ (τ k) ⊙ p k) ->  (* at a tie τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < s k -> w (S k) ≡ w k) ->  (* else nothing changes *)
  (forall k : ℕ, s k < 0 -> θ (S k) + y k = θ k) ->  (* and subtracts y from θ *)
  (forall k : ℕ, s k ^ 2 <= 0 -> θ (S k) + y k * τ k = θ k) ->  (* at a tie τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not *)
  (forall k : ℕ, 0 < s k -> θ (S k) = θ k) ->  (* else nothing changes *)
  forall k : ℕ, θ k ^ 2 + 2 * θ k * ⟨e, V k⟩ + 2 * θ k * ⟨x, V k⟩ + ⟨e, V k⟩ ^ 2 + 2 * ⟨e, V k⟩ * ⟨x, V k⟩ + ⟨x, w k⟩ ^ 2 + ⟨x, V k⟩ ^ 2 <= 2 * θ k * ⟨x, w k⟩ + 2 * ⟨e, V k⟩ * ⟨x, w k⟩ + 2 * ⟨x, w k⟩ * ⟨x, V k⟩.
Proof. intros E w V p θ r y s τ e x. exact (dummy_learns_threshold_valid E (Env E (fun _ => 0%R) (fun here => match here with 2 => θ | 7 => r | 8 => y | 9 => s | 10 => τ | _ => fun _ => 0%R end)%positive (fun here => match here with 3 => e | 6 => x | _ => vzero end)%positive (fun here => match here with 1 => w | 4 => V | 5 => p | _ => fun _ => vzero end)%positive (fun _ => O) (fun _ => O))). Qed.

(** * probability *)

(** randomised-optimality: No randomised learner has an expected mistake bound B below ⌊1/γ²⌋/2: B ≥ n/2 for every n ≤ 1/γ² *)
Theorem randomised_optimality : forall (E : space) (n N : ℕ) (z x U : ℕ -> E) (D p Π y : ℕ -> ℝ) (inverse_root_n γ B : ℝ) (u : E) (code : list ℕ -> ℕ),
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR n -> INR k + 1 <= INR j -> ⟨z j, z k⟩ = 0) ->  (* the examples are at right angles *)
  (forall k : ℕ, INR k + 1 <= INR n -> forall j : ℕ, INR k <= INR j -> INR j <= INR k -> ⟨z j, z k⟩ = 1) ->  (* the examples have length 1: ⟨z(k), z(j)⟩ = 1 if k ≤ j ≤ k *)
  sum (fun j => D j) N = 1 ->  (* D(a) is the probability of learner a, and those of the N learners sum to 1 *)
  (forall k : ℕ, Π k = sum (fun j => D j * p (code [k; j])) N) ->  (* Π(k) is the mean prediction *)
  (forall k : ℕ, 0 <= Π k -> y k + 1 = 0) ->  (* the answer is −1 where the mean prediction is not negative *)
  (forall k : ℕ, Π k < 0 -> y k = 1) ->  (* and else 1 *)
  (forall k : ℕ, x k ≡ (y k) ⊙ z k) ->  (* z(k) is the example x(k) times its label, so that x(k) = y(k)z(k) *)
  U O ≡ vzero ->  (* U is the running sum of the examples times their labels *)
  (forall k : ℕ, U (S k) ≡ z k ⊕ U k) ->  (* U(k+1) = U(k) + z(k) *)
  1 <= INR n ->  (* there is an example; not used *)
  0 <= inverse_root_n ->  (* 1/√n is a length *)
  inverse_root_n ^ 2 * INR n = 1 ->  (* 1/√n squared is 1/n *)
  u ≡ inverse_root_n ⊙ U n ->  (* u = n^(−1/2)·U(n) *)
  γ ^ 2 * INR n <= 1 ->  (* n ≤ 1/γ² *)
  ((forall k : ℕ, INR k + 1 <= INR n -> γ <= y k * ⟨u, x k⟩) -> ⟨u, u⟩ = 1 -> sum (fun j => D j * sum (fun i => - (1 / 2 * p (code [i; j]) * y i) + 1 / 2) n) N <= B) ->  (* the expected number of mistakes is at most B on n examples that a unit vector, here u, separates with margin γ *)
  INR n <= 2 * B.
Proof. intros E n N z x U D p Π y inverse_root_n γ B u code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 _ fact11 fact12 fact13 fact14 fact15. exact (randomised_optimality_valid E (Env E (fun here => match here with 10 => inverse_root_n | 12 => γ | 13 => B | _ => 0%R end)%positive (fun here => match here with 4 => D | 5 => p | 6 => Π | 7 => y | _ => fun _ => 0%R end)%positive (fun here => match here with 11 => u | _ => vzero end)%positive (fun here => match here with 2 => z | 8 => x | 9 => U | _ => fun _ => vzero end)%positive (fun here => match here with 1 => n | 3 => N | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact11 fact12 fact13 fact14 fact15). Qed.

(** * batch *)

(** online-to-batch: With probability at least 1 − δ, risk of the chosen hypothesis ≤ average loss while learning + (4 +
    1/√2)·√(ln((T+1)/δ)/T) *)
Theorem online_to_batch : forall (E : space) (N T : ℕ) (D left loss risk tested total met P c average wrong : ℕ -> ℝ) (δ inverse_δ inverse_T Λ root_half b : ℝ) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> 0 <= loss (code [k; j; i])) ->  (* a loss is not negative *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) <= 1) ->  (* a loss is at most 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> INR j <= left k -> tested (code [k; j]) = 0) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> left k <= INR j -> left k + tested (code [k; j]) = INR j) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> met (code [k; j]) = 0) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k = INR i + 1 -> met (code [(code [k; j]); i]) = loss (code [k; i; j])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i -> met (code [(code [k; j]); i]) = met (code [k; i])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  0 <= Λ ->  (* Λ is not negative; not used *)
  ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) <= Λ ->  (* Λ is ln(T(T+1)/δ), or more *)
  (forall k : ℕ, INR k + 1 <= INR T -> 0 <= c k) ->  (* a penalty is a root *)
  (forall k : ℕ, INR k + 1 <= INR T -> 2 * c k ^ 2 * INR k + 2 * c k ^ 2 = Λ) ->  (* c(k) is √(Λ/(2(k+1))) *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2 *)
  0 <= b ->  (* b is a root *)
  inverse_T * Λ + 2 * inverse_T * ln (inverse_δ * INR T + inverse_δ) <= inverse_T * ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) + 2 * b ^ 2 ->  (* b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> average (code [k; j]) * INR j + average (code [k; j]) = total (code [k; j])) ->  (* average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above the average loss met and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> (forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> inverse_T * sum (fun i => met (code [k; i])) T + root_half * b + 4 * b < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above the average loss met and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> ((forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> risk (code [k; j]) <= inverse_T * sum (fun i => met (code [k; i])) T + root_half * b + 4 * b) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above the average loss met and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk tested total met P c average wrong δ inverse_δ inverse_T Λ root_half b code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 _ fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33. exact (online_to_batch_valid E (Env E (fun here => match here with 11 => δ | 12 => inverse_δ | 13 => inverse_T | 14 => Λ | 16 => root_half | 17 => b | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => tested | 8 => total | 9 => met | 10 => P | 15 => c | 18 => average | 19 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact19 fact20 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33). Qed.

(** online-to-batch-single: For T = 1 the bound holds on every sample: risk ≤ loss + (4 + 1/√2)·√ln(2/δ) *)
Theorem online_to_batch_single : forall (E : space) (δ inverse_δ root_half b risk loss : ℝ),
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  δ <= 1 ->  (* δ ≤ 1 *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2; not used *)
  0 <= b ->  (* b is a root *)
  ln (2 * inverse_δ) <= b ^ 2 ->  (* b is √ln(2/δ), or more *)
  risk <= 1 ->  (* the loss is at most 1, and so is the risk *)
  0 <= loss ->  (* the loss is not negative *)
  risk <= root_half * b + 4 * b + loss.
Proof. intros E δ inverse_δ root_half b risk loss fact1 fact2 fact3 fact4 _ fact6 fact7 fact8 fact9. exact (online_to_batch_single_valid E (Env E (fun here => match here with 1 => δ | 2 => inverse_δ | 3 => root_half | 4 => b | 5 => risk | 6 => loss | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O)) fact1 fact2 fact3 fact4 fact6 fact7 fact8 fact9). Qed.

(** online-to-batch-constant: MR (9) is weaker than this theorem: (4 + 1/√2)·√(ln((T+1)/δ)/T) ≤ 6√(ln(2(T+1)/δ)/T) *)
Theorem online_to_batch_constant : forall (E : space) (δ inverse_δ root_half inverse_T b b' : ℝ) (T : ℕ),
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2 *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  b ^ 2 <= inverse_T * ln (inverse_δ * INR T + inverse_δ) ->  (* b is √(ln((T+1)/δ)/T), or less *)
  0 <= b' ->  (* b′ is a root *)
  inverse_T * ln (2 * inverse_δ * INR T + 2 * inverse_δ) <= b' ^ 2 ->  (* b′ is √(ln(2(T+1)/δ)/T), or more *)
  root_half * b + 4 * b <= 6 * b'.
Proof. intros E δ inverse_δ root_half inverse_T b b' T. exact (online_to_batch_constant_valid E (Env E (fun here => match here with 1 => δ | 2 => inverse_δ | 3 => root_half | 5 => inverse_T | 6 => b | 7 => b' | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 4 => T | _ => O end)%positive (fun _ => O))). Qed.

(** online-to-batch-best: With probability at least 1 − δ, risk of the chosen hypothesis ≤ average loss while learning +
    √17·√(ln(2(T+1)/δ)/T) *)
Theorem online_to_batch_best : forall (E : space) (N T : ℕ) (D left loss risk tested total met P c average wrong : ℕ -> ℝ) (δ inverse_δ inverse_T Λ root_17 b : ℝ) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> 0 <= loss (code [k; j; i])) ->  (* a loss is not negative *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) <= 1) ->  (* a loss is at most 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> INR j <= left k -> tested (code [k; j]) = 0) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> left k <= INR j -> left k + tested (code [k; j]) = INR j) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> met (code [k; j]) = 0) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k = INR i + 1 -> met (code [(code [k; j]); i]) = loss (code [k; i; j])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i -> met (code [(code [k; j]); i]) = met (code [k; i])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  0 <= Λ ->  (* Λ is not negative *)
  ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) <= Λ ->  (* Λ is ln(T(T+1)/δ), or more *)
  (forall k : ℕ, INR k + 1 <= INR T -> 0 <= c k) ->  (* a penalty is a root *)
  (forall k : ℕ, INR k + 1 <= INR T -> 2 * c k ^ 2 * INR k + 2 * c k ^ 2 = Λ) ->  (* c(k) is √(Λ/(2(k+1))) *)
  0 <= root_17 ->  (* √17 is a root *)
  root_17 ^ 2 = 17 ->  (* √17 squared is 17 *)
  0 <= b ->  (* b is a root *)
  inverse_T * Λ + 2 * inverse_T * ln (2 * inverse_δ * INR T + 2 * inverse_δ) <= inverse_T * ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) + 2 * b ^ 2 ->  (* b is √(ln(2(T+1)/δ)/T), or more by at least as much as Λ is *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> average (code [k; j]) * INR j + average (code [k; j]) = total (code [k; j])) ->  (* average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above the average loss met and √17·b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> (forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> inverse_T * sum (fun i => met (code [k; i])) T + root_17 * b < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above the average loss met and √17·b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> ((forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> risk (code [k; j]) <= inverse_T * sum (fun i => met (code [k; i])) T + root_17 * b) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above the average loss met and √17·b *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk tested total met P c average wrong δ inverse_δ inverse_T Λ root_17 b code. exact (online_to_batch_best_valid E (Env E (fun here => match here with 11 => δ | 12 => inverse_δ | 13 => inverse_T | 14 => Λ | 16 => root_17 | 17 => b | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => tested | 8 => total | 9 => met | 10 => P | 15 => c | 18 => average | 19 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code)). Qed.

(** generalisation-l1: With probability at least 1 − δ, risk of the chosen Perceptron ≤ (ΣL + g√Σ‖x‖²)/(φ(0)T) + (4 +
    1/√2)·√(ln((T+1)/δ)/T) *)
Theorem generalisation_l1 : forall (E : space) (N T : ℕ) (D left loss risk tested total met P c average r g L wrong : ℕ -> ℝ) (δ inverse_δ inverse_T Λ root_half b φ_0 inverse_φ_0 : ℝ) (w x u : ℕ -> E) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> INR j <= left k -> tested (code [k; j]) = 0) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> left k <= INR j -> left k + tested (code [k; j]) = INR j) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> met (code [k; j]) = 0) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k = INR i + 1 -> met (code [(code [k; j]); i]) = loss (code [k; i; j])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i -> met (code [(code [k; j]); i]) = met (code [k; i])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  0 <= Λ ->  (* Λ is not negative; not used *)
  ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) <= Λ ->  (* Λ is ln(T(T+1)/δ), or more *)
  (forall k : ℕ, INR k + 1 <= INR T -> 0 <= c k) ->  (* a penalty is a root *)
  (forall k : ℕ, INR k + 1 <= INR T -> 2 * c k ^ 2 * INR k + 2 * c k ^ 2 = Λ) ->  (* c(k) is √(Λ/(2(k+1))) *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2 *)
  0 <= b ->  (* b is a root *)
  inverse_T * Λ + 2 * inverse_T * ln (inverse_δ * INR T + inverse_δ) <= inverse_T * ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) + 2 * b ^ 2 ->  (* b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> average (code [k; j]) * INR j + average (code [k; j]) = total (code [k; j])) ->  (* average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on *)
  ((forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) ^ 2 = loss (code [k; j; i])) /\ (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) ^ 2 = met (code [k; j]))) ->  (* a loss is 1, of an error, or 0, and so is what is met in a round *)
  (forall k : ℕ, left k = 0 -> w (code [k; T]) ≡ vzero) ->  (* the weights start at 0: w(k) are those with k examples to come *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> w (code [k; j]) ≡ w (code [k; (S j)]) ⊕ (met (code [k; j])) ⊙ x (code [k; j])) ->  (* where hypothesis k errs, the example x(k) of its round, times its label, is added to the weights *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) * ⟨w (code [k; (S j)]), x (code [k; j])⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, left k = 0 -> ⟨u k, u k⟩ <= 1) ->  (* ‖u‖ ≤ 1; u may depend on the sample *)
  (forall k : ℕ, left k = 0 -> 0 <= r k) ->  (* r is not negative *)
  (forall k : ℕ, left k = 0 -> sum (fun j => met (code [k; j]) * ⟨x (code [k; j]), x (code [k; j])⟩) T <= r k ^ 2) ->  (* r is √Σ‖x‖² over the updates, or more *)
  0 < φ_0 ->  (* the loss at 0 is positive *)
  φ_0 * inverse_φ_0 = 1 ->  (* 1/φ(0) is the reciprocal of φ(0) *)
  (forall k : ℕ, left k = 0 -> 0 <= g k) ->  (* g ≥ 0; g may depend on the sample *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> φ_0 <= g k * ⟨x (code [k; j]), u k⟩ + L (code [k; j])) ->  (* L(k) = φ(y⟨u, x⟩) ≥ φ(0) − g·y⟨u, x⟩ in each round *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σφ + g√Σ‖x‖²)/(φ(0)T) and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> (forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> inverse_T * inverse_φ_0 * r k * g k + inverse_T * inverse_φ_0 * sum (fun i => met (code [k; i]) * L (code [k; i])) T + root_half * b + 4 * b < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σφ + g√Σ‖x‖²)/(φ(0)T) and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> ((forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> risk (code [k; j]) <= inverse_T * inverse_φ_0 * r k * g k + inverse_T * inverse_φ_0 * sum (fun i => met (code [k; i]) * L (code [k; i])) T + root_half * b + 4 * b) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σφ + g√Σ‖x‖²)/(φ(0)T) and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk tested total met P c average r g L wrong δ inverse_δ inverse_T Λ root_half b φ_0 inverse_φ_0 w x u code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 _ fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40 fact41 fact42. exact (generalisation_l1_valid E (Env E (fun here => match here with 11 => δ | 12 => inverse_δ | 13 => inverse_T | 14 => Λ | 16 => root_half | 17 => b | 23 => φ_0 | 24 => inverse_φ_0 | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => tested | 8 => total | 9 => met | 10 => P | 15 => c | 18 => average | 22 => r | 25 => g | 26 => L | 27 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 19 => w | 20 => x | 21 => u | _ => fun _ => vzero end)%positive (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40 fact41 fact42). Qed.

(** generalisation-hinge: With probability at least 1 − δ, risk of the chosen Perceptron ≤ (H + √Σ‖x‖²/γ)/T + (4 + 1/√2)·√(ln((T+1)/δ)/T) *)
Theorem generalisation_hinge : forall (E : space) (N T : ℕ) (D left loss risk tested total met P c average r g ξ wrong : ℕ -> ℝ) (δ inverse_δ inverse_T Λ root_half b : ℝ) (w x u : ℕ -> E) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> INR j <= left k -> tested (code [k; j]) = 0) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> left k <= INR j -> left k + tested (code [k; j]) = INR j) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> met (code [k; j]) = 0) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k = INR i + 1 -> met (code [(code [k; j]); i]) = loss (code [k; i; j])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i -> met (code [(code [k; j]); i]) = met (code [k; i])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  0 <= Λ ->  (* Λ is not negative; not used *)
  ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) <= Λ ->  (* Λ is ln(T(T+1)/δ), or more *)
  (forall k : ℕ, INR k + 1 <= INR T -> 0 <= c k) ->  (* a penalty is a root *)
  (forall k : ℕ, INR k + 1 <= INR T -> 2 * c k ^ 2 * INR k + 2 * c k ^ 2 = Λ) ->  (* c(k) is √(Λ/(2(k+1))) *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2 *)
  0 <= b ->  (* b is a root *)
  inverse_T * Λ + 2 * inverse_T * ln (inverse_δ * INR T + inverse_δ) <= inverse_T * ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) + 2 * b ^ 2 ->  (* b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> average (code [k; j]) * INR j + average (code [k; j]) = total (code [k; j])) ->  (* average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on *)
  ((forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) ^ 2 = loss (code [k; j; i])) /\ (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) ^ 2 = met (code [k; j]))) ->  (* a loss is 1, of an error, or 0, and so is what is met in a round *)
  (forall k : ℕ, left k = 0 -> w (code [k; T]) ≡ vzero) ->  (* the weights start at 0: w(k) are those with k examples to come *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> w (code [k; j]) ≡ w (code [k; (S j)]) ⊕ (met (code [k; j])) ⊙ x (code [k; j])) ->  (* where hypothesis k errs, the example x(k) of its round, times its label, is added to the weights *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) * ⟨w (code [k; (S j)]), x (code [k; j])⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, left k = 0 -> ⟨u k, u k⟩ <= 1) ->  (* ‖u‖ ≤ 1; u may depend on the sample *)
  (forall k : ℕ, left k = 0 -> 0 <= r k) ->  (* r is not negative *)
  (forall k : ℕ, left k = 0 -> sum (fun j => met (code [k; j]) * ⟨x (code [k; j]), x (code [k; j])⟩) T <= r k ^ 2) ->  (* r is √Σ‖x‖² over the updates, or more *)
  (forall k : ℕ, left k = 0 -> 0 <= g k) ->  (* g is 1/γ for a margin γ > 0, or 0; both may depend on the sample *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> 1 <= g k * ⟨x (code [k; j]), u k⟩ + ξ (code [k; j])) ->  (* ξ(k) is the hinge loss 1 − y⟨u, x⟩/γ of the round, or more *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σξ + √Σ‖x‖²/γ)/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> (forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> inverse_T * r k * g k + inverse_T * sum (fun i => met (code [k; i]) * ξ (code [k; i])) T + root_half * b + 4 * b < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σξ + √Σ‖x‖²/γ)/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> ((forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> risk (code [k; j]) <= inverse_T * r k * g k + inverse_T * sum (fun i => met (code [k; i]) * ξ (code [k; i])) T + root_half * b + 4 * b) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σξ + √Σ‖x‖²/γ)/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk tested total met P c average r g ξ wrong δ inverse_δ inverse_T Λ root_half b w x u code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 _ fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40. exact (generalisation_hinge_valid E (Env E (fun here => match here with 11 => δ | 12 => inverse_δ | 13 => inverse_T | 14 => Λ | 16 => root_half | 17 => b | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => tested | 8 => total | 9 => met | 10 => P | 15 => c | 18 => average | 22 => r | 23 => g | 24 => ξ | 25 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 19 => w | 20 => x | 21 => u | _ => fun _ => vzero end)%positive (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40). Qed.

(** generalisation-squared-hinge: With probability at least 1 − δ, risk of the chosen Perceptron ≤ (H₂² + 2√Σ‖x‖²/γ)/T + (4 +
    1/√2)·√(ln((T+1)/δ)/T) *)
Theorem generalisation_squared_hinge : forall (E : space) (N T : ℕ) (D left loss risk tested total met P c average r g ξ wrong : ℕ -> ℝ) (δ inverse_δ inverse_T Λ root_half b : ℝ) (w x u : ℕ -> E) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> INR j <= left k -> tested (code [k; j]) = 0) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> left k <= INR j -> left k + tested (code [k; j]) = INR j) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> met (code [k; j]) = 0) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k = INR i + 1 -> met (code [(code [k; j]); i]) = loss (code [k; i; j])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i -> met (code [(code [k; j]); i]) = met (code [k; i])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  0 <= Λ ->  (* Λ is not negative; not used *)
  ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) <= Λ ->  (* Λ is ln(T(T+1)/δ), or more *)
  (forall k : ℕ, INR k + 1 <= INR T -> 0 <= c k) ->  (* a penalty is a root *)
  (forall k : ℕ, INR k + 1 <= INR T -> 2 * c k ^ 2 * INR k + 2 * c k ^ 2 = Λ) ->  (* c(k) is √(Λ/(2(k+1))) *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2 *)
  0 <= b ->  (* b is a root *)
  inverse_T * Λ + 2 * inverse_T * ln (inverse_δ * INR T + inverse_δ) <= inverse_T * ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) + 2 * b ^ 2 ->  (* b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> average (code [k; j]) * INR j + average (code [k; j]) = total (code [k; j])) ->  (* average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on *)
  ((forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) ^ 2 = loss (code [k; j; i])) /\ (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) ^ 2 = met (code [k; j]))) ->  (* a loss is 1, of an error, or 0, and so is what is met in a round *)
  (forall k : ℕ, left k = 0 -> w (code [k; T]) ≡ vzero) ->  (* the weights start at 0: w(k) are those with k examples to come *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> w (code [k; j]) ≡ w (code [k; (S j)]) ⊕ (met (code [k; j])) ⊙ x (code [k; j])) ->  (* where hypothesis k errs, the example x(k) of its round, times its label, is added to the weights *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) * ⟨w (code [k; (S j)]), x (code [k; j])⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, left k = 0 -> ⟨u k, u k⟩ <= 1) ->  (* ‖u‖ ≤ 1; u may depend on the sample *)
  (forall k : ℕ, left k = 0 -> 0 <= r k) ->  (* r is not negative *)
  (forall k : ℕ, left k = 0 -> sum (fun j => met (code [k; j]) * ⟨x (code [k; j]), x (code [k; j])⟩) T <= r k ^ 2) ->  (* r is √Σ‖x‖² over the updates, or more *)
  (forall k : ℕ, left k = 0 -> 0 <= g k) ->  (* g is 2/γ for a margin γ > 0, or 0; both may depend on the sample *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> 2 <= g k * ⟨x (code [k; j]), u k⟩ + 2 * ξ (code [k; j])) ->  (* ξ(k) is the hinge loss 1 − y⟨u, x⟩/γ of the round, or more *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σξ² + 2√Σ‖x‖²/γ)/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> (forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> inverse_T * r k * g k + inverse_T * sum (fun i => met (code [k; i]) * ξ (code [k; i]) ^ 2) T + root_half * b + 4 * b < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σξ² + 2√Σ‖x‖²/γ)/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> ((forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> risk (code [k; j]) <= inverse_T * r k * g k + inverse_T * sum (fun i => met (code [k; i]) * ξ (code [k; i]) ^ 2) T + root_half * b + 4 * b) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (Σξ² + 2√Σ‖x‖²/γ)/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk tested total met P c average r g ξ wrong δ inverse_δ inverse_T Λ root_half b w x u code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 _ fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40. exact (generalisation_squared_hinge_valid E (Env E (fun here => match here with 11 => δ | 12 => inverse_δ | 13 => inverse_T | 14 => Λ | 16 => root_half | 17 => b | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => tested | 8 => total | 9 => met | 10 => P | 15 => c | 18 => average | 22 => r | 23 => g | 24 => ξ | 25 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 19 => w | 20 => x | 21 => u | _ => fun _ => vzero end)%positive (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40). Qed.

(** generalisation-l2: With probability at least 1 − δ, risk of the chosen Perceptron ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))²/T + (4 +
    1/√2)·√(ln((T+1)/δ)/T) *)
Theorem generalisation_l2 : forall (E : space) (N T : ℕ) (D left loss risk tested total met P c average r g ξ H₂ q wrong : ℕ -> ℝ) (δ inverse_δ inverse_T Λ root_half b : ℝ) (w x u : ℕ -> E) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> INR j <= left k -> tested (code [k; j]) = 0) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j <= INR T + 1 -> left k <= INR j -> left k + tested (code [k; j]) = INR j) ->  (* tested(h, k) is how many of the last k examples have come *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> met (code [k; j]) = 0) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k = INR i + 1 -> met (code [(code [k; j]); i]) = loss (code [k; i; j])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i -> met (code [(code [k; j]); i]) = met (code [k; i])) ->  (* met(h, k) is the loss of hypothesis k on the example of its own round *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  δ * inverse_δ = 1 ->  (* 1/δ is the reciprocal of δ *)
  1 <= INR T ->  (* there is an example *)
  inverse_T * INR T = 1 ->  (* 1/T is the reciprocal of T *)
  0 <= Λ ->  (* Λ is not negative; not used *)
  ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) <= Λ ->  (* Λ is ln(T(T+1)/δ), or more *)
  (forall k : ℕ, INR k + 1 <= INR T -> 0 <= c k) ->  (* a penalty is a root *)
  (forall k : ℕ, INR k + 1 <= INR T -> 2 * c k ^ 2 * INR k + 2 * c k ^ 2 = Λ) ->  (* c(k) is √(Λ/(2(k+1))) *)
  0 <= root_half ->  (* √½ is a root *)
  2 * root_half ^ 2 = 1 ->  (* √½ squared is 1/2 *)
  0 <= b ->  (* b is a root *)
  inverse_T * Λ + 2 * inverse_T * ln (inverse_δ * INR T + inverse_δ) <= inverse_T * ln (inverse_δ * INR T ^ 2 + inverse_δ * INR T) + 2 * b ^ 2 ->  (* b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> average (code [k; j]) * INR j + average (code [k; j]) = total (code [k; j])) ->  (* average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on *)
  ((forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) ^ 2 = loss (code [k; j; i])) /\ (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) ^ 2 = met (code [k; j]))) ->  (* a loss is 1, of an error, or 0, and so is what is met in a round *)
  (forall k : ℕ, left k = 0 -> w (code [k; T]) ≡ vzero) ->  (* the weights start at 0: w(k) are those with k examples to come *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> w (code [k; j]) ≡ w (code [k; (S j)]) ⊕ (met (code [k; j])) ⊙ x (code [k; j])) ->  (* where hypothesis k errs, the example x(k) of its round, times its label, is added to the weights *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> met (code [k; j]) * ⟨w (code [k; (S j)]), x (code [k; j])⟩ <= 0) ->  (* an update happens only if y⟨w, x⟩ ≤ 0 *)
  (forall k : ℕ, left k = 0 -> ⟨u k, u k⟩ <= 1) ->  (* ‖u‖ ≤ 1; u may depend on the sample *)
  (forall k : ℕ, left k = 0 -> 0 <= r k) ->  (* r is not negative *)
  (forall k : ℕ, left k = 0 -> sum (fun j => met (code [k; j]) * ⟨x (code [k; j]), x (code [k; j])⟩) T <= r k ^ 2) ->  (* r is √Σ‖x‖² over the updates, or more *)
  (forall k : ℕ, left k = 0 -> 0 <= g k) ->  (* g is 1/γ for a margin γ > 0, or 0; both may depend on the sample *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> 1 <= g k * ⟨x (code [k; j]), u k⟩ + ξ (code [k; j])) ->  (* ξ(k) is the hinge loss 1 − y⟨u, x⟩/γ of the round, or more *)
  (forall k : ℕ, left k = 0 -> 0 <= H₂ k) ->  (* H₂ is not negative *)
  (forall k : ℕ, left k = 0 -> sum (fun j => met (code [k; j]) * ξ (code [k; j]) ^ 2) T <= H₂ k ^ 2) ->  (* H₂ is √Σξ² over the updates, or more *)
  (forall k : ℕ, left k = 0 -> 0 <= q k) ->  (* q is not negative *)
  (forall k : ℕ, left k = 0 -> r k * g k + 1 / 4 * H₂ k ^ 2 <= q k ^ 2) ->  (* q is √(H₂²/4 + √Σ‖x‖²/γ), or more *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (H₂/2 + q)²/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> (forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> 1 / 4 * inverse_T * H₂ k ^ 2 + inverse_T * H₂ k * q k + inverse_T * q k ^ 2 + root_half * b + 4 * b < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (H₂/2 + q)²/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> ((forall i : ℕ, INR i + 1 <= INR T -> c j + average (code [k; j]) <= c i + average (code [k; i])) -> risk (code [k; j]) <= 1 / 4 * inverse_T * H₂ k ^ 2 + inverse_T * H₂ k * q k + inverse_T * q k ^ 2 + root_half * b + 4 * b) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and a risk above (H₂/2 + q)²/T and (4 + √½)b *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk tested total met P c average r g ξ H₂ q wrong δ inverse_δ inverse_T Λ root_half b w x u code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 _ fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40 fact41 fact42 fact43 fact44. exact (generalisation_l2_valid E (Env E (fun here => match here with 11 => δ | 12 => inverse_δ | 13 => inverse_T | 14 => Λ | 16 => root_half | 17 => b | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => tested | 8 => total | 9 => met | 10 => P | 15 => c | 18 => average | 22 => r | 23 => g | 24 => ξ | 25 => H₂ | 26 => q | 27 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun here => match here with 19 => w | 20 => x | 21 => u | _ => fun _ => vzero end)%positive (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact13 fact14 fact15 fact16 fact17 fact18 fact20 fact21 fact22 fact23 fact24 fact25 fact26 fact27 fact28 fact29 fact30 fact31 fact32 fact33 fact34 fact35 fact36 fact37 fact38 fact39 fact40 fact41 fact42 fact43 fact44). Qed.

(** test-set-bound: With probability at least 1 − δ, a hypothesis has at most the risk that the binomial tail, inverted, gives for its
    held-out errors *)
Theorem test_set_bound : forall (E : space) (N T m : ℕ) (D left loss risk total P B U A : ℕ -> ℝ) (δ : ℝ) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) ^ 2 = loss (code [k; j; i])) ->  (* a loss is 1, of an error, or 0 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> B (code [k; j; i; O]) = 0) ->  (* B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> B (code [k; j; O; (S i)]) = 1) ->  (* B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i + 1 <= INR T -> forall l : ℕ, INR l <= INR T -> B (code [k; j; i; (S l)]) * U (code [k; j]) + B (code [k; j; (S i); (S l)]) = B (code [k; j; i; l]) * U (code [k; j]) + B (code [k; j; i; (S l)])) ->  (* B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> A (code [k; j; i; O]) = 0) ->  (* A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> A (code [k; j; O; (S i)]) = 1) ->  (* A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i + 1 <= INR T -> forall l : ℕ, INR l <= INR T -> risk (code [k; j]) * A (code [k; j; i; (S l)]) + A (code [k; j; (S i); (S l)]) = risk (code [k; j]) * A (code [k; j; i; l]) + A (code [k; j; i; (S l)])) ->  (* A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k) *)
  (forall k : ℕ, left k = 0 -> 0 <= U (code [k; m])) ->  (* what the risk is to be at most is not negative *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j <= INR m + 1 -> total (code [k; m]) = INR j -> U (code [k; m]) < 1 -> B (code [k; m; (S m); (S j)]) <= δ) ->  (* U(k) is 1 or more, or an error probability with which s errors or fewer are so unlikely, where hypothesis k made s *)
  INR m + 1 <= INR T ->  (* hypothesis m is learnt from all but the last m + 1 of the T examples *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  (forall k : ℕ, left k = 0 -> U (code [k; m]) < risk (code [k; m]) -> P k = 1) ->  (* for a sample, P is 1 if hypothesis m has a risk above U(m), else 0 *)
  (forall k : ℕ, left k = 0 -> risk (code [k; m]) <= U (code [k; m]) -> P k = 0) ->  (* for a sample, P is 1 if hypothesis m has a risk above U(m), else 0 *)
  P O <= δ.
Proof. intros E N T m D left loss risk total P B U A δ code. exact (test_set_bound_valid E (Env E (fun here => match here with 13 => δ | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => total | 8 => P | 9 => B | 10 => U | 11 => A | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => N | 3 => T | 12 => m | _ => O end)%positive code)). Qed.

(** test-set-bounds: With probability at least 1 − δ, each of the T hypotheses has at most the risk that the binomial tail, inverted at
    δ/T, gives *)
Theorem test_set_bounds : forall (E : space) (N T : ℕ) (D left loss risk total P B U A W wrong : ℕ -> ℝ) (δ : ℝ) (code : list ℕ -> ℕ),
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* D(z) is the probability of the example z: it is not negative *)
  sum (fun j => D j) N = 1 ->  (* the probabilities sum to 1 *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> forall i : ℕ, INR i + 1 <= INR N -> loss (code [k; j; i]) ^ 2 = loss (code [k; j; i])) ->  (* a loss is 1, of an error, or 0 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> forall l : ℕ, INR l + 1 <= INR N -> loss (code [(code [k; j]); i; l]) = loss (code [k; i; l])) ->  (* loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> left k <= INR j + 1 -> risk (code [k; j]) = sum (fun i => D i * loss (code [k; j; i])) N) ->  (* risk(h, k) is the mean loss of hypothesis k *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> INR j + 1 <= left k -> total (code [k; j]) = 0) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> forall i : ℕ, INR i + 1 <= INR T -> left k <= INR i + 1 -> total (code [(code [k; j]); i]) = loss (code [k; i; j]) + total (code [k; i])) ->  (* total(h, k) is the sum of the losses of hypothesis k from its own round on *)
  (forall k : ℕ, 1 <= left k -> P k = sum (fun j => D j * P (code [k; j])) N) ->  (* P(h) is the probability of failure once h has been seen *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> B (code [k; j; i; O]) = 0) ->  (* B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> B (code [k; j; O; (S i)]) = 1) ->  (* B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i + 1 <= INR T -> forall l : ℕ, INR l <= INR T -> B (code [k; j; i; (S l)]) * U (code [k; j]) + B (code [k; j; (S i); (S l)]) = B (code [k; j; i; l]) * U (code [k; j]) + B (code [k; j; i; (S l)])) ->  (* B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> A (code [k; j; i; O]) = 0) ->  (* A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR T -> A (code [k; j; O; (S i)]) = 1) ->  (* A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k) *)
  (forall k : ℕ, forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i + 1 <= INR T -> forall l : ℕ, INR l <= INR T -> risk (code [k; j]) * A (code [k; j; i; (S l)]) + A (code [k; j; (S i); (S l)]) = risk (code [k; j]) * A (code [k; j; i; l]) + A (code [k; j; i; (S l)])) ->  (* A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k) *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> 0 <= U (code [k; j])) ->  (* what the risk is to be at most is not negative *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> forall i : ℕ, INR i <= INR j + 1 -> total (code [k; j]) = INR i -> U (code [k; j]) < 1 -> B (code [k; j; (S j); (S i)]) * INR T <= δ) ->  (* U(k) is 1 or more, or an error probability with which s errors or fewer are so unlikely, where hypothesis k made s *)
  0 < δ ->  (* δ is the probability of failure that is allowed *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> U (code [k; j]) < risk (code [k; j]) -> W (code [k; j]) = 1) ->  (* for a sample, W(h, k) is 1 if hypothesis k has a risk above U(k), else 0 *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> risk (code [k; j]) <= U (code [k; j]) -> W (code [k; j]) = 0) ->  (* for a sample, W(h, k) is 1 if hypothesis k has a risk above U(k), else 0 *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR T -> W (code [k; j]) = sum (fun i => D i * W (code [(code [k; i]); j])) N) ->  (* W(h, k) is the probability of that once h has been seen *)
  (forall k : ℕ, left k = 0 -> wrong (code [k; O]) = 0) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a risk above its U, else 0 *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> U (code [k; j]) < risk (code [k; j]) -> wrong (code [k; (S j)]) = 1) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a risk above its U, else 0 *)
  (forall k : ℕ, left k = 0 -> forall j : ℕ, INR j + 1 <= INR T -> risk (code [k; j]) <= U (code [k; j]) -> wrong (code [k; (S j)]) = wrong (code [k; j])) ->  (* wrong(h, k) is 1 if one of the first k hypotheses has a risk above its U, else 0 *)
  (forall k : ℕ, left k = 0 -> P k = wrong (code [k; T])) ->  (* for a sample, P is 1 if that is so for any hypothesis *)
  P O <= δ.
Proof. intros E N T D left loss risk total P B U A W wrong δ code. exact (test_set_bounds_valid E (Env E (fun here => match here with 12 => δ | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => total | 8 => P | 9 => B | 10 => U | 11 => A | 13 => W | 14 => wrong | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code)). Qed.

(** expected-risk: A hypothesis drawn from a run has the expected risk E[M]/T, for T examples of which M are mistakes *)
Theorem expected_risk : forall (E : space) (N T : ℕ) (D left loss risk met total E_ L : ℕ -> ℝ) (r : ℝ) (code : list ℕ -> ℕ),
  sum (fun j => D j) N = 1 ->  (* D(z) is the probability of the example z, and those of the N examples sum to 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, risk k = sum (fun j => D j * loss (code [k; j])) N) ->  (* risk(h) is the mean loss of the hypothesis learnt from h *)
  met O = 0 ->  (* met(h) is the number of mistakes on the way to h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> met (code [k; j]) = loss (code [k; j]) + met k) ->  (* loss(h, z) is 1 for a mistake on z after h *)
  total O = 0 ->  (* total(h) is the sum of the risks on the way to h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> total (code [k; j]) = risk k + total k) ->  (* each history has its hypothesis *)
  (forall k : ℕ, left k = 0 -> E_ k = met k) ->  (* E(h) is the expected number of mistakes in the end, once h has been seen *)
  (forall k : ℕ, 1 <= left k -> E_ k = sum (fun j => D j * E_ (code [k; j])) N) ->  (* before that, its mean one example later *)
  (forall k : ℕ, left k = 0 -> L k = total k) ->  (* L(h) is the expected sum of the risks in the end, once h has been seen *)
  (forall k : ℕ, 1 <= left k -> L k = sum (fun j => D j * L (code [k; j])) N) ->  (* before that, its mean one example later *)
  1 <= INR T ->  (* an example is drawn; not used *)
  r * INR T = L O ->  (* r is the expected risk of a hypothesis drawn from the T of a run *)
  r * INR T = E_ O.
Proof. intros E N T D left loss risk met total E_ L r code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14. exact (expected_risk_valid E (Env E (fun here => match here with 11 => r | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => met | 8 => total | 9 => E_ | 10 => L | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14). Qed.

(** expected-risk-bound: A mistake bound B gives a hypothesis of expected risk B/T, drawn from the run on T examples *)
Theorem expected_risk_bound : forall (E : space) (N T : ℕ) (D left loss risk met total E_ L : ℕ -> ℝ) (r B : ℝ) (code : list ℕ -> ℕ),
  sum (fun j => D j) N = 1 ->  (* D(z) is the probability of the example z, and those of the N examples sum to 1 *)
  left O = INR T ->  (* T examples are to be drawn *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> left (code [k; j]) + 1 = left k) ->  (* left(h) is how many are still to come after the history h *)
  (forall k : ℕ, risk k = sum (fun j => D j * loss (code [k; j])) N) ->  (* risk(h) is the mean loss of the hypothesis learnt from h *)
  met O = 0 ->  (* met(h) is the number of mistakes on the way to h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> met (code [k; j]) = loss (code [k; j]) + met k) ->  (* loss(h, z) is 1 for a mistake on z after h *)
  total O = 0 ->  (* total(h) is the sum of the risks on the way to h *)
  (forall k : ℕ, 1 <= left k -> forall j : ℕ, INR j + 1 <= INR N -> total (code [k; j]) = risk k + total k) ->  (* each history has its hypothesis *)
  (forall k : ℕ, left k = 0 -> E_ k = met k) ->  (* E(h) is the expected number of mistakes in the end, once h has been seen *)
  (forall k : ℕ, 1 <= left k -> E_ k = sum (fun j => D j * E_ (code [k; j])) N) ->  (* before that, its mean one example later *)
  (forall k : ℕ, left k = 0 -> L k = total k) ->  (* L(h) is the expected sum of the risks in the end, once h has been seen *)
  (forall k : ℕ, 1 <= left k -> L k = sum (fun j => D j * L (code [k; j])) N) ->  (* before that, its mean one example later *)
  1 <= INR T ->  (* an example is drawn; not used *)
  r * INR T = L O ->  (* r is the expected risk of a hypothesis drawn from the T of a run *)
  (forall k : ℕ, INR k + 1 <= INR N -> 0 <= D k) ->  (* a probability is not negative *)
  (forall k : ℕ, left k = 0 -> met k <= B) ->  (* the learner makes at most B mistakes on any T examples *)
  r * INR T <= B.
Proof. intros E N T D left loss risk met total E_ L r B code fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 _ fact14 fact15 fact16. exact (expected_risk_bound_valid E (Env E (fun here => match here with 11 => r | 12 => B | _ => 0%R end)%positive (fun here => match here with 2 => D | 4 => left | 5 => loss | 6 => risk | 7 => met | 8 => total | 9 => E_ | 10 => L | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 1 => N | 3 => T | _ => O end)%positive code) fact1 fact2 fact3 fact4 fact5 fact6 fact7 fact8 fact9 fact10 fact11 fact12 fact14 fact15 fact16). Qed.

(** * engine *)

(** float-sum: Two sums, off by at most (G − 1)A and (G − 1)B, and one rounding: their float sum is off by at most ((1 + u)G − 1)(A + B) *)
Theorem float_sum : forall (E : space) (A G S_ s B T t u ε : ℝ),
  A + s <= A * G + S_ ->  (* the first computed sum is off by at most (G − 1)A *)
  A + S_ <= A * G + s ->  (* the first computed sum is off by at most (G − 1)A, from below *)
  B + t <= G * B + T ->  (* the second computed sum is off by at most (G − 1)B *)
  B + T <= G * B + t ->  (* the second computed sum is off by at most (G − 1)B, from below *)
  S_ <= A ->  (* A bounds the sizes of the terms of the first *)
  0 <= A + S_ ->  (* A bounds the sizes of the terms of the first, from below *)
  T <= B ->  (* B bounds the sizes of the terms of the second *)
  0 <= B + T ->  (* B bounds the sizes of the terms of the second, from below *)
  ε <= u ->  (* a rounding is at most u *)
  0 <= u + ε ->  (* a rounding is at most u, from below *)
  A + s * ε + s + B + t * ε + t <= A * G * u + A * G + G * B * u + G * B + S_ + T.
Proof. intros E A G S_ s B T t u ε. exact (float_sum_valid E (Env E (fun here => match here with 1 => A | 2 => G | 3 => S_ | 4 => s | 5 => B | 6 => T | 7 => t | 8 => u | 9 => ε | _ => 0%R end)%positive (fun _ => fun _ => 0%R) (fun _ => vzero) (fun _ => fun _ => vzero) (fun _ => O) (fun _ => O))). Qed.

(** float-dot: A sum of n products in floats, one after the other, is off by at most ((1 + u)ⁿ⁺¹ − 1)·‖a‖‖b‖ *)
Theorem float_dot : forall (E : space) (u : ℝ) (δ ε s a b c P : ℕ -> ℝ) (n : ℕ),
  (forall k : ℕ, δ k <= u) ->  (* the rounding of a product is at most u *)
  (forall k : ℕ, 0 <= u + δ k) ->  (* the rounding of a product is at most u, from below *)
  (forall k : ℕ, ε k <= u) ->  (* the rounding of a sum is at most u *)
  (forall k : ℕ, 0 <= u + ε k) ->  (* the rounding of a sum is at most u, from below *)
  s O = 0 ->  (* s(k) is the float sum of the first k products *)
  (forall k : ℕ, s (S k) = δ k * ε k * a k * b k + δ k * a k * b k + ε k * s k + ε k * a k * b k + s k + a k * b k) ->  (* one more product, rounded, and the sum, rounded *)
  (forall k : ℕ, 0 <= c k) ->  (* c(k) is |a(k)b(k)| *)
  (forall k : ℕ, c k ^ 2 = a k ^ 2 * b k ^ 2) ->  (* c(k)² is its square *)
  P O = u + 1 ->  (* P(k) is (1 + u)ᵏ⁺¹ *)
  (forall k : ℕ, P (S k) = u * P k + P k) ->  (* one more rounding *)
  s n ^ 2 + 2 * P n * sum (fun j => a j ^ 2) n * sum (fun j => b j ^ 2) n + sum (fun j => a j * b j) n ^ 2 <= 2 * s n * sum (fun j => a j * b j) n + P n ^ 2 * sum (fun j => a j ^ 2) n * sum (fun j => b j ^ 2) n + sum (fun j => a j ^ 2) n * sum (fun j => b j ^ 2) n.
Proof. intros E u δ ε s a b c P n. exact (float_dot_valid E (Env E (fun here => match here with 1 => u | _ => 0%R end)%positive (fun here => match here with 2 => δ | 3 => ε | 4 => s | 5 => a | 6 => b | 7 => c | 8 => P | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 9 => n | _ => O end)%positive (fun _ => O))). Qed.

(** float-growth: n + 1 roundings are off by a factor of at most 1/(1 − (n + 1)u) *)
Theorem float_growth : forall (E : space) (u : ℝ) (P : ℕ -> ℝ) (n : ℕ),
  0 <= u ->
  P O = u + 1 ->  (* P(k) is (1 + u)ᵏ⁺¹ *)
  (forall k : ℕ, P (S k) = u * P k + P k) ->  (* one more rounding *)
  P n <= u * P n * INR n + u * P n + 1.
Proof. intros E u P n. exact (float_growth_valid E (Env E (fun here => match here with 1 => u | _ => 0%R end)%positive (fun here => match here with 2 => P | _ => fun _ => 0%R end)%positive (fun _ => vzero) (fun _ => fun _ => vzero) (fun here => match here with 3 => n | _ => O end)%positive (fun _ => O))). Qed.

(** certified-sign: A float score s beyond (g(1 + κ) + κ)·N‖x‖ has the sign of ⟨w, x⟩, for N² ≥ Σ‖z‖² over the updates *)
Theorem certified_sign : forall (E : space) (w z : ℕ -> E) (M : ℕ) (Q : ℕ -> ℝ) (κ g s X : ℝ) (h x : E),
  w O ≡ vzero ->  (* the weights start at 0 *)
  (forall k : ℕ, w (S k) ≡ w k ⊕ z k) ->  (* update k adds z(k), an example times its label *)
  (forall k : ℕ, INR k + 1 <= INR M -> ⟨w k, z k⟩ <= 0) ->  (* an update is made only where y⟨w, x⟩ ≤ 0 *)
  0 <= Q O ->  (* Q(k) is at least the sum of ‖z‖² over the first k updates; N² is Q(M) *)
  (forall k : ℕ, INR k + 1 <= INR M -> Q k + ⟨z k, z k⟩ <= Q (S k)) ->  (* an update adds ‖z‖², or more *)
  0 <= κ ->
  0 <= g ->
  ⟨h, h⟩ + ⟨w M, w M⟩ <= κ ^ 2 * Q M + 2 * ⟨h, w M⟩ ->  (* the float weights h are within κN of the exact ones *)
  s ^ 2 + ⟨h, x⟩ ^ 2 <= g ^ 2 * ⟨h, h⟩ * ⟨x, x⟩ + 2 * s * ⟨h, x⟩ ->  (* the float score is off by at most g‖h‖‖x‖, by float-dot with g = (1 + u)ⁿ⁺¹ − 1 *)
  ⟨x, x⟩ <= X ->  (* X is at least ‖x‖² *)
  κ ^ 2 * g ^ 2 * X * Q M + 2 * κ ^ 2 * g * X * Q M + κ ^ 2 * X * Q M + 2 * κ * g ^ 2 * X * Q M + 2 * κ * g * X * Q M + g ^ 2 * X * Q M < s ^ 2 ->  (* the score is beyond the bound *)
  0 < s * ⟨x, w M⟩.
Proof. intros E w z M Q κ g s X h x. exact (certified_sign_valid E (Env E (fun here => match here with 5 => κ | 6 => g | 8 => s | 10 => X | _ => 0%R end)%positive (fun here => match here with 4 => Q | _ => fun _ => 0%R end)%positive (fun here => match here with 7 => h | 9 => x | _ => vzero end)%positive (fun here => match here with 1 => w | 2 => z | _ => fun _ => vzero end)%positive (fun here => match here with 3 => M | _ => O end)%positive (fun _ => O))). Qed.
