// Runs the jobs of a build or a check in a thread.
import { workerData } from 'node:worker_threads';
import type { Shard } from '../../src/tree/tree-list.ts';
import { writeDayChanges } from '../days/day-changes.ts';
import { openObjectStore } from '../days/object-store.ts';
import { checkShards, writeShards } from './documents/hash-shards.ts';
import { writeSitemap } from './documents/write-sitemap.ts';
import { ModelChecker } from './models/model-checker.ts';
import { ModelWriter, type WriterSettings } from './models/model-writer.ts';
import { answerJobs } from './threads/answer-jobs.ts';
import type { Job, JobResult } from './threads/jobs.ts';

/** The settings with which a pool starts its threads. */
export interface WorkerSettings extends WriterSettings {
  /** The shards of the list of the tree that is checked. */
  list: readonly Shard[];
}

const settings = workerData as WorkerSettings & { worker: number };
const name = `w${settings.worker}`;
const writer = new ModelWriter(settings, name);
const checker = new ModelChecker(settings, `c${name}`);

async function run(job: Job): Promise<JobResult> {
  switch (job.kind) {
    case 'models':
      return writer.write(job.models);
    case 'check':
      return { faults: await checker.check(job.models) };
    case 'objects':
      return { indexedBytes: writer.copyObjects(job.objects) };
    case 'check-objects':
      return checker.checkObjects(job);
    case 'sitemap':
      writeSitemap(job.task);
      return {};
    case 'changes':
      writeDayChanges(job.task, openObjectStore(...settings.stores));
      return {};
    case 'flush':
      writer.flush();
      checker.flush();
      return {};
    case 'shards':
      return { listed: writeShards(settings, job.before, job.buckets) };
    case 'check-shards':
      return { faults: checkShards(settings, job.list, job.buckets) };
  }
}

answerJobs(run);
