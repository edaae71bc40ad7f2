// Tests a content-addressed source: every file has the address of its hash there, even if a row gives only the
// source's name.
import { expect, test } from 'vitest';
import { directionsOf, type ServedModel } from '../../../../functions/models/model.ts';
import type { TreeMemory } from '../../../../functions/ports/ports.ts';
import { createRemembered } from '../../../../src/basics/remembered.ts';
import { formatDirections } from '../../../../src/resolve/directions.ts';
import type { Source } from '../../../../src/service/service.ts';
import { row, sandbox, service } from '../../generator/import/sandbox.ts';

const STORE = 'https://registry.example/v2/models/blobs/sha256:';
const store: Source = {
  token: 'store',
  display: 'Store',
  host: 'registry.example',
  base: 'https://registry.example',
  template: '/v2/models/blobs/sha256:{sha256}',
};

test('each file is found at the address of its hash, by path and by hash', async () => {
  const known = { ...service, sources: [...service.sources, store] };
  const given = row('acme/one', '', {
    sources: [{ source: 'store', files: ['model.safetensors'] }, { source: 'srca' }],
  });
  const { models } = await sandbox().day([given], '2026-01-01', { sources: known.sources });
  const { object, sources, row: browse } = models.get('acme/one')!;
  expect(browse.hub.sources).toEqual(['Source A']);
  expect(sources[1]).toMatchObject({ kind: 'content', source: 'store', files: ['model.safetensors'] });
  expect(sources[1]).not.toHaveProperty('id');
  // Blocks of 16 bytes have one line each.
  const bytes = formatDirections({ ...object, folders: [] }, sources, 16);
  const tree = {
    id: '',
    memory: createRemembered({ most: 0 }) as TreeMemory,
    range: (_: string, start: number, end: number) => bytes.subarray(start, end),
  };
  const model = directionsOf(tree, 'acme', 'one', known.sources) as ServedModel;
  const [config, weights] = object.files;
  const urls = (found: unknown) => (found as { holders: { url: string }[] }).holders.map(({ url }) => url);
  expect(urls(model.file('config.json')).filter((url) => url.startsWith(STORE))).toEqual([]);
  expect(urls(model.file('model.safetensors'))).toContain(STORE + weights!.sha256);
  expect(urls(model.fileWithHash(weights!.sha256))).toContain(STORE + weights!.sha256);
  expect(urls(model.fileWithHash(config!.sha256)).filter((url) => url.startsWith(STORE))).toEqual([]);
  const all: unknown[] = [];
  for await (const block of model.files()) all.push(...block);
  expect(all).toEqual(object.files.map(({ path }) => model.file(path)));
});
