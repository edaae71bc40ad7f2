/** What the verify app says of files and a proof, in the cases that every checker is held to. */
import { expect, test } from 'vitest';
import { answerOf, claimedProof } from '../../../content/spaces/verify/proof-check.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { hostileCases, proofOf } from '../log/hostile-proofs.ts';
import { MODEL, type ProofCase, proofCases } from '../log/proof-cases.ts';

const { good, proofs, folders } = await proofCases();

const answer = ({ proof, files, keys, witnesses, at }: ProofCase) =>
  answerOf(proof, {
    id: MODEL,
    files: Object.entries(files).map(([path, text]) => ({
      path: `dropped/${path}`,
      sha256: sha256Hex(text),
      size: text.length,
    })),
    keys: [...keys, '', ...witnesses].join('\n'),
    now: new Date(at),
  });

test('files that are what the log says', () => {
  const { kind, sentence, facts } = answer(good);
  expect([kind, sentence]).toEqual([
    'proved',
    'Proved: 4 files of the index of 20 November 2026, signed by hub.example/log',
  ]);
  expect(facts).toEqual([
    expect.stringMatching(/^acme\/tiny-bert at revision [0-9a-f]{12} is in the index of 2026-11-20, good until/),
    expect.stringMatching(/^Signed by hub\.example\/log \(key [0-9a-f]{8}\)\. Cosigned by witness\.example\/w1 \(/),
  ]);
});

test.each([...proofs, ...hostileCases()])('$name: refused', (one) => {
  const { kind, sentence } = answer(one);
  expect([kind, sentence]).toEqual(['refused', expect.stringMatching(one.says!)]);
});

/** Where a whole folder is not asked for, what is missing is no fault. */
const inWords: Record<string, RegExp> = {
  'wrong bytes': /dropped\/config\.json has other bytes than the file of that name/,
  'right file under a wrong name': /dropped\/weights\.bin has the bytes of model\.safetensors and not its name/,
  'two files with their names swapped': /model\.safetensors has the bytes of onnx\/model\.onnx and not its name/,
};

test.each(folders.filter(({ name }) => name !== 'missing file'))('$name: refused', (one) => {
  const { kind, sentence } = answer(one);
  expect([kind, sentence]).toEqual(['refused', expect.stringMatching(inWords[one.name]!)]);
});

test('a path with a line separator in it is one', () => {
  const files = { 'a\u2028b': 'one', 'c d': 'two' };
  const sums = Object.entries(files)
    .map(([path, text]) => `${sha256Hex(text)}  ${path}\n`)
    .join('');
  expect(answer({ ...good, proof: proofOf({ sums }), files }).kind).toBe('proved');
});

test('the same key of a witness twice is one witness', () => {
  expect(answer({ ...good, witnesses: [...good.witnesses, ...good.witnesses] }).kind).toBe('proved');
});

test('what is taken for a proof has to have the form of one', () => {
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

test('what is not proved is not called proved', () => {
  const open = answer({ ...good, keys: [], witnesses: [] });
  expect([open.kind, open.sentence]).toEqual([
    'open',
    expect.stringMatching(/^Not proved: .* nobody checked who signed/),
  ]);
  const checkpoint = good.proof.checkpoint.replace(/\n\n.*/s, '\n\n');
  const unsigned = answer({ ...good, keys: [], witnesses: [], proof: { ...good.proof, checkpoint } });
  expect([unsigned.kind, unsigned.sentence]).toEqual(['open', expect.stringMatching(/nobody signed that$/)]);
  expect(answer({ ...good, files: {} })).toMatchObject({
    kind: 'open',
    sentence: expect.stringContaining('no file of it'),
  });
  const rest = answer({ ...good, files: { ...good.files, 'notes.txt': 'mine' } });
  expect(rest.sentence).toContain('dropped/notes.txt is no file of acme/tiny-bert');
  expect(answer({ ...good, keys: ['hub'] }).sentence).toContain('“hub” is no verifier key');
});
