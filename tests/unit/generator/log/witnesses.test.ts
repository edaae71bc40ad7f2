/**
 * Tests the witnesses of a log: each gets every checkpoint, their cosignatures are published, and no witness stops
 * a build.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { witnessLog } from '../../../../generator/log/keep-log.ts';
import { readLogStatus } from '../../../../generator/log/log-status.ts';
import { formatVerifierKey, parseNote, verifyNote } from '../../../../src/log/note.ts';
import { newestDay } from '../../../../src/log/proof/make-proof.ts';
import { startWitness, type WitnessStandIn } from '../../../fixtures/witness.ts';
import { ORIGIN } from '../../log/memory-log.ts';
import { LogPlace, newSigner } from './log-place.ts';
import { someModels } from './made-days.ts';

const models = someModels(300);
const more = { ...models, 'zz/1': 'a' };
const most = { ...more, 'zz/2': 'a' };

/** Makes a log, and witnesses that accept its key. */
async function witnessed(names = ['witness.example/w1']) {
  const signer = newSigner();
  const place = new LogPlace([signer]);
  const witnesses = await Promise.all(names.map((name) => startWitness([signer.key], name)));
  onTestFinished(async () => void (await Promise.all(witnesses.map(({ close }) => close()))));
  place.settings = { ...place.settings, witnesses };
  return { place, witnesses, witness: witnesses[0]! };
}

/** Throws unless each witness has cosigned the published checkpoint. */
async function expectCosigned({ files, settings }: LogPlace, witnesses: readonly WitnessStandIn[]) {
  const { checkpoint } = (await newestDay(files))!;
  const keys = [...settings.signers, ...witnesses].map(({ key }) => key);
  const { verified, wrong } = verifyNote(parseNote(checkpoint)!, keys);
  expect([verified.map(({ key }) => key.id).sort(), wrong]).toEqual([keys.map(({ id }) => id).sort(), []]);
}

