// The whole check: the website, then the tree, whose pages the website makes.
import { tmpdir } from 'node:os';
import { type Config, publicBaseUrl } from '../../src/config.ts';
import type { Service } from '../../src/service.ts';
import { onDisk } from '../full-disk.ts';
import type { Progress } from '../progress.ts';
import { sourceFacts } from './build-hub.ts';
import { checkTree } from './check-tree.ts';
import { pageSettings } from './page-settings.ts';
import { checkSite } from './site-files.ts';

/**
 * What is wrong, a sentence a fault; none when all is whole. A damaged website makes no pages to compare with:
 * `mendSite` makes it again, so that pages can be compared; without it they are not.
 */
export async function checkHub(
  config: Config,
  service: Service,
  progress: Progress,
  mendSite?: () => Promise<void>,
): Promise<string[]> {
  const { dist } = config;
  const torn = checkSite(dist);
  if (torn.length > 0) await mendSite?.();
  const isSiteTorn = torn.length > 0 && mendSite === undefined;
  const task = progress.start('Checking');
  const pages = isSiteTorn ? undefined : pageSettings(dist, publicBaseUrl(config, service), service);
  const faults = await onDisk([{ folder: tmpdir() }], 'Make room and check again.', () =>
    checkTree({ dist, ...sourceFacts(service), pages, isSiteTorn }, (models) => task.advance(models)),
  );
  const all = [...torn, ...faults];
  task.done(all.length === 0 ? 'the tree is whole' : `${all.length} faults`);
  if (isSiteTorn) progress.note('The pages of the models were not compared: the website that makes them is damaged.');
  return all;
}
