/** CIDs by their spelling: the two of the multiformats examples, and what is none. */
import { expect, test } from 'vitest';
import { isCid } from '../../src/cid.ts';

test.each([
  'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR',
  'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
])('%s is one', (text) => expect(isCid(text)).toBe(true));

test.each(['', 'Qm', `Qm${'0'.repeat(44)}`, 'BAFYBEIGDYRZT', '../etc', `b${'1'.repeat(58)}`])('%j is none', (text) =>
  expect(isCid(text)).toBe(false),
);
