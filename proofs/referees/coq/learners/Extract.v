(** The learners as OCaml, on numbers as Coq has them: no arithmetic of the machine is trusted.  Coq prints the program. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Perceptron.learners Require Import Learners Certify.
Extraction Language OCaml.
Recursive Extraction perceptron margin_perceptron hebb ogd_mistakes ogd_hinge run kernel_run winnow_go bound.
