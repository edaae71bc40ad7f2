// Tests the export of a hub as plain files. Each address that a plain file server can answer has the hub's bytes,
// and there are no other files.

import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { filesBelow } from '../../../../generator/files/own-folder.ts';
import { Secret } from '../../../../src/basics/secret.ts';
import type { PagePort } from '../../../../src/site/site-page.ts';
import type { Row } from '../../../../src/table/route.ts';
import { routes } from '../../../../src/table/routes.ts';
import { askFor, bytesOf } from '../../../fixtures/asked.ts';
import { allAnswers, attested, exported, hubOver } from '../../../fixtures/exported.ts';
import { buildFrom, importRows, type Places } from '../../../fixtures/hub.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { LOG_NAME, writeLogOf } from '../../../fixtures/log.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { days, type FixtureRow } from '../../../fixtures/rows.ts';
import { modelLeaf, signer } from '../../log/memory-log.ts';

let to: string;
beforeEach(() => {
  to = join(folderOfTest(), 'out');
});

/** Returns the content of every exported file, by path, without the files in `.export`. */
const contents = (folder: string) =>
  new Map(
    filesBelow(folder)
      .filter((path) => !path.includes('/.export/'))
      .map((path) => [relative(folder, path), readFileSync(path).toString('latin1')]),
  );

