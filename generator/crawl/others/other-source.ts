// Compares another source with a model that was found at the upstream, and turns its answer into a source of the import
// row. The source holds a file if it gives the same facts about the file as the upstream.
import type { DifferingFile, ModelObject, SourceObject } from '../../../src/shapes/objects.ts';

/** A model whose files are known. */
export interface KnownModel {
  id: string;
  revision: string;
  files: readonly SourceFile[];
}

/** A file with its size and hash. */
export interface SourceFile extends OtherBytes {
  /** The size in bytes. */
  size: number;
}

/** A file, and the hash that a source gives for it. */
export interface OtherBytes {
  path: string;
  sha256: string;
}

/** The answer of another source about a model. */
export type OtherFound =
  | {
      kind: 'place';
      source: string;
      /**
       * The names that the source has for the model, and the day on which it was pinned on IPFS, as in an import row.
       */
      names: { id?: string; root?: string; pinned?: string };
      /**
       * Paths of the files that the source has unchanged, in the order of the model's files; absent if it has all of
       * them.
       */
      held?: string[];
      /** Files for which the source gives another hash. */
      differs: OtherBytes[];
    }
  /** The source says that it has nothing of the model. */
  | { kind: 'absent'; source: string }
  /** The source could not be asked, so its earlier result stays. */
  | { kind: 'unreached'; source: string; reason: string };

/** Makes the answer of a source from the paths that it holds unchanged and the files that differ. */
export function placeFound(source: string, { files }: KnownModel, held: string[], differs: OtherBytes[]): OtherFound {
  if (held.length === 0 && differs.length === 0) return { kind: 'absent', source };
  return { kind: 'place', source, names: {}, differs, ...(held.length === files.length ? {} : { held }) };
}

/** A source that can be asked about a model. */
export interface OtherSource {
  /** The token of the source. */
  source: string;
  /** The name of the source for people. */
  display: string;
  /**
   * Asks the source about a model. Gives undefined if the source does not have the model. Rejects when it can't be
   * reached.
   */
  ask(model: KnownModel): Promise<OtherFound | undefined>;
}

/** The number of failures in a row after which a source is not asked again in the run. */
const PATIENCE = 5;

/**
 * Asks a source about models. Stops asking when the source seems to be down, or when the budget for the source is
 * spent.
 */
export class AskedSource {
  readonly #other: OtherSource;
  readonly #signal: AbortSignal;
  readonly #isSpent: (error: unknown) => boolean;
  #inVain = 0;
  #end: string | undefined;

  /** `isSpent` is true for the error of a request that was not sent because the source's budget is spent. */
  constructor(other: OtherSource, signal: AbortSignal, isSpent: (error: unknown) => boolean) {
    this.#other = other;
    this.#signal = signal;
    this.#isSpent = isSpent;
  }

  get source(): string {
    return this.#other.source;
  }

  /** Says why the source is not asked again in this run; undefined while it is asked. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Asks the source about a model. Rejects only when the run is over. */
  async ask(model: KnownModel): Promise<OtherFound | undefined> {
    const { source, display } = this.#other;
    if (this.#end !== undefined) return { kind: 'unreached', source, reason: this.#end };
    try {
      const found = await this.#other.ask(model);
      this.#inVain = 0;
      return found;
    } catch (error) {
      this.#signal.throwIfAborted();
      const reason = `${display}: ${(error as Error).message}`;
      if (this.#isSpent(error)) this.#end = reason;
      else if (++this.#inVain >= PATIENCE) this.#end = `${display} is away`;
      return { kind: 'unreached', source, reason };
    }
  }
}

/** The model in the day before. */
interface EarlierModel {
  model: ModelObject;
  sources: readonly SourceObject[];
}

/**
 * True if `rowPlaces` needs the model of the day before. This is so if a source could not be asked, or if a difference
 * may have been found on an earlier day.
 */
export function needEarlier(others: readonly OtherFound[]): boolean {
  return others.some((one) => one.kind === 'unreached' || (one.kind === 'place' && one.differs.length > 0));
}

/** Gives the sources of a model's row on `day`, except the source where the crawl found the model. */
export function rowPlaces(
  known: KnownModel,
  others: readonly OtherFound[],
  earlier: EarlierModel | undefined,
  day: string,
): object[] {
  return others.flatMap((one) => {
    const before = earlier?.sources.find(({ source }) => source === one.source);
    if (one.kind === 'absent') return [];
    if (one.kind === 'unreached') return before ? keptPlace(known, earlier!.model, before) : [];
    const { source, names, held, differs } = one;
    return [{ source, ...names, ...(held && { files: held }), ...seenSince(differs, before?.differs, day) }];
  });
}

/** Adds to each difference the day on which it was first found. */
function seenSince(
  differs: readonly OtherBytes[],
  before: readonly DifferingFile[] = [],
  day: string,
): { differs?: DifferingFile[] } {
  if (differs.length === 0) return {};
  const since = new Map(before.map(({ path, sha256, seen }) => [`${sha256} ${path}`, seen]));
  return {
    differs: differs.map(({ path, sha256 }) => ({ path, sha256, seen: since.get(`${sha256} ${path}`) ?? day })),
  };
}

/** Gives a source's entry of the day before, without those files that have changed since. */
function keptPlace({ files }: KnownModel, model: ModelObject, before: SourceObject): object[] {
  const { format: _, model: __, kind: ___, files: listed, differs: differing = [], ...place } = before;
  const then = new Map(model.files.map(({ path, sha256 }) => [path, sha256]));
  const inList = listed && new Set(listed);
  const same = files.filter(({ path, sha256 }) => then.get(path) === sha256).map(({ path }) => path);
  const held = same.filter((path) => inList?.has(path) ?? true);
  const known = new Set(same);
  const differs = differing.filter(({ path }) => known.has(path));
  if (held.length === 0 && differs.length === 0) return [];
  const isWhole = held.length === files.length;
  return [{ ...place, ...(isWhole ? {} : { files: held }), ...(differs.length > 0 ? { differs } : {}) }];
}
