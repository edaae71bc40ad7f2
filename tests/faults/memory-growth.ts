// Watches the memory of a process under steady load. The process may fill its caches first, but must not grow after
// that.

/** The number of milliseconds between two readings. */
const EVERY_MS = 1000;
/**
 * The last tenth of the readings may exceed the first tenth by this share or by this number of MiB, whichever is
 * larger. A late garbage collection explains a difference of that size.
 */
const SHARE = 0.05;
const SLACK_MIB = 24;

export class Memory {
  readonly #resident: () => number | undefined;
  #seen: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `resident` returns the memory in MiB, or undefined if the system does not report it. */
  constructor(resident: () => number | undefined) {
    this.#resident = resident;
  }

  /** Starts the readings. The process should need no more memory from now on. */
  begin(): void {
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS).unref();
    this.#look();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** Lists the faults in the readings; empty if there are none. */
  problems(): string[] {
    const { first, last } = this.#ends();
    const bound = Math.max(first * (1 + SHARE), first + SLACK_MIB);
    if (Number.isNaN(first)) return ['nobody told how much memory it uses'];
    return last > bound ? [`memory grew from ${mib(first)} to ${mib(last)}, beyond ${mib(bound)}`] : [];
  }

  figures(): string {
    const { first, last } = this.#ends();
    return `memory ${mib(first)} warm, ${mib(last)} at the end, ${mib(Math.max(...this.#seen))} at most`;
  }

  #look(): void {
    const now = this.#resident();
    if (now !== undefined) this.#seen.push(now);
  }

  /**
   * Returns the medians of the first and the last tenth, because a single reading may fall just before or after a
   * garbage collection.
   */
  #ends(): { first: number; last: number } {
    const tenth = Math.max(1, Math.floor(this.#seen.length / 10));
    return { first: median(this.#seen.slice(0, tenth)), last: median(this.#seen.slice(-tenth)) };
  }
}

const mib = (value: number) => `${value.toFixed(0)} MiB`;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
