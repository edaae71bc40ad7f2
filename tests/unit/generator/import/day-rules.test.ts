/**
 * Tests the effect of an import on the day before: models leave the list, become gated or are dropped, and keep the day
 * on which they were first indexed; the day is replaced or followed by a new one, or nothing changes.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import type { OtherModels } from '../../../../generator/import/write-day.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { thinned } from '../../../../src/dialects/hub/model-row.ts';
import { row, type Sandbox, sandbox } from './sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});

const [A, B, C, D] = ['alpha/one', 'beta/two', 'gamma/three', 'delta/four'];

/** Returns the bytes of every file below a folder, so that a test can detect any change. */
function contents(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'hex')]),
  );
}

test('a first import starts a chain and writes the rows’ facts', async () => {
  const facts = {
    license: 'mit',
    pipeline_tag: 'fill-mask',
    library: 'transformers',
    tags: ['en', 'en'],
    likes: 0,
    parameters: 7,
    context: 512,
  };
  const day = await box.day([row(B), row(A, '', facts)], '2026-01-01');
  expect([...day.models.keys()]).toEqual([A, B]);
  expect(day).toMatchObject({ snapshot: '2026-01-01', prev: null, gated: [] });
  const { object, row: browse, address, sources } = day.models.get(A)!;
  expect(object).toMatchObject({ id: A, license: 'mit', parameters: 7, context: 512, prev: null });
  expect(day.models.get(B)!.object).toMatchObject({ license: null });
  expect(browse).toEqual({
    id: A,
    modelId: A,
    sha: object.revision,
    author: 'alpha',
    _id: blake3Hex(A).slice(0, 24),
    private: false,
    gated: false,
    disabled: false,
    likes: 0,
    pipeline_tag: 'fill-mask',
    library_name: 'transformers',
    tags: ['en', 'fill-mask', 'transformers', 'license:mit', 'safetensors'],
    hub: {
      manifest: address,
      files: 2,
      sources: ['Source A'],
      parameters: 7,
      context: 512,
      weight_bytes: 101,
      copy_bytes: 101,
      format_bytes: { safetensors: 101 },
      indexed: '2026-01-01',
    },
  });
  expect(sources).toEqual([
    {
      format: 'hub.model-hub.source/v1',
      kind: 'http',
      source: 'srca',
      model: address,
      id: A,
      revision: object.revision,
    },
  ]);
});

test('a model that is missing from the rows leaves the list: its row becomes thin and stays thin, and its objects stay', async () => {
  const first = await box.day([row(A, '', { likes: 9, tags: ['x'] }), row(B)], '2026-01-01');
  const second = await box.day([row(B)], '2026-01-02');
  const third = await box.day([row(B)], '2026-01-03');
  const { row: full, address, sourceAddresses } = first.models.get(A)!;
  for (const day of [second, third]) {
    expect(day.models.get(A)).toMatchObject({ address, sourceAddresses, row: thinned(full) });
    expect(day.models.get(A)!.row.hub.listed).toBe(false);
    expect(day.models.get(A)!.row).not.toHaveProperty('likes');
  }
  expect([second.prev, third.prev]).toEqual([first.catalog.address, second.catalog.address]);
  const back = await box.day([row(A), row(B)], '2026-01-04');
  expect(back.models.get(A)).toMatchObject({ address, row: { hub: { manifest: address } } });
  expect(back.models.get(A)!.row.hub).not.toHaveProperty('listed');
});

test('an unchanged model keeps its object, whatever its counts are, and a changed model gets one that points to the earlier object', async () => {
  const first = await box.day([row(A), row(B), row(C)], '2026-01-01');
  const more = { license: 'mit' };
  const second = await box.day(
    [row(A, '', { likes: 4, tags: ['new'] }), row(B, 'new'), row(C, '', more)],
    '2026-01-02',
  );
  const third = await box.day([row(A), row(B, 'new'), row(C, '', more)], '2026-01-03');
  expect(second.models.get(A)!.address).toBe(first.models.get(A)!.address);
  expect(second.models.get(A)!.row.likes).toBe(4);
  expect(second.models.get(B)!.object.prev).toBe(first.models.get(B)!.address);
  expect(second.models.get(C)!.object.prev).toBe(first.models.get(C)!.address);
  for (const id of [B, C]) expect(third.models.get(id)!.address).toBe(second.models.get(id)!.address);
});

