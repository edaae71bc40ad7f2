/**
 * Tests what the verify app says about files and a proof, in the cases that every program that checks proofs must pass.
 */
import { expect, test } from 'vitest';
import { answerOf, claimedProof } from '../../../../src/components/verify/proof-check.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { hostileCases, proofOf } from '../../log/hostile-proofs.ts';
import { MODEL, type ProofCase, proofCases } from '../../log/proof-cases.ts';

const { good, full, proofs, folders } = await proofCases();

const answer = ({ proof, files, keys, witnesses, at }: ProofCase, folder = 'dropped/') =>
  answerOf(proof, {
    id: MODEL,
    from: 'proof.json',
    files: Object.entries(files).map(([path, text]) => ({
      path: folder + path,
      sha256: sha256Hex(text),
      size: text.length,
    })),
    keys: [...keys, '', ...witnesses].join('\n'),
    now: new Date(at),
  });

test('files that match the log are proved', async () => {
  const { kind, sentence, facts } = await answer(good);
  expect([kind, sentence]).toEqual(['proved', 'Proved: 4 of 4 files of acme/tiny-bert matched what the log says.']);
  expect(facts).toEqual([
    expect.stringMatching(/^acme\/tiny-bert at revision [0-9a-f]{12} is in the index of 2026-11-20, good until/),
    expect.stringMatching(/^Signed by hub\.example\/log \(key [0-9a-f]{8}\)\. Cosigned by witness\.example\/w1 \(/),
    'Checked by proof.json.',
  ]);
  expect(await answer(good, '')).toMatchObject({ kind, sentence });
  expect(await answer(good, 'a/deep/folder/')).toMatchObject({ kind, sentence });
});

test.each(full)('$name: proved, and the app says so', async (one) => {
  const { kind, sentence } = await answer(one);
  expect([kind, sentence]).toEqual(['proved', expect.stringMatching(one.says!)]);
});

test.each([...proofs, ...hostileCases()])('$name: refused', async (one) => {
  const { kind, sentence, facts } = await answer(one);
  expect([kind, sentence]).toEqual(['refused', expect.stringMatching(one.says!)]);
  expect(facts).toEqual(['Checked by proof.json.']);
});

/**
 * The app's results for folders that are not proved as a whole. Unlike the command line, the app may prove a part
 * of a folder.
 */
const inWords: Record<string, [string, RegExp]> = {
  'nothing at all': ['open', /^Not proved: 0 of 4 files of acme\/tiny-bert matched\./],
  'only a strange file': ['open', /^Not proved: 0 of 4 files .* Not of the model, and not proved: dropped\/evil\.py\./],
  'missing file': ['part', /^Proved: 3 of 4 files of .* matched what the log says\. Not here: config\.json\.$/],
  'wrong bytes': ['refused', /\. config\.json has other bytes than the file of that name/],
  'right file under a wrong name': ['refused', /weights\.bin has the bytes of model\.safetensors and not its name\.$/],
  'right file in a wrong folder': ['refused', /sub\/config\.json has the bytes of config\.json and not its name\.$/],
  'two files with their names swapped': [
    'refused',
    /model\.safetensors has the bytes of onnx\/model\.onnx and not its name/,
  ],
};

test.each(folders)('$name: not proved as a whole', async (one) => {
  const { kind, sentence } = await answer(one);
  const [wanted, words] = inWords[one.name]!;
  expect([kind, sentence]).toEqual([wanted, expect.stringMatching(words)]);
});

test('a path with a line separator in it counts as one path', async () => {
  const files = { 'a\u2028b': 'one', 'c d': 'two' };
  const sums = Object.entries(files)
    .map(([path, text]) => `${sha256Hex(text)}  ${path}\n`)
    .join('');
  expect((await answer({ ...good, proof: proofOf({ sums }), files })).kind).toBe('proved');
});

test('the same key of a witness twice counts as one witness', async () => {
  expect((await answer({ ...good, witnesses: [...good.witnesses, ...good.witnesses] })).kind).toBe('proved');
});

test('only a text of the right form counts as a proof', () => {
  expect(claimedProof(JSON.stringify(good.proof)).id).toBe(MODEL);
  const withLeaf = (leaf: unknown) => JSON.stringify({ ...good.proof, model: { ...good.proof.model, leaf } });
  for (const text of [
    '',
    'null',
    '{}',
    '[',
    '['.repeat(5000),
    withLeaf('['.repeat(5000)),
    withLeaf(5),
    withLeaf('{"id":"x"}'),
  ])
    expect(() => claimedProof(text)).toThrow(/^It (is not|has more)/);
});

test('unproved files are not called proved', async () => {
  const open = await answer({ ...good, keys: [], witnesses: [] });
  expect([open.kind, open.sentence]).toEqual([
    'open',
    'Not proved: 4 of 4 files of acme/tiny-bert matched the proof, and nobody checked who signed it.',
  ]);
  const checkpoint = good.proof.checkpoint.replace(/\n\n.*/s, '\n\n');
  const unsigned = await answer({ ...good, keys: [], witnesses: [], proof: { ...good.proof, checkpoint } });
  expect([unsigned.kind, unsigned.sentence]).toEqual(['open', expect.stringMatching(/nobody signed it\.$/)]);
});

test('the app reads keys as a hub serves them, and counts a repeated key once', async () => {
  const witnesses = [...good.witnesses, ...good.witnesses];
  expect(await answer({ ...good, keys: ['# of a hub', ...good.keys], witnesses })).toMatchObject({ kind: 'proved' });
});

test('files that were chosen one by one lack their folders, and the sentence says so', async () => {
  const { 'onnx/model.onnx': graph, ...rest } = good.files;
  const { kind, sentence } = await answer({ ...good, files: { ...rest, 'model.onnx': graph! } }, '');
  expect([kind, sentence]).toEqual([
    'refused',
    'Not proved. model.onnx has the bytes of onnx/model.onnx and not its name. ' +
      'Files chosen one by one do not tell their folders: choose the folder that they lie in.',
  ]);
});

test('a file outside the model’s folder never counts as a file of the model, whatever its name', async () => {
  const hashed = (path: string, text: string) => ({ path, sha256: sha256Hex(text), size: text.length });
  const inside = Object.entries(good.files).map(([path, text]) => hashed(`dropped/${path}`, text));
  const keys = good.keys.join('\n');
  const { kind, sentence } = await answerOf(good.proof, {
    ...{ id: MODEL, from: 'proof.json', keys, now: new Date(good.at) },
    files: [...inside, hashed('config.json', '{}')],
  });
  expect([kind, sentence]).toEqual(['proved', expect.stringMatching(/not proved: \.\.\/config\.json\.$/)]);
});
