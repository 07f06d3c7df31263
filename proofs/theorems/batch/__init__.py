from proofs.derive.on_demand import on_demand
__getattr__ = on_demand(__name__, "derivations")
from proofs.theorems.batch import online_to_batch
LEMMAS=()
THEOREMS=()
