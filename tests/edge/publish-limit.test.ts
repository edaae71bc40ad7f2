// Tests the size limit of published objects behind another edge, 32 MiB (decision 0023). tests/contract has the limit of
// a hub that is its own edge.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { service } from '../fixtures/hub.ts';

const MIB = 1024 * 1024;

let folder: string | undefined;
let serving: Serving | undefined;
afterEach(async () => {
  await serving?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Publishes an object of this many bytes and reads it back. Returns the status and the JSON of the answer. */
async function publish(length: number): Promise<{ status: number; told: Record<string, unknown> }> {
  const headers = { Authorization: 'Bearer publisher' };
  const url = `${serving!.url}/api/v1/objects`;
  const response = await fetch(url, { method: 'POST', headers, body: Buffer.alloc(length, 1) });
  const told = (await response.json()) as Record<string, unknown>;
  if (response.status === 201) {
    const back = await fetch(`${url}/${told.id}`);
    expect((await back.arrayBuffer()).byteLength).toBe(length);
  }
  return { status: response.status, told };
}

test('HUB_EDGE=off accepts 32 MiB and not one byte more', async () => {
  const limit = 32 * MIB;
  folder = mkdtempSync(join(tmpdir(), 'model-hub-edge-'));
  const config = readConfig({
    ...{ PORT: '0', HUB_PROBE: 'off', HUB_DATA: folder, HUB_DIST: inject('fixture').dist },
    ...{ HUB_PUBLISHER_TOKEN: 'publisher', HUB_EDGE: 'off' },
  });
  const writeNotice = (line: string) => expect.unreachable(line);
  serving = await serve({ config, service, baseUrl: undefined, writeLog() {}, writeNotice });
  expect(await publish(limit)).toMatchObject({ status: 201, told: { size: limit } });
  expect(await publish(limit + 1)).toMatchObject({ status: 413, told: { code: 'TooLarge' } });
  const capabilities = await fetch(`${serving.url}/api/v1/capabilities`);
  expect(await capabilities.json()).toMatchObject({ maximum_message_bytes: limit });
});
