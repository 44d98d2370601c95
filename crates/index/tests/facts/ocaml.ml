open Base
module Map = Stdlib.Map

(** A store. *)
type store = { size : int; name : string }
type mode = On | Off

exception Missing of string

let limit = 3

(* Gets one. *)
let get store key =
  let found = find store key in
  Map.find limit found

module Shape = struct
  let area x = scale x 2
end

module type Named = sig
  val name : string
end

class counter = object
  method bump = incr 1
end
