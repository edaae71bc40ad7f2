// A typed array that grows while a builder fills it.

type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Holds the first `length` entries of `array`, with room for more. */
export class Growable<T extends Numbers> {
  array: T;
  length = 0;

  /** Starts with the room that `array` has. */
  constructor(array: T) {
    this.array = array;
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }

  /** Makes room for `more` entries and grows by half, so that filling costs linear time. */
  reserve(more: number): void {
    if (this.length + more <= this.array.length) return;
    const size = Math.ceil(Math.max(this.length + more, this.array.length * 1.5));
    const bytes = this.array.buffer.transfer(size * this.array.BYTES_PER_ELEMENT);
    this.array = new (this.array.constructor as new (bytes: ArrayBuffer) => T)(bytes);
  }

  /** Gives the pushed values, without the spare room. Later pushes may change or detach it. */
  filled(): T {
    return this.array.subarray(0, this.length) as T;
  }
}
