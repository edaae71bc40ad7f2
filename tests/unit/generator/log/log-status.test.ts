// Tests the words about the log that `status` and a build print.
import { expect, test } from 'vitest';
import { logNotices, logStatusWords, logWords, readLogStatus } from '../../../../generator/log/log-status.ts';
import { loggedPlace } from './log-place.ts';
import { DAY_MS, someModels } from './made-days.ts';

const models = someModels(300);

test('status shows the length of the log, who signed it, and until when its day is valid', async () => {
  const place = await loggedPlace(models);
  const words = async (now: number) => logStatusWords(await readLogStatus(place.places, [], now));
  const day = 'its day counts until 2026-11-27T00:00:00Z';
  expect(await words(place.now)).toBe(`301 leaves, signed as hub.example/log, ${day}`);
  expect(await words(place.now + 7 * DAY_MS)).toMatch(/, its day expired at 2026-11-27T00:00:00Z: build again$/);
  const unsigned = await loggedPlace(models, []);
  const status = await readLogStatus(unsigned.places, [], place.now);
  expect(logStatusWords(status)).toBe(`301 leaves, not signed: set HUB_SIGNING_KEY and build, ${day}`);
  expect(logStatusWords({ ...status!, signed: ['a'], cosigned: ['b'], missing: ['c'] })).toContain(
    'by 1 of 2 witnesses',
  );
  expect(logStatusWords(undefined)).toBe('none: run "model-hub build"');
});

test('a build says what it did to the log', async () => {
  const place = await loggedPlace(models);
  const report = await place.log({ ...models, 'zz/1': 'a' });
  expect(logWords(report)).toBe('signed as hub.example/log, 2 leaves more of 303');
  expect(logWords({ ...report, isSigned: false, appended: 1 })).toMatch(
    /^1 leaf more of 303, not signed: set HUB_SIGNING/,
  );
  expect(logNotices(report, 1)).toEqual([]);
  expect(logNotices({ ...report, isSigned: false }, 1)[0]).toMatch(/^No witness was asked/);
  const away = { ...report, witnesses: [{ witness: 'w', fault: 'The witness w did not cosign.' }] };
  expect(logNotices(away, 1)).toEqual([away.witnesses[0]!.fault, 'The next build asks again, or "model-hub witness".']);
});
