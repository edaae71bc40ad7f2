// Tests the alerts and the dashboard: they query existing metrics, and each alert has a test and a description.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { StandIn } from '../buckets/stores.ts';
import { service } from '../fixtures/hub.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';

const text = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const alerts = parse(text('deploy/prometheus/model-hub-alerts.yaml')).groups[0].rules as {
  alert: string;
  expr: string;
  annotations: { runbook_url: string };
}[];
const tried = parse(text('tests/deploy/model-hub-alerts.test.yaml')).tests as {
  alert_rule_test?: { alertname: string; exp_alerts: unknown[] }[];
}[];
const { panels } = JSON.parse(text('deploy/grafana/model-hub.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Two hubs: one with its own tree, one over a bucket. */
const serving: Serving[] = [];
const folder = folderOfFile();
const bucket = new StandIn();
let known: ReadonlySet<string>;

beforeAll(async () => {
  await start({ HUB_DATA: join(folder, 'first'), HUB_DIST: inject('fixture').dist });
  await bucket.start();
  await start({
    HUB_DATA: join(folder, 'second'),
    HUB_DIST: inject('fixture').dist,
    ...bucket.env(),
    HUB_TREE: bucket.address('hub'),
  });
  // The counter of failovers has a name before it has a value.
  const scrapes = await Promise.all(serving.map(async ({ metrics }) => (await fetch(metrics!)).text()));
  known = new Set(scrapes.join('\n').match(/(?<=^# TYPE )\w+/gm));
});
afterAll(async () => {
  for (const one of serving.reverse()) await one.close();
  await bucket.stop();
});

async function start(env: Record<string, string>): Promise<void> {
  const config = readConfig({ PORT: '0', HUB_PROBE: 'off', HUB_METRICS: '127.0.0.1:0', ...env });
  const settings = { config, service, baseUrl: undefined, writeLog() {}, writeNotice() {}, daysAside: () => 0 };
  serving.push(await serve(settings));
}

/** Lists the metrics in a query; a histogram has its base name. */
const metricsIn = (query: string) =>
  [...query.matchAll(/\b(?:modelhub|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));

test.each(alerts)('$alert queries metrics that a hub has', ({ alert, expr }) => {
  const asked = metricsIn(expr);
  if (alert !== 'ModelHubDown') expect(asked).not.toEqual([]);
  for (const name of asked) expect(known).toContain(name);
});

test.each(panels)('the panel "$title" queries metrics that a hub has', ({ targets }) => {
  const asked = targets.flatMap(({ expr }) => metricsIn(expr));
  expect(asked).not.toEqual([]);
  for (const name of asked) expect(known).toContain(name);
});

test('each alert has its own test, and a line in the docs', () => {
  const raised = tried.flatMap(({ alert_rule_test: all = [] }) => all.filter((one) => one.exp_alerts.length > 0));
  expect(raised.map(({ alertname }) => alertname)).toEqual(alerts.map(({ alert }) => alert));
  const page = text('content/docs/operating.md');
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook_url).toBe('https://hub.example/docs/operating/#alerts');
    expect(page).toMatch(new RegExp(`^\\| (\\w+, )?${alert}\\b.* \\| .+ \\| .+ \\|$`, 'm'));
  }
});

test('the table in the docs has each metric of the hub', () => {
  const page = text('content/docs/settings.md');
  for (const name of known) if (name.startsWith('modelhub_')) expect(page).toContain(`\`${name}\``);
});
