// Keeps account of a file's bytes: which are here and who sent them, which were requested, and which are free.

import { firstWhere } from '../../../src/basics/first-where.ts';

/** The bytes from `from` to `to`, without the byte at `to`. */
export interface ByteSpan {
  from: number;
  to: number;
}

/** Bytes that are here, and the source that sent them. */
export interface SentSpan extends ByteSpan {
  by: string;
}

/** A range that was requested from a source. */
export interface RangeWork extends SentSpan {
  /** Bytes before this position have arrived. */
  at: number;
  /** Bytes before this position are on the disk. */
  written: number;
}

export class FileRanges {
  readonly size: number;
  /** Spans that are complete: sorted, without overlaps, and without the ranges in `#active`. */
  #done: SentSpan[] = [];
  #bytes = 0;
  readonly #active = new Set<RangeWork>();

  constructor(size: number, done: readonly SentSpan[] = []) {
    this.size = size;
    for (const span of done) this.#add(span);
  }

  /** Lists the spans of all bytes that are here, sorted. */
  get done(): SentSpan[] {
    const begun = [...this.#active].map(({ from, written, by }) => ({ from, to: written, by }));
    return [...this.#done, ...begun].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  }

  get isDone(): boolean {
    return this.#active.size === 0 && this.bytes === this.size;
  }

  /** The number of bytes that are here. */
  get bytes(): number {
    let bytes = this.#bytes;
    for (const { from, written } of this.#active) bytes += written - from;
    return bytes;
  }

  /** Gives the end of the bytes that are here from `from` on, without a gap. */
  end(from: number): number {
    for (let end = from; ; ) {
      const next = Math.max(this.#endOfDone(end), this.#endOfActive(end));
      if (next === end) return end;
      end = next;
    }
  }

  /** Gives the first span that nobody has requested; undefined if there is none. */
  free(): ByteSpan | undefined {
    const taken = [...this.#done, ...this.#active].sort((a, b) => a.from - b.from);
    let from = 0;
    for (const span of taken) {
      if (span.from > from) return { from, to: span.from };
      from = Math.max(from, span.to);
    }
    return from < this.size ? { from, to: this.size } : undefined;
  }

  /** Assigns the first free bytes, at most `most`, to the source `by`. */
  take(by: string, most: number): RangeWork | undefined {
    const free = this.free();
    if (!free) return undefined;
    const rest = free.to - free.from;
    // A small rest is not worth a request of its own.
    const to = rest < most * 1.5 ? free.to : free.from + most;
    return this.#begin(free.from, to, by);
  }

  /** Assigns the bytes of a running range from `from` on to another source. The old range ends there. */
  split(work: RangeWork, from: number, by: string): RangeWork {
    const { to } = work;
    work.to = Math.max(from, work.at);
    return this.#begin(work.to, to, by);
  }

  mayRelieve(): boolean {
    return true;
  }

  /** Ends a range. The bytes that are on the disk stay, and the rest is free again. */
  finish(work: RangeWork): void {
    if (!this.#active.delete(work)) return;
    if (work.written > work.from) this.#add({ from: work.from, to: Math.min(work.written, work.to), by: work.by });
  }

  /** Forgets the bytes in spans for which `isBad` is true; they are free again. */
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

  /** Gives the index of the first span that begins after `at`. */
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
