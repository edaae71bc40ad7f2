// Tests sources that never send a whole answer: a pull reports their faults, keeps the useful bytes, and ends.
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { tellPerson } from '../../../../generator/pull/pull-lines.ts';
import { type Faults, type FaultySource, madeFile, planned, sourcesOf } from './faulty-source.ts';
import { IMPATIENT, type PullPlace, pullPlace } from './pull-place.ts';

const KIB = 2 ** 10;
const large = madeFile('weights.bin', 3000 * KIB);
const small = madeFile('config.json', 700 * KIB);
const files = [large, small];
let place: PullPlace;
let sources: FaultySource[];

beforeEach(() => {
  place = pullPlace();
});

async function plan(these: typeof files, ...faults: Faults[]) {
  sources = await sourcesOf(files, ...faults);
  return these.map((file) => planned(file, sources));
}

describe('a source that ends every answer early', () => {
  test.each([
    ['a large file', large],
    ['a small file', small],
  ])('and sends only whole files fails for %s, and its first and its last fault are reported', async (_what, file) => {
    const only = await plan([file], { breaksAfter: 300 * KIB, ignoresRanges: true });
    const { ok, failed, events, sources: told } = await place.pull(only, { limits: { ...IMPATIENT, pause: 100 } });
    const reason = 'No source sent it: one breaks off, 4 times in a row. Try again later: the same command goes on.';
    expect([ok, failed]).toEqual([false, [{ path: file.path, reason }]]);
    expect(told).toMatchObject([{ source: 'one', gone: 'breaks off, 4 times in a row' }]);
    const said = events.filter(({ event }) => event === 'source');
    expect(said).toMatchObject([{ times: 1, again: 1 }, { times: 4 }]);
    expect(said[1]).not.toHaveProperty('again');
    expect(sources[0]!.asked.length).toBeLessThan(30);
    const most = Math.max(...events.map((event) => (event.event === 'progress' ? event.bytes : 0)));
    expect(most).toBeLessThan(file.bytes.length);
  });

  test('fails in the end, and the received bytes are kept for the next run', async () => {
    const all = await plan([large], { diesAfter: 2000 * KIB }, {});
    const [whole] = all;
    const dying = [{ ...whole!, urls: whole!.urls.slice(0, 1) }];
    expect(await place.pull(dying)).toMatchObject({ ok: false });
    sources[0]!.faults = { breaksAfter: 1 };
    expect(await place.pull(dying)).toMatchObject({ ok: false });
    const { ok, fetched } = await place.pull([{ ...whole!, urls: whole!.urls.slice(1) }]);
    expect(ok).toBe(true);
    expect(fetched).toBeLessThan(1500 * KIB);
    place.expectRight(large);
  });
});

test('sources that all send nothing are not requested in turn without end', async () => {
  const all = await plan([large], { stalls: true }, { stalls: true });
  const { ok, failed } = await place.pull(all, {
    limits: { ...IMPATIENT, silence: 1600, attempts: 1, longest: 60_000 },
  });
  expect([ok, failed[0]!.reason]).toEqual([
    false,
    'No source sent it: one sends nothing; two sends nothing. Try again later: the same command goes on.',
  ]);
});

test('a source that only answers takes no range from a slow one without end', { timeout: 60_000 }, async () => {
  const all = await plan([large, small], { stalls: true }, { rate: 400_000 });
  const limits = { ...IMPATIENT, pause: 500, tick: 250, silence: 60_000, longest: 30_000 };
  const { ok, seconds } = await place.pull(all, { limits });
  expect([ok, seconds < 20]).toEqual([true, true]);
});

test('two slow sources do not take ranges from each other again and again', async () => {
  const many = Array.from({ length: 6 }, (_, at) => madeFile(`part-${at}`, 100 * KIB));
  sources = await sourcesOf(many, { rate: 5000 }, { rate: 5000 });
  const all = many.map((file) => planned(file, sources));
  const pulled = place.pull(all, { limits: { ...IMPATIENT, silence: 30_000 } });
  await after(4000);
  expect(sources.flatMap(({ asked }) => asked).length).toBeLessThan(30);
  for (const { faults } of sources) faults.diesAfter = 0;
  expect(await pulled).toMatchObject({ ok: false });
});

test('a source that asks for no wait at all is asked no sooner than one that says nothing', async () => {
  const busy = { status: { code: 429, headers: { 'Retry-After': '0' } } };
  await place.pull(await plan([small], busy), { limits: { ...IMPATIENT, pause: 100, longest: 1000 } });
  expect(sources[0]!.asked.length).toBeLessThan(15);
});

test('sources that all ask to wait end the pull after a time that it names, in a line for each source', async () => {
  let text = '';
  const out = { write: (line: string) => (text += line) };
  const busy = (): Faults => ({ status: { code: 429, headers: { 'Retry-After': '1' } } });
  const all = await plan([large, small], busy(), busy(), busy());
  await place.pull(all, { tell: tellPerson(out, out), limits: { ...IMPATIENT, longest: 3000 } });
  const why = ['one', 'two', 'three'].map((name) => `${name} answers with 429 for 3 s`).join('; ');
  expect(text.split('\n').slice(1, 6).sort()).toEqual(
    [
      ...['one', 'two', 'three'].map((name) => `${name} answers with 429; asked again in 1 s`),
      'No source sends anything. The pull ends once no source is asked any more, in 3 s at most; later, the same command goes on.',
      `config.json failed. No source sent it: ${why}. Try again later: the same command goes on.`,
    ].sort(),
  );
  expect(sources.flatMap(({ asked }) => asked).length).toBeLessThan(30);
});

test.each([
  ['to no http address', 'file:///etc', 'leads to "file:///etc/config.json", no http(s) address'],
  ['in a circle', '', 'redirects without end'],
])('a source that redirects %s is requested once', async (_what, location, reason) => {
  const all = await plan([small], { location });
  const { failed } = await place.pull(all);
  expect(failed).toEqual([{ path: small.path, reason: `No source sent it: one ${reason}.` }]);
  expect(sources[0]!.asked.length).toBeLessThan(10);
});
