import { expect, test } from 'vitest';
import { Sent } from '../../../../generator/push/sent.ts';
import { compareBytewise } from '../../../../src/nouns/file-path.ts';
import type { Bytes, Stored } from '../../../../src/tree/store.ts';

/**
 * Makes a bucket that lists `sizes` in pages of 1,000 names, and counts the pages. If `canJump` is false, each list
 * begins with the first name.
 */
function bucketOf(sizes: ReadonlyMap<string, number>, canJump = true): { bucket: Bytes; pages: () => number } {
  let pages = 0;
  const names = [...sizes.keys()].sort(compareBytewise);
  async function* list(start: string, behind = ''): AsyncGenerator<Stored> {
    const from = names.filter((name) => name.startsWith(start) && (!canJump || compareBytewise(name, behind) > 0));
    pages++;
    for (const [at, name] of from.entries()) {
      if (at > 0 && at % 1000 === 0) pages++;
      yield { name, size: sizes.get(name)!, put: 0 };
    }
  }
  return { bucket: { list } as Partial<Bytes> as Bytes, pages: () => pages };
}

const many = (count: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`packs/${String(at).padStart(6, '0')}`, at]));

const sentOf = (sizes: Iterable<[string, number]>) => {
  const sent = new Sent();
  for (const [name, size] of sizes) sent.add(name, size);
  return sent;
};

test('the check names files that are missing in the bucket or have another size, and lists only those again', async () => {
  const sent = sentOf([
    ['current', 70],
    ['packs/a', 1],
    ['packs/b', 2],
    ['packs/ba', 3],
    ['packs/c', 4],
    ['site/é', 5],
  ]);
  const listed = new Map([
    ['packs/a', 1],
    ['packs/b', 3],
    ['packs/bb', 3],
    ['packs/c', 4],
    ['site/é', 5],
    ['z', 6],
  ]);
  expect(await sent.missing(bucketOf(listed).bucket)).toEqual(['current', 'packs/b', 'packs/ba']);
  expect(sent.count).toBe(3);
  listed.set('current', 70).set('packs/b', 2);
  expect(await sent.missing(bucketOf(listed).bucket)).toEqual(['packs/ba']);
});

test.each([
  ['a small bucket is one page', 900, 1, 1],
  ['many names are one for each thousand that lie there', 10_000, 1, 10],
  ['few names among many are one each', 100_000, 20_000, 5],
])('the list of the bucket has few pages: %s', async (_, count, step, most) => {
  const { bucket, pages } = bucketOf(many(count));
  expect(await sentOf([...many(count)].filter((__, at) => at % step === 0)).missing(bucket)).toEqual([]);
  expect(pages()).toBeLessThanOrEqual(most);
});

test('a store that can’t begin a list in the middle is listed once', async () => {
  const { bucket, pages } = bucketOf(many(10_000), false);
  expect(await sentOf([...many(10_000)].filter((_, at) => at % 3000 === 1500)).missing(bucket)).toEqual([]);
  expect(pages()).toBeLessThanOrEqual(10);
});

test('no list is requested if nothing was sent', async () => {
  const { bucket, pages } = bucketOf(many(1));
  expect(await new Sent().missing(bucket)).toEqual([]);
  expect(pages()).toBe(0);
});
