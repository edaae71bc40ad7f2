// The export of an index as plain files: each address that a plain file server can answer has the bytes of the hub, and nothing else lies there.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../../../functions/hosts/memory/memory.ts';
import { openTree } from '../../../../functions/hosts/node/node-tree.ts';
import type { PagePort } from '../../../../functions/ports/ports.ts';
import { type ExportReport, exportHub } from '../../../../generator/export/export-hub.ts';
import { askFor, bytesOf } from '../../../../generator/export/export-pages.ts';
import { filesBelow } from '../../../../generator/keys/source-files.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { createMatcher } from '../../../../src/table/matcher.ts';
import { ownFile, type Row } from '../../../../src/table/route.ts';
import { type RouteName, routes } from '../../../../src/table/routes.ts';
import { buildFrom, importRows, origin, type Places, service } from '../../../fixtures/hub.ts';
import { days, type FixtureRow } from '../../../fixtures/rows.ts';

/** Thousands of files each: in memory where there is such a folder. */
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'model-hub-export-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let to: string;
beforeEach(() => {
  to = join(mkdtempSync(join(root, 'to-')), 'out');
});

/** A page that says which one it is. */
const pages: PagePort = {
  render: async ({ path, status }) => ({ status, html: new TextEncoder().encode(`<!doctype html><p>${path}\n`) }),
};
const exported = (dist: string, more: object = {}): Promise<ExportReport> =>
  exportHub({ dist, to, service, pages, isCompressed: false, isDry: false, ...more }, silent);
/** Every file of an export and its bytes, but for its own. */
const contents = (folder: string) =>
  new Map(
    filesBelow(folder)
      .filter((path) => !path.includes('/.export/'))
      .map((path) => [relative(folder, path), readFileSync(path).toString('latin1')]),
  );
const hubOver = (dist: string) => {
  const tree = openTree(dist);
  return { tree, hub: createMemoryHub(tree, { sources: service.sources, origin, baseUrl: tree.baseUrl, pages }) };
};

