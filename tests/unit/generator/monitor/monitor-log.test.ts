/** Tests `model-hub monitor`: it follows a growing log, and reports each kind of fault. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Look, lookAtLog } from '../../../../generator/monitor/look-at-log.ts';
import { hasNews, monitorLines } from '../../../../generator/monitor/monitor-lines.ts';
import { MonitorState } from '../../../../generator/monitor/monitor-state.ts';
import { silent } from '../../../../generator/process/progress.ts';
import type { LogFiles } from '../../../../src/log/log-proofs.ts';
import { formatVerifierKey } from '../../../../src/log/note.ts';
import type { LogPolicy } from '../../../../src/log/proof/check-proof.ts';
import type { LoggedModel, LoggedWithdrawal } from '../../../../src/shapes/log.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { servedFiles } from '../../../fixtures/served-files.ts';
import { bytesOf, checkpointOf, cosignature, logOf, modelLeaf, ORIGIN, signer, tilesOf } from '../../log/memory-log.ts';

const by = signer(ORIGIN);
const root = mkdtempSync(join(tmpdir(), 'monitor-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ids = Array.from({ length: 700 }, (_, at) => `owner/model-${at}`);
const first = logOf(
  ids.map((id) => modelLeaf(id)),
  by,
);
const nextDay = { day: '2026-11-21', expires: '2026-11-28T00:00:00Z' };
/** Returns the log after another day that adds these leaves. */
const grownBy = (models: (LoggedModel | LoggedWithdrawal)[], day: object = nextDay, log = first) =>
  logOf(models, by, day, log.leaves);
const grown = grownBy([modelLeaf('owner/new'), modelLeaf(ids[5]!, { revision: 'c'.repeat(40) })]);

type Shown = Pick<typeof first, 'read'>;

/** Makes a monitor with a folder of its own. The test gives it one log after the other. */
function monitor(policy: LogPolicy = { keys: [by.key] }) {
  const folder = mkdtempSync(join(root, 'state-'));
  const look = async ({ read }: Shown, now = '2026-11-21T12:00:00Z'): Promise<Look> => {
    const state = new MonitorState(folder);
    try {
      const seen = await lookAtLog({ files: read, policy, state, folder, now: new Date(now), progress: silent });
      state.forgetFindings();
      return seen;
    } finally {
      state.close();
    }
  };
  return { folder, look };
}

const changed = ({ files }: typeof first, change: (files: Map<string, Uint8Array>) => void): Shown => {
  const copy = new Map(files);
  change(copy);
  return { read: ((path) => copy.get(path)) as LogFiles };
};
const textAt = (files: Map<string, Uint8Array>, path: string) => Buffer.from(files.get(path)!).toString('latin1');
const kindsOf = ({ findings }: Look) => findings.map(({ kind }) => kind);
const said = (look: Look) => monitorLines(look).join('\n');

test('a log is read, and its growth is reported', async () => {
  const { look } = monitor();
  const seen = await look(first);
  expect(seen).toMatchObject({ origin: ORIGIN, size: 701, before: 0, read: 701, signers: [ORIGIN], findings: [] });
  expect(seen.changes.added).toMatchObject({ count: 700 });
  const again = await look(first);
  expect([again.before, again.changes, again.findings]).toEqual([701, {}, []]);
  expect([hasNews(again, seen), hasNews(again, { ...again })]).toEqual([false, false]);
  const next = await look(grown);
  expect(next).toMatchObject({ size: 704, before: 701, read: 704, findings: [], day: { day: '2026-11-21' } });
  expect(next.changes).toEqual({ added: { count: 1, ids: ['owner/new'] }, revised: { count: 1, ids: [ids[5]] } });
  expect(hasNews(next, again)).toBe(true);
  expect(said(next)).toContain('hub.example/log: 704 entries, 3 new.');
});

test('a withdrawal is reported, and is no fault', async () => {
  const { look } = monitor();
  await look(first);
  const leaf = {
    format: 'hub.model-hub.logged-withdrawal/v1',
    model: ids[5]!,
    lifted: false,
    since: '2026-11-21',
  } as const;
  const next = await look(grownBy([{ ...leaf, status: 451, reason: 'e'.repeat(64), until: null }]));
  expect(next.findings).toEqual([]);
  expect(said(next)).toContain(`1 model withdrawn by the operator: ${ids[5]}.`);
});

