// Checks whether the newest day is recent, so that an alarm can watch a hub that makes a day every day.
import { bucketTrees } from '../../functions/stores/tree/bucket-tree.ts';
import { own } from '../../src/basics/records.ts';
import type { Config } from '../../src/service/config.ts';
import { readNamed } from '../../src/tree/pack.ts';
import { CURRENT, parseCurrent, type Store, StoreAway } from '../../src/tree/store.ts';
import { readPointer } from '../days/pointer.ts';
import { currentStamp, type Stamp } from '../packs/tree-layout.ts';

interface Freshness {
  fresh: boolean;
  /** The day that was checked, YYYY-MM-DD; absent if there is none. */
  snapshot?: string;
  /** The time at which the day was made (RFC 3339), or the beginning of the day if that time was not recorded. */
  made?: string;
  /** The number of seconds from `made` until now. */
  age?: number;
  /** The reason for `fresh` as one sentence. */
  reason: string;
}

interface MadeDay {
  snapshot: string;
  made: string;
}

/**
 * Checks whether the index is at most `most` milliseconds old at `now` (milliseconds since 1970). Checks the newest day
 * of HUB_DATA and the tree in HUB_DIST; if HUB_TREE names another tree, checks only that tree.
 */
export async function readFreshness(config: Config, most: number, now: number): Promise<Freshness> {
  const { tree, data, dist } = config;
  const isOwn = 'folder' in tree && tree.folder === dist;
  try {
    if (!isOwn) return judged('The tree', treeDay(await servedStamp(config)), most, now, 'no tree is there');
    const nothing = 'run "model-hub day", or "model-hub index", since only the catalog that ships is here';
    const indexed = judged('The newest day', indexedDay(data), most, now, nothing);
    const stamp = currentStamp(dist)?.stamp;
    // A machine that only indexes has no tree, so its newest day decides.
    return indexed.fresh && stamp ? judged('The tree', treeDay(stamp), most, now, '') : indexed;
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    return { fresh: false, reason: `${error.message}.` };
  }
}

/**
 * The maximum number of milliseconds by which a day may lie in the future. Clocks of two machines may differ, and a
 * date begins earlier in other time zones.
 */
const SOON = 26 * 3_600_000;

function judged(what: string, day: MadeDay | undefined, most: number, now: number, nothing: string): Freshness {
  if (!day) return { fresh: false, reason: `Nothing is indexed: ${nothing}.` };
  const age = now - Date.parse(day.made);
  // If the clock was set back after this day was made, the day would seem fresh for ever and hide that no newer day
  // comes.
  if (age < -SOON || Date.parse(day.snapshot) > now + SOON)
    return {
      fresh: false,
      ...day,
      age: Math.round(age / 1000),
      reason: `${what} is of ${day.snapshot}, made at ${day.made}: that lies in the future. Look at the clock of this machine.`,
    };
  const sentence = `${what} is of ${day.snapshot}, made at ${day.made}, ${inWords(age)} ago`;
  const fresh = age <= most;
  const reason = fresh ? `${sentence}.` : `${sentence}: older than ${inWords(most)}.`;
  return { fresh, ...day, age: Math.round(age / 1000), reason };
}

/** Formats a duration in hours if it is two hours or longer, or else in minutes. */
const inWords = (milliseconds: number) =>
  milliseconds >= 7_200_000
    ? `${Math.floor(milliseconds / 3_600_000)} hours`
    : `${Math.floor(milliseconds / 60_000)} minutes`;

const madeDay = (snapshot: string, archived: string | undefined): MadeDay => ({
  snapshot,
  made: archived ?? `${snapshot}T00:00:00Z`,
});

/** Returns the newest day in HUB_DATA; undefined if there is none. */
function indexedDay(data: string): MadeDay | undefined {
  const pointer = readPointer(data);
  return pointer && madeDay(pointer.snapshot, own(pointer.days, pointer.catalog)?.archived);
}

const treeDay = (stamp: Stamp | undefined): MadeDay | undefined =>
  stamp && madeDay(stamp.snapshot, stamp.days[0]?.archived);

/** Reads the stamp of the served tree; undefined if there is none. */
async function servedStamp({ tree }: Config): Promise<Stamp | undefined> {
  if ('folder' in tree) return currentStamp(tree.folder)?.stamp;
  return storedStamp((await bucketTrees(tree.bucket)).store);
}

async function storedStamp(store: Store): Promise<Stamp | undefined> {
  const text = await store.get(CURRENT);
  const name = text && parseCurrent(new TextDecoder().decode(text));
  if (name === undefined) return undefined;
  return JSON.parse(new TextDecoder().decode(await readNamed(store, name))) as Stamp;
}
