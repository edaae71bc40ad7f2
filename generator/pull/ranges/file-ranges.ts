// Records which bytes of a file are on the disk and who sent them, which bytes are requested, and which are free.

import { firstWhere } from '../../../src/basics/first-where.ts';

/** The bytes from the offset `from` up to the offset `to`, which is excluded. */
export interface ByteSpan {
  from: number;
  to: number;
}

/** Bytes that are on the disk, and the source that sent them. */
export interface SentSpan extends ByteSpan {
  by: string;
}

/** A range that was requested from a source. */
export interface RangeWork extends SentSpan {
  /** The offset up to which bytes have arrived. */
  at: number;
  /** The offset up to which bytes are on the disk. */
  written: number;
}

export class FileRanges {
  readonly size: number;
  /** The spans that are complete, sorted and without overlaps. The ranges in `#active` are not included. */
  #done: SentSpan[] = [];
  #bytes = 0;
  readonly #active = new Set<RangeWork>();

  constructor(size: number, done: readonly SentSpan[] = []) {
    this.size = size;
    for (const span of done) this.#add(span);
  }

  /** Lists the spans of all bytes that are on the disk, sorted. */
  get done(): SentSpan[] {
    const begun = [...this.#active].map(({ from, written, by }) => ({ from, to: written, by }));
    return [...this.#done, ...begun].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  }

  get isDone(): boolean {
    return this.#active.size === 0 && this.bytes === this.size;
  }

  /** The number of bytes that are on the disk. */
  get bytes(): number {
    let bytes = this.#bytes;
    for (const { from, written } of this.#active) bytes += written - from;
    return bytes;
  }

  /** Returns the offset of the first byte after `from` that is not on the disk. */
  end(from: number): number {
    for (let end = from; ; ) {
      const next = Math.max(this.#endOfDone(end), this.#endOfActive(end));
      if (next === end) return end;
      end = next;
    }
  }

  /** Returns the first span that is neither on the disk nor requested; undefined if there is none. */
  free(): ByteSpan | undefined {
    const taken = [...this.#done, ...this.#active].sort((a, b) => a.from - b.from);
    let from = 0;
    for (const span of taken) {
      if (span.from > from) return { from, to: span.from };
      from = Math.max(from, span.to);
    }
    return from < this.size ? { from, to: this.size } : undefined;
  }

  /** Assigns the first free bytes, about `most` of them, to the source `by`. Returns undefined if no byte is free. */
  take(by: string, most: number): RangeWork | undefined {
    const free = this.free();
    if (!free) return undefined;
    const rest = free.to - free.from;
    // If the rest after `most` bytes is small, the range includes it, since it is not worth its own request.
    const to = rest < most * 1.5 ? free.to : free.from + most;
    return this.#begin(free.from, to, by);
  }

  /** Assigns the bytes of a running range after the offset `from` to the source `by`. The old range ends there. */
  split(work: RangeWork, from: number, by: string): RangeWork {
    const { to } = work;
    work.to = Math.max(from, work.at);
    return this.#begin(work.to, to, by);
  }

  mayRelieve(): boolean {
    return true;
  }

  /** Ends a range. Its bytes on the disk stay, and the rest is free again. */
  finish(work: RangeWork): void {
    if (!this.#active.delete(work)) return;
    if (work.written > work.from) this.#add({ from: work.from, to: Math.min(work.written, work.to), by: work.by });
  }

  /** Forgets the bytes in spans for which `isBad` returns true. These bytes are free again. */
  forget(isBad: (span: SentSpan) => boolean): void {
    this.#done = this.#done.filter((span) => !isBad(span));
    this.#bytes = this.#done.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  #begin(from: number, to: number, by: string): RangeWork {
    const work = { from, to, by, at: from, written: from };
    this.#active.add(work);
    return work;
  }

  #endOfActive(at: number): number {
    let end = at;
    for (const { from, written } of this.#active) if (from <= at && written > end) end = written;
    return end;
  }

  #endOfDone(at: number): number {
    const before = this.#done[this.#after(at) - 1];
    return before ? Math.max(before.to, at) : at;
  }

  /** Returns the index in `#done` of the first span that begins after `at`. */
  #after(at: number): number {
    return firstWhere(0, this.#done.length, (index) => this.#done[index]!.from > at);
  }

  #add(span: SentSpan): void {
    const index = this.#after(span.from);
    const before = this.#done[index - 1];
    const next = this.#done[index];
    if ((before && before.to > span.from) || (next && next.from < span.to)) return;
    this.#bytes += span.to - span.from;
    if (before?.to === span.from && before.by === span.by) before.to = span.to;
    else this.#done.splice(index, 0, { ...span });
  }
}
