// Tests that a restore brings back the data of a backup beside any HUB_DIST, and that the log never becomes
// shorter.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { filesIn, readHead } from '../../../../generator/log/log-folder.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { runRestore } from '../../../../generator/restore/run-restore.ts';
import { beginsWith } from '../../../../src/log/log-proofs.ts';
import { useTwoDays } from '../backup/backed-hub.ts';
import { expectExtends, newSigner } from '../log/log-place.ts';

const twoDays = useTwoDays();
const twoDaysOfOthers = useTwoDays();

test('on an empty machine, a restore brings back everything, and the hub continues', async () => {
  const hub = await twoDays();
  await hub.demand('who/asked');
  const [pointer, checkpoint] = [hub.text('data/index.json'), hub.text('data/log/checkpoint')];
  await hub.backup();
  renameSync(hub.at('data'), hub.at('gone'));
  hub.keep('dist', 'www');
  hub.lose('dist');
  const report = await hub.restore('hub.tar', { logs: [hub.at('www')] });
  expect(report).toMatchObject({ snapshot: '2026-11-19', backedUp: '2026-11-19', databases: ['hub.db'], notices: [] });
  expect(report.log).toMatchObject({ size: 5, more: 0, from: hub.at('www/log'), day: '2026-11-19' });
  expect([hub.text('data/index.json'), hub.text('data/log/checkpoint')]).toEqual([pointer, checkpoint]);
  expect(existsSync(hub.at('data/restore'))).toBe(false);
  const database = new DatabaseSync(hub.at('data/hub.db'), { readOnly: true });
  expect(database.prepare('SELECT model FROM demand').all()).toEqual([{ model: 'who/asked' }]);
  database.close();
  await hub.import('2026-11-20', 'a/one');
  await hub.build();
  await expectExtends(hub.at('dist/log'), [checkpoint!]);
});

test('beside a newer HUB_DIST, its days and leaves are used, so that nothing published is lost', async () => {
  const hub = await twoDays();
  await hub.backup();
  await hub.import('2026-11-20', 'a/one', 'd/four');
  await hub.build();
  await hub.import('2026-11-21', 'd/four', 'e/five');
  await hub.build();
  const [pointer, checkpoint] = [hub.text('data/index.json'), hub.text('data/log/checkpoint')];
  hub.lose('data');
  const { snapshot, backedUp, log, notices } = await hub.restore();
  expect([snapshot, backedUp]).toEqual(['2026-11-21', '2026-11-19']);
  expect(log).toMatchObject({ more: 4, from: hub.at('dist/log'), day: '2026-11-21' });
  expect(notices).toEqual([`2 days more, up to 2026-11-21, came out of ${hub.at('dist')}, where they were built.`]);
  expect(JSON.parse(hub.text('data/index.json')!)).toEqual(JSON.parse(pointer!));
  await hub.build();
  expect(hub.text('dist/log/checkpoint')).toBe(checkpoint);
});

test('beside an older HUB_DIST, nothing is lost', async () => {
  const hub = await twoDays();
  hub.keep('dist', 'older');
  await hub.import('2026-11-20', 'a/one', 'd/four');
  await hub.build();
  await hub.backup();
  hub.keep('dist', 'www');
  const checkpoint = hub.text('dist/log/checkpoint')!;
  hub.lose('data');
  hub.lose('dist');
  renameSync(hub.at('older'), hub.at('dist'));
  // The log in the older HUB_DIST has fewer leaves than the log in the backup, so it can't show whether leaves were
  // published after the backup.
  await expect(hub.restore()).rejects.toThrow('no place here shows it that far');
  expect(await hub.restore('hub.tar', { logs: [hub.at('www')] })).toMatchObject({
    snapshot: '2026-11-20',
    notices: [],
  });
  await hub.build();
  expect(hub.text('dist/log/checkpoint')).toBe(checkpoint);
});

test('beside a tree of another chain, the tree is made again, and the report says that the log is ahead of it', async () => {
  const hub = await twoDays();
  await hub.backup();
  // The chain of days begins again here, and the log continues.
  rmSync(hub.at('data/index.json'));
  await hub.import('2026-11-21', 'z/other');
  await hub.build();
  hub.lose('data');
  const { snapshot, log, notices } = await hub.restore();
  expect([snapshot, log!.day]).toEqual(['2026-11-19', '2026-11-21']);
  expect(notices[0]).toContain('The next build makes the whole tree');
  expect(notices[1]).toContain('The log names 2026-11-21, and the newest day here is 2026-11-19');
  expect(notices[1]).toContain('would log the older day after the newer one');
  expect(existsSync(hub.at('dist/current'))).toBe(false);
  await hub.import('2026-11-22', 'a/one');
  await hub.build();
});

test('a log whose newest state is unknown continues only on request, and the report names the risk', async () => {
  const hub = await twoDays();
  await hub.backup();
  hub.lose('data');
  hub.lose('dist');
  await expect(hub.restore()).rejects.toThrow(
    '--go-on continues it from there, and readers and witnesses that have seen more refuse it',
  );
  expect(readdirSync(hub.at('data'))).not.toContain('index.json');
  const { log, notices } = await hub.restore('hub.tar', { isAccepted: true });
  expect(log).toMatchObject({ more: 0, from: null });
  expect(notices).toEqual([
    expect.stringContaining('as --go-on says: readers and witnesses that have seen more refuse it'),
  ]);
});

