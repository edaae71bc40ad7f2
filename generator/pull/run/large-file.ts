// Fetches a large file in ranges from all its sources, and puts it in place if its hash is right.
import { rmSync } from 'node:fs';
import { EARLIER, openForRanges, PartFile, writeAll } from '../disk/part-file.ts';
import type { PlannedFile } from '../plan/pull-plan.ts';
import type { RangeWork, SentSpan } from '../ranges/file-ranges.ts';
import { RangeLanes } from './range-lanes.ts';
import { type FetchedFile, fileEvent, Holders, type RunDesk } from './run-desk.ts';
import { SecondOpinions, suspicions } from './second-opinions.ts';
import type { SourceState } from './source-state.ts';
import { WrongBytes } from './wrong-bytes.ts';

export class LargeFile implements FetchedFile {
  readonly planned: PlannedFile;
  readonly part: PartFile;
  end: 'right' | 'failed' | undefined;
  readonly #desk: RunDesk;
  readonly #holders: Holders;
  readonly #wrong: WrongBytes;
  readonly #lanes: RangeLanes;
  /** Set while the bytes that several sources sent are compared. */
  #opinions: SecondOpinions | undefined;
  /** Set if the comparison found no liar. All bytes then come from this source. */
  #only: SourceState | undefined;
  #isJudging = false;

  constructor(desk: RunDesk, planned: PlannedFile) {
    this.#desk = desk;
    this.planned = planned;
    this.part = new PartFile(desk.work.pathOf(planned.sha256), planned.size);
    this.#holders = new Holders(desk, planned);
    this.#wrong = new WrongBytes(desk, planned, this.#holders);
    this.#lanes = new RangeLanes(desk, planned, this.#holders);
  }

  get kept(): number {
    return this.part.ranges.bytes;
  }

