// Runs the jobs of a build in a thread.
import { workerData } from 'node:worker_threads';
import { modelLines, sitemapFile, sitemapIndex, sitemapLine } from '../../src/dialects/discovery/sitemap.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { idOfEntryLine, linesFrom } from '../days/catalog-reader.ts';
import { writeDayChanges } from '../days/day-changes.ts';
import { openObjectStore } from '../days/object-store.ts';
import { writeDocumentFile } from '../files/compress.ts';
import { writeShards } from './hash-shards.ts';
import type { Job, JobResult, SitemapTask, ThreadSettings } from './jobs.ts';
import { ModelWriter } from './model-writer.ts';
import { answerJobs } from './worker-pool.ts';

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

/**
 * Writes `sitemap.xml`. If one file can't hold all addresses, writes them to parts, and `sitemap.xml` lists the parts.
 */
function writeSitemap(task: SitemapTask): void {
  const { draft, baseUrl, snapshot, limit } = task;
  const writePart = (part: number) =>
    writeDocumentFile(draft, treePath(routes.sitemapPart, { part: String(part) }), sitemapFile(lines));
  const write = (text: string) => writeDocumentFile(draft, treePath(routes.sitemap, {}), text);
  let lines = '';
  let count = 0;
  let parts = 0;
  for (const line of allLines(task)) {
    if (count === limit) {
      writePart(++parts);
      lines = '';
      count = 0;
    }
    lines += line;
    count++;
  }
  if (parts === 0) write(sitemapFile(lines));
  else {
    writePart(++parts);
    write(sitemapIndex(baseUrl, parts, snapshot));
  }
}

function* allLines({ baseUrl, pages, path, modelsStart }: SitemapTask): Generator<string> {
  yield* pages.map(sitemapLine);
  const lineOf = modelLines(baseUrl);
  for (const line of linesFrom(path, modelsStart)) yield lineOf(idOfEntryLine(line));
}
