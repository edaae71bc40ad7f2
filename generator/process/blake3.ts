// Loads BLAKE3 when a command begins, since commands name and check most of the files that they touch.
import { openBlake3 } from '../../src/digests/blake3.ts';

export const { blake3Hex, createBlake3 } = await openBlake3();
