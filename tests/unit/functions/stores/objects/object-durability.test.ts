// Tests that a publish is confirmed only when everything is on the disk: first the data, then the name, then the
// parent folders.
import { readdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openObjectFiles } from '../../../../../functions/stores/objects/object-files.ts';
import { blake3Hex } from '../../../../../generator/process/blake3.ts';
import { addressFromHex, hexOfAddress } from '../../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';

const done = vi.hoisted(() => ({
  steps: [] as [string, string][],
  /** A function that is called before each flush of a folder. The flush waits for its promise. */
  beforeFlush: undefined as ((path: string) => Promise<void>) | undefined,
}));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const note = (step: string, path: unknown) => void done.steps.push([step, String(path)]);
  return {
    ...real,
    async open(path: string, flags: string) {
      const handle = await real.open(path, flags);
      return new Proxy(handle, {
        get(target, name) {
          const member = Reflect.get(target, name, target) as unknown;
          if (typeof member !== 'function') return member;
          return async (...args: unknown[]) => {
            const given = await (member as (...all: unknown[]) => unknown).apply(target, args);
            if (name === 'sync' || name === 'writev') note(name, path);
            return given;
          };
        },
      }) as FileHandle;
    },
    async rename(from: string, to: string) {
      await real.rename(from, to);
      note('rename', to);
    },
  };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const folders = new Map<number, string>();
  return {
    ...real,
    openSync(path: string, flags: string) {
      const fd = real.openSync(path, flags);
      folders.set(fd, path);
      return fd;
    },
    fsync(fd: number, callback: (error: Error | null) => void) {
      const flush = () =>
        real.fsync(fd, (error) => {
          done.steps.push(['sync', folders.get(fd)!]);
          callback(error);
        });
      Promise.resolve(done.beforeFlush?.(folders.get(fd)!)).then(flush, callback);
    },
  };
});

test('a publish writes, flushes, renames, flushes the folder, and only then answers', async () => {
  const base = folderOfTest();
  const folder = join(base, 'objects/published');
  const store = openObjectFiles({ folder, onDamage: (sentence) => expect.unreachable(sentence) });
  const { id } = await store.publish(Buffer.from('first'), { kind: 'file', media_type: 'text/plain', filename: null });
  const steps = done.steps.map(([step, path]) => `${step} ${relative(base, path)}`);
  const shard = `objects/published/${hexOfAddress(id).slice(0, 2)}`;
  const file = `${shard}/${hexOfAddress(id).slice(2)}`;
  expect(steps).toEqual([
    // Flushing a parent folder saves the names of new folders in it.
    'sync objects/published',
    'sync objects',
    'sync ',
    'sync objects/published',
    expect.stringMatching(/^writev objects\/published\/tmp\/[\w-]+$/),
    expect.stringMatching(/^sync objects\/published\/tmp\//),
    `rename ${file}`,
    `sync ${shard}`,
  ]);
  done.steps.length = 0;
  await store.publish(Buffer.from('first'), { kind: 'file', media_type: 'text/plain', filename: null });
  // The name may come from a process that died before the flush, so publishing again flushes the folder.
  expect(done.steps.map(([step, path]) => `${step} ${relative(base, path)}`)).toEqual([`sync ${shard}`]);
});

test('an object is not visible before its name is on the disk, and never if the flush fails', async () => {
  const folder = folderOfTest();
  const store = openObjectFiles({ folder, onDamage: (sentence) => expect.unreachable(sentence) });
  const bytes = Buffer.from('seen too early');
  const id = addressFromHex(blake3Hex(bytes));
  const shard = join(folder, hexOfAddress(id).slice(0, 2));
  const seen: unknown[] = [];
  done.beforeFlush = async (path) => {
    expect(path).toBe(shard);
    expect(readdirSync(shard)).toEqual([hexOfAddress(id).slice(2)]);
    seen.push(await store.read(id), await store.list(10, undefined));
    if (seen.length === 2) throw new Error('the disk is gone');
  };
  const told = { kind: 'file', media_type: 'text/plain', filename: null };
  await expect(store.publish(bytes, told)).rejects.toThrow('the disk is gone');
  expect(readdirSync(shard)).toEqual([]);
  await store.publish(bytes, told);
  expect(seen).toEqual([undefined, [], undefined, []]);
  done.beforeFlush = undefined;
  expect(await store.list(10, undefined)).toMatchObject([{ id }]);
});
