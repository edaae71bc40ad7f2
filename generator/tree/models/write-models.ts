// Compares the old and the new catalog model by model. Passes changed models to the threads, and lists every model of
// the new tree.

import type { DifferingSources } from '../../../src/catalog/differing-files.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import { modelKey, modelOfKey } from '../../../src/tree/static-tree.ts';
import { type Listed, listedIn, type Shard, type ShardLine } from '../../../src/tree/tree-list.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import { compareCatalogs, type StreamStep } from '../../days/model-stream.ts';
import { type MovedStep, withMoved } from '../../days/moved-figures.ts';
import { ListReader } from '../../packs/list-reader.ts';
import type { KeptProbeFiles } from '../documents/probe-files.ts';
import type { Job, JobResult, ModelJob, Written } from '../threads/jobs.ts';
import type { WorkerPool } from '../threads/worker-pool.ts';

/** The numbers of jobs and of kept entries that end a batch. */
const [BATCH, MOST_KEPT] = [64, 4096];

/**
 * The former tree, which the new one continues. A model whose lines are the same in both catalogs keeps its list entry.
 */
export interface TreeBefore {
  catalog: Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'> & { gated: string[] };
  /** The shards of the former tree's list. */
  list: readonly Shard[];
}

export interface ModelsPass {
  dist: string;
  catalog: CatalogFile;
  before: TreeBefore | undefined;
  /**
   * The shards of the current tree's list, even if the new tree does not continue that tree.
   */
  known: readonly Shard[];
  pool: WorkerPool<Job, JobResult>;
  /** Ids of models to make again although nothing in the catalog has changed. */
  stale: ReadonlySet<string>;
  /** Receives every model of both catalogs, in order. The buffers are valid only during the call. */
  onStep(step: MovedStep): void;
  /** Receives the list entry of every model of the new tree, in order. */
  onListed(listed: Listed | ShardLine): void;
  /** Receives the number of models that each batch has finished. */
  onDone(models: number): void;
  /** Receives sentences for the operator about models that were written. */
  onNotice(sentence: string): void;
  /** The pins of the former tree. They are updated as models change. */
  pins: Map<string, Pin>;
  /** The former tree's models for which some source has other bytes. They are updated as models change. */
  differing: Map<string, DifferingSources>;
  /** The former tree's files for probes of sources. They are updated as models change. */
  probeFiles: KeptProbeFiles;
}

/**
 * The numbers of written models and files, and the number of bytes by which the indexed files have grown since the
 * former tree.
 */
interface ModelsWritten extends Written {
  indexedBytes: number;
}

/** Writes all changed models, and keeps the list entries of unchanged ones. Resolves once every thread has finished. */
export async function writeModels(pass: ModelsPass): Promise<ModelsWritten> {
  const batches = new Batches(pass);
  const former = modelsIn(pass);
  let line = former.next().value;
  for (const step of steps(pass)) {
    if (step.before || step.after) pass.onStep(step);
    const key = modelKey(step.id);
    while (line && line.key < key) line = former.next().value;
    const known = line?.key === key ? line : undefined;
    const isAsked = pass.stale.has(step.id);
    const isKept = !isAsked && (step.same || step.moved) && known && pass.before;
    await batches.add(isKept ? known : jobOf(step, known, isAsked));
  }
  return batches.finish();
}

/** Yields the list entries of the models in the current tree, in order. */
function* modelsIn({ dist, known }: ModelsPass): Generator<ShardLine, undefined> {
  for (const line of new ListReader(dist, known).lines()) if (modelOfKey(line.key) !== undefined) yield line;
}

function jobOf(step: StepOrGated, known: ShardLine | undefined, isAsked: boolean): ModelJob {
  const job: ModelJob = { id: step.id };
  if (step.gated) return { ...job, gated: true, ...oldEntryOf(step) };
  if (!step.after) return { ...job, ...oldEntryOf(step) };
  job.entry = step.after.entry.toString();
  job.row = step.after.row.toString();
  // If a model must be made again, answers in its pack are out of date, so the pack is not reused.
  if (known && !isAsked) job.before = listedIn(known);
  if (!step.sameEntry) return { ...job, ...oldEntryOf(step) };
  return { ...job, sameObjects: true, ...(isAsked ? {} : { rowOnly: true }) };
}

