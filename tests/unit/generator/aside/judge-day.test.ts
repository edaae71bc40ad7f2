// Tests the rules that compare a new day with the current one: too many models are gone, have shrunk, or have other
// bytes; and what the command line does with such a day.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DayLimits } from '../../../../generator/aside/judge-day.ts';
import { readAside } from '../../../../generator/aside/kept-aside.ts';
import type { DayRules } from '../../../../generator/aside/put-in-force.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { asideOf } from '../../../../generator/import/import-report.ts';
import type { readStatus } from '../../../../generator/status/status-report.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { someModels } from '../../../faults/some-models.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { row, type Sandbox, sandbox } from '../import/sandbox.ts';

const [ONE, TWO, _THREE] = ['2026-01-01', '2026-01-02', '2026-01-03'];
const limits: DayLimits = { gone: 10, shrunk: 10, rewritten: 50, rewritten_in_place: 10 };
const rules: DayRules = { command: 'import', limits };

type Row = ReturnType<typeof row> & { files: { path: string; size: number; sha256: string }[] };
const name = (at: number) => `acme/m${String(at).padStart(3, '0')}`;
const many = (count: number) => Array.from({ length: count }, (_, at) => row(name(at), '', { downloads: at }) as Row);

/** Returns the rows with `change` applied to the first `count` of them. */
const changed = (rows: Row[], count: number, change: (row: Row) => object) =>
  rows.map((one, at) => (at < count ? { ...one, ...change(one) } : one));

async function after(before: object[], day: object[], more: { drop?: string[]; on?: string } = {}) {
  const box: Sandbox = sandbox();
  await box.day(before, ONE, { rules });
  const { drop = [], on = TWO } = more;
  const report = await box.import(day, on, { rules, drop });
  return { box, report, aside: asideOf(report) };
}

test('models that leave the list set the day aside, and the most downloaded are named', async () => {
  const rows = many(100);
  const { box, report, aside } = await after(rows, rows.slice(0, 20));
  expect(report.imported).toBe(false);
  expect(aside).toMatchObject({ command: 'import', snapshot: TWO, over: readPointer(box.data)!.catalog });
  expect(aside!.breaches).toEqual([{ rule: 'gone', models: 80, of: 100, percent: 10 }]);
  expect(aside!.worst).toEqual([99, 98, 97].map((at) => ({ id: name(at), what: 'fell off the list' })));
  expect(readPointer(box.data)!.snapshot).toBe(ONE);
  expect(readAside(box.data)).toEqual(aside);
  // The store has every object of the day, so that `--accept` can publish the day.
  expect(box.store.has(aside!.catalog)).toBe(true);
});

test('the rule allows a number of models to leave, and not one more', async () => {
  const rows = many(30);
  expect((await after(rows, rows.slice(3))).report.imported).toBe(true);
  expect((await after(rows, rows.slice(4))).aside!.breaches).toMatchObject([{ models: 4, of: 30 }]);
});

test('gated models count as gone, and models that are dropped by name do not', async () => {
  const rows = many(30);
  const gated = rows.slice(0, 5).map(({ id }) => ({ id, gated: true }));
  const { aside } = await after(rows, [...rows.slice(5), ...gated]);
  expect(aside!.breaches).toEqual([{ rule: 'gone', models: 5, of: 30, percent: 10 }]);
  expect(aside!.worst[0]).toEqual({ id: name(4), what: 'is gone' });
  const drop = rows.slice(0, 5).map(({ id }) => String(id).toUpperCase());
  expect((await after(rows, rows.slice(5), { drop })).report.imported).toBe(true);
});

test('models shrink if they lose half of their bytes or files', async () => {
  const rows = many(30);
  const small = changed(rows, 4, ({ files }) => ({ files: files.map((file) => ({ ...file, size: 50 })) }));
  const { aside } = await after(rows, small);
  expect(aside!.breaches).toEqual([{ rule: 'shrunk', models: 4, of: 30, percent: 10 }]);
  expect(aside!.worst[0]).toEqual({ id: name(3), what: 'has 100 bytes of 201 bytes' });
  const fewer = changed(rows, 4, ({ files }) => ({ files: [{ ...files[1]!, size: 500 }] }));
  expect((await after(rows, fewer)).aside!.worst[0]).toEqual({ id: name(3), what: 'has 1 file of 2' });
  const more = changed(rows, 30, ({ files }) => ({ files: files.map((file) => ({ ...file, size: 101 })) }));
  expect((await after(rows, more)).report.imported).toBe(true);
});

