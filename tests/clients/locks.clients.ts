/**
 * Tests the Metalink and the bill of materials of a model with the programs that read them: aria2c, and CycloneDX's
 * library.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import retired from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import current from 'spdx-license-ids/index.json' with { type: 'json' };
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { billText, modelBill } from '../../src/lock/lists.ts';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { hashOf, need, run } from './client-process.ts';

const VALIDATE = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(sys.stdin.read())
sys.exit(str(fault) if fault else 0)
`;

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

const listOf = async (id: string, name: string) => {
  const answer = await fetch(`${hub.base}/models/${id}/${name}`);
  expect(answer.status).toBe(200);
  return answer.text();
};

async function byMetalink(context: TestContext, id: string) {
  const folder = await hub.folder();
  await writeFile(join(folder, 'model.meta4'), await listOf(id, 'model.meta4'));
  const words = ['-q', '--max-tries=2', '--retry-wait=1', '--follow-metalink=mem', '-M', 'model.meta4'];
  return { folder, got: await run(need(context, 'aria2c'), words, { folder }) };
}

/** Returns the fault that CycloneDX's library finds by its schema of CycloneDX 1.6; an empty text if there is none. */
async function faultOf(context: TestContext, bill: string): Promise<string> {
  const { code, errors } = await run(join(need(context, 'cyclonedx'), 'python'), ['-c', VALIDATE], { input: bill });
  return code === 0 ? '' : errors;
}

test('a bill of materials is valid, and a changed bill is not', async (context) => {
  const bill = await listOf(hub.sources.llama.model.id, 'cyclonedx.json');
  expect(await faultOf(context, bill)).toBe('');
  expect(await faultOf(context, bill.replace('"SHA-256"', '"SHA-255"'))).toContain('SHA-255');
});

test('a bill with any licence of the SPDX list is valid', async (context) => {
  const model = { id: 'acme/tiny', revision: 'a'.repeat(40), object: `blake3:${'0'.repeat(64)}` as const, files: [] };
  const bill = modelBill(model);
  const components = [...retired, ...current].map((license) => ({
    ...{ type: 'file', name: license },
    licenses: (modelBill({ ...model, license }).metadata as { component: { licenses: object[] } }).component.licenses,
  }));
  expect(await faultOf(context, billText({ ...bill, components }))).toBe('');
});

test('aria2c gets all files by a Metalink, also without a source that is down', async (context) => {
  need(context, 'aria2c');
  const { model } = hub.sources.llama;
  await hub.sources.running.srca.down();
  const { folder, got } = await byMetalink(context, model.id);
  expect(got.code, got.errors + got.output).toBe(0);
  for (const [path, file] of model.files) expect(await hashOf(join(folder, path)), path).toBe(file.sha256);
});

test('aria2c refuses the bytes of a source that sends wrong ones, and exits with 32', async (context) => {
  need(context, 'aria2c');
  for (const { misbehaviour } of Object.values(hub.sources.running)) misbehaviour.wrongBytes = true;
  const { model } = hub.sources.gguf;
  const { folder, got } = await byMetalink(context, model.id);
  expect(got.code).toBe(32);
  const [path, file] = [...model.files][0]!;
  expect(
    await readFile(join(folder, path)).then(
      () => hashOf(join(folder, path)),
      () => 'absent',
    ),
  ).not.toBe(file.sha256);
});
