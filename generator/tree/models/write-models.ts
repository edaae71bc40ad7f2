// Compares the old and the new catalog model by model. Passes changed models to the threads, and lists every model of
// the new tree.

import type { DifferingSources } from '../../../src/catalog/differing-files.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import { modelKey, modelOfKey } from '../../../src/tree/static-tree.ts';
import { listedIn, type Shard, type ShardLine } from '../../../src/tree/tree-list.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import { compareCatalogs, type StreamStep } from '../../days/model-stream.ts';
import { type MovedStep, withMoved } from '../../days/moved-figures.ts';
import { ListReader } from '../../packs/list-reader.ts';
import type { KeptProbeFiles } from '../documents/probe-files.ts';
import type { Job, JobResult, ModelJob, Written } from '../threads/jobs.ts';
import type { WorkerPool } from '../threads/worker-pool.ts';
import { ModelList, type NewOrKept, type Slot } from './model-list.ts';

const BATCH = 64;

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
  onListed(listed: NewOrKept): void;
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
  const models = new ModelList(modelsIn(pass), pass.onListed);
  const batches = new Batches(pass, models);
  for (const step of steps(pass)) {
    if (step.before || step.after) pass.onStep(step);
    const known = models.known(modelKey(step.id));
    const isAsked = pass.stale.has(step.id);
    if (!isAsked && (step.same || step.moved) && known && pass.before) models.keep(known);
    else await batches.add(jobOf(step, known, isAsked));
  }
  return batches.finish();
}

/** Yields the list entries of the models in the current tree, in order. */
function* modelsIn({ dist, known }: ModelsPass): Generator<ShardLine> {
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

/** Collects jobs, and passes them to the threads in batches. */
class Batches {
  #pass: ModelsPass;
  readonly #models: ModelList;
  #jobs: { job: ModelJob; slot: Slot }[] = [];
  #running = new Set<Promise<void>>();
  #total: ModelsWritten = { models: 0, files: 0, bytes: 0, indexedBytes: 0 };
  #failure: Error | undefined;

  constructor(pass: ModelsPass, models: ModelList) {
    this.#pass = pass;
    this.#models = models;
  }

  async add(job: ModelJob): Promise<void> {
    this.#jobs.push({ job, slot: this.#models.reserve() });
    if (this.#jobs.length >= BATCH) await this.#send();
  }

  async finish(): Promise<ModelsWritten> {
    if (this.#jobs.length > 0) await this.#send();
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure;
    await this.#pass.pool.broadcast({ kind: 'flush' });
    return this.#total;
  }

  async #send(): Promise<void> {
    const batch = this.#jobs;
    for (const { job } of batch) {
      this.#pass.pins.delete(job.id);
      this.#pass.differing.delete(job.id);
      this.#pass.probeFiles.forget(job.id);
    }
    const { done } = await this.#pass.pool.start({ kind: 'models', models: batch.map(({ job }) => job) });
    this.#jobs = [];
    if (this.#failure) throw this.#failure;
    const running: Promise<void> = done
      .then((result) => this.#note(batch, result))
      .catch((error: Error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  #note(batch: { slot: Slot }[], result: JobResult): void {
    const { written, listed = [], pins = [], differing = [], probeFiles = [], notices = [], indexedBytes = 0 } = result;
    for (const [at, { slot }] of batch.entries()) this.#models.fill(slot, listed[at] ?? undefined);
    for (const [id, pin] of pins) this.#pass.pins.set(id, pin);
    for (const [id, sources] of differing) this.#pass.differing.set(id, sources);
    for (const [token, file] of probeFiles) this.#pass.probeFiles.add(token, file);
    for (const notice of notices) this.#pass.onNotice(notice);
    this.#total.models += written?.models ?? 0;
    this.#total.files += written?.files ?? 0;
    this.#total.bytes += written?.bytes ?? 0;
    this.#total.indexedBytes += indexedBytes;
    this.#pass.onDone(batch.length);
  }
}
