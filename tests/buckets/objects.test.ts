// Tests published objects in every store of bytes with one suite.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ObjectsPort } from '../../functions/ports/ports.ts';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { publishedObjects } from '../../functions/stores/objects/object-store.ts';
import { blake3Hex } from '../../generator/process/blake3.ts';
import { addressFromHex, objectName } from '../../src/nouns/address.ts';
import { type Bytes, StoreAway } from '../../src/tree/store.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { bytesOf, expectPages, MIB, pattern, told } from '../fixtures/published-objects.ts';
import { bytesPlaces } from './places.ts';
import { StandIn } from './stores.ts';

/** Damages the file of an object whose bytes are the first `size` bytes of the file. */
const damages: Record<string, (whole: Buffer, size: number) => Uint8Array> = {
  'another byte': (whole, size) => whole.fill(1, size >> 1, (size >> 1) + 1),
  'no end': (whole) => whole.subarray(0, whole.length - 5),
  'only its bytes left': (whole, size) => whole.subarray(0, size),
  nothing: () => new Uint8Array(),
  zeros: (whole) => new Uint8Array(whole.length),
  'another description': (whole, size) => {
    whole.write('"kind":"page"', size + 1);
    return whole;
  },
  'a false length of its description': (whole) => {
    whole.writeUInt32BE(4_000_000_000, whole.length - 8);
    return whole;
  },
};
/** Small objects are read whole, and large ones in pieces. */
const damaged = [
  ...Object.keys(damages).map((name) => [name, 5000] as const),
  ...['another byte', 'no end'].map((name) => [name, 2 * MIB] as const),
];

for (const place of bytesPlaces())
  describe(place.name, { ...needs(place.missing), ...inAll(/^(versitygw|R2)$/.test(place.name)) }, () => {
    let prefix = '';
    let count = 0;
    let sentences: string[];
    let stored: Bytes;
    beforeAll(() => place.start(), 60_000);
    afterAll(() => place.stop());
    beforeEach(async () => {
      prefix = `objects-${++count}`;
      sentences = [];
      stored = await place.open(prefix, expect.unreachable);
    });

    const onDamage = (sentence: string) => void sentences.push(sentence);
    const open = async (now?: () => number): Promise<ObjectsPort> =>
      publishedObjects(await place.open(prefix, expect.unreachable), { onDamage, ...(now ? { now } : {}) });

    test.each([0, 1, 1000, MIB, MIB + 10_000, 3 * MIB])(
      '%i bytes come back as they were, also from another instance',
      async (length) => {
        const bytes = pattern(length);
        const metadata = await (await open(() => 1_000)).publish(bytes, told);
        const id = addressFromHex(blake3Hex(bytes));
        expect(metadata).toEqual({ ...told, id, size: length, created_at_millis: 1_000 });
        const other = await open();
        for (const found of [await other.read(id), await other.read(id)]) {
          expect(found!.metadata).toEqual(metadata);
          expect((await bytesOf(found!)).equals(bytes)).toBe(true);
          expect(found!.file.tag).toBe(id);
        }
        expect(await other.list(10, undefined)).toEqual([metadata]);
        // The stored object begins with the published bytes, as a file on a disk does, so an operator can compare them.
        expect(
          Buffer.from((await stored.get(objectName(id)))!)
            .subarray(0, length)
            .equals(bytes),
        ).toBe(true);
        expect(await other.answers()).toBe(true);
      },
    );

    test('a range of a large object gives exactly those bytes', async () => {
      const bytes = pattern(3 * MIB);
      const { id } = await (await open()).publish(bytes, told);
      const body = await (await (await open()).read(id))!.file.body();
      if (typeof body === 'string' || !('open' in body)) throw new Error('a large object is a stream');
      const part = Buffer.from(await new Response(await body.open(MIB, MIB + 1000)).bytes());
      expect(part.equals(bytes.subarray(MIB, MIB + 1000))).toBe(true);
    });

    test('a missing object is reported as missing', async () => {
      const objects = await open();
      expect(await objects.read(addressFromHex('0'.repeat(64)))).toBeUndefined();
      expect(await objects.list(10, undefined)).toEqual([]);
    });

    test('the same bytes, published many times at once and again later, are one object with the first date', async () => {
      let time = 0;
      const both = [await open(() => ++time), await open(() => ++time)];
      const bytes = pattern(5000);
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) => both[at % 2]!.publish(bytes, { ...told, kind: `k${at}` })),
      );
      for (const answer of all) expect(answer).toEqual(all[0]);
      expect(await (await open(() => 99)).publish(bytes, { ...told, kind: 'later' })).toEqual(all[0]);
      expect(await (await open()).list(10, undefined)).toEqual([all[0]]);
    });

    test.each(damaged)(
      'an object with %s (of %i bytes) is not served, and a publish repairs it',
      async (name, size) => {
        const bytes = pattern(size);
        const { id } = await (await open(() => 1)).publish(bytes, told);
        const whole = Buffer.from((await stored.get(objectName(id)))!);
        await stored.put(objectName(id), damages[name]!(whole, size));
        const objects = await open(() => 2);
        expect(await objects.read(id)).toBeUndefined();
        const again = await objects.publish(bytes, told);
        expect(again.created_at_millis).toBe(2);
        expect((await bytesOf((await (await open()).read(id))!)).equals(bytes)).toBe(true);
        expect(await (await open()).list(10, undefined)).toEqual([again]);
        for (const sentence of sentences) expect(sentence).toContain(`The published object ${id} is damaged:`);
      },
    );

    test('a large object that changes after it was checked is not sent any further, and then not served', async () => {
      const bytes = pattern(3 * MIB);
      const { id } = await (await open()).publish(bytes, told);
      const objects = await open();
      const found = (await objects.read(id))!;
      const whole = Buffer.from((await stored.get(objectName(id)))!);
      await stored.put(objectName(id), whole.fill(1, 2 * MIB, 2 * MIB + 1));
      await expect(bytesOf(found)).rejects.toThrow(`the published object ${id} has changed`);
      expect(await objects.read(id)).toBeUndefined();
    });

    test('the list comes in pages, newest first, and has what another instance publishes', () => expectPages(open, 40));
  });

