/** Tests CIDs (IPFS's names for content): two examples of multiformats, and malformed ones. */

import { expect, test } from 'vitest';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { isCid, sha256OfRawBlock } from '../../../src/nouns/address.ts';

test.each([
  'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR',
  'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
])('%s is a CID', (text) => expect(isCid(text)).toBe(true));

test.each(['', `Qm${'0'.repeat(44)}`, '../etc'])('%j is not a CID', (text) => expect(isCid(text)).toBe(false));

test('a raw block contains the SHA-256 of its bytes, and no other CID does', () => {
  const hello = sha256Hex('hello world\n');
  expect(sha256OfRawBlock('bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4')).toBe(hello);
  // These are a folder in dag-pb, a CID of version 0, a CID with an unused bit set, and a malformed CID.
  expect(sha256OfRawBlock('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi')).toBeUndefined();
  expect(sha256OfRawBlock('QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR')).toBeUndefined();
  expect(sha256OfRawBlock('bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei5')).toBeUndefined();
  expect(sha256OfRawBlock('')).toBeUndefined();
});
