// Tests damage to the log: a file that one copy has whole is no loss, and what both copies lack stops every command.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkLog } from '../../../../generator/log/check-log.ts';
import { checkLogPlaces, witnessLog } from '../../../../generator/log/keep-log.ts';
import { readHead } from '../../../../generator/log/log-folder.ts';
import { startWitness } from '../../../fixtures/witness.ts';
import { LogPlace, loggedPlace, newSigner } from './log-place.ts';
import { someModels } from './made-days.ts';

const models = someModels(700);
const more = { ...models, 'zz/1': 'a' };

/** Changes one byte of a file. */
function flip(path: string, at = 50): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

const FILES = ['tile/entries/000', 'tile/1/000.p/2', 'tile/0/002.p/189'];

test.each(['own', 'published'] as const)(
  'a build goes on with a copy that is damaged, and the check says where a whole one is: %s',
  async (which) => {
    const other = which === 'own' ? 'published' : 'own';
    for (const file of FILES) {
      const place = await loggedPlace(models);
      const [broken, whole] = [join(place.places[which], file), join(place.places[other], file)];
      flip(broken);
      const fix =
        which === 'own' ? `Put that file back from ${place.places.published}` : `Remove ${place.places[which]}`;
      const told = await checkLog(place.places);
      expect([told.length, told[0]]).toEqual([1, expect.stringContaining(fix)]);
      await place.log(more);
      // The published log was whole for every reader, so its damage is mended by hand.
      if (which === 'published') cpSync(whole, broken);
      await place.prove(more);
      if (existsSync(whole)) cpSync(whole, broken);
      expect(await checkLog(place.places)).toEqual([]);
    }
  },
);

test('a damaged checkpoint stops a build, and a published log that was removed is made again', async () => {
  const place = await loggedPlace(models);
  const { published } = place.places;
  writeFileSync(join(published, 'checkpoint'), 'no checkpoint');
  const fault = `The log in ${published} is damaged: ${join(published, 'checkpoint')} is damaged: it is no checkpoint.`;
  expect(await checkLog(place.places)).toEqual([`${fault} Remove ${published}, and build.`]);
  await expect(place.log(models)).rejects.toThrow(
    'checkpoint is damaged: it is no checkpoint; remove that file, so that the next build uses the other copy',
  );
  place.lose('published');
  await place.log(models);
  expect(await checkLog(place.places)).toEqual([]);
  await place.prove(models);
});

test('leaves that neither copy has are an error for check and build, and nothing replaces them', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  for (const folder of [own, published]) flip(join(folder, 'tile/0/002.p/189'));
  const [before, head] = [readFileSync(join(own, 'tile/0/002.p/189')), readHead(own)!.text];
  expect(await checkLog(place.places)).toEqual([published, own].map((folder) => expect.stringContaining(folder)));
  const refused = /lacks the same: .* Nothing was changed\. Put it back from a backup/;
  await expect(checkLogPlaces(place.settings)).rejects.toThrow(refused);
  await expect(place.log(more)).rejects.toThrow(refused);
  expect([readFileSync(join(own, 'tile/0/002.p/189')), readHead(own)!.text]).toEqual([before, head]);
});

test.each(FILES)('a damaged file is never copied into a HUB_DIST without a log: %s', async (file) => {
  const place = await loggedPlace(models);
  flip(join(place.places.own, file));
  place.lose('published');
  await expect(place.log(more)).rejects.toThrow(/lacks the same: .* Nothing was changed\./);
  for (const path of ['checkpoint', file]) expect(existsSync(join(place.places.published, path))).toBe(false);
  expect(await checkLog(place.places)).toHaveLength(1);
});

test('an older log in HUB_DATA is not overwritten by a damaged newer one', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  const putBack = place.saved('own');
  await place.log({ ...models, ...someModels(900) });
  putBack();
  flip(join(published, 'tile/entries/003.p/134'));
  await expect(place.log(more)).rejects.toThrow('tile/entries/003.p/134 of the log is not what its checkpoint');
  expect(readHead(own)!.size).toBe(701);
  flip(join(published, 'tile/entries/003.p/134'));
  await place.log({ ...models, ...someModels(900) });
  expect(await checkLog(place.places)).toEqual([]);
});

test('a state made from damaged leaves is refused, and a damaged state is made again from the leaves', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  const path = join(own, 'state');
  const whole = readFileSync(path);
  for (const at of [0, 60, 5000, whole.length - 10]) {
    writeFileSync(path, Buffer.from(whole).fill('7', at, at + 2));
    expect(await place.log(models)).toMatchObject({ appended: 0 });
    expect(readFileSync(path)).toEqual(whole);
  }
  rmSync(path);
  flip(join(own, 'tile/entries/000'));
  await place.log(more);
  rmSync(join(own, 'state'));
  rmSync(published, { recursive: true });
  mkdirSync(published);
  await expect(place.log(more)).rejects.toThrow('is not what its checkpoint stands for');
});

test('a damaged tile is not taken for a fork, neither by a build that published less before nor by a witness', async () => {
  const signer = newSigner();
  const witness = await startWitness([signer.key]);
  onTestFinished(() => witness.close());
  const place = new LogPlace([signer]);
  place.settings = { ...place.settings, witnesses: [witness] };
  await place.log(someModels(300));
  const { own } = place.places;
  const putBack = place.saved('published');
  witness.instead = () => ({ status: 503 });
  await place.log(models);
  witness.instead = undefined;
  flip(join(own, 'tile/0/001'));
  expect((await witnessLog(place.settings)).witnesses).toEqual([{ witness: witness.key.name }]);
  // This is the state after a crash before the log was published.
  putBack();
  await expect(place.log(more)).rejects.toThrow('lacks the same: tile/0/001');
  flip(join(own, 'tile/0/001'));
  await place.log(more);
  expect(await checkLog(place.places)).toEqual([]);
});