test('every checkpoint is cosigned, and a larger one is sent with a proof that it extends the one before', async () => {
  const { place, witnesses } = await witnessed(['witness.example/w1', 'witness.example/w2']);
  for (const [at, index] of [models, more, most].entries()) {
    const { witnesses: asked } = await place.log(index);
    expect(asked).toEqual([{ witness: 'witness.example/w1' }, { witness: 'witness.example/w2' }]);
    await expectCosigned(place, witnesses);
    expect(witnesses.map(({ asked }) => asked.length)).toEqual([at + 1, at + 1]);
  }
  expect(witnesses[0]!.asked.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 301', 'old 303']);
  await place.prove(most);
  // A checkpoint that is already cosigned is not sent again.
  expect(await place.log(most)).toMatchObject({ appended: 0, witnesses: [] });
  const keys = readFileSync(join(place.places.published, 'keys'), 'utf8').split('\n');
  expect(keys.slice(1, 3)).toEqual(witnesses.map(({ key }) => formatVerifierKey(key)));
  const status = await readLogStatus(place.places, witnesses, place.now);
  expect(status).toMatchObject({ missing: [], size: 305, expired: false });
  expect(status!.cosigned).toHaveLength(2);
});

test('a witness that does not answer stops nothing, and the next build sends it the checkpoint again', async () => {
  const { place, witness } = await witnessed();
  witness.instead = () => ({ status: 503, body: 'later\nmuch later' });
  const report = await place.log(models);
  expect(report.witnesses).toEqual([
    { witness: 'witness.example/w1', fault: 'The witness witness.example/w1 did not cosign: it answered 503 (later).' },
  ]);
  await place.prove(models);
  expect((await readLogStatus(place.places, [witness], place.now))!.missing).toHaveLength(1);
  witness.instead = undefined;
  expect(await place.log(models)).toMatchObject({ appended: 0, witnesses: [{ witness: 'witness.example/w1' }] });
  await expectCosigned(place, [witness]);
  await witness.close();
  const { witnesses } = await place.log(more);
  expect(witnesses[0]!.fault).toMatch(/did not cosign: it can’t be reached \([A-Z_]+\)\.$/);
  await place.prove(more);
});

test('a log that was set back or forked is not published, even if everything else is right', async () => {
  const { place, witnesses } = await witnessed(['witness.example/w1', 'witness.example/w2']);
  await place.log(more);
  const putBack = place.saved('own');
  const seenBefore = witnesses[1]!.seen.get(ORIGIN)!;
  const cases: [models: ReturnType<typeof someModels>, fault: string, detail: string][] = [
    [
      models,
      'The log was set back: the witness witness.example/w1 (',
      ') has seen 302 leaves of hub.example/log, which',
    ],
    [
      someModels(301, 'b'),
      'The log was forked: of hub.example/log the witness ',
      ' has seen another log of 302 leaves. Put',
    ],
    [
      someModels(400, 'b'),
      'The log was forked: ',
      'has seen 302 leaves with which these 401 do not begin. Put HUB_DATA/log back as it was',
    ],
  ];
  // In each case, the second witness knows nothing of the log.
  for (const [index, fault, detail] of cases) {
    for (const folder of Object.values(place.places)) rmSync(folder, { recursive: true, force: true });
    witnesses[1]!.seen.clear();
    const log = place.log(index);
    await expect(log).rejects.toThrow(fault);
    await expect(log).rejects.toThrow(detail);
    await expect(log).rejects.toThrow(
      'take it out of service.yaml (log.witnesses) and build again. Nothing of the log',
    );
    expect(existsSync(join(place.places.published, 'checkpoint'))).toBe(false);
    // The error stays until the operator repairs the log.
    await expect(place.log(index)).rejects.toThrow(detail);
    await expect(witnessLog(place.settings)).rejects.toThrow(detail);
  }
  putBack();
  witnesses[1]!.seen.set(ORIGIN, seenBefore);
  await place.log(most);
  await expectCosigned(place, witnesses);
  await place.prove(most);
});

test('a checkpoint that a witness saw before its build was cut short is no contradiction', async () => {
  const { place, witness } = await witnessed();
  await place.log(models);
  const published = readFileSync(join(place.places.published, 'checkpoint'));
  const putBack = place.saved('published');
  await place.log(more);
  // In this state, HUB_DIST has nothing of the last build, and HUB_DATA does not have the cosignature.
  putBack();
  expect(readFileSync(join(place.places.published, 'checkpoint'))).toEqual(published);
  const own = join(place.places.own, 'checkpoint');
  writeFileSync(own, readFileSync(own, 'utf8').replace(/^— witness.*\n/m, ''));
  await place.log(most);
  await expectCosigned(place, [witness]);
  await place.prove(most);
});

test.each<[string, string, () => { status: number; body?: string }]>([
  ['a key that it does not know', '403: it does not know the key', () => ({ status: 403 })],
  ['sizes without end', 'answered 409', () => ({ status: 409, body: '0\n' })],
  ['an answer without end', 'has no valid signature', () => ({ status: 200, body: '— a b\n'.repeat(100_000) })],
])('a malformed cosignature is not published: %s', async (_, fault, instead) => {
  const { place, witness } = await witnessed();
  witness.instead = instead;
  expect((await place.log(models)).witnesses[0]!.fault).toContain(fault);
  await expectCosigned(place, []);
  expect((await newestDay(place.files))!.checkpoint).not.toContain('witness.example');
});

test('a cosignature of another checkpoint is not published', async () => {
  const { place, witness } = await witnessed();
  await place.log(models);
  const { checkpoint } = (await newestDay(place.files))!;
  witness.instead = () => ({ status: 200, body: checkpoint.slice(checkpoint.lastIndexOf('\n— ') + 1) });
  expect((await place.log(more)).witnesses[0]!.fault).toContain('no valid signature by its key');
});

test('the command `witness` sends the checkpoint to all witnesses again', async () => {
  const { place, witness } = await witnessed();
  await expect(witnessLog(place.settings)).rejects.toThrow('There is no log here yet: run "model-hub build" first.');
  witness.instead = () => ({ status: 500 });
  await place.log(models);
  expect((await witnessLog(place.settings)).witnesses[0]!.fault).toContain('500');
  witness.instead = undefined;
  for (let times = 0; times < 2; times++) {
    expect(await witnessLog(place.settings)).toMatchObject({
      size: 301,
      witnesses: [{ witness: 'witness.example/w1' }],
    });
    const { checkpoint } = (await newestDay(place.files))!;
    expect(checkpoint.match(/— witness/g)).toHaveLength(1);
    await expectCosigned(place, [witness]);
  }
  await expect(witnessLog({ ...place.settings, witnesses: [] })).rejects.toThrow('There is no witness');
  await expect(witnessLog({ ...place.settings, signers: [] })).rejects.toThrow('Witnesses cosign only signed logs');
});