test('a new source of an unchanged model does not change its object', async () => {
  const first = await box.day([row(A)], '2026-01-01');
  const root = `Qm${'a'.repeat(44)}`;
  const sources = [
    { source: 'p2p' },
    { source: 'ipfs', root, files: ['model.safetensors'], pinned: '2026-01-02' },
    { source: 'srca' },
  ];
  const second = await box.day([row(A, '', { sources })], '2026-01-02');
  const { address, sources: found, row: browse } = second.models.get(A)!;
  expect(address).toBe(first.models.get(A)!.address);
  // IPFS has one of the two files.
  expect(browse.hub.sources).toEqual(['Source A', 'P2P']);
  expect(found.map(({ source }) => source)).toEqual(['srca', 'ipfs']);
  expect(found[1]).toMatchObject({ kind: 'ipfs', root, files: ['model.safetensors'], pinned: '2026-01-02' });
});

test('a gated model has no row and no model object, is remembered, and returns only when it is imported', async () => {
  await box.day([row(A), row(B)], '2026-01-01');
  const gated = await box.day([{ id: A, gated: true }, { id: C, gated: true }, row(B)], '2026-01-02');
  expect(gated.gated).toEqual([A, C]);
  expect([...gated.models.keys()]).toEqual([B]);
  const still = await box.day([row(B)], '2026-01-03');
  expect(still.gated).toEqual([A, C]);
  const open = await box.day([row(A), row(B)], '2026-01-04', { drop: [C] });
  expect(open.gated).toEqual([]);
  expect([...open.models.keys()]).toEqual([A, B]);
});

test('nothing remains of a dropped model', async () => {
  await box.day([row(A), row(B)], '2026-01-01');
  const dropped = await box.day([row(B)], '2026-01-02', { drop: ['Alpha/ONE'] });
  expect([...dropped.models.keys()]).toEqual([B]);
  const later = await box.import([row(B)], '2026-01-03', { drop: [A] });
  expect(later).toMatchObject({ imported: true, warnings: [`--drop ${A}: the day before does not know this model.`] });
  await expect(box.import([row(A)], '2026-01-04', { drop: [A] })).rejects.toThrow(
    'it can be imported or dropped, not both',
  );
});

test('a model whose id has other letter cases replaces the old one', async () => {
  const first = await box.day([row('Alpha/One'), row(B)], '2026-01-01');
  const second = await box.day([row('alpha/ONE', 'new'), row(B)], '2026-01-02');
  expect([...second.models.keys()]).toEqual(['alpha/ONE', B]);
  expect(second.models.get('alpha/ONE')!.object.prev).toBe(first.models.get('Alpha/One')!.address);
  const gated = await box.day([{ id: 'ALPHA/one', gated: true }, row(B)], '2026-01-03');
  expect([...gated.models.keys()]).toEqual([B]);
  const respelled = await box.day([{ id: 'alpha/one', gated: true }, row(B)], '2026-01-04');
  expect(respelled.gated).toEqual(['alpha/one']);
});

test('the same rows for the same day change nothing; other rows replace the day', async () => {
  const first = await box.day([row(A), row(B)], '2026-01-01');
  await box.day([row(A, 'x'), row(B)], '2026-01-02');
  const before = contents(box.data);
  const again = await box.import([row(B), row(A, 'x')], '2026-01-02');
  expect(again).toMatchObject({ imported: true, changed: false });
  expect(contents(box.data)).toEqual(before);
  const other = await box.day([row(B), row(C)], '2026-01-02');
  expect(other.prev).toBe(first.catalog.address);
  expect(other.models.get(A)).toMatchObject({ address: first.models.get(A)!.address, row: { hub: { listed: false } } });
  const back = await box.import([row(A, 'x'), row(B)], '2026-01-02');
  expect(back).toMatchObject({ changed: true });
  expect(contents(box.data)).toMatchObject(before);
});

test('a day before the newest is refused', async () => {
  await box.day([row(A)], '2026-01-02');
  await expect(box.import([row(B)], '2026-01-01')).rejects.toThrow('2026-01-01 lies before 2026-01-02, the newest day');
});

test('the shipped catalog is continued only on request, and is then copied', async () => {
  const seed = sandbox('seed');
  const shipped = await seed.day([row(A), row(B)], '2026-01-01');
  const alone = await sandbox('alone', seed).day([row(B)], '2026-01-02');
  expect(alone.prev).toBeNull();
  const box = sandbox('onto', seed);
  const onto = await box.day([row(B)], '2026-01-02', { ontoSeed: true });
  expect(onto.prev).toBe(shipped.catalog.address);
  expect(onto.models.get(A)!.row.hub.listed).toBe(false);
  const objects = (folder: string) =>
    Object.keys(contents(join(folder, 'objects'))).map((path) => path.split('/').slice(-2).join('/'));
  expect(objects(box.data)).toEqual(expect.arrayContaining(objects(seed.data)));
  const again = await box.import([row(B)], '2026-01-02', { ontoSeed: true });
  expect(again).toMatchObject({
    changed: false,
    warnings: ['--onto-seed has no effect: HUB_DATA has a chain of its own already.'],
  });
  await expect(sandbox('none').import([row(B)], '2026-01-02', { ontoSeed: true })).rejects.toThrow('no catalog ships');
});

