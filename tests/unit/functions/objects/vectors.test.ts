// Addresses against the public BLAKE3 vectors: what is published gets the address that the vectors say.
import { describe, expect, test } from 'vitest';
import { rememberedObjects } from '../../../../functions/hosts/memory-objects.ts';
import { createBlake3 } from '../../../../src/blake3.ts';
import { publicFile } from '../../dialects/oci/models.ts';

interface Vector {
  input_len: number;
  hash: string;
}

const text = publicFile('vectors/blake3-test_vectors.json');
const { cases } = JSON.parse(text ?? '{"cases":[]}') as { cases: Vector[] };

/** The input of every vector is this, cut to its length. */
const input = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);

describe.skipIf(text === undefined)('BLAKE3 vectors (when ../shared/vectors is there)', () => {
  test('there are 35', () => expect(cases).toHaveLength(35));

  test.each(cases)('$input_len bytes', async ({ input_len, hash }) => {
    const bytes = input(input_len);
    const { id } = await rememberedObjects().publish(bytes, { kind: 'file', media_type: 'a/b', filename: null });
    expect(id).toBe(`blake3:${hash.slice(0, 64)}`);
    const pieces = (await createBlake3()).init();
    for (let at = 0; at < input_len; at += 1000) pieces.update(bytes.subarray(at, at + 1000));
    expect(pieces.digest('hex')).toBe(hash.slice(0, 64));
  });
});