test('each look at the log reads only what is new', async () => {
  const { look } = monitor();
  await look(first);
  const asked: string[] = [];
  const read: LogFiles = (path) => {
    asked.push(path);
    return grown.read(path);
  };
  expect((await look({ read })).findings).toEqual([]);
  expect(asked.filter((path) => path.startsWith('tile/entries/'))).toEqual(['tile/entries/002.p/192']);
});

test('a look that was stopped continues where it ended', async () => {
  const { look } = monitor();
  const large = logOf(
    Array.from({ length: 17_000 }, (_, at) => modelLeaf(`owner/model-${at}`)),
    by,
  );
  const asked: string[] = [];
  const read = (end: string) => (path: string) => {
    asked.push(path);
    if (path.startsWith(end)) throw new Error('stopped');
    return large.read(path);
  };
  await expect(look({ read: read('tile/entries/066') })).rejects.toThrow('stopped');
  asked.length = 0;
  expect(await look({ read: read('never') })).toMatchObject({ before: 16_384, read: 17_001, findings: [] });
  expect(asked.filter((path) => path.startsWith('tile/entries/'))).toEqual(
    ['064', '065', '066.p/105'].map((name) => `tile/entries/${name}`),
  );
});

test('only a few long bundles are in memory before they are proved', inAll(), async () => {
  const leaves = Array.from({ length: 40 * 256 }, (_, at) => bytesOf(`${at}`.padEnd(16_000, ' ')));
  const files = tilesOf(leaves).set('checkpoint', bytesOf(checkpointOf(leaves, by)));
  const order: string[] = [];
  const read: LogFiles = (path) => {
    order.push(path.startsWith('tile/entries/') ? 'e' : 'h');
    return files.get(path);
  };
  await monitor().look({ read });
  // Each bundle has four megabytes, so the monitor may read at most five bundles before it proves them.
  expect(
    Math.max(
      ...order
        .join('')
        .split(/h+/)
        .map(({ length }) => length),
    ),
  ).toBe(5);
});

