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

/** The tree before, when its folders may be used again. */
export interface TreeBefore {
  path: string;
  catalog: Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'> & { gated: string[] };
  /** The key of its pages; '' when it has none. */
  pages: string;
}

export interface ModelsPass {
  dist: string;
  /** The folder of the new tree. */
  path: string;
  catalog: CatalogFile;
  before: TreeBefore | undefined;
  /** What the new tree's `models` folder links to already. */
  links: OwnersFile;
  pool: WorkerPool<Job, JobResult>;
  /** Mixed into every model's key: another renderer makes other folders. */
  code: string;
  /** The key of the pages, mixed in too; '' when there are none. */
  pages: string;
  /** Called for every model of the new catalog, in order; the buffers are valid during the call. */
  onModel(step: Step): void;
  onWritten(written: Written): void;
  /** Told, in one sentence each, what whoever builds should know of a model that was written. */
  onNotice(sentence: string): void;
  /** The pins of before; brought to those of now as models change. */
  pins: Map<string, Pin>;
}

/** Writes all that changed, links all that did not. Resolves when every thread is done. */
export async function writeModels(pass: ModelsPass): Promise<Written> {
  const owners = new OwnerList(pass);
  const batches = new Batches(pass);
  const isRepaged = pass.before?.pages !== pass.pages;
  for (const step of steps(pass)) {
    const slash = step.id.indexOf('/');
    owners.enter(step.id.slice(0, slash));
    const name = step.id.slice(slash + 1);
    if (step.after) pass.onModel(step);
    if (!step.same || (step.after && isRepaged)) await writeOne(step, name, owners, batches, pass);
  }
  owners.close();
  return batches.finish();
}

async function writeOne(step: StepOrGated, name: string, owners: OwnerList, batches: Batches, pass: ModelsPass) {
  const { code, pages, before } = pass;
  const job: ModelJob = { id: step.id, key: '' };
  if (step.before) job.oldEntry = step.before.entry.toString();
  if (step.gated) {
    job.gated = true;
    job.key = keyOf(code, 'gated', step.id);
  } else if (step.after) {
    job.key = keyOf(code, pages, step.after.entry, step.after.row);
    job.entry = step.after.entry.toString();
    job.row = step.after.row.toString();
    if (before && step.before?.entry.equals(step.after.entry))
      job.sameObjects = keyOf(code, before.pages, step.before.entry, step.before.row);
  }
  if (job.key !== '') owners.set(name, job.key);
  else owners.remove(name);
  await batches.add(job);
}

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
  #total: Written = { models: 0, files: 0, bytes: 0 };
  #failure: Error | undefined;

  constructor(pass: ModelsPass) {
    this.#pass = pass;
  }

  async add(job: ModelJob): Promise<void> {
    this.#jobs.push(job);
    if (this.#jobs.length >= BATCH) await this.#send();
  }

  async finish(): Promise<Written> {
    if (this.#jobs.length > 0) await this.#send();
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure;
    await this.#pass.pool.broadcast({ kind: 'flush' });
    return this.#total;
  }

  async #send(): Promise<void> {
    const { pins } = this.#pass;
    for (const { id } of this.#jobs) pins.delete(id);
    const { done } = await this.#pass.pool.start({ kind: 'models', models: this.#jobs });
    this.#jobs = [];
    if (this.#failure) throw this.#failure;
    const running: Promise<void> = done
      .then(({ written, pins: found = [], notices = [] }) => {
        for (const [id, pin] of found) pins.set(id, pin);
        for (const notice of notices) this.#pass.onNotice(notice);
        if (!written) return;
        this.#total.models += written.models;
        this.#total.files += written.files;
        this.#total.bytes += written.bytes;
        this.#pass.onWritten(written);
      })
      .catch((error: Error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
