// Counts how many callers were sent to each source in the last hour, minute by minute. It keeps only numbers, and
// nothing about a caller. All threads of a hub share the memory, and each thread writes to its own part.
import type { Source } from '../../src/service/sources.ts';
import type { HubActivity } from '../../src/shapes/health.ts';
import type { ActivityPort } from '../ports/ports.ts';

/** The number of minutes in the counts, including the current minute. */
const MINUTES = 60;
/** The number of counts for a source and a minute: redirects and failovers. */
const KINDS = 2;
const MINUTE_MS = 60_000;

/** Makes the memory in which `threads` threads count. */
export function hourMemory(sources: number, threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(threads * cellsFor(sources) * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * Returns the number of cells of a thread. For each minute there are the minute's number since 1970, and then the
 * counts of each source.
 */
const cellsFor = (sources: number) => MINUTES * (1 + KINDS * sources);

export class HourCounts implements ActivityPort {
  readonly #cells: Int32Array;
  readonly #hosts: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #first: number;
  readonly #now: () => number;

  /** `thread` is the number of this thread among those that share `memory`. */
  constructor(
    sources: readonly Pick<Source, 'host' | 'token'>[],
    { memory = hourMemory(sources.length, 1), thread = 0, now = Date.now }: HourSettings = {},
  ) {
    this.#cells = new Int32Array(memory);
    this.#hosts = sources.map(({ host }) => host);
    this.#places = new Map(sources.map(({ token }, at) => [token, at]));
    this.#first = thread * cellsFor(sources.length);
    this.#now = now;
  }

  sent(source: string, past?: string): void {
    const at = this.#minuteNow();
    this.#add(at, source, 0);
    if (past !== undefined) this.#add(at, past, 1);
  }

  lastHour(): HubActivity {
    const counts = this.#hosts.map(() => ({ redirects: 0, failovers: 0 }));
    const oldest = this.#minute() - MINUTES;
    const width = 1 + KINDS * counts.length;
    for (let at = 0; at < this.#cells.length; at += width) {
      if (Atomics.load(this.#cells, at) <= oldest) continue;
      for (const [place, count] of counts.entries()) {
        count.redirects += Atomics.load(this.#cells, at + 1 + KINDS * place);
        count.failovers += Atomics.load(this.#cells, at + 2 + KINDS * place);
      }
    }
    return { minutes: MINUTES, sources: Object.fromEntries(this.#hosts.map((host, at) => [host, counts[at]!])) };
  }

  #minute(): number {
    return Math.floor(this.#now() / MINUTE_MS);
  }

  /**
   * Returns the first cell of this thread for the current minute. Clears the minute's cells first if they hold counts
   * of an earlier hour.
   */
  #minuteNow(): number {
    const minute = this.#minute();
    const width = 1 + KINDS * this.#hosts.length;
    const at = this.#first + (minute % MINUTES) * width;
    if (this.#cells[at] !== minute) {
      this.#cells.fill(0, at, at + width);
      Atomics.store(this.#cells, at, minute);
    }
    return at;
  }

  #add(at: number, source: string, kind: number): void {
    const place = this.#places.get(source);
    if (place !== undefined) Atomics.add(this.#cells, at + 1 + KINDS * place + kind, 1);
  }
}

interface HourSettings {
  memory?: SharedArrayBuffer;
  thread?: number;
  now?: () => number;
}
