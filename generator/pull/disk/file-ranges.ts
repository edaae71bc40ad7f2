// Records which bytes of a file are on the disk, which are requested, and which are free.

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
  /** The spans on the disk, sorted, with a gap between any two. The ranges in `#active` are not included. */
  #done: ByteSpan[] = [];
  readonly #active = new Set<RangeWork>();

  constructor(size: number, done: readonly ByteSpan[] = []) {
    this.size = size;
    for (const span of done) this.#add(span);
  }

  get isDone(): boolean {
    return this.#active.size === 0 && this.bytes === this.size;
  }

  /** The number of bytes that are on the disk. */
  get bytes(): number {
    let bytes = 0;
    for (const { from, to } of this.#done) bytes += to - from;
    for (const { from, written } of this.#active) bytes += written - from;
    return bytes;
  }

  /** Returns the offset of the first byte after `from` that is not on the disk. */
  end(from: number): number {
    let end = from;
    for (const span of this.#done) if (span.from <= end && span.to > end) end = span.to;
    for (const span of this.#active) if (span.from <= end && span.written > end) end = span.written;
    return end === from ? end : this.end(end);
  }

  /** Gives out the first free bytes, about `most` of them; undefined if no byte is free. */
  take(most: number): RangeWork | undefined {
    const free = this.#free();
    if (!free) return undefined;
    // If the rest after `most` bytes is small, the range includes it, since it is not worth its own request.
    return this.#begin(free.from, free.to - free.from < most * 1.5 ? free.to : free.from + most);
  }

  /** Gives out all bytes after those at the start that are on the disk. No range may be running. */
  takeRest(): RangeWork | undefined {
    if (this.isDone) return undefined;
    const from = this.end(0);
    this.#done = this.#done.filter((span) => span.from < from);
    return this.#begin(from, this.size);
  }

  /** Gives out the bytes of a running range after the offset `from`. The old range ends there. */
  split(work: RangeWork, from: number): RangeWork {
    const { to } = work;
    work.to = Math.max(from, work.at);
    return this.#begin(work.to, to);
  }

  /** Ends a range. Its bytes on the disk stay, and the rest is free again. */
  finish(work: RangeWork): void {
    this.#active.delete(work);
    this.#add({ from: work.from, to: Math.min(work.written, work.to) });
  }

  /** Returns the first span that is neither on the disk nor requested; undefined if there is none. */
  #free(): ByteSpan | undefined {
    let from = 0;
    for (const span of [...this.#done, ...this.#active].sort((a, b) => a.from - b.from)) {
      if (span.from > from) return { from, to: span.from };
      from = Math.max(from, span.to);
    }
    return from < this.size ? { from, to: this.size } : undefined;
  }

  #begin(from: number, to: number): RangeWork {
    const work = { from, to, at: from, written: from };
    this.#active.add(work);
    return work;
  }

  /** Adds a span, and joins it with those that it touches. */
  #add({ from, to }: ByteSpan): void {
    if (to <= from) return;
    const isApart = (span: ByteSpan) => span.to < from || span.from > to;
    const touched = this.#done.filter((span) => !isApart(span));
    const joined = {
      from: Math.min(from, ...touched.map((span) => span.from)),
      to: Math.max(to, ...touched.map((span) => span.to)),
    };
    this.#done = [...this.#done.filter(isApart), joined].sort((a, b) => a.from - b.from);
  }
}
