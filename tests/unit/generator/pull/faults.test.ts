// Tests that a fault of a source costs only the ranges that it should send, and that a file with wrong bytes is
// never put into its place. If no source sends a whole answer, a pull reports their faults, keeps the useful bytes, and ends.

import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type PullSummary, tellPerson } from '../../../../generator/pull/pull-lines.ts';
import { type Faults, type FaultySource, type MadeFile, madeFile, planned, sourcesOf } from './faulty-source.ts';
import { IMPATIENT, type PullPlace, pullPlace } from './pull-place.ts';

const KIB = 2 ** 10;
const MIB = 2 ** 20;
let place: PullPlace;
beforeEach(() => {
  place = pullPlace();
});

/** The names of the sources that a summary says sent wrong bytes. */
const blamed = ({ sources: all }: PullSummary) =>
  all.flatMap(({ source, gone }) => (gone?.includes('wrong bytes') ? source : []));

const large = madeFile('weights/model.safetensors', 24 * MIB + 17);
const small = madeFile('config.json', 700);

/** Pulls these files, and expects that all of them are right and that nothing else is left. */
async function pullWell(from: FaultySource[], ...files: MadeFile[]) {
  const wanted = files.length > 0 ? files : [large];
  const summary = await place.pull(wanted.map((file) => planned(file, from)));
  expect(summary).toMatchObject({ ok: true, failed: [] });
  place.expectRight(...wanted);
  expect(place.leftovers()).toEqual([]);
  return summary;
}

test('all sources send parts of one large file, and small files are fetched whole', async () => {
  const from = await sourcesOf([large, small], {}, {});
  const summary = await place.pull([planned(large, from), planned(small, from)]);
  expect(summary).toMatchObject({ ok: true, files: 2, failed: [] });
  expect(summary.fetched).toBeGreaterThanOrEqual(large.bytes.length + 700);
  for (const { bytes } of summary.sources) expect(bytes).toBeGreaterThan(MIB);
  place.expectRight(large, small);
  expect(place.leftovers()).toEqual([]);
});

const survived: [what: string, faults: Faults][] = [
  ['dies in the middle', { diesAfter: 3 * MIB }],
  ['answers and sends nothing', { stalls: true }],
  ['drips', { rate: 20_000 }],
  ['has a shorter file', { size: 20 * MIB }],
  ['answers ranges with the whole file', { ignoresRanges: true }],
  ['answers ranges with 200 and no length', { rangesAs200: 'unsized' }],
  ['answers with 416', { status: { code: 416 } }],
  ['asks to wait for a second', { status: { code: 429, times: 3, headers: { 'Retry-After': '1' } } }],
  ['asks to wait for a day', { status: { code: 429, headers: { 'Retry-After': '86400' } } }],
  ['leads to no http address', { location: 'file:///etc' }],
];

describe('next to a source without faults', () => {
  test.each(survived)('a source that %s costs only its ranges', async (_what, faults) => {
    const from = await sourcesOf([large, small], {}, faults);
    const summary = await pullWell(from, large, small);
    expect(blamed(summary)).toEqual([]);
  });
});

// Another server may answer a range with the whole file, or with 200: each is a source as good as any.
describe.each([[7], [40]])('a file of %i MiB', (mebibytes) => {
  const file = madeFile('model.bin', mebibytes * MIB);
  test.each<[string, Faults[]]>([
    ['the only source, which ignores ranges', [{ ignoresRanges: true }]],
    ['the only source, which answers ranges with 200 and no length', [{ rangesAs200: 'unsized' }]],
  ])('comes at once from %s', async (_what, faults) => {
    const from = await sourcesOf([file], ...faults);
    // A busy machine is slow to write 40 MiB.
    const summary = await place.pull([planned(file, from)], { limits: { ...IMPATIENT, silence: 20_000 } });
    place.expectRight(file);
    expect(summary.sources.some(({ gone }) => gone !== undefined)).toBe(false);
    expect(summary.events.filter(({ event }) => event === 'source')).toEqual([]);
    expect(summary.fetched).toBeLessThan(file.bytes.length + 4 * MIB);
  });
});

const lies: [where: string, part: [number, number]][] = [
  ['the first range', [0, 0.05]],
  ['the last range', [0.98, 1]],
];

describe('a source that sends wrong bytes', () => {
  test.each(lies)('for %s costs a second download, and no other source is blamed', async (_where, wrong) => {
    // The other source is slower, so that the faulty one sends most parts.
    const from = await sourcesOf([large], { wrong }, { rate: 60 * MIB });
    expect(blamed(await pullWell(from))).not.toContain('two');
  });

  test('and a second one with other wrong bytes leave the file of the third source', async () => {
    const from = await sourcesOf([large], { wrong: [0, 0.9] }, { wrong: [0.05, 1] }, { rate: 60 * MIB });
    expect(blamed(await pullWell(from))).not.toContain('three');
  });

  test('and is the only source makes the file fail, and no file is put into its place', async () => {
    const from = await sourcesOf([large, small], { wrong: [0.4, 0.5] });
    const summary = await place.pull([planned(large, from), planned(small, from)]);
    expect(summary.ok).toBe(false);
    expect(summary.failed.map(({ path }) => path).sort()).toEqual([small.path, large.path]);
    for (const { reason } of summary.failed) expect(reason).toMatch(/^one sent other bytes than those with SHA-256/);
    expect(() => place.read(large.path)).toThrow('ENOENT');
  });
});

