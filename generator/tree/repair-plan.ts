// Plans the repair of a tree with known damage: the parts to make again, and those that no part may be taken over
// from.
import { isWrittenAnew } from '../../src/tree/static-tree.ts';
import type { TornNote } from '../packs/torn-note.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { Repair } from './models/write-models.ts';

export interface RepairPlan extends Repair {
  /** Days whose changes are written again, YYYY-MM-DD. */
  days: ReadonlySet<string>;
}

/** The plan for the tree with that stamp; undefined when nothing is known to be wrong with it. */
export function repairPlan(note: TornNote | undefined, stamp: Stamp | undefined): RepairPlan | undefined {
  if (!note) return undefined;
  const allDays = stamp?.days.map(({ date }) => date) ?? [];
  const isWhole = !note.all && note.files.every(isWrittenAnew);
  return {
    models: isWhole ? new Set(note.models) : undefined,
    days: new Set(isWhole && !note.files.some((file) => file.startsWith('documents')) ? [] : allDays),
  };
}

/** Ids of the apps that must be built again. */
export function tornSpaces(note: TornNote | undefined): string[] {
  return [...new Set(note?.files.flatMap((file) => /^spaces\/([^/]+)/.exec(file)?.[1] ?? []))];
}
