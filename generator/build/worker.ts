// A build thread: reads the objects of models, checks them against their addresses, writes their answers.
import { parentPort, workerData } from 'node:worker_threads';
import { writeShards } from './hash-shards.ts';
import type { Job } from './jobs.ts';
import { ModelWriter, type WriterSettings } from './model-writer.ts';

const settings = workerData as WriterSettings & { worker: number };
const writer = new ModelWriter(settings, `w${settings.worker}`);

function run(job: Job): unknown {
  switch (job.kind) {
    case 'models':
      return writer.write(job.models);
    case 'objects':
      for (const address of job.addresses) writer.copyObject(address);
      return undefined;
    case 'flush':
      return writer.flush();
    case 'shards':
      for (const bucket of job.buckets) writeShards(job.folder, job.before, settings.spool, bucket);
      return undefined;
  }
}

parentPort!.on('message', (job: Job) => {
  try {
    parentPort!.postMessage({ result: run(job) });
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message });
  }
});