test('if the hub states a hash that no source has, no source is reported as wrong', async () => {
  const from = await sourcesOf([large, small], {}, {});
  const files = [large, small].map((file) => ({ ...planned(file, from), sha256: 'f'.repeat(64) }));
  const [first, second] = files as [(typeof files)[0], (typeof files)[0]];
  const summary = await place.pull([first, { ...second, sha256: 'e'.repeat(64) }]);
  expect(summary.ok).toBe(false);
  for (const { reason } of summary.failed) expect(reason).toMatch(/agree .*the list may be wrong/);
  expect(blamed(summary)).toEqual([]);
  expect(() => place.read(large.path)).toThrow('ENOENT');
  expect(place.leftovers()).toEqual([]);
});

describe('a source whose bytes hardly come, or that refuses ranges, keeps no file from the others:', () => {
  const three = [madeFile('tiny.json', 17), madeFile('config.json', 300 * KIB), madeFile('model.bin', 6 * MIB)];
  const wrong: Faults = { wrong: [0, 1] };
  const trickle: Faults = { rate: 5 };
  const busy = (): Faults => ({ status: { code: 429, times: 6, headers: { 'Retry-After': '1' } } });

  test.each<[string, Faults[]]>([
    ['wrong bytes, a trickle, and a source that is busy at first', [wrong, trickle, busy()]],
    ['wrong bytes, a trickle, and whole files only', [wrong, trickle, { ignoresRanges: true }]],
    ['a trickle, and whole files only', [trickle, { ignoresRanges: true }]],
    ['wrong bytes, a silent source, and one without faults', [wrong, { stalls: true }, { beginsAfter: 100 }]],
    ['wrong bytes, and 416 to ranges', [wrong, { refusesRanges: 416 }]],
  ])('%s', async (_what, faults) => {
    await pullWell(await sourcesOf(three, ...faults), ...three);
  });
});

describe('sources that never send a whole answer:', () => {
  const weights = madeFile('weights.bin', 3000 * KIB);
  const config = madeFile('config.json', 700 * KIB);
  const files = [weights, config];
  let sources: FaultySource[];

  /** Plans these files at sources with these faults. */
  async function plan(these: typeof files, ...faults: Faults[]) {
    sources = await sourcesOf(files, ...faults);
    return these.map((file) => planned(file, sources));
  }

  describe('a source that ends every answer early', () => {
    test.each([
      ['a large file', weights],
      ['a small file', config],
    ])(
      'and sends only whole files fails for %s, and its first and its last fault are reported',
      async (_what, file) => {
        const only = await plan([file], { breaksAfter: 300 * KIB, ignoresRanges: true });
        const { ok, failed, events, sources: told } = await place.pull(only, { limits: { ...IMPATIENT, pause: 100 } });
        const reason =
          'No source sent it: one breaks off, 4 times in a row. Try again later: the same command goes on.';
        expect([ok, failed]).toEqual([false, [{ path: file.path, reason }]]);
        expect(told).toMatchObject([{ source: 'one', gone: 'breaks off, 4 times in a row' }]);
        const said = events.filter(({ event }) => event === 'source');
        expect(said).toMatchObject([{ times: 1, again: 1 }, { times: 4 }]);
        expect(said[1]).not.toHaveProperty('again');
        expect(sources[0]!.asked.length).toBeLessThan(30);
        const most = Math.max(...events.map((event) => (event.event === 'progress' ? event.bytes : 0)));
        expect(most).toBeLessThan(file.bytes.length);
      },
    );

    test('fails in the end, and the received bytes are kept for the next run', async () => {
      const all = await plan([weights], { diesAfter: 2000 * KIB }, {});
      const [whole] = all;
      const dying = [{ ...whole!, urls: whole!.urls.slice(0, 1) }];
      expect(await place.pull(dying)).toMatchObject({ ok: false });
      sources[0]!.faults = { breaksAfter: 1 };
      expect(await place.pull(dying)).toMatchObject({ ok: false });
      const { ok, fetched } = await place.pull([{ ...whole!, urls: whole!.urls.slice(1) }]);
      expect(ok).toBe(true);
      expect(fetched).toBeLessThan(1500 * KIB);
      place.expectRight(weights);
    });
  });

  test('sources that all send nothing are not requested in turn without end', async () => {
    const all = await plan([weights], { stalls: true }, { stalls: true });
    const { ok, failed } = await place.pull(all, {
      limits: { ...IMPATIENT, silence: 1600, attempts: 1, longest: 60_000 },
    });
    expect([ok, failed[0]!.reason]).toEqual([
      false,
      'No source sent it: one sends nothing; two sends nothing. Try again later: the same command goes on.',
    ]);
  });

  test('a source that only answers takes no range from a slow one without end', { timeout: 60_000 }, async () => {
    const all = await plan([weights, config], { stalls: true }, { rate: 400_000 });
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
    await place.pull(await plan([config], busy), { limits: { ...IMPATIENT, pause: 100, longest: 1000 } });
    expect(sources[0]!.asked.length).toBeLessThan(15);
  });

  test('sources that all ask to wait end the pull after a time that it names, in a line for each source', async () => {
    let text = '';
    const out = { write: (line: string) => (text += line) };
    const busy = (): Faults => ({ status: { code: 429, headers: { 'Retry-After': '1' } } });
    const all = await plan([weights, config], busy(), busy(), busy());
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
    const all = await plan([config], { location });
    const { failed } = await place.pull(all);
    expect(failed).toEqual([{ path: config.path, reason: `No source sent it: one ${reason}.` }]);
    expect(sources[0]!.asked.length).toBeLessThan(10);
  });
});
