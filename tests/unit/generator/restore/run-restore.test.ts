// Tests that a restore brings back the data of a backup, whole or not at all, and that the log never becomes shorter.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { takeLock } from '../../../../generator/files/lock.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { useTwoDays } from '../backup/backed-hub.ts';
import { expectExtends } from '../log/log-place.ts';

const twoDays = useTwoDays();
const twoDaysOfOthers = useTwoDays();

test('on an empty machine, a restore brings back everything, and the hub continues', async () => {
  const hub = await twoDays();
  await hub.demand('who/asked');
  const [pointer, checkpoint] = [hub.text('data/index.json'), hub.text('data/log/checkpoint')];
  await hub.backup();
  hub.lose('data');
  mkdirSync(hub.at('data'));
  hub.keep('dist', 'www');
  hub.lose('dist');
  const report = await hub.restore('hub.tar', { logs: [hub.at('www')] });
  expect(report).toMatchObject({ snapshot: '2026-11-19', databases: ['hub.db'], notices: [] });
  expect(report.log).toMatchObject({ size: 5, day: '2026-11-19' });
  expect([hub.text('data/index.json'), hub.text('data/log/checkpoint')]).toEqual([pointer, checkpoint]);
  expect(readdirSync(hub.at('data')).sort()).toEqual(['hub.db', 'index.json', 'lock.db', 'log', 'objects']);
  expect(readdirSync(hub.folder).sort()).toEqual(['data', 'hub.tar', 'www']);
  const database = new DatabaseSync(hub.at('data/hub.db'), { readOnly: true });
  expect(database.prepare('SELECT model FROM demand').all()).toEqual([{ model: 'who/asked' }]);
  database.close();
  await hub.import('2026-11-20', 'a/one');
  await hub.build();
  await expectExtends(hub.at('dist/log'), [checkpoint!]);
});

test('a log older than the published one is refused, and with --go-on the next build continues the published one', async () => {
  const hub = await twoDays();
  await hub.backup();
  await hub.import('2026-11-20', 'a/one', 'd/four');
  await hub.build();
  const checkpoint = hub.text('dist/log/checkpoint')!;
  hub.lose('data');
  hub.keep('dist', 'www');
  hub.lose('dist');
  await expect(hub.restore('hub.tar', { logs: [hub.at('www')] })).rejects.toThrow(
    `has 5 leaves in ${hub.at('hub.tar')}, and ${hub.at('www/log')} has published 7: a log never goes back, so nothing was restored. ` +
      `Restore a backup made since. If there is none, have the published log in ${hub.at('dist/log')} and add --go-on`,
  );
  expect(existsSync(hub.at('data'))).toBe(false);
  renameSync(hub.at('www'), hub.at('dist'));
  const { snapshot, log } = await hub.restore('hub.tar', { isAccepted: true });
  expect([snapshot, log!.day]).toEqual(['2026-11-19', '2026-11-19']);
  rmSync(hub.at('dist/current'));
  await hub.import('2026-11-21', 'a/one');
  await hub.build();
  await expectExtends(hub.at('dist/log'), [checkpoint]);
});

test('a log whose newest state is unknown continues only on request, and the report names the risk', async () => {
  const hub = await twoDays();
  await hub.backup();
  hub.lose('data');
  hub.lose('dist');
  await expect(hub.restore()).rejects.toThrow(
    '--go-on continues it from there, and readers and witnesses that have seen more refuse it',
  );
  expect(existsSync(hub.at('data'))).toBe(false);
  const { notices } = await hub.restore('hub.tar', { isAccepted: true });
  expect(notices).toEqual([
    expect.stringContaining('as --go-on says: readers and witnesses that have seen more refuse it'),
  ]);
});

