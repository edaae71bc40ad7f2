import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatVerifierKey } from '../../src/log/note.ts';
import { servedFiles } from '../fixtures/served-files.ts';
import { logOf, modelLeaf } from '../unit/log/memory-log.ts';
import { goodLog, log, proofCases } from '../unit/log/proof-cases.ts';
import { need, run } from './client-process.ts';

type Log = Pick<typeof goodLog, 'files'>;

const key = formatVerifierKey(log.key);
const nextDay = { day: '2026-11-21', expires: '2026-11-28T00:00:00Z' };
const grown = logOf([modelLeaf('acme/new')], log, nextDay, goodLog.leaves);
const fork = logOf([modelLeaf('acme/other'), modelLeaf('acme/third')], log, nextDay);
const longerFork = logOf([modelLeaf('acme/other')], log, nextDay, goodLog.leaves.with(7, goodLog.leaves[8]!));
const changed = ({ files }: Log, change: (files: Map<string, Uint8Array>) => void): Log => {
  const copy = new Map(files);
  change(copy);
  return { files: copy };
};
const bytesOf = (one: Log, path: string) => Buffer.from(one.files.get(path)!);
const checkpoint = bytesOf(goodLog, 'checkpoint').toString();
const entries = 'tile/entries/002.p/92';

/** Broken logs that no reader may accept. */
const broken: [string, Log][] = [
  ['a missing tile', changed(grown, (files) => files.delete('tile/0/001'))],
  ['missing entries', changed(grown, (files) => files.delete(entries))],
  [
    'a changed leaf',
    changed(grown, (files) =>
      files.set(
        entries,
        Buffer.from(bytesOf(grown, entries).toString('latin1').replace('acme/new', 'acme/old'), 'latin1'),
      ),
    ),
  ],
  ['a changed tile', changed(grown, (files) => files.set('tile/0/001', Buffer.alloc(256 * 32)))],
  [
    'a wrong signature',
    changed(grown, (files) =>
      files.set('checkpoint', Buffer.from(bytesOf(grown, 'checkpoint').toString().replace('\n604\n', '\n603\n'))),
    ),
  ],
];

const shown = new Map<string, Uint8Array>();
let served: Awaited<ReturnType<typeof servedFiles>>;
let folder: string;
beforeAll(async () => {
  served = await servedFiles(shown);
  folder = await mkdtemp(join(tmpdir(), 'log-readers-'));
  const { good } = await proofCases();
  await writeFile(join(folder, 'proof.json'), JSON.stringify(good.proof));
  await writeFile(join(folder, 'older'), checkpoint);
  await writeFile(join(folder, 'vkey'), key);
});
afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Makes the server serve this log from now on. */
function show({ files }: Log): void {
  shown.clear();
  for (const [path, bytes] of files) shown.set(`/log/${path}`, bytes);
}
const url = () => `${served.base}/log/`;
const older = () => join(folder, 'older');

/** The arguments of each reader: the served log, and the older checkpoint if the reader compares with it. */
const readers = {
  'sumdb-reader': () => [url(), key, join(folder, 'proof.json'), older()],
  'tessera-reader': () => [url(), key, older()],
} as const;

describe.each(['sumdb-reader', 'tessera-reader'] as const)('%s', (name) => {
  test('accepts the log, and the log that grew from it', async (context) => {
    for (const one of [goodLog, grown]) {
      show(one);
      const { code, output, errors } = await run(need(context, name), readers[name]());
      expect([code, errors], output).toEqual([0, '']);
      expect(output).toContain(String(one.leaves.length));
    }
  });

  test('refuses a fork', async (context) => {
    show(longerFork);
    const { code, errors } = await run(need(context, name), readers[name]());
    expect([code, errors]).toEqual([1, expect.stringMatching(/invalid transparency proof|inconsisten|calculated/i)]);
  });

  test.for(broken)('refuses %s', async ([, one], context) => {
    show(one);
    const { code, errors } = await run(need(context, name), readers[name]());
    expect([code, errors.trim()]).toEqual([1, expect.stringMatching(/./)]);
  });
});

test('sumdb-reader refuses a shorter log with other leaves', async (context) => {
  show(fork);
  expect((await run(need(context, 'sumdb-reader'), readers['sumdb-reader']())).code).toBe(1);
});
