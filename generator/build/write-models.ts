// Goes over both catalogs once: hands what changed to the threads, keeps what did not, and lists every owner of the new tree.
import type { Pin } from '../../src/wire/pins.ts';
import type { CatalogFile } from '../catalog-reader.ts';
import type { Job, JobResult, ModelJob, Written } from './jobs.ts';
import { compareCatalogs, type Step } from './model-stream.ts';
import { OwnerList } from './owner-list.ts';
import type { OwnersFile } from './owners-file.ts';
import { keyOf } from './tree-layout.ts';
import type { WorkerPool } from './worker-pool.ts';

const BATCH = 64;

/** The tree before, when this one continues it: what its catalog says and this one's says too stands. */
export interface TreeBefore {
  path: string;
  catalog: Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'> & { gated: string[] };
  /** The key of its pages; '' when it has none. */
  pages: string;
}

/** What has to be made again, although what it is made of is as before. */
export interface Repair {
  /** Mixed into the keys of what is made again: the damaged folders have their names already. */
  salt: string;
  /** Ids of models; undefined: all. */
  models: ReadonlySet<string> | undefined;
}

export interface ModelsPass {
  dist: string;
  /** The folder of the new tree. */
  path: string;
  catalog: CatalogFile;
  before: TreeBefore | undefined;
  /** The owners of the current tree, whether this one continues it or not. */
  previous: OwnersFile;
  /** What the new tree's `models` folder links to already. */
  links: OwnersFile;
  pool: WorkerPool<Job, JobResult>;
  /** Mixed into every model's key: another renderer makes other folders. */
  code: string;
  /** The key of the pages, mixed in too; '' when there are none. */
  pages: string;
  repair: Repair | undefined;
  /** Called for every model of both catalogs, in order; the buffers are valid during the call. */
  onStep(step: Step): void;
  /** Told after every batch how many models are done. */
  onDone(models: number): void;
  /** Told, in one sentence each, what whoever builds should know of a model that was written. */
  onNotice(sentence: string): void;
  /** The pins of before; brought to those of now as models change. */
  pins: Map<string, Pin>;
}

/** What was written, and how many more bytes the files indexed now have than those of the tree before. */
export interface ModelsWritten extends Written {
  indexedBytes: number;
}

/** Writes all that changed, links all that did not. Resolves when every thread is done. */
export async function writeModels(pass: ModelsPass): Promise<ModelsWritten> {
  const owners = new OwnerList({ ...pass, reuse: pass.before !== undefined });
  const batches = new Batches(pass);
  const isRepaged = pass.before?.pages !== pass.pages;
  for (const step of steps(pass)) {
    const slash = step.id.indexOf('/');
    owners.enter(step.id.slice(0, slash));
    const name = step.id.slice(slash + 1);
    if (step.before || step.after) pass.onStep(step);
    const isAsked = pass.repair !== undefined && isDamaged(pass.repair, step.id);
    if (!step.same || (step.after && isRepaged) || isAsked) await writeOne(step, name, owners, batches, pass);
  }
  owners.close();
  return batches.finish();
}

const isDamaged = ({ models }: Repair, id: string) => models === undefined || models.has(id);

async function writeOne(step: StepOrGated, name: string, owners: OwnerList, batches: Batches, pass: ModelsPass) {
  const job = jobOf(step, pass);
  const oldKey = owners.keyBefore(name);
  // Of a tree that is not continued every folder is worth a look; of one that is, those whose model did not change.
  if (oldKey !== undefined && (step.same || job.sameObjects || !pass.before)) job.oldKey = oldKey;
  if (step.same || !pass.before) job.likelySame = true;
  if (job.key !== '') owners.set(name, job.key);
  else owners.remove(name);
  await batches.add(job);
}

function jobOf(step: StepOrGated, { code, pages, before, repair }: ModelsPass): ModelJob {
  const job: ModelJob = { id: step.id, key: '' };
  const isAsked = repair !== undefined && isDamaged(repair, step.id);
  const salt = isAsked ? [repair.salt] : [];
  if (step.gated) return { ...job, gated: true, key: keyOf(code, 'gated', step.id, ...salt), ...oldEntryOf(step) };
  if (!step.after) return { ...job, ...oldEntryOf(step) };
  job.key = keyOf(code, pages, step.after.entry, step.after.row, ...salt);
  job.entry = step.after.entry.toString();
  job.row = step.after.row.toString();
  if (!before || !step.before?.entry.equals(step.after.entry)) return { ...job, ...oldEntryOf(step) };
  return { ...job, sameObjects: true, ...(isAsked ? {} : { rowOnly: true }) };
}

const oldEntryOf = ({ before }: Step) => (before ? { oldEntry: before.entry.toString() } : {});

type StepOrGated = Step & { gated?: true };

/** The comparison's steps with the gated ids among them, all in id order. */
function* steps({ before, catalog }: ModelsPass): Generator<StepOrGated> {
  const wasGated = new Set(before?.catalog.gated);
  const gated = [...catalog.frame.gated];
  const isGated = new Set(gated);
  // A gated id of before that is neither gated nor indexed now has to leave its owner's folder.
  const opened = [...wasGated].filter((id) => !isGated.has(id));
  const extra = [...gated, ...opened].sort();
  const extraStep = (id: string): StepOrGated => ({
    id,
    before: undefined,
    after: undefined,
    same: isGated.has(id) && wasGated.has(id),
    ...(isGated.has(id) ? { gated: true } : {}),
  });
  for (const step of compareCatalogs(before?.catalog, catalog)) {
    while (extra.length > 0 && extra[0]! < step.id) yield extraStep(extra.shift()!);
    if (extra[0] !== step.id) yield step;
    else {
      const merged = { ...step, ...(isGated.has(step.id) ? { gated: true as const } : {}) };
      extra.shift();
      yield { ...merged, same: false };
    }
  }
  yield* extra.map(extraStep);
}

/** Collects jobs and hands them to the threads. */
class Batches {
  #pass: ModelsPass;
  #jobs: ModelJob[] = [];
  #running = new Set<Promise<void>>();
  #total: ModelsWritten = { models: 0, files: 0, bytes: 0, indexedBytes: 0 };
  #failure: Error | undefined;

  constructor(pass: ModelsPass) {
    this.#pass = pass;
  }

  async add(job: ModelJob): Promise<void> {
    this.#jobs.push(job);
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
    const models = this.#jobs;
    for (const { id } of models) this.#pass.pins.delete(id);
    const { done } = await this.#pass.pool.start({ kind: 'models', models });
    this.#jobs = [];
    if (this.#failure) throw this.#failure;
    const running: Promise<void> = done
      .then((result) => this.#note(models.length, result))
      .catch((error: Error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  #note(count: number, { written, pins = [], notices = [], indexedBytes = 0 }: JobResult): void {
    for (const [id, pin] of pins) this.#pass.pins.set(id, pin);
    for (const notice of notices) this.#pass.onNotice(notice);
    this.#total.models += written?.models ?? 0;
    this.#total.files += written?.files ?? 0;
    this.#total.bytes += written?.bytes ?? 0;
    this.#total.indexedBytes += indexedBytes;
    this.#pass.onDone(count);
  }
}
