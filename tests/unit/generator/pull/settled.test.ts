// Tests that all bytes of a large file are on the disk before the file gets its name, so that a power cut leaves no
// incomplete file.
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FaultySource, faultySource, madeFile, planned } from './faulty-source.ts';
import { type PullPlace, pullPlace } from './pull-place.ts';

const large = madeFile('model.safetensors', 80 * 2 ** 20);
let place: PullPlace;
let source: FaultySource;
let handles: FileHandle;

beforeEach(async () => {
  place = pullPlace();
  source = await faultySource([large]);
  const file = await open(import.meta.filename);
  handles = Object.getPrototypeOf(file);
  await file.close();
});
afterEach(() => void vi.restoreAllMocks());

test('all bytes of a large file are flushed before the file gets its name', async () => {
  const done: string[] = [];
  const datasync = handles.datasync;
  vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    await datasync.call(this);
    done.push('sync');
  });
  const put: typeof place.placement.put = (file, path) => {
    done.push('put');
    return place.placement.put(file, path);
  };
  const summary = await place.pull([planned(large, [source])], { placement: { ...place.placement, put } });
  expect(summary.ok).toBe(true);
  expect(done).toEqual(['sync', 'put']);
});

test('a disk that fails at the flush ends the pull, and no file is in its place', async () => {
  vi.spyOn(handles, 'datasync').mockRejectedValue(
    Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }),
  );
  await expect(place.pull([planned(large, [source])])).rejects.toThrow('EIO');
  expect(existsSync(join(place.folder, large.path))).toBe(false);
});
