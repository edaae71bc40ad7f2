// BLAKE3 of a command: ready when the command begins, since it names and checks most of what it touches.
import { openBlake3 } from '../../src/digests/blake3.ts';

export const { blake3Hex, createBlake3 } = await openBlake3();
