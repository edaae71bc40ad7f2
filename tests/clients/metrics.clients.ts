import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { resolveAddress } from '../demo/download.ts';
import { freePort } from '../fixtures/free-port.ts';
import { sampleOf } from '../fixtures/scrape.ts';
import { need, run } from './client-process.ts';

const rulesTest = fileURLToPath(new URL('../deploy/model-hub-alerts.test.yaml', import.meta.url));

let hub: DemoHub;
let place: string;
beforeAll(async () => {
  place = `127.0.0.1:${await freePort()}`;
  hub = await startDemoHub({ probe: '1', metrics: place });
});
afterAll(() => hub?.close());

const ask = () => fetch(resolveAddress(hub.base, hub.sources.llama.model.id, 'config.json'), { redirect: 'manual' });

const scrape = async () => (await fetch(`http://${place}/metrics`)).text();

test('promtool finds no fault in the metrics', async (context) => {
  const promtool = need(context, 'promtool');
  await ask();
  await fetch(`${hub.base}/nothing/at/all/here`);
  const input = await scrape();
  expect(input).toContain('modelhub_requests_total{row="resolve"');
  expect(sampleOf(input, 'modelhub_index_kept_aside')).toBe(0);
  const { code, output, errors } = await run(promtool, ['check', 'metrics'], { input });
  expect({ code, output, errors }).toEqual({ code: 0, output: '', errors: '' });
});

test('promtool accepts the alert rules, and each alert is raised when it should be', async (context) => {
  const promtool = need(context, 'promtool');
  const { code, output, errors } = await run(promtool, ['test', 'rules', rulesTest]);
  expect(code, output + errors).toBe(0);
});
