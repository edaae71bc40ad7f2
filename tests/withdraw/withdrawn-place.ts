// Makes a HUB_DATA and a HUB_DIST, in which tests import a few models and build a tree without the website.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atWithdrawals, readWithdrawnIds } from '../../generator/accounts/database.ts';
import { storeOf } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { readPurged } from '../../generator/days/purged.ts';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { takenOut } from '../../generator/hub/taken-out.ts';
import { importDay } from '../../generator/import/import-day.ts';
import { inputOf } from '../../generator/import/rows/input-lines.ts';
import { silent } from '../../generator/process/progress.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { liftWithdrawal } from '../../generator/withdraw/withdraw-model.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import { docsPages } from '../fixtures/docs-pages.ts';
import { baseUrl, service } from '../fixtures/hub.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import type { FixtureRow } from '../fixtures/rows.ts';

export interface Place {
  config: Config;
  importDay(day: string, rows: readonly FixtureRow[]): ReturnType<typeof importDay>;
  /** Builds the tree, by default with its documents, which take longer. */
  build(hasDocuments?: boolean): ReturnType<typeof buildTree>;
  withdraw(model: string): Promise<void>;
  lift(model: string): Promise<boolean>;
  /** Returns the text of an object in HUB_DATA. */
  object(address: string): string;
}

/** Makes a place without days, and removes its folder after the test. */
export function withdrawnPlace(): Place {
  const folder = folderOfTest();
  return placeIn(folder);
}

/** Returns the place whose HUB_DATA and HUB_DIST are below `folder`. */
export function placeIn(folder: string): Place {
  const [data, dist] = [join(folder, 'data'), join(folder, 'dist')];
  const config = readConfig({ HUB_DATA: data, HUB_DIST: dist, PORT: '0', HUB_PROBE: 'off' });
  const store = storeOf(config, join(data, 'no-seed'));
  const said = { status: 451, reason: 'a court order', day: '2026-11-20' } as const;
  return {
    config,
    async importDay(day, rows) {
      return importDay({
        data,
        seed: join(data, 'no-seed'),
        store,
        service,
        day,
        withdrawn: await readWithdrawnIds(config),
        input: inputOf('rows', rows),
        made: { archived: `${day}T06:00:00Z` },
        progress: silent,
      });
    },
    async build(hasDocuments = true) {
      const taken = await takenOut(config, dist, readPointer(data)!.catalog, silent);
      return buildTree({
        dist,
        stores: [join(data, 'objects')],
        ...taken,
        baseUrl,
        ...sourceFacts(service),
        threads: 1,
        purged: readPurged(data),
        ...(hasDocuments && { documents: { service, docs: () => docsPages, sitemapLimit: 100 } }),
      });
    },
    withdraw: (model) => atWithdrawals(config, (desk) => desk.withdraw({ model, ...said } satisfies Withdrawal)),
    lift: (model) => liftWithdrawal(config, model),
    object: (address) => readFileSync(store.pathOf(address as never), 'utf8'),
  };
}
