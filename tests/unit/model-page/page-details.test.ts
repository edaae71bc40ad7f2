// Tests the details on a model's page that its row and files do not show: the header of a GGUF, and the changes of
// each revision.
import { expect, test } from 'vitest';
import { tokenBytes } from '../../../src/model/context-memory.ts';
import { pageDetails, pageHistory } from '../../../src/model-page/page-history.ts';
import type { Address } from '../../../src/nouns/address.ts';

const hash = (digit: string) => digit.repeat(64);
const file = (path: string, digit: string, size = 1) => ({ path, size, sha256: hash(digit) });
const address = (at: number): Address => `blake3:${String(at).padStart(64, '0')}`;
const revision = (at: number, files: ReturnType<typeof file>[], license: string | null = 'mit') => ({
  address: address(at),
  model: { revision: String(at).repeat(40).slice(0, 40), license, files },
});

test('each revision shows the changes since the one before', () => {
  const chain = [
    revision(3, [file('a', '1'), file('b', '3', 5)], 'apache-2.0'),
    revision(2, [file('a', '1'), file('b', '2')]),
    revision(1, [file('a', '1'), file('c', '1')]),
  ];
  expect(pageHistory(chain, {})).toMatchObject([
    { object: address(3), bytes: 6, since: { changed: { files: 1, first: ['b'] }, license: ['mit', 'apache-2.0'] } },
    { since: { added: { first: ['b'] }, removed: { first: ['c'] } } },
    { object: address(1), files: 2 },
  ]);
  expect(pageHistory(chain, {})![2]!.since).toBeUndefined();
});

test('the header is that of the default file, without its template', () => {
  const gguf = { layerCount: 32, keyValueHeads: 8, headSize: 128, chatTemplate: 'abc' };
  const files = [
    { ...file('m-Q2_K.gguf', '1'), gguf: { layerCount: 1 } },
    { ...file('m-Q4_K_M.gguf', '2'), gguf },
  ];
  const { header } = pageDetails(files, [], {})!;
  expect(header).toEqual({ layerCount: 32, keyValueHeads: 8, headSize: 128 });
  // A token needs 32 layers × 8 heads × 128 numbers for keys and as many for values, with two bytes per number.
  expect(tokenBytes(header!)).toBe(131_072);
  expect(tokenBytes({ layerCount: 32 })).toBeUndefined();
  expect(pageDetails([file('config.json', '1')], [], {})).toBeUndefined();
});
