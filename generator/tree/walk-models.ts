// Compares the old and the new catalog model by model: passes changed models to the threads, lists every model of the
// new tree, and collects search rows, hashes, counts and pins meanwhile.
import type { DayContents } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { modelKey } from '../../src/tree/static-tree.ts';
import { type Listed, listedIn, type ShardLine } from '../../src/tree/tree-list.ts';
import { compareCatalogs, type StreamStep } from '../days/model-stream.ts';
import { filesOfRow, isListedRow, onlyFiguresMoved } from '../days/row-line.ts';
import { ListReader } from '../packs/list-reader.ts';
import type { TreeCounts } from '../packs/tree-layout.ts';
import type { Build, TreeBefore } from './build.ts';
import { writeHashShards } from './hash-shards.ts';
import type { JobResult, ModelJob } from './jobs.ts';
import { KeptFacts } from './kept-facts.ts';
import { SearchWriter } from './write-search.ts';

/** The numbers of jobs and of kept entries that end a batch. */
const [BATCH, MOST_KEPT] = [64, 4096];

/** Receives the list entry of every model of the new tree, in order. */
type OnListed = (listed: Listed | ShardLine) => void;

/**
 * Writes the parts of a tree that are made from models: all models of the catalog, or only those that have changed since
 * the tree that the new one continues. A model whose lines are the same in both catalogs keeps its list entry.
 * In what it returns, `packed` lists everything that is packed by now, except the models.
 */
export async function walkModels(build: Build, onListed: OnListed) {
  const { dist, draft, known, before, packs, day, stale } = build;
  const search = new SearchWriter();
  const counter = new Counter(before);
  const facts = new KeptFacts(before?.reader);
  const batches = new Batches(build, facts, onListed);
  const former = new ListReader(dist, known).lines();
  let line = former.next().value;
  for (const step of steps(build)) {
    if (step.after) search.add(step.after.row);
    counter.add(step);
    const key = modelKey(step.id);
    while (line && line.key < key) line = former.next().value;
    const there = line?.key === key ? line : undefined;
    const isAsked = stale.size > 0 && stale.has(step.id.toLowerCase());
    const isKept = !isAsked && (step.same || step.moved) && before;
    await batches.add((isKept && there) || jobOf(step, there, isAsked));
  }
  const { indexedBytes, ...written } = await batches.finish();
  const shards = writeHashShards(build);
  const { nextPage, searchFile } = search.finish(draft, packs, day);
  const pins = facts.write(draft);
  return { written, ...counter.counted(indexedBytes), pins, nextPage, packed: [...(await shards), searchFile] };
}

function jobOf(step: Step, known: ShardLine | undefined, isAsked: boolean): ModelJob {
  const { id, before, after, gated, sameEntry } = step;
  const oldEntry = before && !(after && sameEntry && !gated) ? { oldEntry: before.entry.toString() } : {};
  if (gated) return { id, gated, ...oldEntry };
  if (!after) return { id, ...oldEntry };
  return {
    ...{ id, entry: after.entry.toString(), row: after.row.toString(), ...oldEntry },
    // If a model must be made again, answers in its pack are out of date, so the pack is not reused.
    ...(known && !isAsked && { before: listedIn(known) }),
    ...(sameEntry && { sameObjects: true, ...(!isAsked && { rowOnly: true }) }),
  };
}

/** A step of the comparison. `moved` is true if only figures changed in the model's row. */
interface Step extends StreamStep {
  moved?: boolean;
  gated?: true;
}

/** Compares the two catalogs. Yields a step for each model and each gated id, in the order of ids. */
function* steps({ before, day }: Build): Generator<Step> {
  const [wasGated, isGated] = [new Set(before?.gated), new Set(day.frame.gated)];
  // An id that is no longer gated also needs a step, because its pack must go unless the catalog has the model now.
  const extra = [...new Set([...wasGated, ...isGated])].sort();
  const gate = (step: StreamStep, same: boolean): Step => ({
    ...{ ...step, same },
    ...(isGated.has(step.id) && { gated: true }),
  });
  const none = { before: undefined, after: undefined, sameEntry: false, same: false };
  const extraStep = (id: string) => gate({ id, ...none }, isGated.has(id) && wasGated.has(id));
  for (const step of compareCatalogs(before, day)) {
    while (extra.length > 0 && extra[0]! < step.id) yield extraStep(extra.shift()!);
    if (extra[0] === step.id) {
      extra.shift();
      yield gate(step, false);
    } else
      yield { ...step, moved: step.sameEntry && !step.same && onlyFiguresMoved(step.before!.row, step.after!.row) };
  }
  yield* extra.map(extraStep);
}