describe('the fixture', () => {
  const { dist } = inject('fixture');

  test('each file is what the hub answers at the address of the file', async () => {
    await exported(dist);
    const { hub, tree } = hubOver(dist);
    const found = createMatcher<RouteName>(routes);
    const asked = new Set<RouteName>();
    for (const [path, text] of contents(to)) {
      // A folder's page stands at the folder; what is a folder and JSON needs a rule that leads to its index.
      const folder = /^(.*?)(?:^|\/)index\.(html|json)$/.exec(path);
      const isSection = /^(models|docs|registry|spaces|buckets)\/index\.json$/.test(path);
      const target = folder && !isSection ? `/${folder[1]}${folder[2] === 'html' && folder[1] ? '/' : ''}` : `/${path}`;
      const address = path === 'docs/reference.html' ? '/docs' : target;
      const at = path.startsWith('api/models') && /recursive-(true|false)\.json$/.exec(path);
      const asks = at ? `/${dirname(path)}?recursive=${at[1]}` : address;
      const encoded = asks
        .split('/')
        .map((part) => (part.includes('?') ? part : encodeURIComponent(part).replaceAll('%3A', ':')));
      // The brief of the front page has no address but that of the page.
      const accept = path === 'index.md' ? 'text/markdown' : path.endsWith('.html') ? 'text/html' : '*/*';
      const answer = await hub(askFor(path === 'index.md' ? '/' : encoded.join('/'), accept));
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, Buffer.from(await bytesOf(answer)).toString('latin1')]).toEqual([path, text]);
      const row = found(asks.split('?')[0]!.slice(1).split('/').filter(Boolean), asks.endsWith('/'));
      if (row) asked.add(row.name);
    }
    tree.close();
    const built = Object.entries<Row>(routes).flatMap(([name, { when }]) =>
      when === 'built' ? [name as RouteName] : [],
    );
    const missing = built.filter((name) => !asked.has(name));
    // The fixture is built without the website, which makes the pages of models.
    expect(missing).toEqual(['modelPage']);
  });

  test('an address that is no folder and needs nothing but itself is a file of its own name', async () => {
    await exported(dist);
    for (const path of [
      'openapi.json',
      '.well-known/openapi.json',
      'acme/tiny-bert/resolve/main/SHA256SUMS',
      'api/models/acme/tiny-bert/refs',
      'api/models/acme/tiny-bert/revision/main',
      'v2/acme/tiny-bert/manifests/latest',
      'v2/acme/tiny-bert/tags/list',
      'v2/hub/index/tags/list',
      'hashes/000.json',
      'models/acme/tiny-bert/index.md',
      'docs/quickstart/index.html',
      'archive/2026-11-19/index.html',
    ])
      expect([path, statSync(join(to, path)).isFile()]).toEqual([path, true]);
  });

  test('the same again writes nothing, compressed forms are added and taken away', async () => {
    const first = await exported(dist);
    expect(first.files).toBe(contents(to).size);
    expect(first.clashes).toEqual([]);
    expect(await exported(dist)).toMatchObject({ models: 0, files: 0, bytes: 0, removed: 0 });
    const plain = contents(to);
    await exported(dist, { isCompressed: true });
    expect(existsSync(join(to, 'openapi.json.br'))).toBe(true);
    expect(await exported(dist, { isCompressed: true })).toMatchObject({ files: 0, removed: 0 });
    await exported(dist);
    expect(contents(to)).toEqual(plain);
    expect(existsSync(join(to, '.export/kinds'))).toBe(false);
  });

  test('with compressed forms, what is of a kind has a second name that says so', async () => {
    await exported(dist, { isCompressed: true });
    const kinds = new Map<string, Set<string>>();
    for (const path of filesBelow(join(to, '.export/kinds'))) {
      const [, file, kind = ''] = /kinds\/(.*)\.(\w+)$/.exec(path)!;
      const at = join(to, file!);
      expect(statSync(path).ino).toBe(statSync(at).ino);
      const { mediaType, format } = JSON.parse(readFileSync(at, 'utf8'));
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(mediaType ?? format));
    }
    expect(kinds).toEqual(
      new Map([
        ['catalog', new Set(['hub.model-hub.catalog/v1'])],
        ['model', new Set(['hub.model-hub.model/v1'])],
        ['source', new Set(['hub.model-hub.source/v1'])],
        ['gguf', new Set(['application/vnd.docker.distribution.manifest.v2+json'])],
        ['oci', new Set(['application/vnd.oci.image.manifest.v1+json'])],
      ]),
    );
  });

  test('a run that is only counted does nothing', async () => {
    const counted = await exported(dist, { isDry: true });
    expect(existsSync(to)).toBe(false);
    const { files, bytes, models } = await exported(dist);
    expect({ files, bytes, models }).toEqual({ files: counted.files, bytes: counted.bytes, models: counted.models });
  });

  test('a folder of somebody else is left alone', async () => {
    mkdirSync(to);
    writeFileSync(join(to, 'precious.txt'), 'mine');
    await expect(exported(dist)).rejects.toThrow('precious.txt and no export wrote it: name an empty folder');
    expect(readFileSync(join(to, 'precious.txt'), 'utf8')).toBe('mine');
  });

  test('what somebody else did to the folder is put right when all is written again', async () => {
    await exported(dist);
    const whole = contents(to);
    writeFileSync(join(to, 'openapi.json'), '{}');
    rmSync(join(to, 'models'), { recursive: true });
    expect(await exported(dist)).toMatchObject({ files: 0 });
    await exported(dist, { isAgain: true });
    expect(contents(to)).toEqual(whole);
  });

  test('nothing is written or removed behind a link', async () => {
    await exported(dist);
    const outside = mkdtempSync(join(root, 'outside-'));
    writeFileSync(join(outside, 'precious.txt'), 'mine');
    rmSync(join(to, 'api/models/acme/tiny-bert'), { recursive: true });
    symlinkSync(outside, join(to, 'api/models/acme/tiny-bert'));
    writeFileSync(join(to, '.export/state.json'), '{}');
    const { clashes } = await exported(dist);
    expect(clashes).toContain('api/models/acme/tiny-bert/refs');
    expect([...contents(outside).keys()]).toEqual(['precious.txt']);
  });
});

