/** Checks the configs of the hub's ModelPack manifests by the schema in the specification's own module. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import { expect, type TestContext, test } from 'vitest';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { seedFolder } from '../../generator/process/package-paths.ts';
import { ollamaChat } from '../../src/dialects/oci/llama/ollama-chat.ts';
import { registryOf } from '../../src/dialects/oci/registry/registry.ts';
import { MODEL_PACK_CONFIG } from '../../src/nouns/registry-media-types.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';
import { models } from '../fixtures/rows.ts';
import { readDay } from '../unit/generator/import/sandbox.ts';
import { need } from './client-process.ts';

async function schema(context: TestContext) {
  const folder = need(context, 'model-spec');
  return Compile(JSON.parse(await readFile(join(folder, 'schema/config-schema.json'), 'utf8')) as object);
}

/** Lists every ModelPack config in the manifests of a model. */
function configsOf(model: ModelObject): unknown[] {
  const { blobs } = registryOf(model, { source: `https://source.example/${model.id}`, chatOf: ollamaChat });
  return blobs.filter(({ mediaType }) => mediaType === MODEL_PACK_CONFIG).map(({ text }) => JSON.parse(text));
}

test('the schema refuses what a config must not contain', async (context) => {
  const validator = await schema(context);
  const modelfs = { type: 'layers', diffIds: [`sha256:${'0'.repeat(64)}`] };
  expect(validator.Check({ descriptor: {}, config: {}, modelfs })).toBe(true);
  expect(validator.Check({ descriptor: {}, config: {} })).toBe(false);
  expect(validator.Check({ descriptor: { title: null }, config: {}, modelfs })).toBe(false);
  expect(validator.Check({ descriptor: { sha: 'x' }, config: {}, modelfs })).toBe(false);
  expect(validator.Check({ descriptor: { createdAt: 'today' }, config: {}, modelfs })).toBe(false);
  expect(validator.Check({ descriptor: {}, config: {}, modelfs: { type: 'layers', diffIds: [] } })).toBe(false);
});

test('the schema accepts every config of the shipped catalog, and of a model with every fact', async (context) => {
  const validator = await schema(context);
  const { models: shipped } = await readDay(
    openObjectStore(join(seedFolder, 'objects')),
    readPointer(seedFolder)!.catalog,
  );
  const { id, revision, files } = models.seer;
  const seer = {
    format: 'hub.model-hub.model/v1',
    id,
    revision,
    files,
    license: 'mit',
    prev: null,
    parameters: 7,
  } as ModelObject;
  const all = [...shipped.values()].map(({ object }) => object);
  expect(all.length).toBeGreaterThan(50);
  for (const model of [...all, seer])
    for (const config of configsOf(model)) expect(validator.Errors(config), model.id).toEqual([true, []]);
});
