// Tests BLAKE3 as machine code and in WebAssembly: both equal the public vectors, and machine code that hashes
// wrongly is not used.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Blake3Origins, blake3From, vectorFault } from '../../../src/digests/blake3.ts';
import { type Blake3, loadNativeBlake3 } from '../../../src/digests/native.ts';
import { openWasmBlake3 } from '../../../src/digests/wasm-blake3.ts';
import { needs, notHere } from '../../fixtures/needs.ts';

const wasm = await openWasmBlake3();
const native = nativeOrNot();

function nativeOrNot(): Blake3 | undefined {
  try {
    return loadNativeBlake3();
  } catch {
    return undefined;
  }
}

const needed = needs(native ? undefined : notHere('native BLAKE3', 'npm has no build for this platform'));
describe('native BLAKE3', needed, () => agrees(() => native!));
describe('BLAKE3 in WebAssembly', () => agrees(() => wasm));

function agrees(blake3: () => Blake3): void {
  test('the code equals the public vectors', async () => {
    expect(await vectorFault(blake3())).toBeUndefined();
  });

  test('a text is hashed as UTF-8, and two streams do not mix', async () => {
    const { blake3Hex, createBlake3 } = blake3();
    // The program `b3sum` gives this hash of `abc`.
    expect(blake3Hex('abc')).toBe('6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85');
    expect(blake3Hex('é')).toBe(blake3Hex(Uint8Array.of(0xc3, 0xa9)));
    const [one, other] = [await createBlake3(), await createBlake3()];
    one.update('a');
    other.update('é');
    one.update(Buffer.from('-bc-').subarray(1, 3));
    expect(one.hex()).toBe(blake3Hex('abc'));
    expect(other.hex()).toBe(blake3Hex('é'));
  });
}

describe('the code in use', () => {
  const WRONG = '0'.repeat(64);
  /** Makes an implementation that hashes wrongly if `isWrong` is true for the input. */
  const rightBut = (isWrong: (bytes: Uint8Array | string) => boolean): Blake3 => ({
    blake3Hex: (bytes) => (isWrong(bytes) ? WRONG : wasm.blake3Hex(bytes)),
    createBlake3: wasm.createBlake3,
  });
  const good = rightBut(() => false);
  const ways = (given: Partial<Omit<Blake3Origins, 'warn'>>) => {
    const origins = {
      wantsNative: () => true,
      loadNative: vi.fn(() => good),
      openWasm: vi.fn(async () => wasm),
      isMainThread: () => true,
      ...given,
      warn: vi.fn<Blake3Origins['warn']>(),
    };
    return { ...origins, open: blake3From(origins) };
  };
  afterEach(() => void vi.useRealTimers());

  test.each<[string, Blake3, string]>([
    ['of a public vector', rightBut(({ length }) => length === 1025), 'the public test vector of 1025 bytes'],
    [
      'of a stream only',
      { blake3Hex: wasm.blake3Hex, createBlake3: async () => ({ update() {}, hex: () => WRONG }) },
      'the public test vector of 0 bytes',
    ],
  ])('is WebAssembly if machine code is wrong %s, and one notice says so', async (_, wrong, fault) => {
    const { open, warn } = ways({ loadNative: () => wrong });
    expect(await Promise.all([open(), open()])).toEqual([wasm, wasm]);
    expect(await open()).toBe(wasm);
    expect(warn.mock.calls).toEqual([[`BLAKE3 in machine code differs from ${fault}: WebAssembly is used instead.`]]);
  });

  test('is WebAssembly while machine code can’t be loaded, and loading is tried again after a while', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const loadNative = vi
      .fn(() => good)
      .mockImplementationOnce(() => {
        throw new Error('too many open files');
      });
    const { open, warn } = ways({ loadNative });
    expect(await open()).toBe(wasm);
    expect(await open()).toBe(wasm);
    expect(loadNative).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(await open()).toBe(good);
    expect(warn).not.toHaveBeenCalled();
  });

  test('HUB_NATIVE=off loads no machine code, not even in threads', needed, () => {
    expect(loadedIn({ HUB_NATIVE: 'off' })).toEqual({ isLoaded: false, inThread: false });
    expect(loadedIn({})).toEqual({ isLoaded: true, inThread: true });
  });

  /**
   * Says whether the package with machine code was loaded in the main thread and in another thread of a process with
   * this environment.
   */
  function loadedIn(env: Record<string, string>): unknown {
    const { HUB_NATIVE: _, ...rest } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'loaded-package.ts')], {
      encoding: 'utf8',
      env: { ...rest, ...env },
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }
});