describe('a wrong log is reported', () => {
  const rewritten = grownBy([modelLeaf(ids[7]!, { sums: 'e'.repeat(64) })]);
  const fork = grownBy(
    [modelLeaf('owner/other'), modelLeaf('owner/more')],
    nextDay,
    logOf([modelLeaf('x/y'), ...ids.slice(1).map((id) => modelLeaf(id))], by),
  );
  const forkOfEqualSize = logOf([modelLeaf('x/y'), ...ids.slice(1).map((id) => modelLeaf(id))], by);
  const other = signer('other.example/log');
  const cases: [string, string, RegExp, Shown, string?][] = [
    ['fork', 'fork', /forked: its 704 entries do not begin with the 701 that were seen/, fork],
    ['fork of equal size', 'fork', /forked: it has two roots at 701 entries/, forkOfEqualSize],
    [
      'rollback',
      'rollback',
      /went back: 701 entries were seen, and 51 are shown/,
      logOf(
        ids.slice(0, 50).map((id) => modelLeaf(id)),
        by,
      ),
    ],
    ['no log', 'damage', /There is no log/, { read: () => undefined }],
    [
      'missing tile',
      'damage',
      /tile\/0\/002\.p\/192 is missing from the log/,
      changed(grown, (files) => files.delete('tile/0/002.p/192')),
    ],
    [
      'missing entries',
      'damage',
      /tile\/entries\/002\.p\/192 is missing/,
      changed(grown, (files) => files.delete('tile/entries/002.p/192')),
    ],
    [
      'tile cut short',
      'damage',
      /tile\/0\/002\.p\/192 of the log is not a tile of 192 hashes/,
      changed(grown, (files) => files.set('tile/0/002.p/192', new Uint8Array(31))),
    ],
    [
      'changed tile',
      'damage',
      /tiles of the log do not add up to its checkpoint/,
      changed(grown, (files) => files.set('tile/0/002.p/192', new Uint8Array(192 * 32))),
    ],
    [
      'changed leaf',
      'damage',
      /Entry 701 of the log is not the one in its tiles: it was changed/,
      changed(grown, (files) => {
        const path = 'tile/entries/002.p/192';
        files.set(path, Buffer.from(textAt(files, path).replace('owner/new', 'owner/old'), 'latin1'));
      }),
    ],
    [
      'wrongly signed',
      'signature',
      /signature of hub\.example\/log on the checkpoint is wrong/,
      changed(grown, (files) =>
        files.set(
          'checkpoint',
          bytesOf(Buffer.from(files.get('checkpoint')!).toString().replace('\n704\n', '\n705\n')),
        ),
      ),
    ],
    [
      'another log',
      'signature',
      /checkpoint is of the log other\.example\/log/,
      changed(grown, (files) =>
        files.set(
          'checkpoint',
          bytesOf(Buffer.from(files.get('checkpoint')!).toString().replaceAll(ORIGIN, other.key.name)),
        ),
      ),
    ],
    [
      'days that go back',
      'backwards',
      /days go back: 2026-11-01 in entry 702 comes after 2026-11-20 in entry 700/,
      grownBy([modelLeaf('owner/new')], { ...nextDay, day: '2026-11-01' }),
    ],
    ['other bytes at a revision', 'rewritten', /owner\/model-7 has other bytes at the same revision/, rewritten],
    [
      'a log that stands still',
      'expired',
      /stands still: its newest day, 2026-11-20, was good until 2026-11-27/,
      first,
      '2026-11-29T00:00:00Z',
    ],
    [
      'a list that is gone',
      'damage',
      /tile\/ids\/000 is missing|ids\/002/,
      changed(grown, (files) => {
        for (const path of [...files.keys()]) if (path.startsWith('days/')) files.delete(path);
      }),
    ],
  ];

  const readToItsEnd = new Set([
    ...['days that go back', 'other bytes at a revision', 'a log that stands still', 'a list that is gone'],
  ]);

  test.each(cases)('with %s', async (name, kind, sentence, shown, now) => {
    const { folder, look } = monitor();
    expect((await look(first)).findings).toEqual([]);
    const seen = await look(shown, now);
    expect(kindsOf(seen)).toEqual([kind]);
    expect(said(seen)).toMatch(sentence);
    // The report has a day and new entries only if the log was read to its end.
    expect([seen.isRead, seen.day !== undefined, / new\.$/m.test(said(seen))]).toEqual(
      Array.from({ length: 3 }, () => readToItsEnd.has(name)),
    );
    if (['fork', 'rollback'].includes(kind)) {
      const [place] = seen.evidence;
      expect(readFileSync(join(place!, 'seen'), 'utf8')).toBe(Buffer.from(first.files.get('checkpoint')!).toString());
      expect(readFileSync(join(place!, 'shown'), 'utf8')).toBe(
        Buffer.from((await shown.read('checkpoint'))!).toString(),
      );
      // The monitor continues from its state before the fault, and remembers the evidence.
      const later = await look(grown);
      expect([later.findings, later.evidence, later.earlier]).toEqual([[], [], [place]]);
      expect(said(later)).toContain(`WRONG before this look: the evidence lies in ${place}.`);
      rmSync(place!, { recursive: true });
      expect(said(await look(grown))).not.toContain(place!);
    }
    expect(existsSync(join(folder, 'monitor.db'))).toBe(true);
  });

  test('if the day lists a leaf that is not the model’s newest', async () => {
    const { look } = monitor();
    const old = logOf([modelLeaf(ids[0]!), modelLeaf(ids[1]!)], by);
    const newer = logOf(
      [modelLeaf(ids[0]!, { sums: 'd'.repeat(64), revision: 'd'.repeat(40) }), modelLeaf(ids[1]!)],
      by,
    );
    const listed = JSON.parse(Buffer.from(old.leaves.at(-1)!).toString()).models;
    const lying = logOf(
      [modelLeaf(ids[0]!, { revision: 'd'.repeat(40), sums: 'd'.repeat(64) })],
      by,
      { ...nextDay, models: listed },
      old.leaves,
    );
    for (const [path, bytes] of old.files) if (path.startsWith('days/')) lying.files.set(path, bytes);
    expect(kindsOf(await look(newer))).toEqual([]);
    expect(said(await monitor().look(lying))).toMatch(/lists entry 0 of owner\/model-0, whose newest is entry 3/);
  });

  test('once, but a log that stays wrong is reported every time', async () => {
    const { look } = monitor();
    await look(first);
    expect(kindsOf(await look(rewritten))).toEqual(['rewritten']);
    expect(kindsOf(await look(rewritten))).toEqual([]);
    expect(kindsOf(await look(fork))).toEqual(['fork']);
    expect(kindsOf(await look(fork))).toEqual(['fork']);
  });
});

