/**
 * Tests the command line: its exit codes, one sentence for each failure, and only JSON on standard output with
 * `--json`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../generator/files/lock.ts';
import { hubCommand } from '../../faults/hub-command.ts';
import { folderOfFile } from '../../fixtures/own-folder.ts';
import { parsedCommand } from '../../fixtures/parsed-command.ts';
import { row } from './import/sandbox.ts';

const folder = folderOfFile();
writeFileSync(join(folder, 'facts.yml'), 'name: Hub\n');

const hub = (words: string[], env: Record<string, string> = {}, stdin = '') =>
  hubCommand(words, { HUB_DATA: join(folder, 'data'), ...env }, folder, undefined, stdin);

const rows = `${JSON.stringify(row('a/one'))}\n`;

test('without a command it prints the help, with the commands in groups', async () => {
  const { code, out } = await hub([]);
  expect([code, out.match(/^\w[\w ]*:$/gm)]).toEqual([
    0,
    ['Options:', 'Try:', 'Fill:', 'Run:', 'Take back:', 'Trust:', 'Help:'],
  ]);
});

const TODAY = new Date().toISOString().slice(0, 10);

test.each([
  ['imprt', "unknown command 'imprt'\n(Did you mean import?)\n(model-hub help lists the commands)"],
  ['import', "missing required argument 'file'\n(model-hub import --help explains it)"],
  ['import x --day today', `--day must be a day such as ${TODAY}, not "today".`],
  [
    'day --day 2999-01-01',
    `--day 2999-01-01 is in the future, and no earlier day could follow it: today is ${TODAY} (UTC).`,
  ],
  ['day --attest', '--attest goes with --export.'],
])('the call "%s" is a usage error', async (line, sentence) => {
  expect(await parsedCommand(...line.split(' '))).toEqual({ code: 2, out: '', err: `model-hub: ${sentence}\n` });
});

test('a usage error exits with 2', async () => {
  expect(await hub(['imprt'])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^model-hub: unknown/) });
});

test.each(['index', 'import', 'mirror', 'verify', 'status', 'account', 'publish', 'fetch', 'export'])(
  '%s --help shows examples',
  async (command) => {
    const { code, out } = await parsedCommand(command, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/Examples:\n {2}\$ model-hub /);
  },
);

test('the words that may come next are those of the table', async () => {
  const complete = async (line: string) => (await hub(['completion', 'model-hub'], { COMP_LINE: line })).out;
  expect(await complete('model-hub imp')).toBe('import\n');
  expect(await complete('model-hub backup --')).toBe('--json\n');
  expect(await complete('model-hub account s')).toBe('show\n');
  expect(await complete('model-hub import rows.jsonl --d')).toBe('--day\n--drop\n');
});

test('an import from standard input prints its report as JSON, and `status` shows the new state', async () => {
  const env = { HUB_DATA: join(folder, 'stdin') };
  const imported = await hub(['import', '-', '--day', '2026-01-01', '--json'], env, rows);
  expect(imported).toMatchObject({ code: 0, err: '' });
  const report = JSON.parse(imported.out);
  expect(report).toMatchObject({ imported: true, changed: true, day: '2026-01-01', models: { listed: 1 } });
  const status = await hub(['status', '--json'], env);
  expect(JSON.parse(status.out)).toMatchObject({
    snapshot: '2026-01-01',
    catalog: report.catalog,
    from: 'data',
    totals: { models: 1, listed: 1, thin: 0, gated: 0, files: 2, copyBytes: 101 },
    days: [{ snapshot: '2026-01-01', catalog: report.catalog }],
    tree: { state: 'none' },
  });
});

test('bad rows exit with 1, and are reported on standard error or as JSON', async () => {
  const told = await hub(['import', '-'], {}, '{"id":"a/b"}');
  expect(told).toMatchObject({ code: 1, out: '' });
  expect(told.err).toContain('line 1 (a/b): revision is missing\nline 1 (a/b): files is missing\n');
  const json = await hub(['import', '-', '--json'], {}, '{"id":"a/b"}');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ imported: false, badLines: [{ line: 1, id: 'a/b' }] });
});

test.each<[line: string, env: Record<string, string>, sentence: string]>([
  ['import nope', {}, 'nope: no such file or folder (ENOENT).'],
  ['import -', { HUB_PROBE: 'x' }, 'HUB_PROBE must be off or a whole number from 1 to 86400.'],
  [
    'import -',
    { HUB_DATA: '/dev/null/x' },
    'HUB_DATA (/dev/null/x): a part of the path is a file, not a folder (ENOTDIR).',
  ],
  ['import -', { HUB_SERVICE: 'facts.yml' }, 'HUB_SERVICE (facts.yml): about is missing.'],
  [
    'status --fresh 36h',
    { HUB_DATA: join(folder, 'none') },
    'Nothing is indexed: run "model-hub day", or "model-hub index", since only the catalog that ships is here.',
  ],
])('what "%s" lacks with %j is one sentence', async (line, env, sentence) => {
  expect(await hub(line.split(' '), env)).toEqual({ code: 1, out: '', err: `model-hub: ${sentence}\n` });
});

test('a second writer gets an error about the first one', async () => {
  const data = join(folder, 'locked');
  const lock = takeLock(data);
  const second = await hub(['import', '-'], { HUB_DATA: data }, rows);
  lock.release();
  expect(second).toEqual({
    code: 1,
    out: '',
    err: `model-hub: Another process is writing to HUB_DATA (${data}); try again when it has ended.\n`,
  });
});

test('the shipped catalog is current until something is imported', async () => {
  const { code, out } = await hub(['status'], { HUB_DATA: join(folder, 'fresh') });
  expect(code).toBe(0);
  expect(out).toMatch(/^snapshot {2}\d{4}-\d\d-\d\d \(the catalog that ships\)\n/);
});
