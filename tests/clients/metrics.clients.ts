/**
 * Tests that Prometheus reads a hub: its tool finds no fault in metrics and alert rules, and a dead source raises an
 * alert until it is back.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepAside } from '../../generator/aside/kept-aside.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { resolveAddress } from '../demo/download.ts';
import { freePort } from '../fixtures/free-port.ts';
import { sampleOf } from '../fixtures/scrape.ts';
import { need, run } from './client-process.ts';

const rules = fileURLToPath(new URL('../../deploy/prometheus/model-hub-alerts.yaml', import.meta.url));
const rulesTest = fileURLToPath(new URL('../deploy/model-hub-alerts.test.yaml', import.meta.url));

let hub: DemoHub;
let folder: string;
let place: string;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-hub-prometheus-'));
  place = `127.0.0.1:${await freePort()}`;
  hub = await startDemoHub({ probe: '1', metrics: place });
});
afterAll(async () => {
  for (const end of ends) await end();
  await hub?.close();
  await rm(folder, { recursive: true, force: true });
});

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

test('metrics count a day that was set aside', async () => {
  const { HUB_DATA: data } = hub.environment;
  keepAside(data, readPointer(data)!, { command: 'import', breaches: [], worst: [] });
  expect(sampleOf(await scrape(), 'modelhub_index_kept_aside')).toBe(1);
});

test('promtool accepts the alert rules, and each alert is raised when it should be', async (context) => {
  const promtool = need(context, 'promtool');
  const { code, output, errors } = await run(promtool, ['test', 'rules', rulesTest]);
  expect(code, output + errors).toBe(0);
});

test('a dead source raises an alert, which ends once the source is back', async (context) => {
  const prometheus = need(context, 'prometheus');
  const address = `127.0.0.1:${await freePort()}`;
  // Shortens the wait before an alert to a second, because the rules wait for minutes.
  await writeFile(join(folder, 'alerts.yaml'), (await readFile(rules, 'utf8')).replace(/\bfor: \d+m/g, 'for: 1s'));
  await writeFile(
    join(folder, 'prometheus.yaml'),
    `global: { scrape_interval: 500ms, evaluation_interval: 500ms }
rule_files: [alerts.yaml]
scrape_configs: [{ job_name: model-hub, static_configs: [{ targets: ['${place}'] }] }]
`,
  );
  const options = [`--config.file=${join(folder, 'prometheus.yaml')}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  const child = spawn(prometheus, [...options, `--web.listen-address=${address}`], { stdio: 'ignore' });
  const ended = once(child, 'close');
  ends.push(() => {
    child.kill();
    return ended;
  });
  const answerTo = async (query: string) => {
    const asked = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
      () => undefined,
    );
    const told = (await asked?.json().catch(() => undefined)) as { data?: { result: { value: [number, string] }[] } };
    return told?.data?.result[0]?.value[1];
  };
  const patient = { timeout: 60_000, interval: 250 };
  const { srca } = hub.sources.running;
  const alert = 'ALERTS{alertname="ModelHubSourceDown", alertstate="firing", source="srca"}';
  await expect.poll(() => answerTo('modelhub_source_up{source="srca"}'), patient).toBe('1');
  expect(await answerTo(alert)).toBeUndefined();
  await srca.down();
  await expect.poll(() => answerTo(alert), patient).toBe('1');
  await ask();
  await expect.poll(() => answerTo('modelhub_failovers_total{source="srca", outcome="elsewhere"}'), patient).toBe('1');
  expect(await answerTo('modelhub_requests_total{row="resolve", source="srcb"}')).toBe('1');
  await srca.up();
  await expect.poll(() => answerTo(alert), patient).toBeUndefined();
  expect(await answerTo('up{job="model-hub"}')).toBe('1');
}, 240_000);
