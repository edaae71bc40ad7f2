// Appends changed models and the day to the log. Writes the checkpoint after all files, so that a crash leaves the log
// unchanged.

import { join } from 'node:path';
import { sha256Hex } from '../../src/digests/sha.ts';
import { checkedTiles } from '../../src/log/checked-tiles.ts';
import { formatLeaf, parseLeaf } from '../../src/log/leaves.ts';
import { leafHash, type TreeHead } from '../../src/log/merkle.ts';
import { formatCheckpoint, formatNote, type Head, isOfKey } from '../../src/log/note.ts';
import { dayAt } from '../../src/log/proof/make-proof.ts';
import { type TileWriter, tileWriter } from '../../src/log/tile-writer.ts';
import { CHECKPOINT, type LogFiles, newTiles, TILE_WIDTH, tilePath } from '../../src/log/tiles.ts';
import { dayOf, instantOf } from '../../src/nouns/calendar.ts';
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { LOGGED_DAY_FORMAT, LOGGED_WITHDRAWAL_FORMAT } from '../../src/shapes/formats.ts';
import type { LoggedDay, LoggedWithdrawal } from '../../src/shapes/log.ts';
import { type CatalogFile, entryLines, idOfEntryLine } from '../days/catalog-reader.ts';
import { writeDurably } from '../files/durability.ts';
import { bothCopies, headOf, LogFolderWriter, type LogPlaces, removeFullParts } from './log-folder.ts';
import { type LeafMaker, leafKey } from './model-leaf.ts';
import { type Signer, signaturesOf } from './signers.ts';
import { restoreState, type StateHead, type StateLine, StateReader, StateWriter } from './state-file.ts';

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
  /** The present time in milliseconds since 1970. */
  now: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The places of a log, its name, and the keys that sign it. */
export interface LogIdentity {
  places: LogPlaces;
  origin: string;
  /** Empty if the log is not signed. */
  signers: readonly Signer[];
  /** The number of days for which a logged day is valid. */
  expiryDays: number;
}

/**
 * Appends a leaf for everything that is new in `index` to the log in HUB_DATA, whose checkpoint is `head`. Returns the
 * new checkpoint. Appends nothing if the index is the same and the last logged day has over half of its validity left.
 * The caller holds the lock of the log. Rejects with a LogDamage if the log contradicts its checkpoint, and with a
 * Failure if signing fails.
 */
export async function appendDay(identity: LogIdentity, head: Head | undefined, index: LoggedIndex): Promise<Head> {
  const { places, expiryDays } = identity;
  const { own } = places;
  const out = new LogFolderWriter(own);
  const copies = bothCopies(places);
  const checked = head && checkedTiles(copies, head);
  const edge = await checked?.edge();
  const last = checked && (await dayAt(checked.files, head!.size));
  const before = head && (await stateOf(own, head, copies));
  const fresh = withdrawnLeaves(before?.head.withdrawn ?? {}, index.withdrawn ?? [], index.now);
  const isStill = (models: LoggedDay['models']) => last !== undefined && stands(last, index, models, expiryDays);
  const isRead = before?.head.catalog === index.catalog.address && before.head.facts === index.leaves.facts;
  if (head && isRead && fresh.size === 0 && isStill(last!.models)) {
    before.close();
    return signAgain(identity, head);
  }
  // A partial tile that stays may be damaged here, and whole in the other copy.
  for (const tile of newTiles(0, head?.size ?? 0))
    if (tile.width < TILE_WIDTH) out.put(tilePath(tile), await checked!.bytesOf(tile));
  const tiles = tileWriter((tile, bytes) => out.put(tilePath(tile), bytes()), edge);
  const withdrawn = { ...before?.head.withdrawn, ...Object.fromEntries(fresh) };
  const { state, models } = mergeModels(own, before, index, withdrawn, tiles);
  for (const leaf of fresh.values()) tiles.add(new TextEncoder().encode(leaf));
  if (head && tiles.size === head.size && isStill(models)) {
    // The state file may have new keys of models, even though no leaf is new.
    state.keep(head.size);
    return signAgain(identity, head);
  }
  const expires = instantOf(index.now + expiryDays * DAY_MS);
  const { day, tree, catalog } = index;
  const leaf = { format: LOGGED_DAY_FORMAT, day, catalog: catalog.address, tree, expires, models } as const;
  tiles.add(new TextEncoder().encode(formatLeaf(leaf)));
  const root = tiles.finish();
  out.end();
  state.keep(tiles.size);
  const next = commit(identity, { size: tiles.size, root });
  removeFullParts(own, head?.size ?? 0, next.size);
  return next;
}

