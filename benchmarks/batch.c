/* The loop of perceptron/engines/batch.py (the Perceptron's rule, 32-bit sums, every z put on u's side) as one would write
   it in C: what the compiled Python is measured against. Same numbers from the same seed, which the benchmark checks. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LANES 64

static void make(const int16_t *base, const int16_t *u, int T, int d, int spread, uint64_t seed, int block, int16_t *rows)
{
    uint32_t state[LANES], values = 2u * spread + 1;
    int32_t along[LANES];
    for (int l = 0; l < LANES; l++) {
        uint64_t m = seed + 0x9E3779B97F4A7C15ull * (uint64_t)(block * LANES + l + 1);
        m = (m ^ (m >> 30)) * 0xBF58476D1CE4E5B9ull;
        m = (m ^ (m >> 27)) * 0x94D049BB133111EBull;
        state[l] = (uint32_t)(m ^ (m >> 31)) | 1u;
    }
    for (int t = 0; t < T; t++) {
        int16_t *z = rows + (size_t)t * d * LANES;
        memset(along, 0, sizeof along);
        for (int i = 0; i < d; i++) {
            int centre = base[t * d + i] - spread;
            for (int l = 0; l < LANES; l++) {
                uint32_t x = state[l];
                x ^= x << 13;
                x ^= x >> 17;
                x ^= x << 5;
                state[l] = x;
                z[i * LANES + l] = (int16_t)(centre + (int32_t)(((x >> 16) * values) >> 16));
                along[l] += u[i] * z[i * LANES + l];
            }
        }
        for (int i = 0; i < d; i++)
            for (int l = 0; l < LANES; l++)
                z[i * LANES + l] = along[l] < 0 ? (int16_t)-z[i * LANES + l] : z[i * LANES + l];
    }
}

/* out: 8 rows (M, s2, slack, slack2, least, longest, w2, p) of blocks*LANES numbers; d at most 16. */
int fold(const int16_t *base, const int16_t *u, int T, int d, int spread, uint64_t seed, int blocks, int32_t *out)
{
    int16_t *rows = aligned_alloc(64, sizeof(int16_t) * (size_t)T * d * LANES);
    size_t n = (size_t)blocks * LANES;
    if (!rows || d > 16)
        return 1;
    memset(out, 0, sizeof(int32_t) * 8 * n);
    for (int b = 0; b < blocks; b++) {
        int32_t w[16][LANES], inner[LANES], norm2[LANES], along[LANES], step[LANES];
        int32_t *M = out + b * LANES, *s2 = M + n, *least = M + 4 * n, *longest = M + 5 * n, *w2 = M + 6 * n, *p = M + 7 * n;
        make(base, u, T, d, spread, seed, b, rows);
        memset(w, 0, sizeof w);
        for (int t = 0; t < T; t++) {
            const int16_t *z = rows + (size_t)t * d * LANES;
            memset(inner, 0, sizeof inner);
            memset(norm2, 0, sizeof norm2);
            memset(along, 0, sizeof along);
            for (int i = 0; i < d; i++)
                for (int l = 0; l < LANES; l++) {
                    int32_t v = z[i * LANES + l];
                    inner[l] += w[i][l] * v;
                    norm2[l] += v * v;
                    along[l] += u[i] * v;
                }
            for (int l = 0; l < LANES; l++)
                step[l] = inner[l] <= 0;
            for (int i = 0; i < d; i++)
                for (int l = 0; l < LANES; l++)
                    w[i][l] += step[l] * z[i * LANES + l];
            for (int l = 0; l < LANES; l++) {
                M[l] += step[l];
                s2[l] += step[l] * norm2[l];
                longest[l] = longest[l] > norm2[l] ? longest[l] : norm2[l];
                least[l] = t == 0 || along[l] < least[l] ? along[l] : least[l];
            }
        }
        for (int i = 0; i < d; i++)
            for (int l = 0; l < LANES; l++) {
                w2[l] += w[i][l] * w[i][l];
                p[l] += u[i] * w[i][l];
            }
    }
    free(rows);
    return 0;
}
