// An answer of the tree, or one that is put together as if it were: its bytes, its tag, its compressed forms.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Body } from '../request/answer.ts';

/** A built answer as the tree holds it. */
export interface BuiltFile {
  /** Hash of the bytes, hex; the strong ETag is made from it. */
  tag: string;
  /** Bytes of its plain form. */
  size: number;
  /** The plain form. */
  body(): Awaitable<Body>;
  /** Gives the compressed twin; undefined when the tree has none. */
  twin(encoding: 'br' | 'gzip'): Awaitable<Body | undefined>;
}
