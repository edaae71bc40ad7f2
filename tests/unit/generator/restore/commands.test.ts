// Tests `backup` and `restore` on the command line: what they print, and their exit codes.
import { rmSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { hubCommand } from '../../../faults/hub-command.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { BackedHub } from '../backup/backed-hub.ts';

const hub = new BackedHub(folderOfFile());
const file = hub.at('hub.tar');

beforeAll(async () => {
  await hub.import('2026-11-18', 'a/one');
  await hub.build();
}, 60_000);

const run = (...words: string[]) => hubCommand(words, hub.env as Record<string, string>);

test('both commands print what was written or restored, for people and as JSON', async () => {
  const written = await run('backup', file);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining('1 day up to 2026-11-18 (') });
  expect(written.out).toContain('Keys that sign are not in it');
  rmSync(file);
  const report = JSON.parse((await run('backup', file, '--json')).out) as object;
  expect(report).toMatchObject({ file, snapshot: '2026-11-18', days: 1, leaves: 2, elsewhere: [] });
  hub.lose('data');
  const restored = await run('restore', file);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Restored and whole: the days up to') });
  expect(restored.out).toContain('Next: model-hub build');
  hub.lose('data');
  const again = JSON.parse((await run('restore', file, '--json')).out) as object;
  expect(again).toMatchObject({ snapshot: '2026-11-18', log: { size: 2, day: '2026-11-18' }, notices: [] });
  expect(await run('archive', 'verify')).toMatchObject({ code: 0 });
}, 60_000);

test.each([
  [['backup'], 2, "missing required argument 'file'"],
  [['backup', '.'], 1, 'is there already, and no backup is written over another'],
  [['restore', 'nowhere.tar', '--go-on'], 1, 'is not empty'],
])('the arguments %j end with %d and a sentence', async (args, code, sentence) => {
  const { code: found, err } = await run(...args);
  expect([found, err]).toEqual([code, expect.stringContaining(sentence)]);
});
