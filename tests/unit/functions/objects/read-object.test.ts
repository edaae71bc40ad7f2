// Tests that the hub takes the kind of an object from the index, and does not guess it from the bytes.
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../../../functions/request/answer.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import { canonicalJson } from '../../../../src/basics/records.ts';
import { formatEntryLine, formatHead, formatMiddle, formatTail } from '../../../../src/catalog/catalog-object.ts';
import { modelRow } from '../../../../src/dialects/hub/model-row.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { MODEL_FORMAT, SOURCE_FORMAT } from '../../../../src/shapes/formats.ts';
import { askWith } from '../../../fixtures/asked.ts';
import { baseUrl } from '../../../fixtures/hub.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const root = folderOfFile();

const files = [{ path: 'config.json', size: 7, sha256: '0'.repeat(64) }];
const revision = '1'.repeat(40);

/** The additional members of each model object, by id, as later versions or models with many facts have them. */
const MODELS: Record<string, object> = {
  'a/plain': {},
  // The names of these members sort before `files` and before `format`.
  'b/described': { architecture: 'llama', base_model: 'x/y', format_bytes: { gguf: 1 } },
  'c/like-a-source': { description: { format: SOURCE_FORMAT }, base: '"format":"hub.model-hub.catalog/v1"' },
  // This object is larger than a mebibyte, like that of a model with twenty quantisations and long templates.
  'd/large': { chat: 'x'.repeat(1_500_000) },
};

let catalog: Address;
const objects: Record<string, { model: Address; source: Address }> = {};
let ask: (address: string) => Answer | Promise<Answer>;
beforeAll(async () => {
  const store = openObjectStore(join(root, 'store'));
  const lines = Object.entries(MODELS).map(([id, facts]) => {
    const model = store.put(
      canonicalJson({ format: MODEL_FORMAT, id, revision, license: null, files, prev: null, ...facts }),
    );
    const source = store.put(
      canonicalJson({ ...{ format: SOURCE_FORMAT, model, kind: 'http', source: 'srca', id, revision }, about: {} }),
    );
    objects[id] = { model, source };
    const named = { id, revision, files, manifest: model, sources: ['Source A'], opaqueId: '2'.repeat(24) };
    return { entry: formatEntryLine(id, { model, sources: [source] }), row: canonicalJson(modelRow(named, {})) };
  });
  const frame = { gated: [], prev: null, snapshot: '2026-01-01' };
  const list = (name: 'entry' | 'row') => lines.map((line) => line[name]).join(',\n');
  const writer = await store.create();
  writer.write(`${formatHead(frame)}\n${list('entry')}\n${formatMiddle(frame)}\n${list('row')}\n${formatTail(frame)}`);
  catalog = writer.finish();
  const dist = join(root, 'dist');
  const facts = { sourceOrder: ['srca'], origin: 'https://origin.example', threads: 1 };
  await buildTree({ dist, stores: [store.root], catalog, baseUrl, ...facts });
  const hub = memoryHub({}, openTree(dist));
  ask = (address) => hub(askWith(`/api/v1/objects/${address}`));
});

async function typeOf(address: string): Promise<string> {
  const { status, headers } = await ask(address);
  expect(status).toBe(200);
  return headers[headers.indexOf('Content-Type') + 1]!;
}

test.each(Object.keys(MODELS))('the model object and the source object of %s have their media types', async (id) => {
  expect(await typeOf(objects[id]!.model)).toBe('application/vnd.hub.model-hub.model.v1+json');
  expect(await typeOf(objects[id]!.source)).toBe('application/vnd.hub.model-hub.source.v1+json');
});

test('the catalog has its media type', async () => {
  expect(await typeOf(catalog)).toBe('application/vnd.hub.model-hub.catalog.v1+json');
});
