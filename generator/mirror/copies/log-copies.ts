// Keeps copies of the logs of other hubs in HUB_DATA: a folder for each log, with its newest checkpoint and the keys
// that have signed it (decision 0034).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LogDamage } from '../../../src/log/log-proofs.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey, verifyNote } from '../../../src/log/note.ts';
import { writeDurably } from '../../files/durability.ts';
import { type Head, readHead } from '../../log/log-folder.ts';
import { Failure } from '../../process/failure.ts';

/** A copy of another hub's log in HUB_DATA. The caller holds the lock of HUB_DATA. */
export interface LogCopy {
  folder: string;
  /** The name, in messages, of the server that shows the log. */
  name: string;
}

/**
 * Returns the folder in HUB_DATA for the copy of the log of the hub at `host`, which must be spelled as `new URL`
 * spells it. Throws a Failure if `host` is no host, or if no folder can have its name.
 */
export function copyFolder(data: string, host: string): string {
  const isHost = ['https', 'http'].some((scheme) => URL.parse(`${scheme}://${host}`)?.host === host);
  if (isHost) return folderCalled(data, host);
  throw new Failure(`${shownStart(host)} is no host name, so no log can be kept for it.`);
}

function folderCalled(data: string, word: string): string {
  const name = encodeURIComponent(word);
  if (/^\.*$/.test(name) || name.length > LONGEST_NAME)
    throw new Failure(`No folder can have the name ${shownStart(word)}, so no log can be kept for it.`);
  return join(data, 'logs', name);
}

const shownStart = (word: string) => JSON.stringify(word.slice(0, LONGEST_NAME));

/** The maximum number of bytes that a folder's name may have on every file system. */
const LONGEST_NAME = 255;

/** A copy in a folder, with its newest checkpoint. */
export interface KeptHead {
  folder: string;
  head: Head;
}

/**
 * Returns the copies of the log `origin` that are in other folders than `folder`. Throws a Failure if one is damaged.
 */
export function copiesBeside(folder: string, origin: string): KeptHead[] {
  const all = dirname(folder);
  return (existsSync(all) ? readdirSync(all) : []).flatMap((name) => {
    const other = join(all, name);
    const head = other === folder ? undefined : readLogCopy(other);
    return head?.origin === origin ? { folder: other, head } : [];
  });
}

/**
 * Reads the newest checkpoint of the copy in `folder`; undefined if there is no copy. Throws a Failure for a damaged
 * one.
 */
export function readLogCopy(folder: string): Head | undefined {
  try {
    return readHead(folder);
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(`${error.message} Put it back from a backup; to begin anew remove ${folder}.`);
  }
}

/** The file in a copy's folder that lists the trusted keys, one verifier key on each line. */
const KEYS_FILE = 'trusted-keys';
export const keysPlace = (folder: string) => join(folder, KEYS_FILE);

/**
 * Reads the keys that were kept for the copy in `folder`; empty if no run named a key. Throws a Failure if the file is
 * damaged.
 */
export function keptKeys(folder: string): VerifierKey[] {
  const place = keysPlace(folder);
  if (!existsSync(place)) return [];
  const lines = readFileSync(place, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const key = parseVerifierKey(line);
    if (key) return key;
    throw new Failure(`${place} is damaged: ${JSON.stringify(line)} is no key. Put it back from a backup.`);
  });
}

/** Keeps `keys` for later runs that name no key. */
export function keepKeys(folder: string, keys: readonly VerifierKey[]): void {
  const text = keys.map((key) => `${formatVerifierKey(key)}\n`).join('');
  if (!existsSync(keysPlace(folder)) || readFileSync(keysPlace(folder), 'utf8') !== text)
    writeDurably(keysPlace(folder), text);
}

/** True if the copy is trusted, because keys were kept for it or because one of `keys` has signed it. */
export const isVouched = ({ folder, head }: KeptHead, keys: readonly VerifierKey[]): boolean =>
  keptKeys(folder).length > 0 || verifyNote(head.note, keys).verified.length > 0;
