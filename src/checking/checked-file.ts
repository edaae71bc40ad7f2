// The state of a file from the time at which a visitor chooses it to its verdict.
import type { ChosenFile } from './chosen-files.ts';
import type { HashMatch } from './hash-lookup.ts';
import type { KnownFile, Verdict } from './judge-files.ts';

export type State =
  | { at: 'waiting' }
  | { at: 'hashing' }
  /** The visitor stopped the work. */
  | { at: 'stopped' }
  | { at: 'looking' }
  /** Reading the file or looking up its hash failed. */
  | { at: 'failed'; reason: string }
  | { at: 'named'; verdict: Verdict };

export interface CheckedFile extends ChosenFile {
  state: State;
  /** The number of bytes hashed. */
  done: number;
  /** The number of bytes that an earlier run hashed. */
  resumedAt: number;
  sha256?: string | undefined;
  matches?: readonly HashMatch[];
}

/** Makes the state of a file that was just chosen. */
export function waitingFile(chosen: ChosenFile): CheckedFile {
  return { ...chosen, state: { at: 'waiting' }, done: 0, resumedAt: 0 };
}

/** Returns the file in the form that the judge needs; undefined if the hub has not looked up its hash yet. */
export function asKnown({ path, sha256, matches }: CheckedFile): KnownFile | undefined {
  return sha256 !== undefined && matches !== undefined ? { path, sha256, matches } : undefined;
}

/** True while work on the file goes on. */
export function isUnderWay({ state: { at } }: CheckedFile): boolean {
  return at === 'waiting' || at === 'hashing' || at === 'looking';
}

/** True if the visitor may resume the work on the file. */
export function isResumable({ state: { at } }: CheckedFile): boolean {
  return at === 'stopped' || at === 'failed';
}
