// `model-hub build`: builds the static tree and the website.
import process from 'node:process';
import { shownJson } from '../../src/basics/shown-text.ts';

export async function run({ json, website }: { json?: true; website?: true }): Promise<void> {
  const { readConfig } = await import('../../src/service/config.ts');
  const { readService } = await import('../process/read-service.ts');
  const { createProgress } = await import('../process/progress.ts');
  const { buildHub, buildWebsite } = await import('../hub/build-hub.ts');
  const config = readConfig(process.env);
  const progress = createProgress();
  const report = website
    ? await buildWebsite(config, progress).then(() => ({ website: config.dist }))
    : await buildHub(config, readService(config), progress);
  if (json) process.stdout.write(shownJson(report));
}
