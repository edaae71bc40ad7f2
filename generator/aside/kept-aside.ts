// Keeps a new day out of force when it breaks the rules. A file in HUB_DATA describes that day, and the object store
// has the day's objects.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../../src/basics/records.ts';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { counted } from '../../src/model/figures.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import { dayIn } from '../days/catalog-reader.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { type Pointer, pointerAfter, readPointer, writePointer } from '../days/pointer.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import type { Breach, DayRule, DayVerdict } from './judge-day.ts';

const FORMAT = 'hub.model-hub.aside/v1';
const NAME = 'aside.json';

/** The commands that can keep a day aside. */
export type AsideCommand = 'import' | 'index' | 'mirror';

/** A day that waits until the operator accepts or replaces it, and the rules that it breaks. */
export interface KeptAside extends DayVerdict {
  snapshot: string;
  catalog: Address;
  /** The time when the day was made, and the commit of the code, as far as they are known. */
  made?: DayOrigin;
  command: AsideCommand;
  /** The time when the day was kept aside (RFC 3339). */
  kept: string;
  /** The catalog that stays in force; null if HUB_DATA has none. */
  over: Address | null;
}

/**
 * Reads the record of the day that is kept aside. Gives undefined if there is none, if another day has come into force
 * since, or if the file can't be read.
 */
export function readAside(data: string): KeptAside | undefined {
  const note = readJsonNote<KeptAside & { format?: string }>(join(data, NAME), FORMAT);
  if (!note || !parseAddress(note.catalog) || note.over !== (readPointer(data)?.catalog ?? null)) return undefined;
  const { format: _, ...aside } = note;
  return aside;
}

/** Keeps a day aside, in place of an earlier one. The day's objects must already be on the disk. */
export function keepAside(
  data: string,
  { catalog, snapshot, days }: Pointer,
  { command, breaches, worst }: DayVerdict & { command: AsideCommand },
): KeptAside {
  const kept = instantOf(Date.now());
  const over = readPointer(data)?.catalog ?? null;
  const made = own(days, catalog);
  const aside = { snapshot, catalog, ...(made && { made }), command, kept, over, breaches, worst };
  writeJsonNote(join(data, NAME), { format: FORMAT, ...aside });
  return aside;
}

/** Brings the `day` that `command` kept aside into force, unchanged. Gives undefined if there is no such day. */
export async function acceptAside(
  data: string,
  store: ObjectStore,
  { command, day }: { command: AsideCommand; day: string },
): Promise<KeptAside | undefined> {
  const aside = readAside(data);
  if (aside?.command !== command || aside.snapshot !== day) return undefined;
  await dayIn(store, aside.catalog);
  writePointer(data, pointerAfter(readPointer(data), aside));
  forgetAside(data);
  return aside;
}

/** Forgets the day that is kept aside. */
export function forgetAside(data: string): void {
  rmSync(join(data, NAME), { force: true });
}

const SAID: Record<DayRule, string> = {
  gone: 'are gone',
  shrunk: 'have at most half of their bytes or files',
  rewritten: 'have other bytes at a path that was there',
  rewritten_in_place: 'have other bytes at the same revision',
  unreached: 'could not be reached',
};

const breachWords = ({ rule, models, of, percent }: Breach) =>
  `${models} of ${counted(of, 'model')} ${SAID[rule]} (more than ${percent} %)`;

/** Describes the day, its faults and its worst models in one sentence. */
export function asideSentence({ snapshot, breaches, worst }: KeptAside): string {
  const named = worst.map(({ id, what }) => `${id} ${what}`).join(', ');
  return (
    `${snapshot} is kept aside, and the day in force stays: ${breaches.map(breachWords).join('; ')}. ` +
    `The worst: ${named}. The same command with --accept publishes it anyway.`
  );
}
