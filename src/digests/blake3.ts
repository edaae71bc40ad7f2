// Chooses the implementation of BLAKE3: machine code if its results are right, otherwise WebAssembly, or JavaScript in
// a runtime that can't compile WebAssembly.
import { LazyValue } from '../basics/lazy-value.ts';
import { differenceFrom, vectorFault } from './blake3-check.ts';
import { isMainThread, loadNativeBlake3, wantsNative, warn } from './native.ts';
import type { Blake3 } from './shapes.ts';

/**
 * The minimum number of milliseconds between two attempts to load the native package. A failed attempt takes a
 * millisecond.
 */
const REST_MS = 60_000;

/** Functions that load the implementations of BLAKE3, and facts about the process. */
export interface Blake3Origins {
  wantsNative(): boolean;
  loadNative(): Blake3;
  openWasm(): Promise<Blake3>;
  isMainThread(): boolean;
  warn(sentence: string): void;
}

/**
 * Loads the WebAssembly implementation, or the JavaScript one if the runtime refuses to compile WebAssembly, as some
 * edge runtimes do.
 */
async function openPortable(): Promise<Blake3> {
  try {
    return await (await import('./wasm-blake3.ts')).openWasmBlake3();
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return (await import('./plain-blake3.ts')).plainBlake3;
  }
}

const usual: Blake3Origins = {
  wantsNative,
  loadNative: loadNativeBlake3,
  openWasm: openPortable,
  isMainThread,
  warn,
};

/** Returns the implementation that this process uses. Rejects if none can be loaded; the next call tries again. */
export const openBlake3 = blake3From(usual);

/** Returns a function that opens BLAKE3: the native implementation if it passes a check, otherwise the portable one. */
export function blake3From({ isMainThread, loadNative, openWasm, warn, wantsNative }: Blake3Origins) {
  const wasm = new LazyValue(openWasm);
  // The value is undefined if the native implementation must not be used. The promise rejects if the package can't be
  // loaded at the moment; a later attempt may succeed.
  const native = new LazyValue(
    async () => {
      if (!wantsNative()) return undefined;
      const found = loadNative();
      const fault = await faultOf(found);
      if (fault === undefined) return found;
      // Every thread finds the same fault, but only the main thread prints it.
      if (isMainThread()) warn(`BLAKE3 in machine code differs from ${fault}: WebAssembly is used instead.`);
      return undefined;
    },
    { rest: REST_MS },
  );
  /**
   * Names a fault of the native implementation; undefined if there is none. Only the main thread compares it with
   * WebAssembly: when many threads start and end, V8 can lose track of compiled WebAssembly and crash the process
   * (nodejs/node#64500).
   */
  const faultOf = async (found: Blake3) => {
    const fault = await vectorFault(found);
    if (fault !== undefined || !isMainThread()) return fault;
    const other = await wasm.get().catch(() => undefined);
    return other && differenceFrom(other, found);
  };
  return async (): Promise<Blake3> => (await native.get().catch(() => undefined)) ?? wasm.get();
}
