// Appends changed models and the day to the log. Writes the checkpoint after all files, so that a crash leaves the log
// unchanged.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/digests/sha.ts';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { formatCheckpoint } from '../../src/log/checkpoint.ts';
import { CompactRange } from '../../src/log/compact-range.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import { CHECKPOINT } from '../../src/log/log-paths.ts';
import { leafHash, type TreeHead } from '../../src/log/merkle.ts';
import { formatNote } from '../../src/log/note.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { tilePath } from '../../src/log/tiles.ts';
import { dayOf, instantOf } from '../../src/nouns/calendar.ts';
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { LOGGED_DAY_FORMAT, LOGGED_WITHDRAWAL_FORMAT } from '../../src/shapes/formats.ts';
import type { LoggedDay, LoggedWithdrawal } from '../../src/shapes/log.ts';
import { type CatalogFile, entryLines, idOfEntryLine } from '../days/catalog-reader.ts';
import { writeDurably } from '../files/durability.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { filesIn, type Head, headOf, LogFolderWriter, removeFullParts } from './log-folder.ts';
import { restoreState } from './mend-log.ts';
import { type LeafMaker, leafKey } from './model-leaf.ts';
import type { LogIdentity } from './open-log.ts';
import { dayAt } from './publish-log.ts';
import { type Signer, signaturesOf } from './signers.ts';
import { removeOtherStates, type StateLine, StateReader, StateWriter } from './state-file.ts';

