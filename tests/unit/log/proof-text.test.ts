/** Tests that the SHA256SUMS of a model gives back every path that an import accepts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHA256SUMS, sha256sums } from '../../../src/dialects/hub/sha256sums.ts';
import { parseSums } from '../../../src/dialects/hub/sums-file.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { ProofFault } from '../../../src/log/proof/check-proof.ts';
import { filesInProof, parseProof } from '../../../src/log/proof/proof-text.ts';
import { filePathFault } from '../../../src/nouns/file-path.ts';

const fileAt = (path: string) => ({ path, sha256: sha256Hex(path), size: 1 });
const isNamed = (path: string) => filePathFault(path) === undefined && path !== SHA256SUMS;

/** Characters that are easily confused: spaces, line ends, marks, and others. */
const odd = fc.constantFrom(...'\u2028\u2029\u00a0\u3000\ufeff\u00ad\u200b*#- ./"$`', 'a', '😀', 'é');
const path = fc.oneof(fc.string({ unit: odd }), fc.string({ unit: 'binary' })).filter(isNamed);

test('every path survives a proof, and every program that reads checksum files', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1 }), (paths) => {
      const text = sha256sums(paths.map(fileAt));
      const files = paths.map((one) => ({ path: one, sha256: sha256Hex(one) }));
      expect(filesInProof(text)).toEqual(files);
      expect(parseSums(text)).toEqual(files);
    }),
  );
});

test('other lines are files too, or the whole text is no SHA256SUMS', () => {
  const line = fc.tuple(fc.constantFrom('a'.repeat(64), 'A'.repeat(64), '', '\\'), fc.string({ unit: odd }));
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\n\n', ''), (lines, end) => {
      const text = lines.map(([hash, name]) => `${hash}  ${name}${end}`).join('');
      const files = answerOf(() => filesInProof(text));
      if (!(files instanceof ProofFault)) expect(sha256sums(files.map((file) => ({ ...file, size: 1 })))).toBe(text);
    }),
  );
});

test('a proof is any JSON with few values, and nothing else', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseProof(text)).toEqual(JSON.parse(text));
    }),
    { examples: [['{"a":"\\\\","b":["\\"",[[]]]}']] },
  );
  expect(answerOf(() => parseProof('{'))).toBeInstanceOf(ProofFault);
});

test('the description of a fault in a proof is one line', () => {
  expect(new ProofFault('The proof is of a\nPROVED: b\u001b[2K.').message).toBe(
    'The proof is of a\\nPROVED: b\\u{1b}[2K.',
  );
});

function answerOf<T>(work: () => T): T | ProofFault {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProofFault) return error;
    throw error;
  }
}
