// Tests that a publish is confirmed only when everything is on the disk: first the data, then the name, then the
// parent folders.
import { readdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openObjectFolder } from '../../../../../functions/stores/objects/object-store.ts';
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
            if (name === 'sync') await done.beforeFlush?.(String(path));
            const given = await (member as (...all: unknown[]) => unknown).apply(target, args);
            if (name === 'sync' || name === 'writeFile') note(name, path);
            return given;
          };
        },
      }) as FileHandle;
    },
    async link(from: string, to: string) {
      await real.link(from, to);
      note('link', to);
    },
  };
});

test('a publish writes, flushes, renames, flushes the folder, and only then answers', async () => {
  const base = folderOfTest();
  const folder = join(base, 'objects/published');
  const store = openObjectFolder(folder, { onDamage: (sentence) => expect.unreachable(sentence) });
  const { id } = await store.publish(Buffer.from('first'), { kind: 'file', media_type: 'text/plain', filename: null });
  const steps = done.steps.map(([step, path]) => `${step} ${relative(base, path)}`);
  const shard = `objects/published/${hexOfAddress(id).slice(0, 2)}`;
  const file = `${shard}/${hexOfAddress(id).slice(2)}`;
  const at = steps.indexOf(`link ${file}`);
  const temporary = steps.slice(0, at).map((step) => /^(\w+) objects\/published\/tmp\//.exec(step)?.[1]);
  expect(temporary.filter(Boolean).slice(-2)).toEqual(['writeFile', 'sync']);
  expect(steps.slice(at)).toEqual([`link ${file}`, `sync ${shard}`]);
  // Flushing a parent folder saves the names of new folders in it.
  for (const parent of ['', 'objects', 'objects/published', 'objects/published/list'])
    expect(steps).toContain(`sync ${parent}`);
  done.steps.length = 0;
  await store.publish(Buffer.from('first'), { kind: 'file', media_type: 'text/plain', filename: null });
  // The name may come from a process that died before the flush, so publishing again flushes the folder.
  expect(done.steps.map(([step, path]) => `${step} ${relative(base, path)}`)).toContain(`sync ${shard}`);
});

test('an object is not visible before its name is on the disk, and never if the flush fails', async () => {
  const folder = folderOfTest();
  const store = openObjectFolder(folder, { onDamage: (sentence) => expect.unreachable(sentence) });
  const bytes = Buffer.from('seen too early');
  const id = addressFromHex(blake3Hex(bytes));
  const shard = join(folder, hexOfAddress(id).slice(0, 2));
  const seen: unknown[] = [];
  done.beforeFlush = async (path) => {
    if (path !== shard) return;
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
