// Tests the comparison of a file with one model: the file is right, wrong, or unknown.
import { expect, test } from 'vitest';
import { judgeByModel, modelJudge, type WholeModel } from '../../../src/checking/judge-model.ts';

const hash = (digit: string) => digit.repeat(64);
const whole: WholeModel = {
  model: 'acme/one',
  revision: 'f'.repeat(40),
  files: [
    { path: 'config.json', sha256: hash('1'), size: 10 },
    { path: 'model.safetensors', sha256: hash('2'), size: 1000 },
    { path: 'unet/config.json', sha256: hash('3'), size: 20 },
    { path: 'unet/model.safetensors', sha256: hash('4'), size: 2000 },
  ],
};
const judged = (path: string, sha256: string, size = 10) => judgeByModel({ path, sha256, size }, whole).verdict;

test('a file with the right bytes at its path is right, in whatever folder it was dropped', () => {
  expect(judged('config.json', hash('1'))).toMatchObject({ kind: 'known', guess: { base: '' } });
  expect(judged('one/unet/config.json', hash('3'))).toMatchObject({ kind: 'known', guess: { base: 'one/' } });
});

test('a damaged file differs, also when it is alone', () => {
  expect(judged('model.safetensors', hash('9'))).toMatchObject({ kind: 'differs', expected: { sha256: hash('2') } });
  expect(judged('x/unet/model.safetensors', hash('9'))).toMatchObject({ expected: { path: 'unet/model.safetensors' } });
});

test('a damaged file outside its folder is compared with the file of that name that is nearest in size', () => {
  const files = whole.files.filter(({ path }) => path !== 'model.safetensors');
  const { verdict } = judgeByModel({ path: 'model.safetensors', sha256: hash('9'), size: 1999 }, { ...whole, files });
  expect(verdict).toMatchObject({ kind: 'differs', expected: { path: 'unet/model.safetensors' } });
});

test('a file of the model under another file’s name differs, also outside its folder; under a new name it is known', () => {
  expect(judged('config.json', hash('2')).kind).toBe('differs');
  expect(judged('renamed.safetensors', hash('2'))).toEqual({ kind: 'known' });
  expect(judged('model.safetensors', hash('4')).kind).toBe('differs');
});

test('a file whose name and bytes are not in the model is unknown', () => {
  expect(judged('notes.txt', hash('9'))).toEqual({ kind: 'unknown' });
});

test('each file is reported as right, wrong, or not part of the model', async () => {
  const judge = modelJudge(() => Promise.resolve(whole));
  const files = [
    { path: 'config.json', sha256: hash('1'), size: 10 },
    { path: 'model.safetensors', sha256: hash('9'), size: 1000 },
  ];
  const known = await Promise.all(files.map(async (file) => ({ ...file, matches: (await judge.look(file)).matches })));
  const { models } = await judge.together(known);
  expect(models).toMatchObject([{ matching: 1, differing: ['model.safetensors'], files: 4 }]);
  expect(models[0]!.absent).toEqual(['unet/config.json', 'unet/model.safetensors']);
});

test('bytes that the model lacks are looked for elsewhere, and a failure there changes nothing', async () => {
  const other = { model: 'acme/two', revision: 'e'.repeat(40), path: 'x.bin' };
  const look = (sha256: string, elsewhere: Parameters<typeof modelJudge>[1]) =>
    modelJudge(() => Promise.resolve(whole), elsewhere).look({ path: 'x.bin', sha256, size: 10 });
  const index = (sha256: string) => Promise.resolve(sha256 === hash('8') ? [other] : []);
  expect(await look(hash('8'), index)).toEqual({ matches: [other], verdict: { kind: 'unknown' } });
  expect(await look(hash('9'), index)).toEqual({ matches: [], verdict: { kind: 'unknown', isNowhere: true } });
  expect(await look(hash('9'), () => Promise.reject(new Error('away')))).toEqual({
    matches: [],
    verdict: { kind: 'unknown' },
  });
  expect((await look(hash('2'), index)).verdict).toEqual({ kind: 'known' });
});
