// An answer of the tree, or one that was made in the same form: its bytes, its tag, its compressed forms.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Body } from '../request/answer.ts';

/** A built answer in the form in which the tree holds it. */
export interface BuiltFile {
  /** The hash of the bytes in hex; the strong ETag is made of it. */
  tag: string;
  /** The size of the plain form in bytes. */
  size: number;
  /** The plain form. */
  body(): Awaitable<Body>;
  /** Gives the compressed form; undefined when the tree has none. */
  twin(encoding: 'br' | 'gzip'): Awaitable<Body | undefined>;
}
