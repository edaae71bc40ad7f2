// The state of a file between its choice and its verdict.
import type { ChosenFile } from './chosen-files.ts';
import type { HashMatch } from './hash-lookup.ts';
import type { KnownFile, Verdict } from './judge-files.ts';

export type State =
  | { at: 'waiting' }
  | { at: 'hashing' }
  /** Stopped by the visitor. */
  | { at: 'stopped' }
  | { at: 'looking' }
  /** Reading or looking it up failed. */
  | { at: 'failed'; reason: string }
  | { at: 'named'; verdict: Verdict };

export interface CheckedFile extends ChosenFile {
  state: State;
  /** Bytes hashed. */
  done: number;
  /** Bytes that an earlier run hashed. */
  resumedAt: number;
  sha256?: string | undefined;
  matches?: readonly HashMatch[];
}

/** A file that was just chosen. */
export function waitingFile(chosen: ChosenFile): CheckedFile {
  return { ...chosen, state: { at: 'waiting' }, done: 0, resumedAt: 0 };
}

/** Gives the file to the judge; undefined until it was looked up. */
export function asKnown({ path, sha256, matches }: CheckedFile): KnownFile | undefined {
  return sha256 !== undefined && matches !== undefined ? { path, sha256, matches } : undefined;
}

/** True while work on it goes on. */
export function isUnderWay({ state: { at } }: CheckedFile): boolean {
  return at === 'waiting' || at === 'hashing' || at === 'looking';
}

/** True if the visitor may resume it. */
export function isResumable({ state: { at } }: CheckedFile): boolean {
  return at === 'stopped' || at === 'failed';
}
