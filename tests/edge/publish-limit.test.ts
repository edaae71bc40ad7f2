// Tests the size limit of published objects behind another edge, 32 MiB (decision 0023). tests/contract has the limit of
// a hub that is its own edge.
import { expect, test } from 'vitest';
import { serveFixture } from '../fixtures/serve-fixture.ts';

const MIB = 1024 * 1024;

/** Publishes an object of this many bytes and reads it back. Returns the status and the JSON of the answer. */
async function publish(hub: string, length: number): Promise<{ status: number; told: Record<string, unknown> }> {
  const headers = { Authorization: 'Bearer publisher' };
  const url = `${hub}/api/v1/objects`;
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
  const { url } = await serveFixture({ HUB_PUBLISHER_TOKEN: 'publisher', HUB_EDGE: 'off' });
  expect(await publish(url, limit)).toMatchObject({ status: 201, told: { size: limit } });
  expect(await publish(url, limit + 1)).toMatchObject({ status: 413, told: { code: 'TooLarge' } });
  const capabilities = await fetch(`${url}/api/v1/capabilities`);
  expect(await capabilities.json()).toMatchObject({ maximum_message_bytes: limit });
});
