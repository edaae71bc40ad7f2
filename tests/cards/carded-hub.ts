// Makes hubs whose models have cards, and reads the cards from the store, the tree and the pages.

import { join } from 'node:path';
import { openCatalog } from '../../generator/days/catalog-reader.ts';
import { compareCatalogs } from '../../generator/days/model-stream.ts';
import { type ObjectStore, openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { checkStore } from '../../generator/tree/check-archive.ts';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { CARD as CARD_ENTRY, modelKey } from '../../src/tree/static-tree.ts';
import { baseUrl, importRows, service } from '../fixtures/hub.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import type { FixtureRow } from '../fixtures/rows.ts';
import { tornFiles } from '../fixtures/torn-files.ts';
import { currentList } from '../fixtures/tree-contents.ts';

export const CARD =
  '---\nlicense: mit\nlanguage: en\n---\n# Tiny\n\nSee [the settings](config.json).\n\n<script>alert(1)</script>\n';

/** Makes a row whose README.md is `card`. The row contains the text of the card unless `bring` is false. */
export function cardedRow(id: string, card = CARD, bring = true): FixtureRow {
  const files = [
    { path: 'README.md', size: Buffer.byteLength(card), sha256: sha256Hex(card) },
    { path: 'config.json', size: 2, sha256: sha256Hex('{}') },
  ];
  return { id, revision: sha256Hex(id + card).slice(0, 40), files, license: 'mit', ...(bring ? { card } : {}) };
}

export interface CardedHub {
  config: Config;
  store: ObjectStore;
  /** Imports these rows as a day. */
  day(date: string, ...rows: FixtureRow[]): Promise<Address>;
  /** Reads the entries of the current day's catalog, by model id. */
  entries(): Promise<Map<string, CatalogEntry>>;
  build(): Promise<void>;
  /**
   * Lists the faults of the tree and of the store, and counts the cards that were taken down, here or at the mirrored
   * hub.
   */
  check(): Promise<{ tree: string[]; faults: string[]; goneCards: number }>;
  /** Returns the card that the tree keeps for the page of a model, as JSON; `null` if it keeps none. */
  page(id: string): string;
}

/** Makes the folder of a hub, and removes it after the test. */
export function cardedHub(): CardedHub {
  const folder = folderOfTest();
  const config = readConfig({ HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') });
  const store = openObjectStore(config.objects);
  const catalog = () => readPointer(config.data)!.catalog;
  const stores: [string] = [config.objects];
  const { dist } = config;
  return {
    config,
    store,
    day: (date, ...rows) => importRows(config.data, date, rows),
    async entries() {
      const day = await openCatalog(store.pathOf(catalog()), catalog());
      return new Map(
        [...compareCatalogs(undefined, day)].map(({ after }) => {
          const { id, entry } = parseEntryLine(after!.entry.toString());
          return [id, entry];
        }),
      );
    },
    async build() {
      await buildTree({ dist, stores, catalog: catalog(), baseUrl, ...sourceFacts(service), threads: 1 });
    },
    async check() {
      return {
        tree: await tornFiles(dist),
        ...(await checkStore({ dist, stores, catalog: catalog(), ships: false, purged: new Set() })),
      };
    },
    page: (id) =>
      currentList(dist)
        .read(`${modelKey(id)}/${CARD_ENTRY}`)
        ?.toString() ?? 'null',
  };
}

/** Returns the address of a model's card on the current day. */
export async function cardOf(hub: CardedHub, id: string): Promise<Address | undefined> {
  return (await hub.entries()).get(id)!.card;
}
