/** Tests that the leaves which a build makes from its models equal the leaves made from their stored objects. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOfEntryLine, LineCursor } from '../../../../generator/days/catalog-reader.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { sourceFacts } from '../../../../generator/hub/build-hub.ts';
import { hostsOf, type LeafMaker, leafKey, MadeLeaves, modelLeaves } from '../../../../generator/log/model-leaf.ts';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { parseLeaf } from '../../../../src/log/leaves.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import type { LoggedModel } from '../../../../src/shapes/log.ts';
import { importRows, service } from '../../../fixtures/hub.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'model-hub-leaves-'));
const [dist, spool] = [join(folder, 'dist'), join(folder, 'leaves')];
const store = openObjectStore(join(folder, 'objects'));
const hosts = hostsOf(service);
const leaves = modelLeaves(store, hosts);
const files = ['a.json', 'config.json'].map((path) => ({ path, size: 2, sha256: sha256Hex(path) }));
const [a, b] = ['srca', 'srcb'].map((token) => hosts.get(token)!);
const differs = [{ path: 'config.json', sha256: sha256Hex('other') }];

const row = (id: string, revision: string, sources?: object[]) =>
  ({ id, revision: sha256Hex(revision).slice(0, 40), files, ...(sources && { sources }) }) as unknown as FixtureRow;
const both = (more: object) => [{ source: 'srcb', id: 'x/y', ...more }, { source: 'srca' }];
/** The number of models is large enough to give work to several threads. */
const many = Array.from({ length: 300 }, (_, at) => row(`many/model-${at}`, 'a'));
const rows = [
  ...many,
  row('one/whole', 'a', both({})),
  row('one/part', 'a', both({ files: ['a.json'] })),
  row('one/differs', 'a', both({ files: ['a.json'], differs })),
];

/** Returns the lines of the models in a catalog. */
function linesOf(catalog: Address, modelsStart: number): Buffer[] {
  const cursor = new LineCursor(store.pathOf(catalog), modelsStart);
  const lines: Buffer[] = [];
  for (let next = cursor.next(); next; next = cursor.next()) lines.push(Buffer.from(next));
  cursor.close();
  return lines;
}

async function built(day: string, of: FixtureRow[]): Promise<Buffer[]> {
  const catalog = await importRows(folder, day, of);
  const { stamp } = await buildTree({
    ...{ dist, stores: [join(folder, 'objects')], catalog, baseUrl: 'https://hub.example', threads: 2 },
    ...sourceFacts(service),
    leaves: { folder: spool, hosts },
  });
  return linesOf(catalog, stamp.modelsStart);
}

const refusing: LeafMaker = {
  facts: leaves.facts,
  leafOf: (line) => expect.unreachable(`${idOfEntryLine(Buffer.from(line))} was not made by the build`),
};

let lines: Buffer[];
beforeAll(async () => {
  lines = await built('2026-01-01', rows);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a full build makes the leaves of all models, from every thread', () => {
  expect(readdirSync(spool).length).toBe(2);
  const made = new MadeLeaves(spool, refusing);
  const texts = lines.map((line) => Buffer.from(made.leafOf(line)).toString());
  made.close();
  expect(texts).toEqual(lines.map((line) => Buffer.from(leaves.leafOf(line)).toString()));
  const sources = Object.fromEntries(
    texts.map((text) => parseLeaf(text) as LoggedModel).map((leaf) => [leaf.id, leaf.sources]),
  );
  expect(sources['one/whole']).toEqual([a, b].sort());
  expect(sources['one/part']).toEqual([a]);
  expect(sources['one/differs']).toEqual([a]);
  const [leaf] = texts.map((text) => parseLeaf(text) as LoggedModel);
  expect(leaf!.sums).toBe(sha256Hex(files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')));
});

test('a later build makes the leaves of changed models, and all others are made from the objects', async () => {
  rmSync(spool, { recursive: true });
  const next = await built('2026-01-02', [...rows.slice(1), row('many/model-0', 'b')]);
  const made = new MadeLeaves(spool, refusing);
  const changed = next.find((line) => idOfEntryLine(line) === 'many/model-0')!;
  expect(Buffer.from(made.leafOf(changed))).toEqual(Buffer.from(leaves.leafOf(changed)));
  expect(() => made.leafOf(next.at(-1)!)).toThrow('was not made by the build');
  made.close();
});

test('a leaf that was made for another line of the catalog is not used', () => {
  const [line] = lines;
  const id = idOfEntryLine(line!);
  rmSync(spool, { recursive: true });
  mkdirSync(spool);
  for (const [name, key] of Object.entries({ other: '0', own: leafKey(line!) })) {
    writeFileSync(join(spool, 'w0'), `${id}\t${key}\t${name}\n`);
    const made = new MadeLeaves(spool, leaves);
    const expected = name === 'own' ? Buffer.from('own') : Buffer.from(leaves.leafOf(line!));
    expect(Buffer.from(made.leafOf(line!))).toEqual(expected);
    made.close();
  }
});

test('without leaves of a build, all leaves are made from the objects', () => {
  rmSync(spool, { recursive: true });
  const made = new MadeLeaves(spool, leaves);
  expect(Buffer.from(made.leafOf(lines[0]!))).toEqual(Buffer.from(leaves.leafOf(lines[0]!)));
  made.close();
});
