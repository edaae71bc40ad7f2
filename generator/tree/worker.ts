// Runs the jobs of a build or a check in a thread.
import { workerData } from 'node:worker_threads';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { writeDayChanges } from '../days/day-changes.ts';
import type { NamedObjects } from '../days/named-objects.ts';
import { openObjectStore } from '../days/object-store.ts';
import { writeShards } from './hash-shards.ts';
import type { Job, JobResult, ObjectFault, ThreadSettings } from './jobs.ts';
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
    case 'check-objects':
      return checkObjects(job);
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

/** Reads and hashes objects. Returns the damaged ones, and the addresses of missing cards. */
function checkObjects({ models, sources, cards }: NamedObjects): JobResult {
  const store = openObjectStore(...settings.stores);
  const check = (kind: ObjectKind, addresses: readonly Address[]) =>
    addresses.flatMap((address): ObjectFault[] => {
      try {
        store.getBytes(address);
        return [];
      } catch (error) {
        return [{ said: (error as Error).message, kind, address }];
      }
    });
  const here = cards.filter((card) => store.has(card));
  return {
    faults: [...check('model', models), ...check('source', sources), ...check('card', here)],
    goneCards: cards.filter((card) => !here.includes(card)),
  };
}

answerJobs(run);
