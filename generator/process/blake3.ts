// Loads BLAKE3 at the start of every command, since most commands name or check objects.
import { openBlake3 } from '../../src/digests/blake3.ts';

export const { blake3Hex, createBlake3 } = await openBlake3();