const oldEntryOf = ({ before }: StreamStep) => (before ? { oldEntry: before.entry.toString() } : {});

type StepOrGated = MovedStep & { gated?: true };

/** Compares the two catalogs. Yields a step for each model and each gated id, in the order of ids. */
function* steps({ before, catalog }: ModelsPass): Generator<StepOrGated> {
  const wasGated = new Set(before?.catalog.gated);
  const gated = [...catalog.frame.gated];
  const isGated = new Set(gated);
  // An id that is no longer gated also needs a step, because its pack must go unless the catalog has the model now.
  const opened = [...wasGated].filter((id) => !isGated.has(id));
  const extra = [...gated, ...opened].sort();
  const extraStep = (id: string): StepOrGated => ({
    id,
    before: undefined,
    after: undefined,
    sameEntry: false,
    same: isGated.has(id) && wasGated.has(id),
    moved: undefined,
    ...(isGated.has(id) ? { gated: true } : {}),
  });
  for (const step of compareCatalogs(before?.catalog, catalog)) {
    while (extra.length > 0 && extra[0]! < step.id) yield extraStep(extra.shift()!);
    if (extra[0] !== step.id) yield withMoved(step);
    else {
      const merged = { ...step, ...(isGated.has(step.id) ? { gated: true as const } : {}) };
      extra.shift();
      yield { ...merged, same: false, moved: undefined };
    }
  }
  yield* extra.map(extraStep);
}

/**
 * Passes jobs to the threads in batches. Lists the models in order, although threads finish in any order: a batch holds
 * the kept entries between its jobs, and is listed after the batch before it.
 */
class Batches {
  readonly #pass: ModelsPass;
  readonly #total: ModelsWritten = { models: 0, files: 0, bytes: 0, indexedBytes: 0 };
  #batch: (ShardLine | ModelJob)[] = [];
  #jobs: ModelJob[] = [];
  /** Resolves when all batches so far are listed. */
  #listed: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  constructor(pass: ModelsPass) {
    this.#pass = pass;
  }

  async add(one: ShardLine | ModelJob): Promise<void> {
    this.#batch.push(one);
    if ('id' in one) this.#jobs.push(one);
    if (this.#jobs.length >= BATCH || this.#batch.length >= MOST_KEPT) await this.#send();
  }

  async finish(): Promise<ModelsWritten> {
    await this.#send();
    await this.#listed;
    if (this.#failure) throw this.#failure;
    await this.#pass.pool.broadcast({ kind: 'flush' });
    return this.#total;
  }

  async #send(): Promise<void> {
    const [batch, jobs] = [this.#batch, this.#jobs];
    this.#batch = [];
    this.#jobs = [];
    for (const { id } of jobs) {
      this.#pass.pins.delete(id);
      this.#pass.differing.delete(id);
      this.#pass.probeFiles.forget(id);
    }
    const before = this.#listed;
    // Without jobs there is nothing to wait for but the batches before, whose memory is bounded by their threads.
    const done = jobs.length > 0 ? (await this.#pass.pool.start({ kind: 'models', models: jobs })).done : undefined;
    if (!done) await before;
    if (this.#failure) throw this.#failure;
    this.#listed = Promise.all([done ?? {}, before]).then(
      ([result]) => this.#list(batch, result),
      (error: Error) => {
        this.#failure ??= error;
      },
    );
  }

  #list(batch: readonly (ShardLine | ModelJob)[], result: JobResult): void {
    const { written, listed = [], pins = [], differing = [], probeFiles = [], notices = [], indexedBytes = 0 } = result;
    const fresh = listed.values();
    for (const one of batch) {
      const entry = 'id' in one ? fresh.next().value : one;
      if (entry) this.#pass.onListed(entry);
    }
    for (const [id, pin] of pins) this.#pass.pins.set(id, pin);
    for (const [id, sources] of differing) this.#pass.differing.set(id, sources);
    for (const [token, file] of probeFiles) this.#pass.probeFiles.add(token, file);
    for (const notice of notices) this.#pass.onNotice(notice);
    this.#total.models += written?.models ?? 0;
    this.#total.files += written?.files ?? 0;
    this.#total.bytes += written?.bytes ?? 0;
    this.#total.indexedBytes += indexedBytes;
    this.#pass.onDone(listed.length);
  }
}
