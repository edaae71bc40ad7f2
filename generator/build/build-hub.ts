// The whole build: the website, then the tree of the catalog in force.
import { mkdirSync } from 'node:fs';
import { type Config, publicBaseUrl } from '../../src/config.ts';
import type { Service } from '../../src/service.ts';
import { Failure } from '../failure.ts';
import { takeLock } from '../lock.ts';
import { seedFolder } from '../places.ts';
import { currentPointer } from '../pointer.ts';
import type { Progress } from '../progress.ts';
import { buildSite } from './build-site.ts';
import { type BuildReport, buildTree } from './build-tree.ts';
import { currentLink, readStamp } from './tree-layout.ts';

/** Builds what is missing or stale. Throws a Failure when there is no catalog, or when another build runs. */
export async function buildHub(config: Config, service: Service, progress: Progress): Promise<BuildReport> {
  const pointer = currentPointer(config.data);
  if (!pointer) throw new Failure('There is no catalog to build: run "model-hub import FILE" first.');
  mkdirSync(config.dist, { recursive: true });
  const lock = takeLock(config.dist, 'HUB_DIST');
  try {
    const site = progress.start('Website');
    site.done((await buildSite(config.dist)) ? 'built' : 'up to date');
    const task = progress.start('Tree', readStamp(currentLink(config.dist))?.counts.models);
    let shown = 0;
    const report = await buildTree({
      dist: config.dist,
      stores: [config.objects, `${seedFolder}/objects`],
      catalog: pointer.catalog,
      baseUrl: publicBaseUrl(config, service),
      ...sourceFacts(service),
      onProgress(models) {
        task.advance(models - shown);
        shown = models;
      },
    });
    const { counts, snapshot } = report.stamp;
    task.done(
      report.changed
        ? `${counts.models} models of ${snapshot}, ${report.files} files written for ${report.models} of them`
        : `up to date with ${snapshot}`,
    );
    return report;
  } finally {
    lock.release();
  }
}

/** What the build takes from the service's facts. */
export function sourceFacts({ sources, origin }: Service): { sourceOrder: string[]; origin: string } {
  return {
    sourceOrder: sources.map((source) => source.token),
    origin: sources.find((source) => source.token === origin)!.base,
  };
}
