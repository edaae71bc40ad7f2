// Declares the form in which a tree holds an answer: its bytes, its tag, its compressed forms. Answers that are made on
// request can have this form too.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Remembered } from '../../src/basics/remembered.ts';
import type { Body } from '../request/answer.ts';

/** An answer in the form in which a tree holds it. */
export interface BuiltFile {
  /** The hash of the bytes in hex; the strong ETag is made of it. */
  tag: string;
  /** The size of the plain form in bytes. */
  size: number;
  /** The plain form. */
  body(): Awaitable<Body>;
  /** Returns the compressed form; undefined if there is none. */
  twin(encoding: 'br' | 'gzip'): Awaitable<Body | undefined>;
}

/** A value that is kept for a tree: an answer, a pack, a model. */
export interface Kept {
  /** The approximate number of bytes in memory. By default it is `byteLength`, or twice `size`, and a little. */
  weight?: number;
  byteLength?: number;
  /** The size of an answer in bytes. */
  size?: number;
}

/** All that is kept for one tree, within one bound. A key is a path, a text with a space, or the params of a target. */
export type TreeMemory = Remembered<string | object, Kept>;
