// A typed array that grows while it is filled.

type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** An array with spare room. Only the first `length` entries of `array` are in use. */
export class Growable<T extends Numbers> {
  array: T;
  length = 0;

  /** The array is empty at first, with room for as many entries as `array` has. */
  constructor(array: T) {
    this.array = array;
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }

  /**
   * Makes room for `more` entries. The room grows by at least half, so that the time for filling grows in proportion to
   * the number of entries.
   */
  reserve(more: number): void {
    if (this.length + more <= this.array.length) return;
    const size = Math.ceil(Math.max(this.length + more, this.array.length * 1.5));
    const bytes = this.array.buffer.transfer(size * this.array.BYTES_PER_ELEMENT);
    this.array = new (this.array.constructor as new (bytes: ArrayBuffer) => T)(bytes);
  }

  /** Returns the entries in use, as a view. A later push may change or detach it. */
  filled(): T {
    return this.array.subarray(0, this.length) as T;
  }
}
