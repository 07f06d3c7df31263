(* Runs the extracted learners: a line of words in, a line of words out.  An integer is an optional - and binary digits. *)

let words = ref []
let next () = match !words with w :: rest -> words := rest; w | [] -> failwith "a word is missing"
let positive text =
  let bits = List.init (String.length text) (String.get text) in
  List.fold_left (fun p b -> match p, b with
    | None, '1' -> Some XH | None, _ -> None
    | Some p, '1' -> Some (XI p) | Some p, _ -> Some (XO p)) None bits
let z () = let w = next () in
  if w.[0] = '-' then (match positive (String.sub w 1 (String.length w - 1)) with Some p -> Zneg p | None -> Z0)
  else (match positive w with Some p -> Zpos p | None -> Z0)
let q () = let n = z () in match z () with Zpos d -> { qnum = n; qden = d } | _ -> failwith "a denominator is not positive"
let small () = int_of_string (next ())
let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f
let flag () = next () = "1"

let rec bits = function XH -> "1" | XO p -> bits p ^ "0" | XI p -> bits p ^ "1"
let show = function Z0 -> "0" | Zpos p -> bits p | Zneg p -> "-" ^ bits p
let show_q x = show x.qnum ^ " " ^ bits x.qden
let show_flags us = String.concat "" (List.map (fun u -> if u then "1" else "0") us)
let ties () = match next () with "mistake" -> Mistake | "1" -> Predicts true | _ -> Predicts false

let additive () =
  let learner = match next () with
    | "perceptron" -> perceptron (ties ())
    | "margin" -> margin_perceptron (q ())
    | "hebb" -> hebb (flag ())
    | "ogd-mistakes" -> ogd_mistakes (q ())
    | _ -> ogd_hinge (q ()) in
  let d = small () in
  let start = times d q in
  let examples = times (small ()) (fun () -> let x = times d q in (x, flag ())) in
  let (w, us) = run learner start examples in
  String.concat " " (List.map show_q w @ [show_flags us])

let kernel () =
  let t = ties () in
  let n = small () in
  let gram = Array.init n (fun _ -> Array.init n (fun _ -> q ())) in
  show_flags (kernel_run (fun i j -> gram.(i).(j)) t (List.mapi (fun i y -> (i, y)) (times n flag)))

let winnow () =
  let t = ties () in
  let balanced = flag () in
  let beta = q () in
  let threshold = q () in
  let d = small () in
  let examples = times (small ()) (fun () -> let x = times d z in (x, flag ())) in
  let (g, us) = winnow_go beta threshold balanced t (times d (fun () -> Z0)) examples in
  String.concat " " (List.map show g @ [show_flags us])

let certificate () =
  let d = small () in
  let u = times d z in
  let g = z () in
  let rows = times (small ()) (fun () -> let x = times d z in (x, flag ())) in
  match bound u g rows with Some b -> show b | None -> "refused"

let () =
  try
    while true do
      words := String.split_on_char ' ' (input_line stdin);
      print_endline (match next () with
        | "additive" -> additive () | "kernel" -> kernel () | "winnow" -> winnow () | _ -> certificate ())
    done
  with End_of_file -> ()
