#!/usr/bin/env bash
# A guess: one numpy wheel runs the same Perceptron on the same float64 rows with the same number of updates on every processor.
# numpy 2.4.6: OpenBLAS, which is inside the wheel, chooses its kernels by the processor, and they add in other orders. On 200 rows of 17
# numbers with one decimal a score that is 0 or nearly so gets another sign, and from there on the runs part. OPENBLAS_CORETYPE names the
# kernels that a processor would choose; Haswell's need AVX2. On whole numbers, the rows times 10, all agree: each sum is exact.
#
# Seen:
#   kernels of Nehalem: 433 updates in 50 passes; of whole numbers 356
#   kernels of Haswell: 341 updates in 50 passes; of whole numbers 356
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'numpy==2.4.6'
cat >"$folder/perceptron_run.py" <<'PYTHON'
import numpy as np

rng = np.random.default_rng(0)
whole = rng.integers(-9, 10, (200, 17)).astype(float)
labels = np.where(whole[:, 0] + whole[:, 1] - whole[:, 2] >= 0, 1, -1)


def updates(rows):
    w, count = np.zeros(rows.shape[1]), 0
    for _ in range(50):
        for x, y in zip(rows, labels):
            if y * (w @ x) <= 0:
                w, count = w + y * x, count + 1
    return count


print(updates(whole / 10), updates(whole))
PYTHON
grep -q avx2 /proc/cpuinfo || { echo 'skipped: the kernels of Haswell need a processor with AVX2'; exit 0; }
"$folder/venv/bin/python" -c 'import numpy; print("numpy", numpy.__version__)'
for kernels in Nehalem Haswell; do
    read -r decimal whole < <(OPENBLAS_CORETYPE=$kernels "$folder/venv/bin/python" "$folder/perceptron_run.py")
    echo "kernels of $kernels: $decimal updates in 50 passes; of whole numbers $whole"
    seen="${seen:-}$decimal/$whole "
done
test "$seen" = '433/356 341/356 '
