/**
 * Tests the check of a log: it reports damage, and a later build repairs the copy. Also tests the state that
 * `status` prints.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLog } from '../../../../generator/log/check-log.ts';
import { logNotices, logStatusWords, logWords, readLogStatus } from '../../../../generator/log/log-status.ts';
import { LogPlace } from './log-place.ts';
import { DAY_MS, someModels } from './made-days.ts';

const models = someModels(300);
const damage = (path: string) => writeFileSync(path, readFileSync(path).fill(7, 0, 1));

async function logged(signers?: []): Promise<LogPlace> {
  const place = new LogPlace(signers);
  expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
  await place.log(models);
  expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
  return place;
}

test('every file of the published copy is compared, and the next build writes all damaged files again', async () => {
  const place = await logged();
  const { published } = place.places;
  const files = ['tile/0/000', 'tile/entries/001.p/45', 'models/301/0', 'models/301/first', 'checkpoint'];
  for (const file of files) {
    damage(join(published, file));
    const { torn, lost } = await checkLog(place.places);
    expect([torn, lost]).toEqual([[`${join(published, file)} is missing or damaged.`], []]);
    // A build refuses a malformed checkpoint, and the error says how to repair it.
    if (file === 'checkpoint') {
      await expect(place.log(models)).rejects.toThrow(
        'checkpoint is damaged: it is no checkpoint; remove that file, so that the next build uses the other copy',
      );
      rmSync(join(published, file));
    }
    await place.log(models);
    expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
    expect(existsSync(join(place.places.own, 'torn'))).toBe(false);
  }
  await place.prove(models);
});

test('leaves that are damaged in the only copy are lost, and no build makes them again', async () => {
  for (const file of ['tile/entries/000', 'tile/entries/001.p/45', 'checkpoint']) {
    const place = await logged();
    place.lose('published');
    damage(join(place.places.own, file));
    const { torn, lost } = await checkLog(place.places);
    expect([torn, lost.length], file).toEqual([[], 1]);
    expect(lost.join(' ')).toContain(place.places.own);
  }
});

test('a damaged state file is not used: it is made again from the leaves', async () => {
  const place = await logged();
  const path = join(place.places.own, 'state-301');
  const whole = readFileSync(path);
  for (const at of [0, 60, 5000, whole.length - 10]) {
    writeFileSync(path, Buffer.from(whole).fill('7', at, at + 2));
    expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
    expect(await place.log(models)).toMatchObject({ appended: 0 });
    expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
    expect(readFileSync(path)).toEqual(whole);
  }
  await place.prove(models);
});

test('a log without a copy, or whose copy has another length, is whole', async () => {
  const place = await logged();
  cpSync(place.places.published, join(place.folder, 'older'), { recursive: true });
  await place.log({ ...models, 'zz/1': 'a' });
  place.lose('published');
  expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
  cpSync(join(place.folder, 'older'), place.places.published, { recursive: true });
  expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
});

test('status shows the length of the log, who signed it, and until when its day is valid', async () => {
  const place = await logged();
  const words = async (now: number) => logStatusWords(await readLogStatus(place.places, [], now));
  const day = 'its day counts until 2026-11-27T00:00:00Z';
  expect(await words(place.now)).toBe(`301 leaves, signed as hub.example/log, ${day}`);
  expect(await words(place.now + 7 * DAY_MS)).toMatch(/, its day expired at 2026-11-27T00:00:00Z: build again$/);
  const unsigned = await logged([]);
  const status = await readLogStatus(unsigned.places, [], place.now);
  expect(logStatusWords(status)).toBe(`301 leaves, not signed: set HUB_SIGNING_KEY and build, ${day}`);
  expect(logStatusWords({ ...status!, signed: ['a'], cosigned: ['b'], missing: ['c'] })).toContain(
    'by 1 of 2 witnesses',
  );
  expect(logStatusWords(undefined)).toBe('none: run "model-hub build"');
});

test('a build says what it did to the log', async () => {
  const place = await logged();
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
