// Compares another source with a model that was found at the upstream. The source holds a file if it gives the same
// facts about the file as the upstream.

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