test('the named witnesses are required, and without a key the report says that no signature was checked', async () => {
  const witness = signer('witness.example/w1', 'cosignature');
  const policy = { keys: [by.key], witnesses: [witness.key], quorum: 1 };
  expect(said(await monitor(policy).look(first))).toMatch(/Too few witnesses cosigned: 0 instead of 1/);
  const note = Buffer.from(first.files.get('checkpoint')!).toString();
  const cosigned = changed(first, (files) => files.set('checkpoint', bytesOf(note + cosignature(note, witness))));
  expect(await monitor(policy).look(cosigned)).toMatchObject({ findings: [], signers: [ORIGIN, witness.key.name] });
  expect(said(await monitor({ keys: [] }).look(first))).toContain('Signatures were not checked: give the log’s key');
});

describe('the command', () => {
  const bin = fileURLToPath(new URL('../../../../generator/bin.mjs', import.meta.url));
  const shown = new Map<string, Uint8Array>();
  const show = ({ files }: typeof first) => {
    for (const [path, bytes] of files) shown.set(`/log/${path}`, bytes);
  };
  let served: Awaited<ReturnType<typeof servedFiles>>;
  beforeAll(async () => {
    served = await servedFiles(shown);
  });
  afterAll(() => served.close());

  const started = (...words: string[]) => {
    const env = { ...process.env, HUB_DATA: join(root, 'data') };
    return spawn(process.execPath, [bin, 'monitor', served.base, ...words], { cwd: root, env });
  };
  const finished = async (...words: string[]) => {
    const child = started('--once', ...words);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { out, err, code };
  };
  const key = () => ['--key', formatVerifierKey(by.key)];
  // The day of this log expires long after the test.
  const lasting = { expires: '2999-01-01T00:00:00Z' };
  const now = logOf([modelLeaf('a/one')], by, lasting);

  test('exits with 0 if all is well, otherwise with 1, and prints JSON for programs', async () => {
    show(now);
    const well = await finished(...key(), '--json');
    expect([well.code, JSON.parse(well.out)]).toMatchObject([0, { good: true, size: 2, findings: [] }]);
    show(logOf([modelLeaf('a/two')], by, lasting));
    const fork = await finished(...key());
    expect([fork.code, fork.out]).toEqual([1, expect.stringContaining('WRONG (fork): The log was forked')]);
    expect(fork.out).toMatch(/The known and the shown log are kept in .*evidence.fork-[0-9a-f]{16}\.\n$/);
  });

  test('with --every, it runs until it is ended, and prints what is new', async () => {
    show(now);
    const child = started(...key(), '--every', '1s', '--state', join(root, 'follow'), '--json');
    const lines: { size: number }[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(JSON.parse(line));
      if (lines.length === 1) show(logOf([modelLeaf('a/two')], by, { ...lasting, day: '2026-11-21' }, now.leaves));
      else child.kill('SIGTERM');
    }
    expect(lines.map(({ size }) => size)).toEqual([2, 4]);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });

  test.each([
    [['--every', 'now'], /--every must be a time/],
    [['--key', 'x'], /--key "x" is no verifier key/],
  ])('the arguments %j are a usage error', async (words, sentence) => {
    expect(await finished(...words)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(sentence) });
  });
});
