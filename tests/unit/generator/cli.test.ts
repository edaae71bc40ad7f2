/**
 * Tests the command line: its exit codes, one sentence for each failure, and only JSON on standard output with
 * `--json`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
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

test.each([
  ['publish', '4'],
  ['push', '16'],
  ['status', '7'],
])('the help of %s shows the default as a user would write it', async (command, value) => {
  const { code, out } = await parsedCommand(command, '--help');
  expect([code, out]).toEqual([0, expect.stringContaining(`(default: ${value})`)]);
});

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
  ['import x --onto', "unknown option '--onto'\n(model-hub import --help explains it)"],
  ['status --days 0', '--days must be a whole number, 1 or more.'],
  ['verify x --model x', '--model must be owner/name.'],
  ['day nobody', '"nobody" is no model: name it as owner/name.'],
  [
    'day --day 2999-01-01',
    `--day 2999-01-01 is in the future, and no earlier day could follow it: today is ${TODAY} (UTC).`,
  ],
  ['day --attest', '--attest goes with --export.'],
  ['day --push here', 'here is no bucket: give --push s3://BUCKET/PREFIX.'],
  ['status --fresh 36', '--fresh must be a time such as 36h, 90m or 2d.'],
  ['account', 'Say what: model-hub account show|delete.'],
  [
    'account drop x',
    "too many arguments for 'account'. Expected 0 arguments but got 2: drop, x.\n(model-hub account --help explains it)",
  ],
  ['account show', "missing required argument 'DID'\n(model-hub account show --help explains it)"],
])('the call "%s" is a usage error', async (line, sentence) => {
  expect(await parsedCommand(...line.split(' '))).toEqual({ code: 2, out: '', err: `model-hub: ${sentence}\n` });
});

test('a usage error exits with 2, wherever the command finds it', async () => {
  expect(await hub(['imprt'])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^model-hub: unknown/) });
  const day = ['day', '--attest'];
  expect(await hub(day)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^model-hub: --attest/) });
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

test('each shell asks the command for words', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await parsedCommand('completion', shell)).out).toMatch(/\bmodel-hub completion\b.*\n$/);
  const { out } = await parsedCommand('completion', 'bash');
  expect(execFileSync('bash', ['-c', `${out}complete -p model-hub`], { encoding: 'utf8' })).toBe(out);
  expect(await hub(['completion'])).toMatchObject({ code: 2, err: expect.stringContaining('bash|zsh|fish') });
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
  ['import .', {}, '.: it is a folder (EISDIR).'],
  ['import -', { HUB_PROBE: 'x' }, 'HUB_PROBE must be off or a whole number from 1 to 86400.'],
  [
    'import -',
    { HUB_DATA: '/dev/null/x' },
    'HUB_DATA (/dev/null/x): a part of the path is a file, not a folder (ENOTDIR).',
  ],
  [
    'import -',
    { HUB_SOURCE_X: 'http://x' },
    'service.yaml: sources has no source "x" whose base the environment could override.',
  ],
  ['import -', { HUB_SERVICE: 'x.yaml' }, 'HUB_SERVICE (x.yaml): no such file or folder (ENOENT).'],
  ['import -', { HUB_SERVICE: 'facts.yml' }, 'HUB_SERVICE (facts.yml): about is missing.'],
  [
    'status --fresh 36h',
    { HUB_DATA: join(folder, 'none') },
    'Nothing is indexed: run "model-hub day", or "model-hub index", since only the catalog that ships is here.',
  ],
  ['verify nope', {}, 'nope: no such file or folder.'],
])('what "%s" lacks with %j is one sentence', async (line, env, sentence) => {
  expect(await hub(line.split(' '), env)).toEqual({ code: 1, out: '', err: `model-hub: ${sentence}\n` });
});

test('a second writer gets an error about the first one', async () => {
  const data = join(folder, 'locked');
  const lock = takeLock(data);
  const second = await hub(['import', '-'], { HUB_DATA: data }, rows);
  lock.release();
  expect(second).toEqual({
    ...{ code: 1, out: '' },
    err: `model-hub: Another process is writing to HUB_DATA (${data}); try again when it has ended.\n`,
  });
});

test('the error about a pointer of an unknown format is one sentence', async () => {
  const data = join(folder, 'newer');
  mkdirSync(data);
  writeFileSync(join(data, 'index.json'), '{"format":"hub.model-hub.pointer/v9"}');
  const { code, err } = await hub(['status'], { HUB_DATA: data });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^model-hub: \S+index\.json has the unknown format "hub\.model-hub\.pointer\/v9"; this version reads \S+\n$/,
  );
});

test('the shipped catalog is current until something is imported', async () => {
  const { code, out } = await hub(['status'], { HUB_DATA: join(folder, 'fresh') });
  expect(code).toBe(0);
  expect(out).toMatch(/^snapshot {2}\d{4}-\d\d-\d\d \(the catalog that ships\)\n/);
});
