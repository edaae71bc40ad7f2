// Requests each range of a file again from another source than the first time, to find out which source sent wrong
// bytes.
import type { ByteSpan, RangeWork, SentSpan } from '../ranges/file-ranges.ts';

/** Bytes of a file that two sources sent differently. */
interface Difference extends ByteSpan {
  first: string;
  second: string;
}

export class SecondOpinions {
  /** Ranges for which no second source has been asked yet. */
  #open: SentSpan[];
  /** The ranges that are requested now, each with the name of the source that sent it the first time. */
  readonly #active = new Map<RangeWork, string>();
  readonly differences: Difference[] = [];

  constructor(spans: readonly SentSpan[]) {
    this.#open = spans.map((span) => ({ ...span }));
  }

  /** The ranges that were not compared. */
  get open(): readonly SentSpan[] {
    return this.#open;
  }

  /** True if some open range was sent by another source than `by` the first time. */
  mayAsk(by: string): boolean {
    return this.#open.some((span) => span.by !== by);
  }

  take(by: string, most: number): RangeWork | undefined {
    const at = this.#open.findIndex((span) => span.by !== by);
    const span = this.#open[at];
    if (!span) return undefined;
    const to = Math.min(span.to, span.from + most);
    const rest = { ...span, from: to };
    this.#open.splice(at, 1, ...(rest.from < rest.to ? [rest] : []));
    return this.#begin({ from: span.from, to }, by, span.by);
  }

  mayRelieve(work: RangeWork, by: string): boolean {
    return this.#active.get(work) !== by;
  }

  split(work: RangeWork, from: number, by: string): RangeWork {
    const { to } = work;
    work.to = Math.max(from, work.at);
    return this.#begin({ from: work.to, to }, by, this.#active.get(work)!);
  }

  finish(work: RangeWork): void {
    const first = this.#active.get(work)!;
    this.#active.delete(work);
    if (work.written < work.to) this.#open.unshift({ from: work.written, to: work.to, by: first });
  }

  /** Records that the bytes of a span differ from those on the disk. */
  differ(work: RangeWork, { from, to }: ByteSpan): void {
    const first = this.#active.get(work)!;
    const last = this.differences.at(-1);
    if (last?.to === from && last.first === first && last.second === work.by) last.to = to;
    else this.differences.push({ from, to, first, second: work.by });
  }

  #begin({ from, to }: ByteSpan, by: string, first: string): RangeWork {
    const work = { from, to, by, at: from, written: from };
    this.#active.set(work, first);
    return work;
  }
}

interface Suspicion {
  liars: string[];
  /** The differences in which the second source is right, if `liars` are the sources that sent wrong bytes. */
  replaced: Difference[];
}

/**
 * Lists groups of sources that may have sent wrong bytes. Small groups come first. Among groups of equal size, those
 * that other sources contradict more often come first.
 */
export function suspicions(differences: readonly Difference[]): Suspicion[] {
  const names = [...new Set(differences.flatMap(({ first, second }) => [first, second]))].slice(0, 6);
  const contradicted = (liars: readonly string[]) =>
    differences.filter(({ first, second }) => liars.includes(first) || liars.includes(second)).length;
  const groups = Array.from({ length: 2 ** names.length - 2 }, (_, at) =>
    names.filter((_name, bit) => (at + 1) & (1 << bit)),
  );
  return (
    groups
      // If two sources differ, exactly one of them must be in the group. If both were wrong, nobody would have sent the
      // right bytes.
      .filter((liars) => differences.every(({ first, second }) => liars.includes(first) !== liars.includes(second)))
      .sort((a, b) => a.length - b.length || contradicted(b) - contradicted(a))
      .map((liars) => ({ liars, replaced: differences.filter(({ first }) => liars.includes(first)) }))
  );
}
