// Tests the functions that read names: model ids, revisions, addresses, hashes, tokens of sources, and weights.
import { describe, expect, test } from 'vitest';
import { isWeight } from '../../../src/model/weight-formats.ts';
import { isSha256, parseAddress } from '../../../src/nouns/address.ts';
import { isCommit, namesRevision, parseModelId } from '../../../src/nouns/model-id.ts';
import { isSourceToken } from '../../../src/service/service.ts';

describe('a model id', () => {
  test.each(['a/b', 'A-1.x_/B', `${'o'.repeat(96)}/${'n'.repeat(96)}`, '_a/b.-'])('can be %s', (id) => {
    const { owner, name } = parseModelId(id)!;
    expect(`${owner}/${name}`).toBe(id);
  });

  test.each(['', 'a/', 'a/b/c', 'ä/b', 'a/..', '-a/b', 'a/.b', `${'o'.repeat(97)}/n`, 'a\n/b'])('can’t be %j', (id) => {
    expect(parseModelId(id)).toBeUndefined();
  });
});

describe('the indexed revision', () => {
  const indexed = '0123456789abcdef0123456789abcdef01234567';

  test.each(['main', 'HEAD', indexed, '0123456', indexed.slice(0, 39)])('has the name %s', (asked) => {
    expect(namesRevision(asked, indexed)).toBe(true);
  });

  test.each(['Main', 'master', '012345', '0123457', `${indexed}0`])('does not have the name %j', (asked) => {
    expect(namesRevision(asked, indexed)).toBe(false);
  });

  test('must be 40 lowercase hexadecimal digits as a whole commit', () => {
    expect([isCommit(indexed), isCommit(indexed.slice(1)), isCommit(indexed.toUpperCase())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('an address is `blake3:` and 64 lowercase hexadecimal digits', () => {
  const hex = 'ab'.repeat(32);
  expect(parseAddress(`blake3:${hex}`)).toBe(`blake3:${hex}`);
  for (const text of [hex, `BLAKE3:${hex}`, `blake3:${hex.toUpperCase()}`, `blake3:${hex}0`, `blake3:${hex}\n`, ''])
    expect(parseAddress(text)).toBeUndefined();
});

test('a SHA-256 is 64 lowercase hexadecimal digits', () => {
  const hex = '0f'.repeat(32);
  expect([hex, hex.slice(1), hex.toUpperCase(), `${hex}\n`].map(isSha256)).toEqual([true, false, false, false]);
});

test('the token of a source is a lowercase word of at most 32 characters', () => {
  for (const text of ['srca', 'a', 'my-mirror-2', 'x'.repeat(32)]) expect(isSourceToken(text)).toBe(true);
  for (const text of ['', 'Srca', '1a', '-a', 'a_b', 'a.b', 'x'.repeat(33), 'srca\n'])
    expect(isSourceToken(text)).toBe(false);
});

test('weights are recognised by their extension, in any case and any folder', () => {
  for (const path of [
    'model.safetensors',
    'a/b.GGUF',
    'x.onnx_data',
    'x.onnx',
    'pytorch_model.bin',
    'a.ot',
    'x.tar.npz',
  ])
    expect(isWeight(path)).toBe(true);
  for (const path of ['config.json', 'model.safetensors.index.json', 'bin', 'bin/readme.md', 'x.binary', 'gguf'])
    expect(isWeight(path)).toBe(false);
});
