/** Tests objects with common commands: curl publishes and reads them, and b3sum checks them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { need, run } from './client-process.ts';

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

const bearer = () => `Authorization: Bearer ${hub.environment.HUB_PUBLISHER_TOKEN}`;
const objects = () => `${hub.base}/api/v1/objects`;

test('curl | b3sum: an object of the index hashes to its address', async (context) => {
  const [curl, b3sum] = [need(context, 'curl'), need(context, 'b3sum')];
  const found = await run(curl, ['-fsS', `${hub.base}/api/models?limit=1`]);
  const [row] = JSON.parse(found.output) as { hub: { manifest: string } }[];
  for (const address of [row!.hub.manifest, await todaysCatalog(curl)]) {
    const sum = await run('sh', ['-c', `${curl} -fsS "$0" | ${b3sum} --no-names`, `${objects()}/${address}`]);
    expect(`blake3:${sum.output.trim()}`).toBe(address);
  }
});

async function todaysCatalog(curl: string): Promise<string> {
  const descriptor = await run(curl, ['-fsS', `${hub.base}/.well-known/model-hub.json`]);
  return (JSON.parse(descriptor.output) as { catalog: string }).catalog;
}

test.for([0, 1, 5000, 1_500_000, 8 * 1024 * 1024])(
  'curl publishes %i bytes, and b3sum agrees',
  async (size, context) => {
    const [curl, b3sum] = [need(context, 'curl'), need(context, 'b3sum')];
    const folder = await hub.folder();
    await writeFile(join(folder, 'bytes'), Buffer.alloc(size, size % 251));
    // For a body above a megabyte, curl first asks for permission (Expect: 100-continue).
    const words = [
      '-sS',
      '-H',
      bearer(),
      '-H',
      'Content-Type: application/x-test',
      '--data-binary',
      '@bytes',
      objects(),
    ];
    const published = await run(curl, words, { folder });
    const { id } = JSON.parse(published.output) as { id: string };
    const sum = await run(b3sum, ['--no-names', 'bytes'], { folder });
    expect(id).toBe(`blake3:${sum.output.trim()}`);
    const again = await run(curl, ['-fsS', '-o', 'back', '-w', '%{content_type}', `${objects()}/${id}`], { folder });
    expect(again).toMatchObject({ code: 0, output: 'application/x-test' });
    expect((await readFile(join(folder, 'back'))).equals(await readFile(join(folder, 'bytes')))).toBe(true);
  },
);

test('one byte too many is refused with a message that curl prints; without a token, before the body is sent', async (context) => {
  const curl = need(context, 'curl');
  const folder = await hub.folder();
  await writeFile(join(folder, 'bytes'), Buffer.alloc(8 * 1024 * 1024 + 1));
  const words = ['-sS', '-w', '\n%{http_code}', '--data-binary', '@bytes', objects()];
  const large = await run(curl, ['-H', bearer(), ...words], { folder });
  expect(large.output).toMatch(/"code":"TooLarge".*\n413$/s);
  const stranger = await run(curl, words, { folder });
  expect(stranger.output).toMatch(/publisher token.*\n401$/s);
  expect(hub.served.printed()).not.toContain(hub.environment.HUB_PUBLISHER_TOKEN);
});
