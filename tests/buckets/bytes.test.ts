// Tests every store of bytes with one suite: memory, a folder and each kind of bucket keep the same promises.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allBelow } from '../../generator/packs/standing-trees.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { MIB, pattern } from '../fixtures/published-objects.ts';
import { bytesPlaces } from './places.ts';

for (const place of bytesPlaces())
  describe(place.name, { ...needs(place.missing), ...inAll(/^(versitygw|R2)$/.test(place.name)) }, () => {
    let bytes: Bytes;
    let count = 0;
    beforeAll(() => place.start(), 60_000);
    afterAll(() => place.stop());
    beforeEach(async () => {
      bytes = await place.open(`bytes-${++count}`);
    });
    const read = async (name: string) => {
      const found = await bytes.get(name);
      return found && Buffer.from(found);
    };
    const names = async (prefix: string, after?: string) =>
      (await allBelow(bytes, prefix, after)).map(({ name }) => name);

    test.each([0, 1, 100_000, 3 * MIB])('%i bytes come back as they were, and in parts', async (length) => {
      const given = pattern(length);
      expect(await bytes.put('packs/ab/cdef', given)).toBe(true);
      expect((await read('packs/ab/cdef'))!.equals(given)).toBe(true);
      expect(await bytes.size('packs/ab/cdef')).toBe(length);
      const spans = [
        [0, 10],
        [length >> 1, (length >> 1) + 70_000],
        [length - 5, length + 10],
        [0, length],
        [5, 5],
      ] as const;
      for (const [start, end] of spans.filter(([start]) => start >= 0 && start < length))
        expect(Buffer.from((await bytes.range('packs/ab/cdef', start, end))!)).toEqual(given.subarray(start, end));
      expect((await bytes.range('packs/ab/cdef', length, length + 10))?.length ?? 0).toBe(0);
    });

    test.each(['nothing', 'packs', 'packs/ab', 'packs/ab/cdef/x', 'current/x'])('%j is not there', async (name) => {
      await bytes.put('packs/ab/cdef', Buffer.from('x'));
      await bytes.put('current', Buffer.from('x'));
      expect(await bytes.get(name)).toBeUndefined();
      expect(await bytes.range(name, 0, 10)).toBeUndefined();
      expect(await bytes.size(name)).toBeUndefined();
      await bytes.remove(name);
      expect(await names('')).toEqual(['current', 'packs/ab/cdef']);
    });

    test('a second put replaces the bytes, also by those of a Blob; one that must be the first changes nothing', async () => {
      expect(await bytes.put('a', Buffer.from('one'), { ifAbsent: true })).toBe(true);
      expect(await bytes.put('a', Buffer.from('two'), { ifAbsent: true })).toBe(false);
      expect((await read('a'))!.toString()).toBe('one');
      expect(await bytes.put('a', new Blob([new Uint8Array(pattern(2 * MIB))]), { type: 'text/plain' })).toBe(true);
      expect((await read('a'))!.equals(pattern(2 * MIB))).toBe(true);
      await bytes.remove('a');
      expect(await read('a')).toBeUndefined();
      expect(await bytes.put('a', Buffer.from('new'), { ifAbsent: true })).toBe(true);
    });

    test('of many that put a name at once, one is the first, and its bytes stay', async () => {
      const texts = Array.from({ length: 8 }, (_, at) => `text ${at}`);
      const put = await Promise.all(texts.map((text) => bytes.put('x/y', Buffer.from(text), { ifAbsent: true })));
      expect(put.filter(Boolean)).toHaveLength(1);
      expect((await read('x/y'))!.toString()).toBe(texts[put.indexOf(true)]);
    });

    test('names are listed in the order of their bytes, from a prefix on and after a name', async () => {
      const all = ['a-b', 'a/b', 'a/c', 'a/c.d', 'a/é', 'a/😀', 'a0', 'b'];
      for (const name of [...all].reverse()) await bytes.put(name, Buffer.from(name));
      const listed = await allBelow(bytes, '');
      expect(listed.map(({ name, size }) => [name, size])).toEqual(all.map((name) => [name, Buffer.byteLength(name)]));
      for (const { put } of listed.filter(({ put }) => put > 0))
        expect(Math.abs(put - bytes.now())).toBeLessThan(60_000);
      expect(await names('a/')).toEqual(all.slice(1, 6));
      expect(await names('a/c')).toEqual(['a/c', 'a/c.d']);
      expect(await names('', 'a/c')).toEqual(all.slice(3));
      expect(await names('a/', 'a/a')).toEqual(all.slice(1, 6));
      expect(await names('a/', 'b')).toEqual([]);
      expect(await names('', 'a-')).toEqual(all);
      expect(await names('none/')).toEqual([]);
    });

    test('a list of more names than a page has each once', async () => {
      const all = Array.from({ length: 1100 }, (_, at) => `list/${String(at).padStart(5, '0')}`);
      for (let at = 0; at < all.length; at += 50)
        await Promise.all(all.slice(at, at + 50).map((name) => bytes.put(name, new Uint8Array())));
      expect(await names('list/')).toEqual(all);
      expect(await names('list/', all[1000])).toEqual(all.slice(1001));
    }, 60_000);

    test('names with any characters are put, listed, read and removed', async () => {
      const odd = ['+ %2B %', '&amp;&#65;<b>"\'', 'a/~é€😀', "b (1)!*'=?#;:@,$", 'c\t|^`[]{}\\'];
      for (const name of odd) await bytes.put(name, Buffer.from(name));
      expect(new Set(await names(''))).toEqual(new Set(odd));
      for (const name of odd) {
        expect(await names(name)).toEqual([name]);
        expect((await read(name))!.toString()).toBe(name);
        await bytes.remove(name);
      }
      expect(await names('')).toEqual([]);
    });

    test('the place answers', async () => {
      expect(await bytes.answers()).toBe(true);
    });
  });
