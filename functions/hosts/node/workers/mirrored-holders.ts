// Keeps a worker's copy of the holder checks. It has the main thread's results, and reports models that should be
// checked, at most one a second for each source.
import { Remembered } from '../../../../src/basics/remembered.ts';
import type { Holder, HolderPort } from '../../../ports/ports.ts';
import { REMEMBERED, SPACING_MS } from '../../../sources/holder-checks.ts';
import type { HolderNews } from './calls.ts';

interface MirrorSettings {
  /** The tokens of the sources. */
  sources: readonly string[];
  /**
   * `directed` gets a model for which a caller was redirected to a source. `doubted` gets a model for which a source
   * was passed over, although it may serve the model again.
   */
  directed: (model: string, holder: Holder) => void;
  doubted: (model: string, holder: Holder) => void;
  /** Returns milliseconds of a clock that only goes forward. */
  now?: () => number;
}

interface Lane {
  /** The time before which nothing is reported about this source. */
  restsUntil: number;
  /** For each model that the source serves, the time from which it is checked again. */
  served: Remembered<string, number>;
  /** For each model that the source refuses, the time from which it is checked again. */
  refused: Remembered<string, number>;
}

export class MirroredHolders implements HolderPort {
  readonly #settings: MirrorSettings;
  readonly #now: () => number;
  readonly #lanes: Map<string, Lane>;
  #refusing: Record<string, number> = {};

  constructor(settings: MirrorSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => performance.now());
    const lane = (): Lane => ({
      restsUntil: 0,
      served: new Remembered({ most: REMEMBERED }),
      refused: new Remembered({ most: REMEMBERED }),
    });
    this.#lanes = new Map(settings.sources.map((token) => [token, lane()]));
  }

  /** Stores new results, and for each source the number of models that it refuses now. */
  take(news: readonly HolderNews[], refusing: Record<string, number>): void {
    this.#refusing = refusing;
    for (const { source, model, refuses, again } of news) {
      const lane = this.#lanes.get(source);
      if (refuses) lane?.refused.put(model, this.#now() + again);
      else {
        lane?.refused.forget(model);
        lane?.served.put(model, this.#now() + again);
      }
    }
  }

  serves(model: string, holder: Holder): boolean {
    const lane = this.#lanes.get(holder.source);
    if (lane === undefined || lane.refused.size === 0) return true;
    const again = lane.refused.known(model);
    if (again === undefined) return true;
    if (this.#now() >= again && this.#mayTell(lane)) this.#settings.doubted(model, holder);
    return false;
  }

  refuses(model: string, source: string): boolean {
    return this.#lanes.get(source)?.refused.known(model) !== undefined;
  }

  directed(model: string, holder: Holder): void {
    const lane = this.#lanes.get(holder.source);
    if (lane === undefined || this.#now() < lane.restsUntil || lane.refused.known(model) !== undefined) return;
    if (this.#now() >= (lane.served.known(model) ?? 0) && this.#mayTell(lane)) this.#settings.directed(model, holder);
  }

  refusing(): Record<string, number> {
    return this.#refusing;
  }

  #mayTell(lane: Lane): boolean {
    const now = this.#now();
    if (now < lane.restsUntil) return false;
    lane.restsUntil = now + SPACING_MS;
    return true;
  }
}
