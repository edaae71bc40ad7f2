// Tests a day from end to end against a fake public hub: it appears whole or not at all, whatever fails and whatever
// runs beside it.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StepReport } from '../../generator/daily/run-day.ts';
import { takeLock } from '../../generator/files/lock.ts';
import { StandIn } from '../buckets/stores.ts';
import { wholeBucket } from '../buckets/whole-bucket.ts';
import { type HubStandIn, startHubStandIn } from '../crawl/hub-stand-in.ts';
import { hubCommand, startCommand } from '../faults/hub-command.ts';
import { treeIn } from '../faults/whole-tree.ts';
import { inAll } from '../fixtures/in-all.ts';
import { useMadeOnce } from '../fixtures/made-once.ts';
import { DayPlace, edition, revisionIn } from './day-place.ts';

const [ONE, TWO] = ['2026-01-01', '2026-01-02'];
const [first, second] = [edition(1), edition(2)];

let hub: HubStandIn;
let place: DayPlace;
beforeAll(async () => {
  hub = await startHubStandIn(first);
});
afterAll(() => hub.close());
beforeEach(() => {
  hub.models = first;
  hub.trouble = () => undefined;
  hub.asked.length = 0;
  place = new DayPlace(hub);
});
afterEach(() => place.remove());

const named = (steps: readonly StepReport[]) => steps.map(({ step }) => step);

const copied = useMadeOnce(async (folder) => {
  expect((await new DayPlace(hub, folder).day(ONE)).done).toBe(true);
});

/** Copies a place that has the first day, then changes the upstream's models. Returns the state of the place. */
async function afterOneDay(): Promise<ReturnType<DayPlace['now']>> {
  place.remove();
  place = new DayPlace(hub, await copied());
  hub.models = second;
  hub.asked.length = 0;
  return place.now();
}

test('a day goes from the public hub to plain files and is checked; the next day writes what changed', async () => {
  const report = await place.day(ONE);
  expect(report).toMatchObject({ day: ONE, done: true });
  expect(named(report.steps)).toEqual(['index', 'build', 'export', 'check']);
  for (const { seconds } of report.steps) expect(seconds).toBeGreaterThanOrEqual(0);
  expect(place.now()).toEqual({ index: ONE, tree: ONE, files: revisionIn(first) });
  hub.models = second;
  const { steps } = await place.day(TWO);
  expect(place.now()).toEqual({ index: TWO, tree: TWO, files: revisionIn(second) });
  expect(steps).toMatchObject([
    { crawl: { rows: 6, imported: { models: { updated: 3, unchanged: 3 } } } },
    { changed: true, models: 3 },
    { models: 3 },
    { faults: [] },
  ]);
});

test('a day goes to plain files and to a bucket', inAll(), async () => {
  const store = new StandIn();
  await store.start();
  try {
    const bucket = store.address('hub');
    const { done, steps } = await place.day(ONE, { bucket }, store.env());
    expect([done, named(steps)]).toEqual([true, ['index', 'build', 'export', 'push', 'check']]);
    expect(place.now().files).toBe(revisionIn(first));
    expect(wholeBucket((name) => store.read(`hub/${name}`)).faults).toEqual([]);
    await expect(place.day(TWO, { bucket }, { AWS_REGION: '' })).rejects.toThrow(/^AWS_REGION must be set/);
  } finally {
    await store.stop();
  }
});