test('the longest published log is used, whether it is in an export, in a folder of its own or in HUB_DIST', async () => {
  const hub = await twoDays();
  await hub.backup();
  await hub.import('2026-11-20', 'a/one', 'd/four');
  await hub.build();
  hub.keep('dist/log', 'copy');
  await hub.import('2026-11-21', 'a/one', 'e/five');
  await hub.build();
  hub.keep('dist', 'www');
  const checkpoint = hub.text('dist/log/checkpoint');
  hub.lose('data');
  hub.lose('dist');
  const { log, snapshot, notices } = await hub.restore('hub.tar', { logs: [hub.at('copy'), hub.at('www')] });
  expect(log).toMatchObject({ from: hub.at('www/log'), more: 4, day: '2026-11-21' });
  expect(snapshot).toBe('2026-11-19');
  expect(notices).toEqual([expect.stringContaining('Take the missing days first ("model-hub mirror URL"')]);
  expect(hub.text('data/log/checkpoint')).toBe(checkpoint);
});

test('a published log that forks, belongs to another hub or has another signer stops the restore', async () => {
  const hub = await twoDays();
  await hub.backup();
  const other = await twoDaysOfOthers();
  await other.import('2026-11-20', 'x/y');
  await other.build();
  hub.lose('data');
  const refused = (sentence: string, ...logs: string[]) =>
    expect(hub.restore('hub.tar', { logs })).rejects.toThrow(sentence);
  // This log has the name of our hub, but another key.
  await refused('is not signed by the key of hub.example/log', other.at('dist'));
  other.env.HUB_SIGNING_KEY = newSigner('other.example/log').line;
  for (const folder of ['data/log', 'dist/log']) rmSync(other.at(folder), { recursive: true });
  await other.build();
  await refused('shows another log, other.example/log,', other.at('dist'));
  other.env.HUB_SIGNING_KEY = hub.env.HUB_SIGNING_KEY!;
  for (const folder of ['data/log', 'dist/log']) rmSync(other.at(folder), { recursive: true });
  await other.build();
  await refused('shows other leaves', other.at('dist'));
  await refused('shows no log: name with --log', hub.at('hub.tar', '..', 'nowhere'));
  expect(hub.snapshot).toBeUndefined();
  expect(await hub.restore()).toMatchObject({ snapshot: '2026-11-19' });
});

test('a HUB_DATA that contains a hub is not overwritten', async () => {
  const hub = await twoDays();
  await hub.backup();
  const before = hub.text('data/index.json');
  await expect(hub.restore()).rejects.toThrow(`HUB_DATA holds a hub already (${hub.at('data/index.json')})`);
  expect(hub.text('data/index.json')).toBe(before);
  rmSync(hub.at('data/index.json'));
  await expect(hub.restore()).rejects.toThrow(`(${hub.at('data/log')})`);
  hub.lose('data');
  await hub.demand('who/asked');
  await expect(hub.restore()).rejects.toThrow(`(${hub.at('data/hub.db')})`);
});

test('after a restore that was cut short, no command uses HUB_DATA, and another restore continues', async () => {
  const hub = await twoDays();
  await hub.demand('who/asked');
  await hub.backup();
  const pointer = hub.text('data/index.json');
  const { barFolder } = await import('../../../../generator/days/pointer.ts');
  hub.lose('data');
  await hub.restore();
  // This simulates a crash: HUB_DATA has the mark of an unfinished restore, and only some of the files are in
  // place.
  barFolder(hub.at('data'));
  rmSync(hub.at('data/log'), { recursive: true });
  hub.write('data/restore/log/checkpoint', 'half');
  hub.write('data/hub.db.restore', 'half');
  expect(() => hub.snapshot).toThrow('is half restored: run "model-hub restore FILE" again');
  await expect(hub.import('2026-11-20', 'a/one')).rejects.toThrow('is half restored');
  await hub.restore();
  expect(hub.text('data/index.json')).toBe(pointer);
  expect(readdirSync(hub.at('data')).filter((name) => name.includes('restore'))).toEqual([]);
  const head = readHead(hub.at('data/log'))!;
  expect(await beginsWith(filesIn(hub.at('data/log')), head, head)).toBe(true);
});

test('the report names stores outside of HUB_DATA, and says that the backup lacks them', async () => {
  const hub = await twoDays();
  Object.assign(hub.env, { HUB_DATABASE: 'postgres://user:s3cret@127.0.0.1:1/accounts' });
  await hub.backup();
  hub.lose('data');
  const named = { variable: 'HUB_DATABASE', place: 'the database "accounts" on 127.0.0.1:1' };
  const { elsewhere } = await hub.restore();
  expect(elsewhere).toEqual([
    expect.objectContaining({ ...named, fault: expect.stringContaining("can't be reached") }),
  ]);
  hub.lose('data');
  const { HUB_DATABASE: _, ...less } = hub.env;
  const { readConfig } = await import('../../../../src/service/config.ts');
  const again = await runRestore(readConfig(less), { file: hub.at('hub.tar'), logs: [], isAccepted: false }, silent);
  expect(again.elsewhere).toEqual([
    expect.objectContaining({ ...named, fault: expect.stringContaining('set it before') }),
  ]);
  expect(readFileSync(hub.at('hub.tar')).includes('s3cret')).toBe(false);
});
