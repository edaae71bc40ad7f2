// BLAKE3 by the fastest trusted implementation: machine code if its results are right, else WebAssembly, and JavaScript in
// a runtime that compiles no WebAssembly.
import { LazyValue } from '../basics/lazy-value.ts';
import { differenceFrom, vectorFault } from './blake3-check.ts';
import { isMainThread, loadNativeBlake3, wantsNative, warn } from './native.ts';
import type { Blake3 } from './shapes.ts';

/** Milliseconds between two attempts to load the package: a failed search takes a millisecond. */
const REST_MS = 60_000;

/** The implementations of BLAKE3. */
export interface Blake3Origins {
  wantsNative(): boolean;
  loadNative(): Blake3;
  openWasm(): Promise<Blake3>;
  isMainThread(): boolean;
  warn(sentence: string): void;
}

/**
 * Loads the WebAssembly implementation; the JavaScript one if the runtime refuses to compile WebAssembly, as edge
 * workers do.
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

/** Gives the BLAKE3 of this process. Rejects when none can be loaded; the next call tries again. */
export const openBlake3 = blake3From(usual);

/** Chooses the native or the portable implementation of BLAKE3. The native one is checked before its first use. */
export function blake3From({ isMainThread, loadNative, openWasm, warn, wantsNative }: Blake3Origins) {
  const wasm = new LazyValue(openWasm);
  // Undefined if the native implementation must not be used. Rejects if it can't be loaded; a later attempt may
  // succeed.
  const native = new LazyValue(
    async () => {
      if (!wantsNative()) return undefined;
      const found = loadNative();
      const fault = await faultOf(found);
      if (fault === undefined) return found;
      // Many threads find the same fault, and only the main one prints it.
      if (isMainThread()) warn(`BLAKE3 in machine code differs from ${fault}: WebAssembly is used instead.`);
      return undefined;
    },
    { rest: REST_MS },
  );
  /**
   * V8 can lose track of compiled WebAssembly when many threads start and end, and crash the process (nodejs/node#64500):
   * so a thread leaves the comparison to the process that started it.
   */
  const faultOf = async (found: Blake3) => {
    const fault = await vectorFault(found);
    if (fault !== undefined || !isMainThread()) return fault;
    const other = await wasm.get().catch(() => undefined);
    return other && differenceFrom(other, found);
  };
  return async (): Promise<Blake3> => (await native.get().catch(() => undefined)) ?? wasm.get();
}
