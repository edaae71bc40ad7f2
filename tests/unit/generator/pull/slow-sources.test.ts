// Tests that a source whose bytes never stop, but hardly come, keeps no file from a source that could send it.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Holders, type PullContext } from '../../../../generator/pull/run/holders.ts';
import { SourceState, USUAL_TIMEOUTS } from '../../../../generator/pull/run/source-state.ts';
import { SourceFault } from '../../../../generator/pull/wire/wire-client.ts';
import { type Faults, madeFile, planned, sourcesOf } from './faulty-source.ts';
import { IMPATIENT, pullPlace } from './pull-place.ts';

const files = [
  madeFile('tiny.json', 17),
  madeFile('config.json', 300 * 2 ** 10),
  madeFile('model.safetensors', 6 * 2 ** 20),
];
const timeouts = { ...IMPATIENT, slow: 300 };
const wrong: Faults = { wrong: [0, 1] };
const trickle: Faults = { rate: 5 };
const busy = (): Faults => ({ status: { code: 429, times: 6, headers: { 'Retry-After': '1' } } });

test.each<[string, Faults[]]>([
  ['wrong bytes, a trickle, and a source that is busy at first', [wrong, trickle, busy()]],
  ['a trickle, wrong bytes, and a source that is busy at first', [trickle, wrong, busy()]],
  ['wrong bytes, a trickle, and whole files only', [wrong, trickle, { ignoresRanges: true }]],
  ['a trickle, and whole files only', [trickle, { ignoresRanges: true }]],
  ['wrong bytes, a silent source, and one without faults', [wrong, { stalls: true }, { beginsAfter: 100 }]],
])('all files come from these sources: %s', async (_what, faults) => {
  const place = pullPlace();
  const from = await sourcesOf(files, ...faults);
  const summary = await place.pull(
    files.map((file) => planned(file, from)),
    { timeouts },
  );
  expect(summary).toMatchObject({ ok: true, failed: [] });
  place.expectRight(...files);
});

describe('a source that sends 5 kB a second', () => {
  const usual = { source: 5000, limit: undefined as { isHolding: boolean } | undefined, pause: false };
  test.each([
    ['is left after ten seconds', usual, ['one']],
    ['is asked on if it sends 17 kB', { ...usual, source: 17_000 }, []],
    ['is asked on while the limit of the pull holds bytes', { ...usual, limit: { isHolding: true } }, []],
    ['is left while the limit of the pull holds none', { ...usual, limit: { isHolding: false } }, ['one']],
    ['is asked on while the other source pauses', { ...usual, pause: true }, []],
  ])('%s', (_what, { source, limit, pause }, left) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const [one, two] = ['one', 'two'].map((name) => new SourceState(name, USUAL_TIMEOUTS)) as [
      SourceState,
      SourceState,
    ];
    const sources = new Map([one, two].map((each) => [each.name, each]));
    const context = { sources, limit, timeouts: USUAL_TIMEOUTS } as unknown as PullContext;
    const urls = [...sources.keys()].map((name) => ({ source: name, url: 'http://127.0.0.1:9' }));
    const holders = new Holders(context, { path: 'a', size: 10 ** 6, sha256: 'f'.repeat(64), urls });
    if (pause) two.fail(new SourceFault('away', 'answers with 429', 60_000), performance.now());
    for (let second = 0; second < 10; second++) {
      expect(holders.tooSlow(new Set([one]))).toEqual([]);
      vi.advanceTimersByTime(1000);
      one.hear(source);
      one.speed.tick(1);
    }
    expect(holders.tooSlow(new Set([one])).map(({ name }) => name)).toEqual(left);
    expect([holders.isOutpaced(one), holders.isOutpaced(two)]).toEqual([left.length > 0, false]);
    expect(holders.left()[0]).toBe(source > 16_000 ? one : two);
  });
});

test.each([400, 403, 416])('a source that answers ranges with %i is asked for whole files', async (refusesRanges) => {
  const place = pullPlace();
  const from = await sourcesOf(files, wrong, { refusesRanges });
  const summary = await place.pull(files.map((file) => planned(file, from)));
  expect(summary).toMatchObject({ ok: true, failed: [] });
  place.expectRight(...files);
});
