// A file on its way from being chosen to being named.
import type { ChosenFile } from './chosen-files.ts';
import type { HashMatch } from './hash-lookup.ts';
import type { KnownFile, Verdict } from './judge-files.ts';

export type State =
  | { at: 'waiting' }
  | { at: 'hashing' }
  /** Ended by the visitor. */
  | { at: 'stopped' }
  | { at: 'looking' }
  /** It could not be read or looked up. */
  | { at: 'failed'; reason: string }
  | { at: 'named'; verdict: Verdict };

export interface CheckedFile extends ChosenFile {
  state: State;
  /** Bytes hashed. */
  done: number;
  /** Bytes that were done in an earlier run. */
  resumedAt: number;
  sha256?: string | undefined;
  matches?: readonly HashMatch[];
}

/** A file that was just chosen. */
export function waitingFile(chosen: ChosenFile): CheckedFile {
  return { ...chosen, state: { at: 'waiting' }, done: 0, resumedAt: 0 };
}

/** The same for the judge; undefined while it is not looked up. */
export function asKnown({ path, sha256, matches }: CheckedFile): KnownFile | undefined {
  return sha256 !== undefined && matches !== undefined ? { path, sha256, matches } : undefined;
}

/** True while something still happens to it. */
export function isUnderWay({ state: { at } }: CheckedFile): boolean {
  return at === 'waiting' || at === 'hashing' || at === 'looking';
}

/** True when the visitor may have it tried again. */
export function isResumable({ state: { at } }: CheckedFile): boolean {
  return at === 'stopped' || at === 'failed';
}
