// Tests copies of another hub's log: a copy that was checked with a key continues only under that key, and an
// unsigned copy can be replaced.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFolder } from '../../../../generator/mirror/copies/log-copies.ts';
import { mirrorLog } from '../../../../generator/mirror/mirror-log.ts';
import { formatCheckpoint } from '../../../../src/log/checkpoint.ts';
import { leafHash, rootOf } from '../../../../src/log/merkle.ts';
import { formatNote, formatVerifierKey, type VerifierKey } from '../../../../src/log/note.ts';
import { bytesOf, checkpointOf, logOf, modelLeaf, ORIGIN, signer } from '../../log/memory-log.ts';
import { folder } from './origins.ts';

const by = signer(ORIGIN);
type Log = ReturnType<typeof logOf>;
const first = logOf([modelLeaf('a/one')], by);
const second = logOf([modelLeaf('a/two')], by, {}, first.leaves);
const fork = logOf([modelLeaf('z/one'), modelLeaf('z/two'), modelLeaf('z/three')], by);

/** Returns `log` with `checkpoint` in place of its own checkpoint. */
const shownAs = (log: Log, checkpoint: string): Log => ({
  ...log,
  files: new Map([...log.files, ['checkpoint', bytesOf(checkpoint)]]),
});
/** Returns the log without a signature. */
const unsigned = (log: Log): Log => {
  const root = rootOf(log.leaves.map(leafHash));
  const text = formatCheckpoint({ origin: ORIGIN, size: log.leaves.length, root });
  return shownAs(log, formatNote({ text, signatures: [] }));
};

const take = (data: string, { files }: Log, keys: VerifierKey[] = [], host = 'hub.example') =>
  mirrorLog({
    folder: copyFolder(data, host),
    name: 'the other hub',
    read: (path) => files.get(path),
    policy: { keys },
  });
const fileOf = (data: string, name: string) => readFileSync(join(copyFolder(data, 'hub.example'), name), 'utf8');

test('a run without a named key uses the key of the run before', async () => {
  const data = folder();
  await take(data, first, [by.key]);
  const kept = fileOf(data, 'checkpoint');
  expect(fileOf(data, 'trusted-keys')).toBe(`${formatVerifierKey(by.key)}\n`);
  const evil = signer('evil.example/log');
  for (const [log, why] of [
    [unsigned(first), 'The checkpoint is not signed: this hub has no signing key.'],
    [unsigned(second), 'The checkpoint is not signed: this hub has no signing key.'],
    [
      shownAs(second, checkpointOf(second.leaves, evil, evil.key.name)),
      'The checkpoint is of the log evil.example/log, and the key of hub.example/log.',
    ],
    [shownAs(second, checkpointOf(second.leaves, signer(ORIGIN))), 'not signed by the key of hub.example/log'],
  ] as const)
    await expect(take(data, log)).rejects.toThrow(
      new RegExp(
        `${why.replaceAll('.', '\\.')}.*the last run that named one .*trusted-keys\\); name another with --key`,
      ),
    );
  expect(fileOf(data, 'checkpoint')).toBe(kept);
  expect(await take(data, second)).toEqual({ origin: ORIGIN, size: second.leaves.length, signed: ORIGIN });
});

test('a key that replaces another is used from then on', async () => {
  const data = folder();
  await take(data, first, [by.key]);
  const next = signer(ORIGIN);
  await take(data, shownAs(second, checkpointOf(second.leaves, next)), [next.key]);
  expect(fileOf(data, 'trusted-keys')).toBe(`${formatVerifierKey(next.key)}\n`);
  await expect(take(data, second)).rejects.toThrow('not signed by the key of hub.example/log');
});

test('a signed log replaces an unsigned copy, and an unsigned copy under another host does not block it', async () => {
  const data = folder();
  await take(data, unsigned(fork));
  await take(data, unsigned(fork), [], 'third.example');
  expect(await take(data, first, [by.key])).toEqual({
    ...{ origin: ORIGIN, size: first.leaves.length, signed: ORIGIN, replaced: true },
  });
  // The copy continues from the signed log.
  expect(await take(data, second)).toEqual({ origin: ORIGIN, size: second.leaves.length, signed: ORIGIN });
});

test('a fork with a valid signature is not replaced, even if no key was named when it was copied', async () => {
  const data = folder();
  await take(data, fork);
  await expect(take(data, first, [by.key])).rejects.toThrow('the copy that is kept here has 4');
  await expect(take(data, first, [by.key], 'third.example')).rejects.toThrow('the copy that is kept here has 4');
});

test('without a named key, a signed log must stay signed under the same name', async () => {
  const data = folder();
  await take(data, first);
  const { key } = signer('evil.example/log');
  await expect(take(data, unsigned(second))).rejects.toThrow(
    'shows a log that nobody signed, and the copy that is kept here is signed: nothing was taken. Name the key with --key',
  );
  await expect(take(data, shownAs(second, checkpointOf(second.leaves, signer(key.name), key.name)))).rejects.toThrow(
    'shows the log evil.example/log, and the copy that is kept here is of hub.example/log',
  );
  expect((await take(data, second))?.size).toBe(second.leaves.length);
});

test('the error about a damaged file of keys names the file', async () => {
  const data = folder();
  await take(data, first, [by.key]);
  writeFileSync(join(copyFolder(data, 'hub.example'), 'trusted-keys'), 'no key\n');
  await expect(take(data, second)).rejects.toThrow(/trusted-keys is damaged: "no key" is no key/);
});
