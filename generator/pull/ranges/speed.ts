// The speed of a source or of all of them, smoothed so that a figure made of it holds still.

/** Seconds after which an older speed counts for a third. */
const MEMORY = 3;

export class Speed {
  /** All bytes that were counted. */
  total = 0;
  #unseen = 0;
  #rate: number | undefined;

  add(bytes: number): void {
    this.total += bytes;
    this.#unseen += bytes;
  }

  /** Counts the bytes since the last tick as those of `seconds`. */
  tick(seconds: number): void {
    const now = this.#unseen / seconds;
    this.#unseen = 0;
    // Until the first byte nothing is known.
    if (this.#rate === undefined && now === 0) return;
    this.#rate = this.#rate === undefined ? now : this.#rate + (now - this.#rate) * (1 - Math.exp(-seconds / MEMORY));
  }

  /** Bytes a second; undefined before the first byte. */
  get rate(): number | undefined {
    return this.#rate;
  }
}