test('half of the models may have other bytes under a new revision, but only a tenth under the old one', async () => {
  const rows = many(30);
  const revised = (count: number) => changed(rows, count, ({ id }) => row(String(id), 'new'));
  expect((await after(rows, revised(15))).report.imported).toBe(true);
  const most = await after(rows, revised(16));
  expect(most.aside!.breaches).toEqual([{ rule: 'rewritten', models: 16, of: 30, percent: 50 }]);
  expect(most.aside!.worst[0]).toMatchObject({ what: 'has other bytes at config.json' });
  const inPlace = changed(rows, 4, ({ id }) => ({ files: row(String(id), 'new').files }));
  expect((await after(rows, inPlace)).aside!.breaches).toEqual([
    { rule: 'rewritten_in_place', models: 4, of: 30, percent: 10 },
  ]);
  // A new or a removed file does not count as a changed one.
  const file = { path: 'z', size: 1, sha256: 'a'.repeat(64) };
  const added = changed(rows, 30, ({ files }) => ({ files: [...files, file] }));
  expect((await after(rows, added)).report.imported).toBe(true);
});

test('a later day that becomes current removes the day that was set aside', async () => {
  const rows = many(30);
  const { box, aside } = await after(rows, rows.slice(10));
  expect(aside).toBeDefined();
  // A hub must still read this format after an update.
  const note = JSON.parse(readFileSync(join(box.data, 'aside.json'), 'utf8')) as object;
  expect(note).toMatchObject({ format: 'hub.model-hub.aside/v1', snapshot: TWO });
  await box.day(rows, TWO, { rules });
  expect(readAside(box.data)).toBeUndefined();
  expect(existsSync(join(box.data, 'aside.json'))).toBe(false);
});

const folder = folderOfFile();
const env = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };
const run = (...words: string[]) => hubCommand(words, env);

const models = someModels(300, 1);
const write = (name: string, rows: object[]) => {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
};
const [all, few] = [write('all.jsonl', models), write('few.jsonl', models.slice(280))];
const inForce = () => readPointer(env.HUB_DATA)!.snapshot;
const status = async () => JSON.parse((await run('status', '--json')).out) as Awaited<ReturnType<typeof readStatus>>;

const SENTENCE = new RegExp(
  [
    '^model-hub: 2026-01-02 is kept aside, and the day in force stays: 280 of 300 models are gone',
    String.raw`\(more than 10 %\)\. The worst: (owner-\d+/model-\d+ fell off the list(, |\. )){3}The same command`,
    String.raw`with --accept publishes it anyway\.$`,
  ].join(' '),
);

test('the loss of 280 of 300 models is not published silently', { timeout: 120_000 }, async () => {
  expect(await run('import', all, '--day', '2026-01-01')).toMatchObject({ code: 0 });
  const { code, err } = await run('import', few, '--day', '2026-01-02');
  expect(code).toBe(1);
  expect(err.split('\n').at(-2)).toMatch(SENTENCE);
  expect(inForce()).toBe('2026-01-01');
  expect((await status()).aside).toMatchObject({ command: 'import', snapshot: '2026-01-02', worst: { length: 3 } });
  expect((await run('status')).out).toContain('aside     2026-01-02 is kept aside, and the day in force stays: 280');

  const told = await run('import', few, '--day', '2026-01-02', '--json');
  expect(told.code).toBe(1);
  expect(JSON.parse(told.out)).toMatchObject({ imported: false, aside: { breaches: [{ rule: 'gone', models: 280 }] } });

  const { aside } = await status();
  expect(await run('import', few, '--day', '2026-01-02', '--accept')).toMatchObject({ code: 0 });
  expect(readPointer(env.HUB_DATA)).toMatchObject({ snapshot: '2026-01-02', catalog: aside!.catalog });
  expect((await status()).aside).toBeUndefined();
});