test('a refused import changes nothing and leaves no file', async () => {
  await box.day([row(A)], '2026-01-01');
  const before = contents(box.data);
  const bad = await box.import([row(B), { ...row(C), revision: 'x' }], '2026-01-02');
  expect(bad).toMatchObject({ imported: false, skipped: 1, taken: 1 });
  await expect(box.import('', '2026-01-02')).rejects.toThrow('rows holds no row');
  expect(contents(box.data)).toEqual(before);
  expect(readPointer(box.data)?.snapshot).toBe('2026-01-01');
});

test('a damaged object of the day before stops the import, and the error names it', async () => {
  const { models } = await box.day([row(A)], '2026-01-01');
  const { address } = models.get(A)!;
  writeFileSync(box.store.pathOf(address), 'rot');
  await expect(box.import([row(A)], '2026-01-02')).rejects.toThrow(`The object ${address} is damaged`);
  expect(readPointer(box.data)?.snapshot).toBe('2026-01-01');
});

/** The changes of models without a row. */
const others = (gone: string[], figures: [string, object][] = []): OtherModels => ({
  gone: new Set(gone),
  figures: new Map(figures),
});

test('changes make the same day as the whole list', async () => {
  const before = [row(A, '', { likes: 1, downloads: 5 }), row(B), row(C, '', { likes: 2 }), row('Old/Case')];
  const changed = [row(B, 'new'), row(D), row('old/case')];
  const [whole, little] = [sandbox('whole'), sandbox('little')];
  for (const box of [whole, little]) await box.day(before, '2026-01-01');
  const wanted = await whole.day([row(A, '', { likes: 7, downloads: 5 }), ...changed], '2026-01-02');
  const gone = others([C], [[A, { likes: 7 }]]);
  const report = await little.import(changed, '2026-01-02', { others: gone });
  expect(report).toMatchObject({ catalog: wanted.catalog.address, models: { added: 1, unchanged: 1, fellOff: 1 } });
});

test('changes for the newest day again follow that day, and not the one before', async () => {
  const first = await box.day([row(A), row(B)], '2026-01-01');
  await box.day([row(C)], '2026-01-02', { others: others([B]) });
  const again = await box.day([row(A, 'new')], '2026-01-02', { others: others([]) });
  expect(again.prev).toBe(first.catalog.address);
  expect([...again.models.keys()]).toEqual([A, B, C]);
  expect(again.models.get(B)!.row.hub.listed).toBe(false);
  expect(again.models.get(A)!.object.prev).toBe(first.models.get(A)!.address);
});

const [FIRST, SECOND, THIRD] = ['2026-01-01', '2026-01-02', '2026-01-03'];

test('a model has the day of its first import, and its lines stay the same while the model does', async () => {
  const first = await box.day([row(A), row(B)], FIRST);
  const second = await box.day([row(A), row(B, 'new')], SECOND);
  const third = await box.day([row(A), row(B, 'new')], THIRD);
  for (const { models } of [first, second, third]) {
    expect(models.get(A)).toEqual(first.models.get(A));
    expect([A, B].map((id) => models.get(id)!.row.hub.indexed)).toEqual([FIRST, FIRST]);
  }
  expect(first.models.get(A)!.entry).toMatchObject({ indexed: FIRST });
  expect(first.models.get(A)!.entry).not.toHaveProperty('days');
  for (const { models } of [second, third])
    expect(models.get(B)!.entry).toMatchObject({ indexed: FIRST, days: [SECOND, FIRST] });
});

test('the day stays if a model leaves the list, returns, or is spelled otherwise, but not if it was dropped', async () => {
  await box.day([row(A), row(B)], FIRST);
  const thin = await box.day([row(B.toUpperCase())], SECOND);
  const indexedOf = (day: typeof thin, id: string) => {
    const { entry, row: told } = day.models.get(id)!;
    // The row of a model that left the list has no more facts than in earlier versions (decision 0019).
    expect(told.hub.indexed).toBe(told.hub.listed === false ? undefined : entry.indexed);
    return entry.indexed;
  };
  expect([indexedOf(thin, A), indexedOf(thin, B.toUpperCase())]).toEqual([FIRST, FIRST]);
  const back = await box.day([row(A), row(B, '', { listed: false })], THIRD);
  expect([indexedOf(back, A), indexedOf(back, B)]).toEqual([FIRST, FIRST]);
  expect(back.models.get(B)!.entry.days).toEqual([THIRD, SECOND, FIRST]);
  await box.day([row(B)], '2026-01-04', { drop: [A] });
  expect(indexedOf(await box.day([row(A), row(B)], '2026-01-05'), A)).toBe('2026-01-05');
});
