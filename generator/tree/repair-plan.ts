// Plans the repair of a tree with known damage: the parts to make again, which must not be reused.
import { isWrittenAnew } from '../../src/tree/static-tree.ts';
import type { TornNote } from '../packs/torn-note.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { Repair } from './models/write-models.ts';

export interface RepairPlan extends Repair {
  /** The days whose changes are written again, as YYYY-MM-DD. */
  days: ReadonlySet<string>;
}

/** Makes the plan for the tree with this stamp; undefined if no damage is known. */
export function repairPlan(note: TornNote | undefined, stamp: Stamp | undefined): RepairPlan | undefined {
  if (!note) return undefined;
  const allDays = stamp?.days.map(({ date }) => date) ?? [];
  const isWhole = !note.all && note.files.every(isWrittenAnew);
  return {
    models: isWhole ? new Set(note.models) : undefined,
    days: new Set(isWhole && !note.files.some((file) => file.startsWith('documents')) ? [] : allDays),
  };
}

/** Returns the ids of the apps that must be built again. */
export function tornSpaces(note: TornNote | undefined): string[] {
  return [...new Set(note?.files.flatMap((file) => /^spaces\/([^/]+)/.exec(file)?.[1] ?? []))];
}
