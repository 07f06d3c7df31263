// The Perceptron and the Margin Perceptron on exact numbers, and who plays against them. A float may propose an example; fractions decide.
((live) => {
  const { rational, zero, one, rootBelow, inner, sum } = live.exact;
  const GRID = 1 << 20;
  const MOST = 3000; // rounds that a page waits for

  /** Whether a learner updates on z = y·x; a tie is a mistake. `threshold` is (1−ε)γ, or null for the Perceptron. */
  function errs(w, z, threshold) {
    const product = inner(w, z);
    if (threshold === null) return product.sign() <= 0;
    return product.sign() < 0 || product.times(product).compare(threshold.times(threshold).times(inner(w, w))) < 0;
  }

  /** A run over z = y·x: every round with w before it, ⟨w, z⟩ and whether it was an update that counts. */
  function run(zs, threshold = null) {
    let w = zs[0].map(() => zero);
    return zs.map((z, t) => {
      const first = threshold !== null && t === 0; // the Margin Perceptron takes the first example for its weights, and does not count it
      const update = first || errs(w, z, threshold);
      const round = { z, w, product: inner(w, z), update, counted: update && !first };
      if (update) w = sum(w, z);
      round.after = w;
      return round;
    });
  }

  /** In the plane: w swings from side to side of u, as far as it goes. Exact, with a rational number for √(1−γ²). */
  function zigzag(gamma) {
    const square = gamma.times(gamma);
    const c = rootBelow(one.minus(square), GRID);
    const m = Number(c.times(c).over(square).plus(rational(3)).over(rational(2)).floor());
    const swing = Array(m + 1).fill(zero);
    if (m > 1) {
      const [half, needed] = [c.over(rational(2)), rational(m - 1).times(square).over(c)];
      swing[m - 1] = half.compare(needed) > 0 ? half : needed;
      swing[m] = c.minus(swing[m - 1]);
      for (let t = m - 2; t > 0; t--) swing[t] = c.minus(swing[t + 1]);
    }
    return swing.slice(0, m).map((beta, t) => [gamma, beta.plus(swing[t + 1]).times(rational((-1) ** t))]);
  }

  /** In space: each example just on the wrong side of w (or of the threshold), so that ‖w‖ grows as fast as it can. */
  function spiral(gamma, threshold = null) {
    const room = one.minus(gamma.times(gamma));
    const radius = Math.sqrt(room.near());
    const onGrid = (p, q) => [gamma, rational(Math.round(p * GRID), GRID), rational(Math.round(q * GRID), GRID)];
    const zs = [[gamma, rootBelow(room, GRID), zero]];
    let w = zs[0];
    while (zs.length < MOST) {
      const next = proposed(w);
      if (!next) break;
      zs.push(next);
      w = sum(w, next);
    }
    return zs;

    function proposed(weights) {
      const [a, b, c] = weights.map((value) => value.near());
      const length = Math.hypot(b, c);
      const wanted = ((threshold?.near() ?? 0) * Math.hypot(a, b, c) - a * gamma.near()) / length;
      if (wanted < -radius) return null;
      for (const steps of [1, 2, 4, 8]) {
        const along = Math.min(wanted, radius) - (2 * steps) / GRID;
        const across = Math.sqrt(Math.max(0, radius ** 2 - along ** 2)) - (2 * steps) / GRID;
        const z = onGrid((along * b - across * c) / length, (along * c + across * b) / length);
        if (inner(z, z).compare(one) <= 0 && errs(weights, z, threshold)) return z;
      }
      return null;
    }
  }

  live.learners = { MOST, errs, run, zigzag, spiral, line: (gamma) => [[gamma], [gamma]] };
})(globalThis.perceptronLive);
