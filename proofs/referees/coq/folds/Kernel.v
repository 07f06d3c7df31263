(** The bounds of Claims.v for runs of the kernel Perceptron, which computes with the kernel alone.  They hold for every feature map of it. *)
From Coq Require Import QArith Qreals Lra List Bool.
From Perceptron.theory Require Import Space.
From Perceptron.learners Require Import Learners Folds Refinement.
From Perceptron.folds Require Import Runs Perceptron.
Import ListNotations.
#[local] Open Scope R_scope.

Section kernel.
  Context {X : Type} (K : X -> X -> Q) (t : ties) {E : space} (phi : X -> E).
  Context (feature : forall x z, Q2R (K x z) = ⟨phi x, phi z⟩).
  Context (l : list (X * bool)) (u : E) (γ : R) (positive : 0 < γ) (unit : ⟨u, u⟩ <= 1).

  Let us := kernel_run K t l.
  Let images := map (image phi) l.

  (** Over the updates: the trace of the kernel matrix, and the hinge loss *)
  Definition trace : R := fold_right (fun e s => Q2R (K (fst e) (fst e)) + s) 0 (updated l us).
  Definition loss : R := total (slack γ u) images us / γ.

  Lemma trace_squares : total square images us = trace.
  Proof.
    unfold total, images, trace. generalize us. induction l as [|e l' IH]; intros [|[] vs]; cbn [map updated fold_right]; auto.
    rewrite IH. unfold square, image. cbn [fst]. now rewrite feature.
  Qed.
  Lemma within_features radius : (forall e, In e l -> Q2R (K (fst e) (fst e)) <= radius ^ 2) -> forall e, In e images -> square e <= radius ^ 2.
  Proof. intros B e I. apply in_map_iff in I as (x & <- & I). unfold square, image. cbn [fst]. rewrite <- feature. now apply B. Qed.

  Theorem kernel_novikoff radius : 0 <= radius -> (forall e, In e l -> Q2R (K (fst e) (fst e)) <= radius ^ 2) ->
    (forall e, In e l -> γ <= sign (snd e) * ⟨u, phi (fst e)⟩) -> INR (count us) <= (radius / γ) ^ 2.
  Proof.
    intros P B S. destruct (kernel_run_refines K t phi feature l) as [last run].
    apply (perceptron_novikoff t run u γ positive radius unit P (within_features radius B)).
    intros e I. apply in_map_iff in I as (x & <- & I). now apply S.
  Qed.
  Theorem kernel_hinge_l1 : INR (count us) <= loss + sqrt trace / γ.
  Proof.
    destruct (kernel_run_refines K t phi feature l) as [last run]. rewrite <- trace_squares.
    exact (perceptron_hinge_l1 t run u γ positive unit).
  Qed.
  Theorem kernel_hinge_l1_radius radius : 0 <= radius -> (forall e, In e l -> Q2R (K (fst e) (fst e)) <= radius ^ 2) ->
    INR (count us) <= (radius / γ + sqrt loss) ^ 2.
  Proof.
    intros P B. destruct (kernel_run_refines K t phi feature l) as [last run].
    exact (perceptron_hinge_l1_radius t run u γ positive radius unit P (within_features radius B)).
  Qed.
End kernel.
