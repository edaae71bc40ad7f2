// Tests that the shipped catalog names every source that has one of its files according to public facts.
import { expect } from 'vitest';
import { seedFolder } from '../../generator/process/package-paths.ts';
import { outsideTest } from '../fixtures/outside.ts';
import { importDays } from './import-rows.ts';

/** A SHA-256, and the files at public hubs that have this hash according to public facts. */
interface Stated {
  sha256: string;
  places: { host: string; id: string; path: string }[];
}

/** The tokens of the catalog's sources, by the names that the public facts use for the hosts. */
const SOURCES = new Map([
  ['huggingface', 'srca'],
  ['modelscope', 'srcb'],
]);

outsideTest('data/same-bytes.jsonl.gz', 'a file stated at two sources ships with both', (text) => {
  const stated = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Stated);
  const hosts = new Map(stated.map(({ sha256, places }) => [sha256, new Set(places.map(({ host }) => host))]));
  expect(stated.filter(({ sha256 }) => hosts.get(sha256)!.has('modelscope')).length).toBeGreaterThan(0);
  const left = new Set<string>();
  for (const { day, rows } of importDays(seedFolder))
    for (const row of rows) {
      if (!('files' in row)) continue;
      const sources = row.sources as { source: string; files?: string[] }[];
      for (const { path, sha256 } of row.files)
        for (const host of hosts.get(sha256) ?? []) {
          const token = SOURCES.get(host);
          const isNamed = sources.some(({ source, files }) => source === token && (files?.includes(path) ?? true));
          if (token !== undefined && !isNamed) left.add(`${day} ${row.id} ${path}: ${token}`);
        }
    }
  expect([...left]).toEqual([]);
});
