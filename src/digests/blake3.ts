// Chooses the implementation of BLAKE3: machine code if its results are right, otherwise WebAssembly, or JavaScript in
// a runtime that can't compile WebAssembly. Public test vectors decide whether results are right; their lengths are those
// at which implementations switch to other code.

import { lazyValue } from '../basics/remembered.ts';
import { type Blake3, isMainThread, loadNativeBlake3, wantsNative, warn } from './native.ts';

/** Public test vectors (BLAKE3 repository, test_vectors.json): the length of the input in bytes, and its hash. */
const VECTORS: readonly (readonly [length: number, hash: string])[] = [
  [0, 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
  [1, '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213'],
  [63, 'e9bc37a594daad83be9470df7f7b3798297c3d834ce80ba85d6e207627b7db7b'],
  [64, '4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98'],
  [65, 'de1e5fa0be70df6d2be8fffd0e99ceaa8eb6e8c93a63f2d8d1c30ecb6b263dee'],
  [127, 'd81293fda863f008c09e92fc382a81f5a0b4a1251cba1634016a0f86a6bd640d'],
  [129, '683aaae9f3c5ba37eaaf072aed0f9e30bac0865137bae68b1fde4ca2aebdcb12'],
  [1023, '10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11'],
  [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7'],
  [1025, 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444'],
  [2048, 'e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a'],
  [2049, '5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030'],
  [3073, '7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3'],
  [4096, '015094013f57a5277b59d8475c0501042c0b642e531b0a1c8f58d2163229e969'],
  [4097, '9b4052b38f1c5fc8b1f9ff7ac7b27cd242487b3d890d15c96a1c25b8aa0fb995'],
  [8192, 'aae792484c8efe4f19e2ca7d371d8c467ffb10748d8a5a1ae579948f718a2a63'],
  [8193, 'bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b'],
  [16_384, 'f875d6646de28985646f34ee13be9a576fd515f76b5b0a26bb324735041ddde4'],
  [31_744, '62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47'],
  [102_400, 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085'],
];

/** The lengths in bytes of the pieces that a stream gets. After the last length, the list starts again. */
const PIECES = [1, 63, 64, 65, 1000, 1024, 5121];

/** Names a vector for which `blake3` gives a wrong hash, as the end of a sentence; undefined if there is none. */
export async function vectorFault(blake3: Blake3): Promise<string | undefined> {
  for (const [length, hash] of VECTORS) {
    const input = Uint8Array.from({ length }, (_, at) => at % 251);
    if (blake3.blake3Hex(input) !== hash || (await hashInPieces(blake3, input)) !== hash)
      return `the public test vector of ${length} bytes`;
  }
  return undefined;
}

async function hashInPieces({ createBlake3 }: Blake3, input: Uint8Array): Promise<string> {
  const hasher = await createBlake3();
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const piece = input.subarray(at, at + PIECES[turn % PIECES.length]!);
    hasher.update(piece);
    at += piece.length;
  }
  return hasher.hex();
}

/**
 * The minimum number of milliseconds between two attempts to load the native package. A failed attempt takes a
 * millisecond.
 */
const REST_MS = 60_000;

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

/** Functions that load the implementations of BLAKE3, and facts about the process. */
const usual = { wantsNative, loadNative: loadNativeBlake3, openWasm: openPortable, isMainThread, warn };
export type Blake3Origins = typeof usual;

/** Returns the implementation that this process uses. Rejects if none can be loaded; the next call tries again. */
export const openBlake3 = blake3From(usual);

/** Returns a function that opens BLAKE3: the native implementation if it passes a check, otherwise the portable one. */
export function blake3From({ isMainThread, loadNative, openWasm, warn, wantsNative }: Blake3Origins) {
  const wasm = lazyValue(openWasm);
  // The value is undefined if the native implementation must not be used. The promise rejects if the package can't be
  // loaded at the moment; a later attempt may succeed.
  const native = lazyValue(
    async () => {
      if (!wantsNative()) return undefined;
      const found = loadNative();
      const fault = await vectorFault(found);
      if (fault === undefined) return found;
      // Every thread finds the same fault, but only the main thread prints it.
      if (isMainThread()) warn(`BLAKE3 in machine code differs from ${fault}: WebAssembly is used instead.`);
      return undefined;
    },
    { rest: REST_MS },
  );
  return async (): Promise<Blake3> => (await native.get().catch(() => undefined)) ?? wasm.get();
}
