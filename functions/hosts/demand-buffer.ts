// Demand on its way to a database: gathered in memory and written together, so that the request that asked does not wait.
import { looksSecret } from '../../src/secret-shape.ts';
import type { DemandPort } from '../ports.ts';

/** Ids noted a day, and days they are kept: a flood of made-up names can't grow the store without end. */
export const DEMAND_A_DAY = 10_000;
export const DEMAND_DAYS = 30;
const WRITE_EVERY_MS = 1000;

/** Writes ids down; what can't be written is lost, and is told to `onFault`. */
export type DemandWriter = (ids: string[]) => void | Promise<void>;

export class DemandBuffer implements DemandPort {
  readonly #write: DemandWriter;
  readonly #onFault: (error: unknown) => void;
  #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: DemandWriter, onFault: (error: unknown) => void) {
    this.#write = write;
    this.#onFault = onFault;
  }

  record(id: string): void {
    // A token pasted in the place of a model's id must not be kept.
    if (this.#waiting.size >= DEMAND_A_DAY || looksSecret(id)) return;
    this.#waiting.add(id);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  /** Writes what waits. Never throws. */
  flush(): void | Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = [...this.#waiting];
    this.#waiting.clear();
    if (ids.length === 0) return undefined;
    try {
      return this.#write(ids)?.catch(this.#onFault);
    } catch (error) {
      this.#onFault(error);
    }
  }
}

/** The day of an instant, as demand is counted. */
export const dayOf = (time: Date) => time.toISOString().slice(0, 10);
