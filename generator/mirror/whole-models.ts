// Takes the objects of models for a mirror, and finds models whose objects the mirrored hub has removed for good.
import type { Address } from '../../src/nouns/address.ts';
import { Failure } from '../process/failure.ts';
import type { MirroredObjects } from './mirrored-objects.ts';
import type { ObjectOrigin } from './object-origin.ts';

/** A model that the mirror leaves out, and the mirrored hub's sentence about its withdrawal. */
export interface GoneModel {
  model: string;
  reason: string;
}

/** The objects that a catalog names for a model. */
interface Named {
  id: string;
  /** The address of the model object, followed by those of the source objects. */
  addresses: readonly Address[];
}

export class WholeModels {
  readonly #objects: MirroredObjects;
  readonly #origin: ObjectOrigin;
  /** Objects that this hub has removed for good. */
  readonly #purged: ReadonlySet<Address>;
  readonly #reasons = new Map<string, string>();
  /** Objects that the mirrored hub has removed for good. */
  readonly gone: Address[] = [];
  /** The ids, in lower case, of all models that lack an object. */
  readonly ids = new Set<string>();

  constructor(objects: MirroredObjects, origin: ObjectOrigin, purged: ReadonlySet<Address>) {
    this.#objects = objects;
    this.#origin = origin;
    this.#purged = purged;
  }

  /** The models that the mirrored hub has withdrawn. */
  get left(): GoneModel[] {
    return [...this.#reasons].map(([model, reason]) => ({ model, reason }));
  }

  /**
   * Takes the objects of `models`, and returns the models that have all of them, with their texts. Throws a Failure if
   * an object is missing though the mirrored hub has not withdrawn its model. `day` is the day of the catalog.
   */
  async take<T extends Named>(models: readonly T[], day: string): Promise<(T & { texts: string[] })[]> {
    const texts = await this.#objects.texts(models.flatMap(({ addresses }) => addresses));
    const whole: (T & { texts: string[] })[] = [];
    for (const model of models) {
      const own = texts.splice(0, model.addresses.length);
      const missing = model.addresses.filter((_, at) => own[at] === undefined);
      if (missing.length === 0) whole.push({ ...model, texts: own as string[] });
      else await this.#leave(model.id, missing, day);
    }
    return whole;
  }

  async #leave(id: string, missing: readonly Address[], day: string): Promise<void> {
    const reason = await this.#origin.withdrawn(id, missing[0]!);
    if (reason === undefined && !missing.every((address) => this.#purged.has(address)))
      throw new Failure(
        `${this.#origin.name} has no object ${missing[0]}, which ${day} names for ${id}, and has not withdrawn that model. ` +
          this.#origin.fix(missing[0]!),
      );
    this.ids.add(id.toLowerCase());
    if (reason === undefined) return;
    this.gone.push(...missing);
    this.#reasons.set(id, reason);
  }
}
