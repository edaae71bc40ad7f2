// Answers the calls of workers in the main thread, which owns everything that exists once.
import type { Lane, Rates } from '../../../ports/allowance.ts';
import type { DemandPort, HolderPort } from '../../../ports/ports.ts';
import type { SharedObjects } from '../../../stores/objects/object-files.ts';
import type { AccountsDatabase } from '../../../stores/open-stores.ts';
import type { MainCalls } from './calls.ts';
import type { SharedCounts } from './shared-counts.ts';

interface MainParts {
  writeLog: (lines: string) => void;
  writeNotice: (sentence: string) => void;
  onUnknownName: (name: string) => void;
  /** Counts the characters of the log that workers have sent but this thread has not written yet. */
  logged: SharedCounts;
  demand: DemandPort;
  database: AccountsDatabase;
  allowance: Rates;
  objects: SharedObjects;
  holders: HolderPort;
}

export interface WorkerDesk {
  calls: MainCalls;
  /** Forgets the callers that an ended worker served, and the log lines that it sent. */
  clear(): void;
}

/** Makes the object that answers the calls of the worker with this number. */
export function openWorkerDesk(parts: MainParts, number: number): WorkerDesk {
  const { logged, demand, database, allowance, objects, holders } = parts;
  const places = new Places(allowance);
  return {
    calls: {
      log(lines) {
        logged.add(number, 0, -lines.length);
        parts.writeLog(lines);
      },
      notice: parts.writeNotice,
      unknownName: parts.onUnknownName,
      missed(wishes) {
        for (const { model, client } of wishes) demand.record(model, client);
      },
      store: (method, args) => database.call(method, ...(args as never)),
      checkStore: () => database.check(),
      take: async (did, kind) => allowance.take(did, kind),
      enter: (lane) => places.enter(lane),
      leave: (place) => places.leave(place),
      publish: (bytes, facts) => objects.publish(bytes, facts),
      listObjects: (count, place) => objects.list(count, place),
      objectsAnswer: () => objects.answers(),
      hidesObject: (address) => objects.hides(address),
      directed: (model, holder) => holders.directed(model, holder),
      doubted: (model, holder) => void holders.serves(model, holder),
    },
    clear() {
      places.leaveAll();
      logged.clear(number);
    },
  };
}

/**
 * The callers of one worker that are served now. They count towards the limit of callers that are served at the same
 * time.
 */
class Places {
  readonly #rates: Rates;
  readonly #held = new Map<number, () => void>();
  #last = 0;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Counts one more caller and returns its number; undefined if too many callers are served. */
  enter(lane: Lane): Promise<number | undefined> {
    const place = ++this.#last;
    return new Promise((resolve, reject) => {
      const hold = () =>
        new Promise<void>((leave) => {
          this.#held.set(place, leave);
          resolve(place);
        });
      this.#rates.within(lane, hold).then(() => resolve(undefined), reject);
    });
  }

  leave(place: number): void {
    this.#held.get(place)?.();
    this.#held.delete(place);
  }

  leaveAll(): void {
    for (const place of [...this.#held.keys()]) this.leave(place);
  }
}