test('if the bucket is away, publishing fails and reading does not report an absence', async () => {
  const store = new StandIn();
  await store.start();
  const sentences: string[] = [];
  const bucket = await openBucket(store.place('objects'), { isWaitedFor: true });
  const objects = publishedObjects(bucket, { onDamage: (sentence) => void sentences.push(sentence) });
  store.memory.refuse = () => 403;
  await expect(objects.read(addressFromHex('0'.repeat(64)))).rejects.toThrow(StoreAway);
  await expect(objects.read(addressFromHex('0'.repeat(64)))).rejects.toThrow(StoreAway);
  await expect(objects.publish(pattern(10), told)).rejects.toThrow(StoreAway);
  await expect(objects.list(10, undefined)).rejects.toThrow(StoreAway);
  expect(sentences).toEqual([
    expect.stringMatching(/^No object can be read: s3:\S+ can't be read: Refused \(403\): Refused\.$/),
    expect.stringMatching(/^An object could not be published: s3:\S+ can't be put: Refused \(403\): Refused\.$/),
  ]);
  expect(await objects.answers()).toBe(false);
  await store.stop();
});

test('an object whose answer was lost is published once, and listed', async () => {
  const store = new StandIn();
  await store.start();
  let lost = 0;
  store.memory.lose = ({ method, key }) => method === 'PUT' && !key.includes('/list/') && ++lost === 1;
  const bucket = await openBucket(store.place('objects'), { isWaitedFor: true });
  const objects = publishedObjects(bucket, { onDamage: expect.unreachable });
  const metadata = await objects.publish(pattern(10), told);
  expect(lost).toBe(2);
  expect(await objects.list(10, undefined)).toEqual([metadata]);
  await store.stop();
});
