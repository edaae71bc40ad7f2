// Runs the jobs of a build in a thread.
import { workerData } from 'node:worker_threads';
import { writeDayChanges } from '../days/day-changes.ts';
import { openObjectStore } from '../days/object-store.ts';
import { writeShards } from './hash-shards.ts';
import type { Job, JobResult, ThreadSettings } from './jobs.ts';
import { ModelWriter } from './model-writer.ts';
import { answerJobs } from './worker-pool.ts';
import { writeSitemap } from './write-sitemap.ts';

const settings = workerData as ThreadSettings & { worker: number };
const writer = new ModelWriter(settings, `w${settings.worker}`);

async function run(job: Job): Promise<JobResult> {
  switch (job.kind) {
    case 'models':
      return writer.write(job.models);
    case 'copy-objects':
      return { indexedBytes: writer.copyObjects(job) };
    case 'sitemap':
      writeSitemap(job.task);
      return {};
    case 'changes':
      writeDayChanges(job.task, openObjectStore(...settings.stores));
      return {};
    case 'flush':
      writer.flush();
      return {};
    case 'shards':
      return { buckets: writeShards(settings, job.before, job.buckets) };
  }
}

answerJobs(run);
