// Fetches a small file as a whole from one source, so that its hash shows at once whether this source is honest.
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { PlannedFile } from '../plan/pull-plan.ts';
import { SourceFault } from '../wire/source-fault.ts';
import { receive } from './receive.ts';
import { type FetchedFile, fileEvent, Holders, type RunDesk } from './run-desk.ts';
import type { SourceState } from './source-state.ts';
import { WrongBytes } from './wrong-bytes.ts';

/** The maximum size in bytes of a small file. A larger file is fetched in ranges. */
export const MOST_SMALL = 2 ** 20;
/** The number of milliseconds after which a second source is asked for the same file. */
const LATE_MS = 3000;

export class SmallFile implements FetchedFile {
  readonly planned: PlannedFile;
  end: 'right' | 'failed' | undefined;
  readonly #desk: RunDesk;
  readonly #holders: Holders;
  readonly #wrong: WrongBytes;
  readonly #asked = new Map<SourceState, { since: number; abort: AbortController }>();
  /** The pieces that came in answers that broke off. The source is later asked only for the rest. */
  readonly #begun = new Map<SourceState, Buffer[]>();

  constructor(desk: RunDesk, planned: PlannedFile) {
    this.#desk = desk;
    this.planned = planned;
    this.#holders = new Holders(desk, planned);
    this.#wrong = new WrongBytes(desk, planned, this.#holders);
  }

  get kept(): number {
    return this.end === 'right' ? this.planned.size : 0;
  }

  next(source: SourceState): (() => Promise<void>) | undefined {
    if (this.end || this.#asked.size > 0) return undefined;
    return this.#from(source);
  }

  relieve(source: SourceState): (() => Promise<void>) | undefined {
    const asked = [...this.#asked.values()];
    if (this.end || asked.length !== 1 || performance.now() - asked[0]!.since < LATE_MS) return undefined;
    return this.#asked.has(source) ? undefined : this.#from(source);
  }

  drop(): void {}

  judge(): void {
    if (this.end || this.#asked.size > 0 || this.#holders.left().length > 0) return;
    this.end = 'failed';
    this.#desk.tell({ event: 'failed', path: this.planned.path, reason: this.#wrong.why() ?? this.#holders.why() });
  }

  #from(source: SourceState): (() => Promise<void>) | undefined {
    const url = this.#holders.urlAt(source);
    if (url === undefined) return undefined;
    const asked = { since: performance.now(), abort: new AbortController() };
    this.#asked.set(source, asked);
    return async () => {
      const pieces = this.#begun.get(source) ?? [];
      const from = bytesOf(pieces);
      this.#begun.set(source, pieces);
      try {
        await this.#receive(source, url, asked.abort.signal, pieces);
        // If the request was aborted, another source was faster or the run has ended, and the bytes are not used.
        if (!asked.abort.signal.aborted && !this.#desk.signal.aborted) this.#take(source, pieces);
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        this.#holders.fail(source, error, bytesOf(pieces) - from);
      } finally {
        this.#asked.delete(source);
      }
    };
  }

  /** Requests the bytes that are missing after `pieces`, and adds them to `pieces`. */
  #receive(source: SourceState, url: string, signal: AbortSignal, pieces: Buffer[]): Promise<void> {
    const { size } = this.planned;
    const from = bytesOf(pieces);
    return receive(this.#desk, {
      ...{ source, url, size, span: from === 0 ? undefined : { from, to: size }, signal },
      onPiece() {},
      async sink(more) {
        pieces.push(...more);
      },
      mayBeWhole: () => true,
    });
  }

  #take(source: SourceState, pieces: Buffer[]): void {
    const bytes = Buffer.concat(pieces);
    this.#begun.delete(source);
    this.#holders.serve(source);
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== this.planned.sha256) {
      this.#wrong.from(source, found);
      return;
    }
    const fault = this.#put(bytes);
    this.end = fault === undefined ? 'right' : 'failed';
    this.#begun.clear();
    source.right++;
    for (const [other, { abort }] of this.#asked) if (other !== source) abort.abort();
    this.#wrong.prove();
    this.#desk.tell(fileEvent(this.planned, [source.name], fault));
  }

  #put(bytes: Buffer): string | undefined {
    const fresh = this.#desk.work.pathOf(this.planned.sha256);
    const file = openSync(fresh, 'w', 0o666);
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    const fault = this.#desk.placement.put(this.planned, fresh);
    if (fault !== undefined) rmSync(fresh, { force: true });
    return fault;
  }
}

const bytesOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);
