import { describe, expect, test } from 'vitest';
import { newestLeaf } from '../../../src/log/model-index.ts';
import { verifierKey } from '../../../src/log/note.ts';
import { checkProof, type LogPolicy } from '../../../src/log/proof/check-proof.ts';
import { makeProof, newestDay } from '../../../src/log/proof/make-proof.ts';
import type { ModelProof } from '../../../src/shapes/log.ts';
import { cosignature, dayLeaf, logOf, modelLeaf, ORIGIN, signer, sumsOf } from './memory-log.ts';

const by = signer(ORIGIN);
const ids = Array.from({ length: 700 }, (_, at) => `owner/model-${at}`);
const models = ids.map((id) => modelLeaf(id));
// Models 3 and 4 have a second leaf each. The second leaf of model 3 has another revision.
const log = logOf([...models, modelLeaf(ids[3]!, { revision: 'b'.repeat(40) }), modelLeaf(ids[4]!)], by);
const [now, later] = [new Date('2026-11-21T00:00:00Z'), new Date('2026-11-28T00:00:00Z')];
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
  ['a page of the host', '<!doctype html>', 'models/703/first of the log is damaged'],
  ['that of another day', 'a\nb\n', 'models/703/first of the log is damaged'],
])('an index that is %s is an error, not an index without the model', async (_, list, sentence) => {
  const read = (path: string) => (path.endsWith('/first') ? list && Buffer.from(list) : log.read(path));
  await expect(proofOf(id, read as typeof log.read)).rejects.toThrow(sentence);
});

describe('a proof is refused for', () => {
  const changed: [string, RegExp, (proof: ModelProof) => unknown][] = [
    ['something else', /not a proof of the format/, () => ({})],
    ['nothing', /not a proof of the format/, () => null],
    ['another model', /of owner\/model-5, not of owner\/model-3/, async () => await proofOf(ids[5])],
    ['a leaf of a shorter log', /not in the log/, (proof) => old(proof)],
    [
      'a changed leaf',
      /leaf of the model is not in the log/,
      (proof) => withLeaf(proof, 'huggingface.co', 'elsewhere.co'),
    ],
    [
      'another index',
      /leaf of the model is not in the log/,
      (proof) => ({ ...proof, model: { ...proof.model, index: 1 } }),
    ],
    ['another day', /not the newest one/, (proof) => ({ ...proof, day: { ...proof.day, index: 0 } })],
    ['a shorter path', /not in the log/, (proof) => ({ ...proof, model: { ...proof.model, path: [] } })],
    [
      'no hashes',
      /hash in the proof is malformed/,
      (proof) => ({ ...proof, model: { ...proof.model, path: ['AAAA'] } }),
    ],
    ['other sums', /SHA256SUMS in the proof/, (proof) => ({ ...proof, sums: `${proof.sums}\n` })],
    [
      'a changed checkpoint',
      /signature of hub.example\/log on the checkpoint is wrong/,
      (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace('\n703\n', '\n704\n') }),
    ],
    [
      'a checkpoint cut short',
      /malformed: it was changed or cut short/,
      (proof) => ({ ...proof, checkpoint: 'hub.example/log\n' }),
    ],
    [
      'an unsigned one',
      /not signed: this hub has no signing key/,
      (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace(/\n\n.*/s, '\n\n') }),
    ],
  ];

  async function old(proof: ModelProof) {
    const before = logOf(models, by);
    const { model } = await proofOf(id, before.read);
    return { ...proof, model };
  }

  function withLeaf(proof: ModelProof, from: string, to: string) {
    return { ...proof, model: { ...proof.model, leaf: proof.model.leaf.replace(from, to) } };
  }

  test.each(changed)('%s', async (_, sentence, change) => {
    const proof = await change(await proofOf());
    expect(() => check(proof)).toThrow(sentence);
  });

  test('an expired day', async () => {
    const proof = await proofOf();
    expect(() => check(proof, { keys: [by.key] }, later)).toThrow('was good until 2026-11-27T00:00:00Z');
    const never = logOf([modelLeaf(id)], by, { ...dayLeaf(), models: undefined as never, expires: 'never' });
    await expect(proofOf(id, never.read)).rejects.toThrow('The last leaf of the log is not that of a day.');
  });

  test('a day in the future, except within the error of a clock', async () => {
    const proof = await proofOf();
    const at = (time: string) => () => check(proof, { keys: [by.key] }, new Date(time));
    expect(at('2026-11-18T23:59:59Z')).toThrow(
      'The log’s newest day, 2026-11-20, is later than the time it is checked at.',
    );
    expect(at('2026-11-19T00:00:00Z')().day.day).toBe('2026-11-20');
  });

  test('a log with another name, or another key with the same name', async () => {
    const proof = await proofOf();
    expect(() => check(proof, { keys: [signer('other.example/log').key] })).toThrow('is of the log hub.example/log');
    expect(() => check(proof, { keys: [signer(ORIGIN).key] })).toThrow('not signed by the key of hub.example/log');
  });

  test('too few witnesses, or a wrong cosignature', async () => {
    const proof = await proofOf();
    const witness = signer('witness.example/w1', 'cosignature');
    const policy = { keys: [by.key], witnesses: [witness.key], quorum: 1 };
    expect(() => check(proof, policy)).toThrow(
      `Too few witnesses cosigned: 0 instead of 1. Missing: witness.example/w1 (key ${witness.key.id}).`,
    );
    const cosigned = (over?: string) => ({
      ...proof,
      checkpoint: proof.checkpoint + cosignature(proof.checkpoint, witness, 5, over),
    });
    expect(check(cosigned(), policy).checkpoint.signatures).toHaveLength(2);
    expect(() => check(cosigned('another\n1\n'), policy)).toThrow('signature of witness.example/w1');
  });
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
