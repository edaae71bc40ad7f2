// Compares a further source with models found elsewhere: it holds a file if its own facts agree with the known ones.

/** A model whose files are known. */
export interface KnownModel {
  id: string;
  revision: string;
  files: readonly SourceFile[];
}

/** A file with its size and hash. */
export interface SourceFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** A further source's result for a model. */
export type OtherFound =
  | {
      kind: 'place';
      source: string;
      /** Its own names for the model, and the day since when it is pinned, as in an import row. */
      names: { id?: string; root?: string; pinned?: string };
      /** Paths of the files that it has unchanged, in the model's order; absent if it has all. */
      held?: string[];
      /** Files for which it gives another hash. */
      differs: { path: string; sha256: string }[];
    }
  /** It says that it has nothing of the model. */
  | { kind: 'absent'; source: string }
  /** It was away, so its earlier result stays. */
  | { kind: 'unreached'; source: string; reason: string };

/** Gives a source's place for a model: the files that agree with the known ones, and those that differ. */
export function placeFound(
  source: string,
  { files }: KnownModel,
  held: string[],
  differs: { path: string; sha256: string }[],
): OtherFound {
  if (held.length === 0 && differs.length === 0) return { kind: 'absent', source };
  return { kind: 'place', source, names: {}, differs, ...(held.length === files.length ? {} : { held }) };
}

/** A source that can be asked for a model. */
export interface OtherSource {
  /** Its token. */
  source: string;
  /** Its name for people. */
  display: string;
  /** Asks about a model. Rejects when the source can't be reached; undefined if it does not have the model. */
  ask(model: KnownModel): Promise<OtherFound | undefined>;
}

/** After this many failures in a row, a source is left alone for the rest of the run. */
const PATIENCE = 5;

/** Asks a source about one model after the other, and stops when the source seems to be away, or its budget is spent. */
export class AskedSource {
  readonly #other: OtherSource;
  readonly #signal: AbortSignal;
  readonly #isSpent: (error: unknown) => boolean;
  #inVain = 0;
  #end: string | undefined;

  /** `isSpent` tells the error of a request for which the source's budget has no room. */
  constructor(other: OtherSource, signal: AbortSignal, isSpent: (error: unknown) => boolean) {
    this.#other = other;
    this.#signal = signal;
    this.#isSpent = isSpent;
  }

  get source(): string {
    return this.#other.source;
  }

  /** Says why it is asked no more in this run; undefined while it is asked. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Rejects only when the run is over. */
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