/** Updates the former tree's counts by the changed rows, because unchanged rows are not read. */
class Counter {
  readonly #counts: TreeCounts;
  readonly #contents: DayContents;

  constructor(before: TreeBefore | undefined) {
    this.#counts = { ...(before?.counts ?? { models: 0, listed: 0 }) };
    const { files, bytes } = before?.days[0] ?? { files: 0, bytes: 0 };
    this.#contents = { models: 0, files, bytes };
  }

  add({ before, after, same, moved }: Step): void {
    if (same || moved) return;
    if (before) this.#count(before.row, -1);
    if (after) this.#count(after.row, 1);
  }

  #count(row: Buffer, by: 1 | -1): void {
    this.#counts.models += by;
    if (isListedRow(row)) this.#counts.listed += by;
    this.#contents.files += by * filesOfRow(row);
  }

  /** Returns the counts. `bytes` is the number of bytes by which the indexed files have grown. */
  counted(bytes: number): { counts: TreeCounts; contents: DayContents } {
    const { files, bytes: known } = this.#contents;
    return { counts: this.#counts, contents: { models: this.#counts.models, files, bytes: known + bytes } };
  }
}

/**
 * Passes jobs to the threads in batches. Lists the models in order, although threads finish in any order: a batch holds
 * the kept entries between its jobs, and is listed after the batch before it.
 */
class Batches {
  readonly #build: Build;
  readonly #facts: KeptFacts;
  readonly #onListed: OnListed;
  readonly #total = { models: 0, files: 0, bytes: 0, indexedBytes: 0 };
  #done = 0;
  #batch: (ShardLine | ModelJob)[] = [];
  #jobs: ModelJob[] = [];
  /** Resolves when all batches so far are listed. */
  #listed: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  constructor(build: Build, facts: KeptFacts, onListed: OnListed) {
    this.#build = build;
    this.#facts = facts;
    this.#onListed = onListed;
  }

  async add(one: ShardLine | ModelJob): Promise<void> {
    this.#batch.push(one);
    if ('id' in one) this.#jobs.push(one);
    if (this.#jobs.length >= BATCH || this.#batch.length >= MOST_KEPT) await this.#send();
  }

  /** Resolves once every thread has finished, to the numbers of written models, files and bytes. */
  async finish() {
    await this.#send();
    await this.#listed;
    if (this.#failure) throw this.#failure;
    await this.#build.pool.broadcast({ kind: 'flush' });
    return this.#total;
  }

  async #send(): Promise<void> {
    const [batch, jobs] = [this.#batch, this.#jobs];
    this.#batch = [];
    this.#jobs = [];
    for (const { id } of jobs) this.#facts.forget(id);
    const before = this.#listed;
    // Without jobs there is nothing to wait for but the batches before, whose memory is bounded by their threads.
    const done = jobs.length > 0 ? (await this.#build.pool.start({ kind: 'models', models: jobs })).done : undefined;
    if (!done) await before;
    if (this.#failure) throw this.#failure;
    this.#listed = Promise.all([done ?? {}, before]).then(
      ([result]) => this.#list(batch, result),
      (error: Error) => {
        this.#failure ??= error;
      },
    );
  }

  #list(batch: readonly (ShardLine | ModelJob)[], { written, models = [], indexedBytes = 0 }: JobResult): void {
    const fresh = models.values();
    for (const one of batch) {
      if (!('id' in one)) {
        this.#onListed(one);
        continue;
      }
      const model = fresh.next().value!;
      if (model.listed) this.#onListed(model.listed);
      this.#facts.take(one.id, model);
      for (const notice of model.notices ?? []) this.#build.onNotice?.(notice);
    }
    const { models: count = 0, files = 0, bytes = 0 } = written ?? {};
    this.#total.models += count;
    this.#total.files += files;
    this.#total.bytes += bytes;
    this.#total.indexedBytes += indexedBytes;
    this.#done += models.length;
    this.#build.onProgress?.(this.#done);
  }
}