describe('the fixture', () => {
  const { dist } = inject('fixture');

  test('each file equals the hub’s answer at its address', async () => {
    await exported(dist, to, attested);
    const { hub } = hubOver(dist);
    const asked = new Set<string>();
    for (const { name, row, address, path } of allAnswers(to)) {
      const answer = await hub(askFor(address, row.as?.includes('html') ? 'text/html' : '*/*'));
      expect([address, answer.status]).toEqual([address, 200]);
      const served = Buffer.from(await bytesOf(answer)).toString('latin1');
      // A page says that it belongs to an export, and so does the Markdown twin of a model's page.
      const text = readFileSync(path)
        .toString('latin1')
        .replace(/ exported\n$/, ' served\n');
      if (name !== 'modelTwin') expect([address, text]).toEqual([address, served]);
      asked.add(name);
    }
    const built = Object.entries<Row>(routes).flatMap(([name, { when }]) => (when === 'built' ? [name] : []));
    // The listing of all files tells what the listing of a folder tells.
    expect(built.filter((name) => !asked.has(name))).toEqual(['treeAt', 'treesizeAt']);
  });

  test('an export adds to its log: written files stay, and a new day of the log comes only with its tree', async () => {
    const dist = folderOfTest();
    cpSync(inject('fixture').dist, dist, { recursive: true });
    rmSync(join(dist, 'log'), { recursive: true });
    const ofLog = () => [...contents(to).keys()].filter((path) => path.startsWith('log/'));
    await exported(dist, to);
    expect(ofLog()).toEqual([]);
    const by = signer(LOG_NAME);
    const leaves = writeLogOf(dist, [modelLeaf('a/one'), modelLeaf('b/two')], by);
    await exported(dist, to);
    const first = ofLog();
    expect(first).toEqual(expect.arrayContaining(['log/checkpoint', 'log/tile/0/000.p/3', 'log/tile/entries/000.p/3']));
    writeLogOf(dist, [modelLeaf('c/three')], by, leaves);
    await exported(dist, to);
    expect(ofLog()).toEqual(expect.arrayContaining(first.filter((path) => !path.startsWith('log/models/'))));
    expect(contents(to).get('log/checkpoint')).toMatch(/^hub\.example\/log\n5\n/);
    expect(await exported(dist, to)).toMatchObject({ files: 0, removed: 0 });
    const held = contents(to);
    // This log has other leaves from the beginning, so it does not extend the exported log.
    writeLogOf(dist, [modelLeaf('z/other'), modelLeaf('z/others')], by, leaves.slice(1));
    await expect(exported(dist, to)).rejects.toThrow('has a log of 5 leaves that this one, of ');
    expect(contents(to)).toEqual(held);
    // If the tree has no log, the export neither adds to the exported log nor removes its files.
    rmSync(join(dist, 'log'), { recursive: true });
    expect(await exported(dist, to)).toMatchObject({ files: 0, removed: 0 });
    expect(contents(to)).toEqual(held);
  });

  test(
    'attestations are written with a key, written again with another key, and removed without a key',
    inAll(),
    async () => {
      const signature = 'models/acme/tiny-bert/model.sig';
      const key = 'api/hub/attestation/key.pem';
      await exported(dist, to);
      const plain = contents(to);
      expect([...plain.keys()].filter((path) => /\.(sig|pem)$|\/referrers\//.test(path))).toEqual([]);
      await exported(dist, to, attested);
      const first = contents(to);
      expect(await exported(dist, to, attested)).toMatchObject({ models: 0, files: 0, removed: 0 });
      await exported(dist, to, { attestationKey: new Secret('1'.padStart(64, '0')) });
      const second = contents(to);
      for (const path of [signature, key]) expect([path, second.get(path) === first.get(path)]).toEqual([path, false]);
      expect(second.size).toBe(first.size);
      await exported(dist, to);
      expect(contents(to)).toEqual(plain);
    },
  );

  test('a folder with files of somebody else is not changed', async () => {
    mkdirSync(to);
    writeFileSync(join(to, 'precious.txt'), 'mine');
    await expect(exported(dist, to)).rejects.toThrow('precious.txt, which no export wrote: name an empty folder');
    expect(readFileSync(join(to, 'precious.txt'), 'utf8')).toBe('mine');
  });

  test('nothing is written or removed through a symbolic link', async () => {
    await exported(dist, to);
    const outside = folderOfTest();
    writeFileSync(join(outside, 'precious.txt'), 'mine');
    rmSync(join(to, 'api/models/acme/tiny-bert'), { recursive: true });
    symlinkSync(outside, join(to, 'api/models/acme/tiny-bert'));
    writeFileSync(join(to, '.export/state.json'), '{}');
    await exported(dist, to);
    expect(lstatSync(join(to, 'api/models/acme/tiny-bert')).isSymbolicLink()).toBe(false);
    expect(existsSync(join(to, 'api/models/acme/tiny-bert/refs'))).toBe(true);
    expect([...contents(outside).keys()]).toEqual(['precious.txt']);
  });
});

describe('another day', () => {
  const rows = days[0]!.rows.filter((row): row is FixtureRow => 'files' in row);
  let places: Places;
  const build = async (day: string, changed: readonly FixtureRow[]) =>
    buildFrom(places, await importRows(places.data, day, changed));
  beforeEach(() => {
    const folder = folderOfTest();
    places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  });

  test('makes the folder equal to a new export, and writes only the changed models', async () => {
    await build('2026-01-01', rows);
    await exported(places.dist, to);
    const [first, ...others] = rows;
    const files = [{ path: 'new/deep.json', size: 1, sha256: 'ab'.repeat(32) }];
    // One model has left the list, one has other files, and all others are unchanged.
    await build('2026-01-02', [{ ...first!, files }, ...others.slice(1)]);
    expect(await exported(places.dist, to)).toMatchObject({ models: 2 });
    const continued = contents(to);
    to = join(folderOfTest(), 'out');
    await exported(places.dist, to);
    expect(continued).toEqual(contents(to));
  });

  test('completes a run that was cut short, whatever it had written', inAll(), async () => {
    await build('2026-01-01', rows);
    await exported(places.dist, to);
    const whole = contents(to);
    const failing: PagePort = { render: () => Promise.reject(new Error('cut short')) };
    await build(
      '2026-01-02',
      rows.map((row) => ({ ...row, license: 'mit' })),
    );
    await expect(exported(places.dist, to, { pages: failing })).rejects.toThrow();
    await build('2026-01-03', rows);
    await exported(places.dist, to);
    const [path, text] = [`api/models/${rows[0]!.id}/index.json`, contents(to)];
    expect(text.get(path)).toBe(whole.get(path));
  });
});
