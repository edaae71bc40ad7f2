// Watches the memory of a process under steady load: it may fill its caches, but not grow afterwards.

/** The interval between readings. */
const EVERY_MS = 1000;
/** More than this between the first and the last tenth is growth: a share, or the MiB of a late garbage collection. */
const SHARE = 0.05;
const SLACK_MIB = 24;

export class Memory {
  readonly #resident: () => number | undefined;
  #seen: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `resident` gives MiB, or undefined where the system does not report it. */
  constructor(resident: () => number | undefined) {
    this.#resident = resident;
  }

  /** From here on the process should need no more memory. */
  begin(): void {
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS).unref();
    this.#look();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** Lists the faults in the measurements; empty without any. */
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

  /** Medians of the first and the last tenth: a single reading may fall before or after a garbage collection. */
  #ends(): { first: number; last: number } {
    const tenth = Math.max(1, Math.floor(this.#seen.length / 10));
    return { first: median(this.#seen.slice(0, tenth)), last: median(this.#seen.slice(-tenth)) };
  }
}

const mib = (value: number) => `${value.toFixed(0)} MiB`;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