  next(source: SourceState): (() => Promise<void>) | undefined {
    if (this.#mayNot(source)) return undefined;
    return this.#lanes.next(source, this.#book());
  }

  relieve(source: SourceState): (() => Promise<void>) | undefined {
    if (this.#mayNot(source)) return undefined;
    return this.#lanes.relieve(source, this.#book());
  }

  drop(source: SourceState): void {
    if (this.end || this.#isJudging || this.#opinions) return;
    this.#lanes.abort(source);
    this.part.forget((by) => by === source.name);
  }

  judge(): void {
    if (this.end || this.#isJudging || this.#lanes.isBusy) return;
    const { ranges } = this.part;
    const isComplete = this.#opinions ? !this.#mayCompare(this.#opinions) : ranges.isDone;
    if (!isComplete) {
      this.#failIfAlone();
      return;
    }
    this.#isJudging = true;
    void this.#decide()
      .catch(this.#desk.stop)
      .finally(() => {
        this.#isJudging = false;
        this.#desk.wake();
      });
  }

  #mayNot(source: SourceState): boolean {
    return this.end !== undefined || this.#isJudging || (this.#only !== undefined && this.#only !== source);
  }

  #mayCompare(opinions: SecondOpinions): boolean {
    return this.#holders.left().some(({ name }) => opinions.mayAsk(name));
  }

  #failIfAlone(): void {
    const left = this.#holders.left();
    // If the source in `#only` can't be asked any more, all sources that are left may send the missing ranges.
    if (this.#only && !left.includes(this.#only)) this.#only = undefined;
    if (left.length === 0) void this.#fail().catch(this.#desk.stop);
  }

  /**
   * Returns the ranges to request now, with a function that receives the bytes of a range and one that ends the range.
   */
  #book() {
    const opinions = this.#opinions;
    if (opinions)
      return {
        book: opinions,
        sink: this.#comparing(opinions),
        finish: (work: RangeWork) => opinions.finish(work),
      };
    const { part } = this;
    return {
      book: part.ranges,
      sink: (work: RangeWork, pieces: Buffer[]) => part.write(work, pieces),
      finish: (work: RangeWork) => {
        part.finish(work);
        if (this.#desk.sources.get(work.by)?.isLiar) part.forget((by) => by === work.by);
      },
    };
  }

  /**
   * Returns a function that compares arriving bytes with those on the disk, and keeps different bytes in a second file.
   */
  #comparing(opinions: SecondOpinions) {
    return async (work: RangeWork, pieces: Buffer[]) => {
      const fresh = Buffer.concat(pieces);
      const span = { from: work.written, to: work.written + fresh.length };
      const here = await this.part.bytes(span);
      if (!fresh.equals(here)) {
        await this.#keep(fresh, span.from);
        opinions.differ(work, span);
      }
      work.written = span.to;
    };
  }

  async #keep(bytes: Buffer, at: number): Promise<void> {
    const file = await openForRanges(this.#other);
    try {
      await writeAll(file, [bytes], at);
    } finally {
      await file.close();
    }
  }

  get #other(): string {
    return `${this.part.path}.other`;
  }

  async #decide(): Promise<void> {
    if (this.#opinions) return this.#weigh(this.#opinions);
    const found = await this.part.sha256();
    if (found === this.planned.sha256) return this.#finish();
    const spans = this.part.ranges.done;
    const senders = new Set(spans.map(({ by }) => by));
    // Bytes that an earlier run left may be damaged, so they are fetched again before any source is blamed.
    if (senders.has(EARLIER)) this.part.forget((by) => by === EARLIER);
    else if (senders.size === 1) await this.#blame([...senders][0]!, found);
    else this.#opinions = new SecondOpinions(spans);
  }

  /** Records that the source `name` sent the whole file with wrong bytes. */
  async #blame(name: string, found: string): Promise<void> {
    this.#wrong.from(this.#desk.sources.get(name)!, found);
    this.#only = undefined;
    this.part.forget(() => true);
    if (this.#holders.left().length === 0) await this.#fail();
  }

  /** Finds sources whose bytes are wrong: if bytes of other sources replace theirs, the file has the right hash. */
  async #weigh({ differences, open: spans }: SecondOpinions): Promise<void> {
    const missing = new Set(spans.map(({ by }) => by));
    for (const { liars, replaced } of suspicions(differences)) {
      if (liars.some((name) => missing.has(name))) continue;
      if ((await this.part.sha256With(this.#other, replaced)) !== this.planned.sha256) continue;
      await this.part.takeFrom(this.#other, replaced);
      this.#clear();
      const sources = liars.flatMap((name) => this.#desk.sources.get(name) ?? []);
      await this.#finish(sources);
      return;
    }
    this.#clear();
    if (differences.length === 0 && spans.length === 0) {
      await this.#fail('The sources agree with each other on other bytes than the list names: the list may be wrong.');
      return;
    }
    // Either several sources sent wrong bytes, or a source left too early. From now on, one source after the other
    // sends the whole file.
    [this.#only] = this.#holders.left();
    const name = this.#only?.name;
    this.part.forget((by) => by !== name);
  }

  #clear(): void {
    this.#opinions = undefined;
    rmSync(this.#other, { force: true });
  }

  async #finish(liars: readonly SourceState[] = []): Promise<void> {
    const spans = this.part.ranges.done;
    const names = new Set(sendersOf(spans));
    await this.part.settle();
    await this.part.close();
    // If a file with the right hash can't be put in place, it stays for the next run.
    const fault = this.#desk.placement.put(this.planned, this.part.path);
    if (fault === undefined) this.part.removeNotes();
    this.end = fault === undefined ? 'right' : 'failed';
    for (const source of liars) {
      names.delete(source.name);
      this.#desk.distrust(source, this.planned.path);
    }
    this.#wrong.prove();
    for (const name of names) {
      const source = this.#desk.sources.get(name);
      if (source) source.right++;
    }
    this.#desk.tell(fileEvent(this.planned, [...names], fault));
  }

  async #fail(reason = this.#wrong.why() ?? this.#holders.why()): Promise<void> {
    // While this is true, no source is asked for more bytes, and the run does not end before the file is closed.
    this.#isJudging = true;
    // The next run can continue an incomplete file, unless wrong bytes may be in it.
    if (this.#wrong.why() !== undefined || this.part.ranges.isDone) await this.part.remove();
    else await this.part.close();
    this.#clear();
    this.#desk.tell({ event: 'failed', path: this.planned.path, reason });
    this.end = 'failed';
    this.#desk.wake();
  }
}

const sendersOf = (spans: readonly SentSpan[]) => spans.map(({ by }) => by);
