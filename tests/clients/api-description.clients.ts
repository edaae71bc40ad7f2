/** Checks the API description with Spectral, a linter too large for this project's own packages. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { need, run } from './client-process.ts';

const ruleset = fileURLToPath(new URL('../openapi/spectral.yaml', import.meta.url));

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

test('spectral oas reports nothing, not even a hint', async (context) => {
  const spectral = need(context, 'spectral');
  const folder = await hub.folder();
  const description = (await (await fetch(`${hub.base}/openapi.json`)).json()) as { info: object };
  // Spectral requires a contact, which only the operator's service.yaml can name.
  const info = { ...description.info, contact: { name: 'The operator', email: 'operator@hub.example' } };
  await writeFile(join(folder, 'openapi.json'), JSON.stringify({ ...description, info }));
  await copyFile(ruleset, join(folder, 'spectral.yaml'));
  const words = [spectral, 'lint', 'openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint'];
  const got = await run(process.execPath, words, { folder });
  expect(got.code, got.output + got.errors).toBe(0);
});
