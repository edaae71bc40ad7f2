/** Tests that every path that an import accepts can be written to SHA256SUMS and read back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSums, SHA256SUMS, sha256sums } from '../../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { filesInProof, ProofFault } from '../../../src/log/proof/check-proof.ts';
import { filePathFault } from '../../../src/nouns/file-path.ts';

const fileAt = (path: string) => ({ path, sha256: sha256Hex(path), size: 1 });
const isNamed = (path: string) => filePathFault(path) === undefined && path !== SHA256SUMS;

/** Characters that readers of text often confuse: spaces, line ends, marks, and others. */
const odd = fc.constantFrom(...'\u2028\u2029\u00a0\u3000\ufeff\u00ad\u200b*#- ./"$`', 'a', '😀', 'é');
const path = fc.oneof(fc.string({ unit: odd }), fc.string({ unit: 'binary' })).filter(isNamed);

test('every path can be read back from a proof, and by every program that reads checksum files', () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1 }), (paths) => {
      const text = sha256sums(paths.map(fileAt));
      const files = paths.map((one) => ({ path: one, sha256: sha256Hex(one) }));
      expect(filesInProof(text)).toEqual(files);
      expect(parseSums(text)).toEqual(files);
    }),
  );
});

test('lines of other forms are read as files too, or the whole text is refused', () => {
  const line = fc.tuple(fc.constantFrom('a'.repeat(64), 'A'.repeat(64), '', '\\'), fc.string({ unit: odd }));
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\n\n', ''), (lines, end) => {
      const text = lines.map(([hash, name]) => `${hash}  ${name}${end}`).join('');
      const files = answerOf(() => filesInProof(text));
      if (!(files instanceof ProofFault)) expect(sha256sums(files)).toBe(text);
    }),
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