test('a published log that forks or belongs to another hub stops the restore', async () => {
  const hub = await twoDays();
  await hub.backup();
  const other = await twoDaysOfOthers();
  hub.lose('data');
  const refused = (sentence: string, ...logs: string[]) =>
    expect(hub.restore('hub.tar', { logs })).rejects.toThrow(sentence);
  await refused('shows other leaves', other.at('dist'));
  other.env.HUB_SIGNING_KEY = '';
  other.env.HUB_BASE_URL = 'https://other.example';
  for (const folder of ['data/log', 'dist/log']) rmSync(other.at(folder), { recursive: true });
  await other.build();
  await refused('shows another log, other.example/log,', other.at('dist'));
  await refused('shows no log: name with --log', hub.at('nowhere'));
  expect(existsSync(hub.at('data'))).toBe(false);
  expect(await hub.restore()).toMatchObject({ snapshot: '2026-11-19' });
});

test('a HUB_DATA that is not empty, or is not all that the hub reads, is left as it is', async () => {
  const hub = await twoDays();
  await hub.backup();
  await expect(hub.restore()).rejects.toThrow(
    `HUB_DATA (${hub.at('data')}) is not empty (${hub.at('data/index.json')})`,
  );
  hub.lose('data');
  for (const [variable, value] of Object.entries({ HUB_DATABASE: 'sqlite:', HUB_OBJECTS: 'file:' })) {
    hub.env[variable] = `${value}${hub.at('elsewhere')}`;
    await expect(hub.restore()).rejects.toThrow(`${variable} leads to ${hub.at('elsewhere')}, and a restore writes to`);
    delete hub.env[variable];
  }
  const lock = takeLock(hub.at('data.restore'), 'the folder of a restore');
  await expect(hub.restore()).rejects.toThrow('is writing to the folder of a restore');
  lock.release();
  // A restore that was killed has left this.
  hub.write('data.restore/log/checkpoint', 'half');
  await hub.restore();
  expect(readdirSync(hub.folder).sort()).toEqual(['data', 'dist', 'hub.tar']);
});

test('the report names stores outside of HUB_DATA, and says that the backup lacks them', async () => {
  const hub = await twoDays();
  Object.assign(hub.env, { HUB_DATABASE: 'postgres://user:s3cret@127.0.0.1:1/accounts' });
  await hub.backup();
  hub.lose('data');
  const { elsewhere } = await hub.restore();
  expect(elsewhere).toEqual(['the database "accounts" on 127.0.0.1:1 (HUB_DATABASE)']);
  expect(readFileSync(hub.at('hub.tar')).includes('s3cret')).toBe(false);
});

test('both commands print what was written or restored, for people and as JSON', async () => {
  const hub = await twoDays();
  const file = hub.at('hub.tar');
  const run = (...words: string[]) => hubCommand(words, hub.env as Record<string, string>);
  const written = await run('backup', file);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining('2 days up to 2026-11-19 (') });
  expect(written.out).toContain('Keys that sign are not in it');
  rmSync(file);
  const report = JSON.parse((await run('backup', file, '--json')).out) as object;
  expect(report).toMatchObject({ file, snapshot: '2026-11-19', days: 2, leaves: 5, elsewhere: [] });
  for (const [words, code, sentence] of [
    [['backup'], 2, "missing required argument 'file'"],
    [['backup', '.'], 1, 'is there already, and no backup is written over another'],
    [['restore', 'nowhere.tar', '--go-on'], 1, 'is not empty'],
  ] as const)
    expect(await run(...words)).toMatchObject({ code, err: expect.stringContaining(sentence) });
  hub.lose('data');
  const restored = await run('restore', file);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Restored and whole: the days up to') });
  expect(restored.out).toContain('Next: model-hub build');
  hub.lose('data');
  const again = JSON.parse((await run('restore', file, '--json')).out) as object;
  expect(again).toMatchObject({ snapshot: '2026-11-19', log: { size: 5, day: '2026-11-19' }, notices: [] });
  expect(await run('archive', 'verify')).toMatchObject({ code: 0 });
});
