// Remembers which sources sent wrong bytes of a file. Until another source sends bytes with the right hash, the list of
// hashes itself may be wrong.
import type { PlannedFile } from '../plan/pull-plan.ts';
import type { Holders, RunDesk } from './run-desk.ts';
import type { SourceState } from './source-state.ts';

/**
 * The number of files with a wrong hash after which a source is not asked any more, if it has sent no file with a right
 * hash. This applies even if no other source has proved it wrong.
 */
const MOST_DOUBTFUL = 3;

export class WrongBytes {
  readonly #desk: RunDesk;
  readonly #file: PlannedFile;
  readonly #holders: Holders;
  readonly #found = new Map<SourceState, string>();

  constructor(desk: RunDesk, file: PlannedFile, holders: Holders) {
    this.#desk = desk;
    this.#file = file;
    this.#holders = holders;
  }

  /** Records that a source sent the whole file with a wrong hash, `found`. */
  from(source: SourceState, found: string): void {
    this.#found.set(source, found);
    this.#holders.leave(source, `sent other bytes (SHA-256 ${found.slice(0, 12)}…)`);
    source.doubtful++;
    if (source.right === 0 && source.doubtful >= MOST_DOUBTFUL)
      source.gone ??= `sent other bytes than the index names, ${MOST_DOUBTFUL} times`;
  }

  /**
   * Reports each source that sent wrong bytes, and stops asking it. It is called when another source has sent the right
   * bytes.
   */
  prove(): void {
    for (const source of this.#found.keys()) this.#desk.distrust(source, this.#file.path);
  }

  /** Returns the reason why the file fails; undefined if no source sent wrong bytes. */
  why(): string | undefined {
    const [first, ...others] = this.#found;
    if (!first) return undefined;
    const names = [...this.#found.keys()].map(({ name }) => name).join(', ');
    if (others.length > 0 && others.every(([, found]) => found === first[1]))
      return `${names} agree on other bytes than the list names (SHA-256 ${first[1]}): the list may be wrong.`;
    return `${names} sent other bytes than those with SHA-256 ${this.#file.sha256}. ${this.#holders.why()}`;
  }
}
