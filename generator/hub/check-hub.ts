// Checks everything: the website, then the tree, whose pages the website makes, then the log and HUB_DATA.

import { tmpdir } from 'node:os';
import { counted } from '../../src/model/figures.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { rootsOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { onDisk } from '../files/full-disk.ts';
import { checkLog } from '../log/check-log.ts';
import { placesOf } from '../log/open-log.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import type { Progress } from '../process/progress.ts';
import { checkSite } from '../site/site-files.ts';
import { checkStore } from '../tree/check/check-store.ts';
import { checkTree } from '../tree/check/check-tree.ts';
import { pageSettings } from '../tree/models/page-settings.ts';
import { sourceFacts } from './build-hub.ts';

/** The faults, a sentence each. */
export interface HubFaults {
  /** Damage that the next build mends: in HUB_DIST, and in the log where one copy is undamaged. */
  torn: string[];
  /** Damage that no build can mend: in HUB_DATA, and in the log where every copy is damaged. */
  lost: string[];
}

/**
 * Finds the faults of a hub, except in its database. The pages of models are compared with what the website makes. If
 * the website is damaged, `mendSite` builds it first; without `mendSite`, these pages are not compared.
 */
export async function checkHub(
  config: Config,
  service: Service,
  progress: Progress,
  mendSite?: () => Promise<void>,
): Promise<HubFaults> {
  const { dist } = config;
  const stamp = currentStamp(dist)?.stamp;
  const torn = checkSite(dist);
  if (torn.length > 0) await mendSite?.();
  const isSiteTorn = torn.length > 0 && mendSite === undefined;
  const task = progress.start('Checking', stamp?.counts.models);
  const pages = isSiteTorn
    ? undefined
    : pageSettings(dist, publicBaseUrl(config, service), service, stamp?.signed === true);
  const faults = await onDisk([{ folder: tmpdir() }], 'Make room and check again.', () =>
    checkTree({ dist, ...sourceFacts(service), pages, isSiteTorn, purged: readPurged(config.data) }, (models) =>
      task.advance(models),
    ),
  );
  const all = [...torn, ...faults];
  task.done(all.length === 0 ? 'the tree is whole' : counted(all.length, 'fault'));
  const log = await checkLog(placesOf(config));
  if (isSiteTorn) progress.note('The pages of the models were not compared: the website that makes them is damaged.');
  return { torn: [...all, ...log.torn], lost: [...(await checkData(config, progress)), ...log.lost] };
}

async function checkData(config: Config, progress: Progress): Promise<string[]> {
  const { dist, data } = config;
  const pointer = currentPointer(data);
  if (!pointer) return [];
  const { catalog, from } = pointer;
  const task = progress.start('Checking HUB_DATA');
  const { faults } = await checkStore(
    { dist, stores: rootsOf(config), catalog, ships: from === 'seed', purged: readPurged(data) },
    (models) => task.advance(models),
  );
  task.done(faults.length === 0 ? 'every object is whole' : counted(faults.length, 'fault'));
  return faults;
}
