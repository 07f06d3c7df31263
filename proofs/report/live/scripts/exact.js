// Exact rational numbers on BigInt, and vectors of them: what the learners of a page run in.
((live) => {
  const abs = (a) => (a < 0n ? -a : a);

  function gcd(a, b) {
    while (b) [a, b] = [b, a % b];
    return abs(a);
  }

  class Rational {
    constructor(n, d = 1n) {
      const g = gcd(n, d) || 1n;
      this.n = (d < 0n ? -n : n) / g;
      this.d = abs(d) / g;
    }
    plus(b) {
      return new Rational(this.n * b.d + b.n * this.d, this.d * b.d);
    }
    minus(b) {
      return new Rational(this.n * b.d - b.n * this.d, this.d * b.d);
    }
    times(b) {
      return new Rational(this.n * b.n, this.d * b.d);
    }
    over(b) {
      return new Rational(this.n * b.d, this.d * b.n);
    }
    sign() {
      return this.n > 0n ? 1 : this.n < 0n ? -1 : 0;
    }
    compare(b) {
      return this.minus(b).sign();
    }
    floor() {
      return this.n / this.d - (this.n % this.d < 0n ? 1n : 0n);
    }
    /** As a float, for drawing only. */
    near() {
      const shift = BigInt(Math.max(0, this.d.toString(2).length - 900, abs(this.n).toString(2).length - 900));
      return Number(this.n >> shift) / Number(this.d >> shift || 1n);
    }
    /** Exactly where that is short, else ≈ and six digits. */
    toString() {
      const text = (this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`).replace("-", "−");
      return text.length <= 12 ? text : `≈ ${this.near().toPrecision(6).replace("-", "−")}`;
    }
  }

  const rational = (n, d = 1) => new Rational(BigInt(n), BigInt(d));
  const parsed = (text) => rational(...text.split("/"));
  const zero = rational(0);

  /** The greatest k/scale with square ≤ value. */
  function rootBelow(value, scale) {
    const s = BigInt(scale);
    const target = (value.n * s * s) / value.d;
    let low = 0n;
    let high = 1n << BigInt(target.toString(2).length);
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      [low, high] = middle * middle <= target ? [middle, high] : [low, middle];
    }
    return new Rational(low, s);
  }

  const inner = (a, b) => a.reduce((sum, value, i) => sum.plus(value.times(b[i])), zero);
  const sum = (a, b) => a.map((value, i) => value.plus(b[i]));
  const shown = (v) => `(${v.join(", ")})`;

  live.exact = { rational, parsed, zero, one: rational(1), rootBelow, inner, sum, shown };
})(globalThis.perceptronLive);
