// Tests the check of chosen files with a stand-in for the worker: the order, stopping, failures, and repeating.
import { expect, test } from 'vitest';
import { type CheckedFile, FileCheck } from '../../../src/checking/file-check.ts';
import type { HashMatch } from '../../../src/checking/hash-lookup.ts';
import type { Guess, ModelReport } from '../../../src/checking/judge-files.ts';

const chosen = (path: string) => ({ path, file: { name: path, size: 4, lastModified: 1 } as File });
const match = { model: 'acme/one', revision: 'r', path: 'a.bin' };

/** A worker whose answers the test gives; the answer to a file is its name as a hash unless `isHeld`. */
function standIn({ isHeld = false, model }: { isHeld?: boolean; model?: Guess } = {}) {
  const asked: string[] = [];
  const idle: ((models: ModelReport[]) => void)[] = [];
  const state = { isHeld, isAway: false, isEnded: 0 };
  const newWorker = () => {
    const worker = {
      onmessage: (_: { data: unknown }) => {},
      postMessage({ name }: File) {
        asked.push(name);
        if (!state.isHeld) queueMicrotask(() => worker.onmessage({ data: { sha256: name } }));
      },
      terminate: () => void state.isEnded++,
    };
    return worker as unknown as Worker;
  };
  const matches = async (sha256: string): Promise<HashMatch[]> => {
    if (state.isAway) throw new Error('the hub is away');
    return sha256 === 'a.bin' ? [match] : [];
  };
  const files = async () => [{ path: 'a.bin', sha256: 'a.bin', size: 4 }];
  const check = new FileCheck({
    ...{ newWorker, model, lookup: { matches, files }, onChange() {} },
    onIdle: (models) => idle.pop()?.(models),
  });
  const ended = () => new Promise<ModelReport[]>((resolve) => void idle.push(resolve));
  return { check, asked, ended, state };
}

const told = ({ files }: FileCheck) =>
  files.map(({ path, state, verdict, reason }: CheckedFile) => [path, reason ?? verdict?.kind ?? state]);

test('files are hashed in their order by one worker, each file once', async () => {
  const { check, asked, ended } = standIn();
  check.add([chosen('a.bin'), chosen('b.bin')]);
  expect(check.add([chosen('b.bin'), chosen('c.bin')])).toHaveLength(1);
  const [report] = await ended();
  expect(asked).toEqual(['a.bin', 'b.bin', 'c.bin']);
  expect(told(check)).toEqual([
    ['a.bin', 'known'],
    ['b.bin', 'unknown'],
    ['c.bin', 'unknown'],
  ]);
  expect(report).toMatchObject({ model: 'acme/one', matching: 1, files: 1 });
});

test('a stop ends the worker and keeps the results so far, and the rest can be resumed', async () => {
  const { check, asked, ended, state } = standIn();
  check.add([chosen('a.bin')]);
  await ended();
  state.isHeld = true;
  check.add([chosen('b.bin'), chosen('c.bin')]);
  await expect.poll(() => asked.at(-1)).toBe('b.bin');
  check.stop();
  await ended();
  expect([told(check), state.isEnded]).toEqual([
    [
      ['a.bin', 'known'],
      ['b.bin', 'stopped'],
      ['c.bin', 'stopped'],
    ],
    1,
  ]);
  state.isHeld = false;
  check.resume();
  await ended();
  expect(told(check).map(([, kind]) => kind)).toEqual(['known', 'unknown', 'unknown']);
});

test('a failed look-up is an error of that file, and is repeated without hashing again', async () => {
  const { check, asked, ended, state } = standIn();
  state.isAway = true;
  check.add([chosen('a.bin')]);
  await ended();
  expect(told(check)).toEqual([['a.bin', 'the hub is away']]);
  state.isAway = false;
  check.resume();
  await ended();
  expect([check.files[0]!.verdict, asked]).toEqual([{ kind: 'known' }, ['a.bin']]);
});

test('the verdict about a given model stays when the rest of the index can’t be asked', async () => {
  const { check, ended, state } = standIn({ model: { model: 'acme/one', revision: 'r' } });
  state.isAway = true;
  check.add([chosen('a.bin'), chosen('x.bin')]);
  await ended();
  expect(told(check)).toEqual([
    ['a.bin', 'known'],
    ['x.bin', 'unknown'],
  ]);
  expect(check.files[1]!.matches).toBeUndefined();
});
