// Tests a bad day on the command line: it is set aside and its worst models are named, `status` shows it, and only
// `--accept` publishes it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import type { readStatus } from '../../../../generator/status/status-report.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { someModels } from '../../../faults/some-models.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

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
