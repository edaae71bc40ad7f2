// Tests the sentences about limits of hosts that an export exceeds.
import { expect, test } from 'vitest';
import { limitsPassed } from '../../../../generator/export/export-totals.ts';

const few = { files: 10, bytes: 10, largest: 5, fullest: 3 };

test('a small folder is below all limits', () => {
  expect(limitsPassed(few)).toEqual([]);
});

test('a sentence about each exceeded limit has both numbers', () => {
  expect(limitsPassed({ ...few, files: 30_000, bytes: 2e9 })).toEqual([
    'Cloudflare Pages takes 20,000 files on its free plan, 100,000 on paid ones; here are 30,000.',
    'GitHub Pages takes 1 GB in all; here are 2 GB.',
  ]);
});
