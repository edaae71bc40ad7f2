// Makes a folder for crawls, with its own HUB_DATA and rules, and reads the resulting day.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { asideSentence } from '../../generator/aside/kept-aside.ts';
import type { CrawlOutcome } from '../../generator/crawl/crawl-lines.ts';
import { runCrawl } from '../../generator/crawl/run-crawl.ts';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { asideOf } from '../../generator/import/import-report.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { type HubStandIn, type StandInModel, startHubStandIn } from './hub-stand-in.ts';

export interface CrawlFolder {
  data: string;
  config: Config;
  /** Crawls a day; rejects with the reason if the crawl set the day aside. */
  crawl(options?: {
    day?: string;
    ids?: string[];
    rules?: object;
    signal?: AbortSignal;
    isAccepted?: boolean;
    again?: string[];
  }): Promise<CrawlOutcome>;
  /** Returns the ids of the current day's models. */
  listed(): string[];
  /** Returns what the current day has about a model at a source. */
  sourceOf(id: string, source: string): SourceObject | undefined;
  /** Reads the current day; undefined if there is none yet. */
  day():
    | {
        snapshot: string;
        gated: string[];
        rows: ModelRow[];
        model(id: string): ModelObject;
        sources(id: string): SourceObject[];
        /** Returns the address of the model's object. */
        address(id: string): string;
      }
    | undefined;
}

const MOST = {
  models: 1000,
  files_of_a_model: 20_000,
  bytes_of_a_model: 1e12,
  requests: 1e6,
  bytes: 1e10,
  under_way: 8,
};

/** Starts a hub with these models for one test. */
export async function hubOfTest(models: StandInModel[]): Promise<HubStandIn> {
  const hub = await startHubStandIn(models);
  onTestFinished(() => hub.close());
  return hub;
}

/** Makes a folder whose crawls send requests to `hub`; `env` names further upstreams. */
export function crawlFolder(hub: HubStandIn, env: Record<string, string> = {}): CrawlFolder {
  const folder = folderOfTest();
  const data = join(folder, 'data');
  const config = readConfig({ HUB_DATA: data, HUB_DIST: join(folder, 'dist'), HUB_SOURCE_SRCA: hub.url, ...env });
  const writeRules = (rules: object) => {
    const most = { ...MOST, ...(rules as { most?: object }).most };
    const path = join(folder, 'index.yaml');
    writeFileSync(
      path,
      stringify({
        source: 'srca',
        wishes: {},
        unreached_percent: 10,
        robots: 'ignore',
        ...rules,
        most,
      }),
    );
    return path;
  };
  const place: CrawlFolder = {
    data,
    config,
    listed: () => place.day()!.rows.map(({ id }) => id),
    sourceOf: (id, token) =>
      place
        .day()!
        .sources(id)
        .find(({ source }) => source === token),
    async crawl({
      day = '2026-01-01',
      ids = [],
      rules = {},
      signal = new AbortController().signal,
      isAccepted = false,
      again = [],
    } = {}) {
      const made = { archived: `${day}T00:00:00Z` };
      const paced = { isQuiet: true, pause: 1, silence: 2000 };
      const request = { ids, again, day, rules: writeRules(rules), isAccepted, made, ...paced };
      const outcome = await runCrawl(config, request, signal);
      const aside = asideOf(outcome.crawl?.imported);
      if (aside) throw new Error(asideSentence(aside));
      return outcome;
    },
    day() {
      const pointer = readPointer(data);
      if (!pointer) return undefined;
      const store = openObjectStore(join(data, 'objects'));
      const catalog = JSON.parse(store.get(pointer.catalog)) as {
        snapshot: string;
        gated: string[];
        rows: ModelRow[];
        models: Record<string, CatalogEntry>;
      };
      const { snapshot, gated, rows, models } = catalog;
      return {
        snapshot,
        gated,
        rows,
        address: (id) => models[id]!.model,
        model: (id) => JSON.parse(store.get(models[id]!.model)) as ModelObject,
        sources: (id) => models[id]!.sources.map((address) => JSON.parse(store.get(address)) as SourceObject),
      };
    },
  };
  return place;
}