describe('another day', () => {
  const rows = days[0]!.rows.filter((row): row is FixtureRow => 'files' in row);
  let places: Places;
  const build = async (day: string, changed: readonly FixtureRow[]) =>
    buildFrom(places, await importRows(places.data, day, changed));
  beforeEach(() => {
    const folder = mkdtempSync(join(root, 'day-'));
    places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  });

  test('brings the folder to what a fresh one would be, and writes the models alone that changed', async () => {
    await build('2026-01-01', rows);
    await exported(places.dist);
    const [first, ...others] = rows;
    const files = [{ path: 'new/deep.json', size: 1, sha256: 'ab'.repeat(32) }];
    // One model fell off the list, one has other files, all of the others stand.
    await build('2026-01-02', [{ ...first!, files }, ...others.slice(1)]);
    expect(await exported(places.dist)).toMatchObject({ models: 2 });
    const continued = contents(to);
    to = join(mkdtempSync(join(root, 'to-')), 'out');
    await exported(places.dist);
    expect(continued).toEqual(contents(to));
  });

  test('leaves no empty folder, and a file comes where a folder was', async () => {
    const files = (path: string) => [{ path, size: 1, sha256: 'ab'.repeat(32) }];
    const [first] = rows;
    await build('2026-01-01', [{ ...first!, files: files('a/b/c.json') }]);
    await exported(places.dist);
    const api = join(to, 'api/models', first!.id, 'tree/main');
    expect(existsSync(join(api, 'a/b/index.json'))).toBe(true);
    await build('2026-01-02', [{ ...first!, files: files('a') }]);
    expect(await exported(places.dist)).toMatchObject({ clashes: [] });
    expect(readdirSync(api)).toEqual(['index.json']);
  });

  test('a model is written for its figures when one has moved by a tenth', async () => {
    const [model] = rows;
    const info = () => JSON.parse(readFileSync(join(to, `api/models/${model!.id}/index.json`), 'utf8')).downloads;
    await build('2026-01-01', [{ ...model!, downloads: 100 }]);
    await exported(places.dist);
    await build('2026-01-02', [{ ...model!, downloads: 110 }]);
    expect(await exported(places.dist)).toMatchObject({ models: 0 });
    expect(info()).toBe(100);
    await build('2026-01-03', [{ ...model!, downloads: 111 }]);
    expect(await exported(places.dist)).toMatchObject({ models: 1 });
    expect(info()).toBe(111);
  });

  test('a run that was cut short is made good by the next one, whatever it had written', async () => {
    await build('2026-01-01', rows);
    await exported(places.dist);
    const whole = contents(to);
    const failing: PagePort = { render: () => Promise.reject(new Error('cut short')) };
    await build(
      '2026-01-02',
      rows.map((row) => ({ ...row, license: 'mit' })),
    );
    await expect(exported(places.dist, { pages: failing })).rejects.toThrow();
    await build('2026-01-03', rows);
    await exported(places.dist);
    const [path, text] = [`api/models/${rows[0]!.id}/index.json`, contents(to)];
    expect(text.get(path)).toBe(whole.get(path));
  });
});

test('every row that a file answers is named by the table', () => {
  for (const row of Object.values<Row>(routes))
    if (row.when === 'built') expect([row.pattern, row.file ?? ownFile(row.pattern)]).toEqual([row.pattern, row.file]);
});
