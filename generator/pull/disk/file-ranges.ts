// Records which bytes of a file are requested, and which nobody was asked for yet. All others are on the disk.

/** The bytes from the offset `from` up to the offset `to`, which is excluded. */
export interface ByteSpan {
  from: number;
  to: number;
}

/** A range that was requested from a source. */
export interface RangeWork extends ByteSpan {
  /** The offset up to which bytes have arrived. */
  at: number;
  /** The offset up to which bytes are on the disk. */
  written: number;
}

export class FileRanges {
  readonly size: number;
  /** The bytes that nobody was asked for, sorted. */
  readonly #free: ByteSpan[] = [];
  readonly #running = new Set<RangeWork>();

  /** `done` are the spans on the disk, in any order. */
  constructor(size: number, done: readonly ByteSpan[] = []) {
    this.size = size;
    let at = 0;
    for (const { from, to } of [...done, { from: size, to: size }].sort((a, b) => a.from - b.from)) {
      if (from > at) this.#free.push({ from: at, to: from });
      at = Math.max(at, to);
    }
  }

  get isDone(): boolean {
    return this.#running.size === 0 && this.#free.length === 0;
  }

  /** The number of bytes that are on the disk. */
  get bytes(): number {
    let bytes = this.size;
    for (const { from, to } of this.#free) bytes -= to - from;
    for (const { written, to } of this.#running) bytes -= to - written;
    return bytes;
  }

  /** The offset of the first byte that is not on the disk. */
  get gap(): number {
    let gap = this.#free[0]?.from ?? this.size;
    for (const { written, to } of this.#running) if (written < to) gap = Math.min(gap, written);
    return gap;
  }

  /** Gives out the first free bytes, about `most` of them; undefined if no byte is free. */
  take(most: number): RangeWork | undefined {
    const [free] = this.#free;
    if (!free) return undefined;
    const { from, to } = free;
    // If the rest after `most` bytes is small, the range includes it, since it is not worth its own request.
    free.from = to - from < most * 1.5 ? to : from + most;
    if (free.from === to) this.#free.shift();
    return this.#begin(from, free.from);
  }

  /** Gives out the bytes of a running range after the offset `from`. The old range ends there. */
  split(work: RangeWork, from: number): RangeWork {
    const { to } = work;
    work.to = Math.max(from, work.at);
    return this.#begin(work.to, to);
  }

  /** Ends a range. Its bytes on the disk stay, and the rest is free again. */
  finish(work: RangeWork): void {
    this.#running.delete(work);
    if (work.written === work.to) return;
    this.#free.push({ from: work.written, to: work.to });
    this.#free.sort((a, b) => a.from - b.from);
  }

  #begin(from: number, to: number): RangeWork {
    const work = { from, to, at: from, written: from };
    this.#running.add(work);
    return work;
  }
}
