// Tests that a hub sends a notice to HUB_NOTIFY when the only source of some models goes down.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { service } from '../fixtures/hub.ts';
import { servedBy } from '../fixtures/loopback-server.ts';

test('HUB_NOTIFY gets one notice when a source goes down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-outage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const heard: object[] = [];
  const receiver = await servedBy(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    heard.push(JSON.parse(body) as object);
    response.end();
  });
  onTestFinished(() => receiver.close());
  const [first, ...others] = service.sources;
  const config = readConfig({
    ...{ PORT: '0', HUB_PROBE: '1', HUB_DATA: folder, HUB_DIST: inject('fixture').dist },
    HUB_NOTIFY: `${receiver.base}/hook`,
  });
  const serving = await serve({
    ...{ config, baseUrl: undefined, writeLog() {}, writeNotice() {} },
    service: {
      ...service,
      sources: [{ ...first!, base: 'http://127.0.0.1:1' }, ...others.map(({ probe, ...one }) => one)],
    },
  });
  onTestFinished(() => serving.close());
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({
    event: 'source',
    source: first!.host,
    reason: 'refused',
    text: expect.stringMatching(/ is down \(refused\), and \d+ models? ha(s|ve) no other source\.$/) as string,
  });
  // This pause is long enough for another failed probe, which must not send a second notice.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(heard.length).toBe(1);
});
