/* The loop of perceptron/engines/batch.py (the Perceptron's rule, 32-bit sums, every z put on u's side), written in C with care
   for what gcc can vectorise: what the compiled Python is measured against. Same numbers from the same seed, which the
   benchmark checks. 64 lanes is what suits gcc best. */
#include <stdint.h>
#include <string.h>

#define LANES 64
#define MOST 16

/* out: 8 rows (M, s2, slack, slack2, least, longest, w2, p) of n numbers; n a multiple of LANES, d at most MOST. */
int fold(const int32_t *base, const int32_t *u, int T, int d, int spread, uint64_t seed, int n, int32_t *out)
{
    const uint32_t values = 2u * spread + 1;
    if (d > MOST || n % LANES)
        return 1;
    for (int first = 0; first < n; first += LANES) {
        int32_t z[MOST][LANES], w[MOST][LANES], inner[LANES], norm2[LANES], along[LANES], step[LANES];
        int32_t M[LANES] = {0}, s2[LANES] = {0}, least[LANES], longest[LANES] = {0}, w2[LANES] = {0}, p[LANES] = {0}, none[LANES] = {0};
        uint32_t state[LANES];
        for (int l = 0; l < LANES; l++) {
            uint64_t m = seed + 0x9E3779B97F4A7C15ull * (uint64_t)(first + l + 1);
            m = (m ^ (m >> 30)) * 0xBF58476D1CE4E5B9ull;
            m = (m ^ (m >> 27)) * 0x94D049BB133111EBull;
            state[l] = (uint32_t)(m ^ (m >> 31)) | 1u;
            least[l] = INT32_MAX;
        }
        memset(w, 0, sizeof w);
        for (int t = 0; t < T; t++) {
            memset(inner, 0, sizeof inner);
            memset(norm2, 0, sizeof norm2);
            memset(along, 0, sizeof along);
            for (int i = 0; i < d; i++) {
                const int32_t centre = base[t * d + i] - spread;
                for (int l = 0; l < LANES; l++) {
                    uint32_t x = state[l];
                    x ^= x << 13;
                    x ^= x >> 17;
                    x ^= x << 5;
                    state[l] = x;
                    z[i][l] = centre + (int32_t)(((x >> 16) * values) >> 16);
                }
                for (int l = 0; l < LANES; l++) {
                    const int32_t v = z[i][l];
                    inner[l] += w[i][l] * v;
                    norm2[l] += v * v;
                    along[l] += u[i] * v;
                }
            }
            for (int l = 0; l < LANES; l++) {
                const int32_t side = along[l] >> 31; /* -1 for a z that is to be turned: (n ^ side) - side is then -n */
                const int32_t far = (along[l] ^ side) - side, up = ((inner[l] ^ side) - side) <= 0;
                M[l] += up;
                s2[l] += up * norm2[l];
                longest[l] = longest[l] > norm2[l] ? longest[l] : norm2[l];
                least[l] = far < least[l] ? far : least[l];
                step[l] = (up ^ side) - side;
            }
            for (int i = 0; i < d; i++)
                for (int l = 0; l < LANES; l++)
                    w[i][l] += step[l] * z[i][l];
        }
        for (int i = 0; i < d; i++)
            for (int l = 0; l < LANES; l++) {
                w2[l] += w[i][l] * w[i][l];
                p[l] += u[i] * w[i][l];
            }
        const int32_t *rows[] = {M, s2, none, none, least, longest, w2, p};
        for (int f = 0; f < 8; f++)
            memcpy(out + (size_t)f * n + first, rows[f], sizeof M);
    }
    return 0;
}
