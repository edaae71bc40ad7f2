// Imports and builds days of made-up models, one after the other, for suites that push them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { currentName } from '../../generator/packs/tree-layout.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { dayNamed, someModels } from '../faults/some-models.ts';
import { baseUrl, importRows, type Places, service } from '../fixtures/hub.ts';
import type { FixtureRow } from '../fixtures/rows.ts';

/** Imports and builds a day beneath `folder`, and returns the name of its tree. */
export async function makeDay(folder: string, day: number, models = 40): Promise<string> {
  const { data, dist } = placesIn(folder);
  const catalog = await importRows(data, dayNamed(day), someModels(models, day) as FixtureRow[]);
  mkdirSync(dist, { recursive: true });
  await buildTree({ dist, stores: [join(data, 'objects')], catalog, baseUrl, ...sourceFacts(service), threads: 1 });
  return currentName(dist)!;
}

/**
 * Makes the folders `before`, with one day, and `after`, with that day and the next, each with its own website. Returns
 * the names of the two trees.
 */
export async function makeTwoDays(folder: string, models: number): Promise<[first: string, second: string]> {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  const first = await makeDay(before, 1, models);
  makeWebsite(before, 'one');
  await makeDay(after, 1, models);
  const second = await makeDay(after, 2, models);
  makeWebsite(after, 'two');
  return [first, second];
}

/** Writes a website of two files, one of them a style sheet with the name `style`. */
export function makeWebsite(folder: string, style: string): void {
  const client = join(placesIn(folder).dist, 'site/client');
  mkdirSync(join(client, '_astro'), { recursive: true });
  writeFileSync(join(client, '_astro', `${style}.css`), `.${style} {}\n`);
  writeFileSync(join(client, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
}

export const placesIn = (folder: string): Places => ({ data: join(folder, 'data'), dist: join(folder, 'dist') });
