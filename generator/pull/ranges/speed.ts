// Measures the speed of one source or of all sources. Smooths it, so that figures derived from it do not jump.

/** The time in seconds after which an older speed counts for about a third. */
const MEMORY = 3;

export class Speed {
  /** The number of all bytes that were counted. */
  total = 0;
  #unseen = 0;
  #rate: number | undefined;

  add(bytes: number): void {
    this.total += bytes;
    this.#unseen += bytes;
  }

  /** Ends an interval of `seconds`, whose bytes were counted since the last call. */
  tick(seconds: number): void {
    const now = this.#unseen / seconds;
    this.#unseen = 0;
    // Before the first byte, the speed is unknown.
    if (this.#rate === undefined && now === 0) return;
    this.#rate = this.#rate === undefined ? now : this.#rate + (now - this.#rate) * (1 - Math.exp(-seconds / MEMORY));
  }

  /** The speed in bytes per second; undefined before the first byte. */
  get rate(): number | undefined {
    return this.#rate;
  }
}