describe('after a failed step, yesterday stays', () => {
  for (const [what, trouble, reason, options] of [
    ['an upstream that refuses', { status: 500 }, /^http:\S+ answers with 500, 6 times: \S+\/robots\.txt\. /, inAll()],
    ['an upstream that says nothing of use', { body: '<html>' }, /JSON/, inAll()],
  ] as const)
    test(what, options, async () => {
      const before = await afterOneDay();
      hub.trouble = () => trouble;
      const { done, failed, steps } = await place.day(TWO);
      expect([done, steps, failed!.step]).toEqual([false, [], 'index']);
      expect(failed!.reason).toMatch(reason);
      expect(place.now()).toEqual(before);
      hub.trouble = () => undefined;
      expect((await place.day(TWO)).done).toBe(true);
      expect(place.now().files).toBe(revisionIn(second));
    });

  test('a build fails: the next run starts with the build, and sends the public hub no request', async () => {
    const before = await afterOneDay();
    const lock = takeLock(place.dist, 'HUB_DIST');
    const { failed, steps } = await place.day(TWO);
    lock.release();
    expect(failed).toEqual({
      step: 'build',
      reason: expect.stringMatching(/^Another process is writing to HUB_DIST/),
    });
    expect(named(steps)).toEqual(['index']);
    expect(place.now()).toEqual({ ...before, index: TWO });
    hub.asked.length = 0;
    const again = await place.day(TWO);
    expect(again.steps[0]).toMatchObject({ step: 'index', isEarlier: true });
    expect([again.done, hub.asked]).toEqual([true, []]);
    expect(place.now()).toEqual({ index: TWO, tree: TWO, files: revisionIn(second) });
    // The last run completed the day, so another run sends requests to the public hub again.
    expect((await place.day(TWO)).steps[0]).not.toHaveProperty('isEarlier');
    expect(hub.asked.length).toBeGreaterThan(0);
  });

  test('a day is set aside: the command with --accept publishes it, and continues from there', async () => {
    const before = await afterOneDay();
    hub.trouble = (target) => (/acme\/m2\/tree/.test(target) ? { status: 500 } : undefined);
    const { failed, steps } = await place.day(TWO);
    expect([failed!.step, steps]).toEqual(['index', []]);
    expect(failed!.reason).toContain(`${TWO} is kept aside, and the day in force stays: 1 of 6 models could not`);
    expect(place.now()).toEqual(before);
    hub.asked.length = 0;
    const accepted = await place.day(TWO, { isAccepted: true });
    expect(accepted.steps[0]).toMatchObject({ step: 'index', day: TWO, isAccepted: true });
    expect([accepted.done, hub.asked]).toEqual([true, []]);
    expect(place.now()).toEqual({ index: TWO, tree: TWO, files: revisionIn(second) });
  });
});

describe('the command', () => {
  test(
    'a run that hangs keeps the next one out, and SIGTERM stops it; its index is whole, and the tree is yesterday’s',
    inAll(),
    async () => {
      const before = await afterOneDay();
      const stalled = new Promise<void>((resolve) => {
        hub.trouble = (target) => {
          if (!target.includes('/tree/')) return undefined;
          resolve();
          return { stalls: true };
        };
      });
      const child = startCommand(place.words(TWO), place.env);
      const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
      await stalled;
      const other = await hubCommand(place.words(TWO), place.env);
      expect(other).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^model-hub: Another process is writing to HUB_DATA \(\S+\); try again when it has ended\.\n$/,
        ),
      });
      child.kill('SIGTERM');
      expect(await gone).toBe(1);
      expect(place.now()).toEqual({ ...before, index: '2026-01-02' });
      hub.trouble = () => undefined;
      const { code, out } = await hubCommand(place.words(TWO), place.env);
      expect([code, out.split('\n').at(-2)]).toEqual([
        0,
        expect.stringMatching(/^2026-01-02 is done, in \d+\.\d s\.$/),
      ]);
      for (const step of ['index: ', 'build: ', 'export: ', 'check: ']) expect(out).toContain(`\n${step}`.trimStart());
      expect(place.now().files).toBe(revisionIn(second));
      expect((await treeIn(place.dist)).faults).toEqual([]);
    },
  );

  test('a failed step is one sentence, on the screen and in the report', async () => {
    const lock = takeLock(place.dist, 'HUB_DIST');
    const { code, out, err } = await hubCommand(place.words(ONE, '--json'), place.env);
    lock.release();
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ done: false, steps: [{ step: 'index' }], failed: { step: 'build' } });
    expect(err).toMatch(/^model-hub: 2026-01-01 ended at its step "build": Another process .* has ended\.\n$/);
  });
});
