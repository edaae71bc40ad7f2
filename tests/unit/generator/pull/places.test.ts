// Tests how files get to their paths. If no file can be written at a path, only the file or the model there fails, and no
// byte is fetched for it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inFolder } from '../../../../generator/pull/placement.ts';
import { type FaultySource, faultySource, type MadeFile, madeFile, planned } from './faulty-source.ts';
import { type PullPlace, pullPlace } from './pull-place.ts';

const MIB = 2 ** 20;
const large = madeFile('weights/model.safetensors', 6 * MIB);
const small = madeFile('config.json', 700);
const files = [large, small];
let place: PullPlace;
let source: FaultySource;

beforeEach(async () => {
  place = pullPlace();
  source = await faultySource(files, { rate: 8 * MIB });
});
const plan = () => files.map((file) => planned(file, [source]));
const asked = ({ path }: MadeFile) => source.asked.filter((one) => one.path === path).length;
const make = (...path: string[]) => mkdirSync(join(place.folder, ...path), { recursive: true });

test.each([
  ['a folder', () => make(large.path), 'it is a folder (EISDIR).'],
  ['a file where its folder should be', () => writeFileSync(join(place.folder, dirname(large.path)), ''), 'ENOTDIR'],
])('%s at the path of a file makes only that file fail, and no byte of it is fetched', async (_what, spoil, reason) => {
  spoil();
  const { ok, failed } = await place.pull(plan());
  expect([ok, failed]).toEqual([false, [{ path: large.path, reason: expect.stringContaining(reason) }]]);
  place.expectRight(small);
  expect([asked(large), asked(small)]).toEqual([0, 1]);
});

test('a file whose path is in the folder of unfinished files fails alone, in any case of letters', async () => {
  const own = { ...planned(small, [source]), path: '.Cache/model-hub/config.json' };
  const { failed } = await place.pull([...plan(), own]);
  expect(failed).toEqual([{ path: own.path, reason: 'pull keeps its own files there' }]);
  place.expectRight(large);
});

test('right bytes whose path is blocked during the pull stay for the next run', async () => {
  const tell = ({ event }: { event: string }) => event === 'progress' && make(large.path, 'in the way');
  const lost = await place.pull(plan(), { tell });
  expect(lost.failed).toEqual([{ path: large.path, reason: expect.stringContaining(large.path) }]);
  place.expectRight(small);
  const requests = asked(large);
  expect(requests).toBeGreaterThan(0);
  const to = pullPlace();
  // This pulls into another folder with the same unfinished files.
  const placement = { ...to.placement, work: place.placement.work };
  expect(await to.pull(plan(), { placement })).toMatchObject({ ok: true });
  to.expectRight(large);
  expect(asked(large)).toBe(requests);
});

describe('a symbolic link below the folder of a pull', () => {
  let outside: PullPlace;
  beforeEach(() => {
    outside = pullPlace();
  });
  const link = (to: string, ...path: string[]) => symlinkSync(to, join(place.folder, ...path));
  const untouched = () => expect(readdirSync(outside.folder)).toEqual([]);
  const leads = (...path: string[]) =>
    `${join(place.folder, ...path)} leads out of ${place.folder} by a link: remove it, or name its target with --to.`;

  test('that leads out of the folder makes only the files behind it fail, and no byte of them is fetched', async () => {
    link(outside.folder, dirname(large.path));
    const { failed } = await place.pull(plan());
    expect(failed).toEqual([{ path: large.path, reason: leads(dirname(large.path)) }]);
    place.expectRight(small);
    expect(asked(large)).toBe(0);
    untouched();
  });

  test('that appears during the pull makes its file fail as well', async () => {
    const tell = ({ event }: { event: string }) => {
      if (event === 'progress' && !existsSync(join(place.folder, dirname(large.path))))
        link(outside.folder, dirname(large.path));
    };
    const { failed } = await place.pull(plan(), { tell });
    expect(failed).toEqual([{ path: large.path, reason: leads(dirname(large.path)) }]);
    untouched();
  });

  test.each([
    ['the folder of unfinished files', () => link(outside.folder, '.cache'), () => place.placement, ['.cache']],
    [
      'the folder of a model of a lock',
      () => link(outside.folder, 'acme'),
      () => inFolder(join(place.folder, 'acme/tiny'), place.folder),
      ['acme'],
    ],
  ])('in place of %s ends the pull before it writes or requests anything', async (_what, spoil, placement, path) => {
    spoil();
    await expect(place.pull(plan(), { placement: placement() })).rejects.toThrow(leads(...path));
    expect(source.asked).toEqual([]);
    untouched();
  });

  test('among the unfinished files of an ended run is not written through', async () => {
    const target = join(outside.folder, 'theirs');
    writeFileSync(target, 'theirs');
    make('.cache/model-hub/pull-00000000-1-1');
    link(target, '.cache/model-hub/pull-00000000-1-1', `${large.sha256}.part`);
    expect(await place.pull(plan())).toMatchObject({ ok: true });
    expect(readFileSync(target, 'utf8')).toBe('theirs');
    rmSync(target);
  });
});

describe('a huge file', () => {
  const huge = madeFile('model.safetensors', 80 * MIB);
  let handles: FileHandle;

  beforeEach(async () => {
    source = await faultySource([huge]);
    const file = await open(import.meta.filename);
    handles = Object.getPrototypeOf(file);
    await file.close();
  });
  afterEach(() => void vi.restoreAllMocks());

  test('is flushed whole before it gets its name, so that a power cut leaves no incomplete file', async () => {
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
    const summary = await place.pull([planned(huge, [source])], { placement: { ...place.placement, put } });
    expect(summary.ok).toBe(true);
    expect(done).toEqual(['sync', 'put']);
  });

  test('whose flush fails ends the pull, and no file is in its place', async () => {
    vi.spyOn(handles, 'datasync').mockRejectedValue(
      Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }),
    );
    await expect(place.pull([planned(huge, [source])])).rejects.toThrow('EIO');
    expect(existsSync(join(place.folder, huge.path))).toBe(false);
  });
});