/** True if the last logged day describes the present index, and over half of its validity is left. */
function stands(last: LoggedDay, index: LoggedIndex, models: LoggedDay['models'], expiryDays: number): boolean {
  const { day, catalog, tree, expires } = last;
  const isEqual = day === index.day && catalog === index.catalog.address && tree === index.tree;
  const isFresh = Date.parse(expires) - index.now > (expiryDays * DAY_MS) / 2;
  return isEqual && isFresh && last.models.root === models.root && last.models.count === models.count;
}

/**
 * Signs the unchanged log again if one of the present keys has not signed it yet. Keeps the cosignatures of witnesses.
 */
function signAgain(identity: LogIdentity, head: Head): Head {
  const { origin, signers } = identity;
  const has = ({ key }: Signer) => head.note.signatures.some(isOfKey(key));
  return head.origin === origin && signers.every(has) ? head : commit(identity, head, head);
}

/**
 * Signs the checkpoint of `tree` and writes it to HUB_DATA. Keeps cosignatures from `before` if the text of the
 * checkpoint is unchanged.
 */
function commit({ places: { own }, origin, signers }: LogIdentity, tree: TreeHead, before?: Head): Head {
  const text = formatCheckpoint({ ...tree, origin });
  const others = before?.note.text === text ? before.note.signatures.filter(({ name }) => name !== origin) : [];
  const note = formatNote({ text, signatures: [...signaturesOf(text, signers), ...others] });
  writeDurably(join(own, CHECKPOINT), note);
  return headOf(note, own);
}

const NO_LEAF = new Uint8Array();

/** Compares the catalog with the state file, model by model. Adds a leaf for each model whose leaf has changed. */
function mergeModels(
  folder: string,
  before: StateReader | undefined,
  index: LoggedIndex,
  withdrawn: StateHead['withdrawn'],
  tiles: TileWriter,
) {
  const { leaves, catalog } = index;
  const isKnown = before?.head.facts === leaves.facts;
  const state = new StateWriter(folder, { catalog: catalog.address, facts: leaves.facts, withdrawn });
  // Only the root of this tree is wanted.
  const root = tileWriter(() => {});
  try {
    let old = before?.next();
    for (const entry of entryLines(catalog)) {
      const id = idOfEntryLine(entry);
      while (old && old.id < id) old = before!.next();
      const key = leafKey(entry);
      const known = old?.id === id ? old : undefined;
      const line = known && isKnown && known.key === key ? known : placed(id, key, known, leaves.leafOf(entry), tiles);
      state.add(line);
      root.add(NO_LEAF, line.hash);
    }
    return { state, models: { count: root.size, root: Buffer.from(root.finish()).toString('hex') } };
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

/** Opens the state file. If it is missing, damaged or of another format, makes it again from the leaves first. */
async function stateOf(folder: string, head: TreeHead, copies: readonly LogFiles[]): Promise<StateReader | undefined> {
  const found = StateReader.open(folder, head.size);
  if (found) return found;
  await restoreState(folder, head, copies);
  return StateReader.open(folder, head.size);
}

/**
 * Returns the leaves for all differences between `withdrawn` and the newest leaves about withdrawals that the log has,
 * by model. `now` is in milliseconds since 1970.
 */
function withdrawnLeaves(
  logged: StateHead['withdrawn'],
  withdrawn: readonly Withdrawal[],
  now: number,
): Map<string, string> {
  const fresh = new Map(withdrawn.map((one) => [one.model, leafOf(one)]));
  for (const [model, leaf] of fresh) if (logged[model] === leaf) fresh.delete(model);
  for (const [model, text] of Object.entries(logged)) {
    const leaf = parseLeaf(text) as LoggedWithdrawal;
    if (!leaf.lifted && !withdrawalOf(withdrawn, model))
      fresh.set(model, formatLeaf({ ...leaf, lifted: true, since: dayOf(now) }));
  }
  return fresh;
}

const leafOf = ({ model, status, reason, day, until }: Withdrawal): string =>
  formatLeaf({
    ...{ format: LOGGED_WITHDRAWAL_FORMAT, model, lifted: false, since: day, status, reason: sha256Hex(reason) },
    until: until ?? null,
  });
