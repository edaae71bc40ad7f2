import { expect, test } from 'vitest';
import { newestLeaf } from '../../../src/log/model-index.ts';
import { verifierKey } from '../../../src/log/note.ts';
import { checkProof, type LogPolicy } from '../../../src/log/proof/check-proof.ts';
import { makeProof, newestDay } from '../../../src/log/proof/make-proof.ts';
import type { ModelProof } from '../../../src/shapes/log.ts';
import { cosignature, logOf, modelLeaf, ORIGIN, signer, sumsOf } from './memory-log.ts';

const by = signer(ORIGIN);
const ids = Array.from({ length: 700 }, (_, at) => `owner/model-${at}`);
const models = ids.map((id) => modelLeaf(id));
// Models 3 and 4 have a second leaf each. The second leaf of model 3 has another revision.
const log = logOf([...models, modelLeaf(ids[3]!, { revision: 'b'.repeat(40) }), modelLeaf(ids[4]!)], by);
const now = new Date('2026-11-21T00:00:00Z');
const id = ids[3]!;

async function proofOf(model = id, files = log.read): Promise<ModelProof> {
  const day = (await newestDay(files))!;
  return (await makeProof(files, day, { id: model, sums: sumsOf(model) }))!;
}

const check = (proof: unknown, policy: LogPolicy = { keys: [by.key] }, at = now) =>
  checkProof(proof as ModelProof, policy, { id, now: at });

test('a model of the day is proved by its newest leaf, wherever that is in the log', async () => {
  for (const at of [0, 3, 255, 256, 511, 512, 699]) {
    const checked = checkProof(await proofOf(ids[at]), { keys: [by.key] }, { id: ids[at]!, now });
    expect(checked.model.id).toBe(ids[at]);
    expect(checked.checkpoint.signatures.map(({ key }) => key.name)).toEqual([ORIGIN]);
  }
  expect(check(await proofOf()).model.revision).toBe('b'.repeat(40));
});

test('a model that is not in the newest day has no proof', async () => {
  const day = (await newestDay(log.read))!;
  for (const strange of ['a/a', 'owner/model-3000', 'z/z'])
    expect(await makeProof(log.read, day, { id: strange, sums: '' })).toBeUndefined();
});

test('in an index of many pages every model is found', async () => {
  const many = Array.from({ length: 9000 }, (_, at) => modelLeaf(`owner/model-${String(at).padStart(4, '0')}`));
  const { read, files } = logOf(many, by);
  expect([...files.keys()].filter((path) => path.startsWith('models/'))).toEqual(
    ['0', '1', '2', 'first'].map((name) => `models/9001/${name}`),
  );
  const newest = (await newestDay(read))!;
  for (const at of [0, 4095, 4096, 8191, 8192, 8999]) expect(await newestLeaf(read, newest, many[at]!.id)).toBe(at);
  for (const id of ['a/a', 'owner/model', 'owner/model-4095x', 'z/z'])
    expect(await newestLeaf(read, newest, id)).toBeUndefined();
});

test.each([
  ['missing', undefined, 'models/703/first is missing from the log: is its checkpoint older than its files?'],
  ['that of another day', 'a\nb\n', 'models/703/first of the log is damaged'],
])('an index that is %s is an error, not an index without the model', async (_, list, sentence) => {
  const read = (path: string) => (path.endsWith('/first') ? list && Buffer.from(list) : log.read(path));
  await expect(proofOf(id, read as typeof log.read)).rejects.toThrow(sentence);
});

test.each<[string, RegExp, (proof: ModelProof) => unknown]>([
  ['another day', /not the newest one/, (proof) => ({ ...proof, day: { ...proof.day, index: 0 } })],
  [
    'a leaf of a shorter log',
    /not in the log/,
    async (proof) => ({ ...proof, model: (await proofOf(id, logOf(models, by).read)).model }),
  ],
  ['another index', /not in the log/, (proof) => ({ ...proof, model: { ...proof.model, index: 1 } })],
])('a proof is refused for %s', async (_, sentence, change) => {
  const proof = await change(await proofOf());
  expect(() => check(proof)).toThrow(sentence);
});

test('a log whose last leaf is no day has no proof', async () => {
  const never = logOf([modelLeaf(id)], by, { expires: 'never' });
  await expect(proofOf(id, never.read)).rejects.toThrow('The last leaf of the log is not that of a day.');
});

test('a day in the future is accepted within the error of a clock', async () => {
  const proof = await proofOf();
  const at = (time: string) => () => check(proof, { keys: [by.key] }, new Date(time));
  expect(at('2026-11-18T23:59:59Z')).toThrow('is later than the time it is checked at.');
  expect(at('2026-11-19T00:00:00Z')().day.day).toBe('2026-11-20');
});

test('the same key under two names counts as one witness', async () => {
  const proof = await proofOf();
  const witness = signer('witness.example/w1', 'cosignature');
  const again = { ...witness, key: verifierKey('witness.example/w2', witness.key.key, 'cosignature') };
  const checkpoint = [witness, again].reduce(
    (note, one) => note + cosignature(proof.checkpoint, one),
    proof.checkpoint,
  );
  const policy = { keys: [by.key], witnesses: [witness.key, again.key] };
  expect(check({ ...proof, checkpoint }, { ...policy, quorum: 1 }).checkpoint.signatures).toHaveLength(3);
  expect(() => check({ ...proof, checkpoint }, { ...policy, quorum: 2 })).toThrow(
    'Too few witnesses cosigned: 1 instead of 2. One key under two names is one witness.',
  );
});

test('without a named key, signatures are not required, but everything else is checked', async () => {
  const unsigned = await proofOf();
  expect(
    check({ ...unsigned, checkpoint: unsigned.checkpoint.replace(/\n\n.*/s, '\n\n') }, { keys: [] }).model.id,
  ).toBe(id);
});