/** The index that a build adds to the log. */
export interface LoggedIndex {
  catalog: Pick<CatalogFile, 'path' | 'modelsStart' | 'address'>;
  leaves: LeafMaker;
  /** The day of the index, as YYYY-MM-DD. */
  day: string;
  /** The name of the tree that was built from the index. */
  tree: string;
  /** The models that the tree leaves out; none by default. */
  withdrawn?: readonly Withdrawal[] | undefined;
  expiryDays: number;
  /** The present time in milliseconds since 1970. */
  now: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Appends a leaf for everything that is new in `index` to the log in `folder`, whose checkpoint is `head`. Returns the
 * new checkpoint. Appends nothing if the index is the same and the last logged day has over half of its validity left.
 * The caller holds the lock of the log. Rejects with a LogDamage if the log contradicts its checkpoint, and with a
 * Failure if signing fails.
 */
export async function appendDay(
  folder: string,
  head: Head | undefined,
  index: LoggedIndex,
  identity: LogIdentity,
): Promise<Head> {
  mkdirSync(folder, { recursive: true });
  const out = new LogFolderWriter(folder);
  const edge = head && (await new CheckedTiles([filesIn(folder)], head).edge());
  const last = head && (await dayAt(folder, head.size));
  const before = head && (await stateOf(folder, head));
  const isRead = before?.head.catalog === index.catalog.address && before.head.facts === index.leaves.facts;
  const withdrawn = index.withdrawn ?? [];
  const newLeaves = withdrawnLeaves(folder, withdrawn, index.now);
  if (head && last && newLeaves.length === 0 && isRead && isStill(last, index, last.models)) {
    before.close();
    return signAgain(folder, head, identity);
  }
  const tiles = new TileWriter((tile, bytes) => out.put(tilePath(tile), bytes()), edge);
  const { state, models } = mergeModels(folder, before, index, tiles);
  for (const leaf of newLeaves) tiles.add(new TextEncoder().encode(formatLeaf(leaf)));
  if (head && last && tiles.size === head.size && isStill(last, index, models)) {
    // The state file may have new keys of models, even though no leaf is new.
    state.keep(head.size);
    return signAgain(folder, head, identity);
  }
  const expires = instantOf(index.now + index.expiryDays * DAY_MS);
  const { day, tree, catalog } = index;
  const leaf = { format: LOGGED_DAY_FORMAT, day, catalog: catalog.address, tree, expires, models } as const;
  tiles.add(new TextEncoder().encode(formatLeaf(leaf)));
  const root = tiles.finish();
  out.flush();
  state.keep(tiles.size);
  const next = commit(folder, { size: tiles.size, root }, identity);
  // If the process crashes before this line, the next run logs the same withdrawals again.
  if (newLeaves.length > 0) noteLogged(folder, withdrawn);
  removeOtherStates(folder, next.size);
  removeFullParts(folder, head?.size ?? 0, next.size);
  return next;
}

/** True if the last logged day describes the present index, and over half of its validity is left. */
function isStill(last: LoggedDay, index: LoggedIndex, models: LoggedDay['models']): boolean {
  const { day, catalog, tree, expires } = last;
  const isEqual = day === index.day && catalog === index.catalog.address && tree === index.tree;
  const isFresh = Date.parse(expires) - index.now > (index.expiryDays * DAY_MS) / 2;
  return isEqual && isFresh && last.models.root === models.root && last.models.count === models.count;
}

/**
 * Signs the unchanged log again if one of the present keys has not signed it yet. Keeps the cosignatures of witnesses.
 */
function signAgain(folder: string, head: Head, identity: LogIdentity): Head {
  const { origin, signers } = identity;
  const has = ({ key }: Signer) => head.note.signatures.some(({ name, id }) => name === key.name && id === key.id);
  return head.origin === origin && signers.every(has) ? head : commit(folder, head, identity, head);
}

/**
 * Signs the checkpoint of `tree` and writes it to `folder`. Keeps cosignatures from `before` if the text of the
 * checkpoint is unchanged.
 */
function commit(folder: string, tree: TreeHead, { origin, signers }: LogIdentity, before?: Head): Head {
  const text = formatCheckpoint({ ...tree, origin });
  const others = before?.note.text === text ? before.note.signatures.filter(({ name }) => name !== origin) : [];
  const note = formatNote({ text, signatures: [...signaturesOf(text, signers), ...others] });
  writeDurably(join(folder, CHECKPOINT), note);
  return headOf(note, folder);
}

/** Compares the catalog with the state file, model by model. Adds a leaf for each model whose leaf has changed. */
function mergeModels(folder: string, before: StateReader | undefined, index: LoggedIndex, tiles: TileWriter) {
  const { leaves, catalog } = index;
  const isKnown = before?.head.facts === leaves.facts;
  const state = new StateWriter(folder, { catalog: catalog.address, facts: leaves.facts });
  const range = new CompactRange();
  try {
    let old = before?.next();
    for (const entry of entryLines(catalog)) {
      const id = idOfEntryLine(entry);
      while (old && old.id < id) old = before!.next();
      const key = leafKey(entry);
      const known = old?.id === id ? old : undefined;
      const line = known && isKnown && known.key === key ? known : placed(id, key, known, leaves.leafOf(entry), tiles);
      state.add(line);
      range.add(line.hash);
    }
    return { state, models: { count: range.size, root: Buffer.from(range.root()).toString('hex') } };
  } catch (error) {
    state.drop();
    throw error;
  } finally {
    before?.close();
  }
}

/**
 * Adds `leaf`, unless it equals the model's newest leaf in the log. Returns the model's line for the new state file.
 */
function placed(id: string, key: string, known: StateLine | undefined, leaf: Uint8Array, tiles: TileWriter): StateLine {
  const hash = leafHash(leaf);
  if (known && Buffer.from(hash).equals(known.hash)) return { ...known, key };
  const index = tiles.size;
  tiles.add(leaf, hash);
  return { id, index, hash, key };
}

/** Opens the state file. If it is missing, damaged or of another format, rebuilds it from the leaves first. */
async function stateOf(folder: string, head: TreeHead): Promise<StateReader | undefined> {
  const found = StateReader.open(folder, head.size);
  if (found) return found;
  await restoreState(folder, head);
  return StateReader.open(folder, head.size);
}

/**
 * The file in the log of HUB_DATA with the withdrawals that were logged last. If it is missing, all withdrawals are
 * logged again.
 */
const LOGGED = 'withdrawn.json';

/**
 * Returns the leaves for all differences between `withdrawn` and the withdrawals that the log in `folder` has. `now` is
 * in milliseconds since 1970.
 */
function withdrawnLeaves(folder: string, withdrawn: readonly Withdrawal[], now: number): LoggedWithdrawal[] {
  const before = readJsonNote<Withdrawal[]>(join(folder, LOGGED)) ?? [];
  const known = new Set(before.map((one) => JSON.stringify(one)));
  const fresh = withdrawn.filter((one) => !known.has(JSON.stringify(one)));
  const lifted = before.filter(({ model }) => withdrawalOf(withdrawn, model) === undefined);
  return [...fresh.map((one) => leafOf(one, one.day, false)), ...lifted.map((one) => leafOf(one, dayOf(now), true))];
}

/** Notes in `folder` that the log has the withdrawals `withdrawn`. */
function noteLogged(folder: string, withdrawn: readonly Withdrawal[]): void {
  writeJsonNote(join(folder, LOGGED), withdrawn);
}

const leafOf = ({ model, status, reason, until }: Withdrawal, since: string, lifted: boolean): LoggedWithdrawal => ({
  ...{ format: LOGGED_WITHDRAWAL_FORMAT, model, lifted, since, status, reason: sha256Hex(reason) },
  until: until ?? null,
});
