// Tests the page about alerts: each alert leads to a section that answers four questions, and its commands succeed on a
// healthy hub.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { placeWebsite } from '../faults/stand-in-website.ts';
import { row } from '../unit/generator/import/sandbox.ts';
import { hubCommandsIn } from './hub-commands.ts';

const base = 'https://hub.example';
const page = readDocsPages(base).find(({ slug }) => slug === 'operating')!;
const [, runbook] = page.twin.split('\n## Alerts\n') as [string, string];
const rules = readFileSync(join(import.meta.dirname, '../../deploy/prometheus/model-hub-alerts.yaml'), 'utf8');
const alerts = parse(rules).groups[0].rules as { alert: string; annotations: { runbook_url: string } }[];

const commands = hubCommandsIn(runbook);

const folder = mkdtempSync(join(tmpdir(), 'model-hub-runbook-'));
const env = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };
beforeAll(async () => {
  mkdirSync(env.HUB_DIST);
  placeWebsite(env.HUB_DIST);
  const rows = join(folder, 'rows.jsonl');
  writeFileSync(rows, `${JSON.stringify(row('acme/one'))}\n`);
  for (const words of [['import', rows], ['build']]) expect(await hubCommand(words, env)).toMatchObject({ code: 0 });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there is a section for each alert, in the same order, and no other', () => {
  const names = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(names).toEqual(alerts.map(({ alert }) => alert));
});

test.each(alerts)('$alert leads to its section', ({ alert, annotations }) => {
  const anchors = page.sections.map(({ anchor }) => `${base}/docs/operating/#${anchor}`);
  expect(anchors).toContain(annotations.runbook_url);
  const text = runbook.split(`### ${alert}\n`)[1]!.split('\n### ')[0]!;
  const asked = [...text.matchAll(/^\*\*([\w ]+):\*\* \S/gm)].map(([, question]) => question);
  expect(asked).toEqual(['Means', 'Users see', 'Look at', 'Do']);
});

test('there are commands to run', () => expect(commands.length).toBeGreaterThan(3));

test.each(commands)('npx model-hub %s succeeds', { timeout: 300_000 }, async (command) => {
  expect(await hubCommand(command.split(' '), env)).toMatchObject({ code: 0 });
});
