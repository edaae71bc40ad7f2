// Compares a new day with the day in force: how many models are gone, have shrunk, or have other bytes.

import { totalSize } from '../../src/basics/bytes.ts';
import { parseModelObject } from '../../src/catalog/catalog-object.ts';
import { counted } from '../../src/model/figures.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { compareCatalogs, entryOf, type ModelLines, type StreamStep } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { isListedRow } from '../days/row-line.ts';

type JudgedRule = 'gone' | 'shrunk' | 'rewritten' | 'rewritten_in_place';
export type DayRule = JudgedRule | 'unreached';

/** The limit of each rule: the maximum share of models that may break it, in per cent. */
export type DayLimits = Readonly<Record<JudgedRule, number>>;

/** A rule that a day breaks. */
export interface Breach {
  rule: DayRule;
  /** The number of models that break the rule, and the number of models that were compared. */
  models: number;
  of: number;
  /** The limit of the rule, in per cent. */
  percent: number;
}

interface WorstModel {
  id: string;
  /** The change of the model, such as `is gone`. */
  what: string;
}

/** The verdict on a new day. The day may come into force if it breaks no rule. */
export interface DayVerdict {
  breaches: Breach[];
  /** At most three models that break a rule, those with the most downloads first. */
  worst: WorstModel[];
}

/** The smallest number of models that is judged. In a smaller index a single model would be a large share. */
const FEWEST = 20;
const NAMED = 3;

/**
 * Counts the models that break one rule: among the listed models of the day in force, and among all models of that day.
 */
class Tally {
  listed = 0;
  all = 0;
  worst: (WorstModel & { downloads: number })[] = [];

  /** Counts the model `before`. It is not among all models if only the list has lost it. */
  add(before: ModelLines, what: string, wasListed: boolean, isInAll = true): void {
    if (isInAll) this.all++;
    if (wasListed) this.listed++;
    const { downloads = 0 } = JSON.parse(before.row.toString('utf8')) as ModelRow;
    this.worst.push({ id: before.id, what, downloads });
    this.worst.sort((a, b) => b.downloads - a.downloads);
    this.worst.length = Math.min(this.worst.length, NAMED);
  }
}

/**
 * Judges the day `after` by `limits` against `before`, the day in force. Models in `expected` (ids in lower case) may
 * be gone. Reads the objects of models that changed.
 */
export function judgeDay(
  before: CatalogFile,
  after: CatalogFile,
  limits: DayLimits,
  { store, expected }: { store: Pick<ObjectStore, 'get'>; expected: ReadonlySet<string> },
): DayVerdict {
  const tallies = {
    ...{ gone: new Tally(), shrunk: new Tally() },
    ...{ rewritten: new Tally(), rewritten_in_place: new Tally() },
  };
  const of = { listed: 0, all: 0 };
  for (const step of compareCatalogs(before, after)) {
    if (!step.before || expected.has(step.id.toLowerCase())) continue;
    of.all += 1;
    if (isListedRow(step.before.row)) of.listed += 1;
    if (!step.same) note(tallies, step, step.before, store);
  }
  const breaches: Breach[] = [];
  const worst: Tally['worst'] = [];
  for (const [rule, tally] of Object.entries(tallies) as [JudgedRule, Tally][]) {
    // One of the names of our own.
    const percent = limits[rule];
    // Models that left the list long ago would make the share too small, so the listed models are also judged alone.
    const population = (['listed', 'all'] as const).find(
      (name) => of[name] >= FEWEST && tally[name] * 100 > of[name] * percent,
    );
    if (!population) continue;
    breaches.push({ rule, models: tally[population], of: of[population], percent });
    worst.push(...tally.worst);
  }
  worst.sort((a, b) => b.downloads - a.downloads);
  const once = worst.filter(({ id }, at) => worst.findIndex((other) => other.id === id) === at);
  return { breaches, worst: once.slice(0, NAMED).map(({ id, what }) => ({ id, what })) };
}

function note(
  tallies: Record<JudgedRule, Tally>,
  { after, sameEntry }: StreamStep,
  before: ModelLines,
  store: Pick<ObjectStore, 'get'>,
): void {
  const wasListed = isListedRow(before.row);
  if (!after) {
    tallies.gone.add(before, 'is gone', wasListed);
    return;
  }
  if (wasListed && !isListedRow(after.row)) tallies.gone.add(before, 'fell off the list', true, false);
  if (sameEntry) return;
  const [old, fresh] = [objectOf(before, store), objectOf(after, store)];
  const rewritten = otherBytes(old, fresh);
  const broken = {
    ...{ shrunk: shrinkage(old, fresh), rewritten },
    rewritten_in_place: old.revision === fresh.revision ? rewritten : undefined,
  };
  for (const [rule, what] of Object.entries(broken))
    if (what !== undefined) tallies[rule as JudgedRule].add(before, what, wasListed);
}

const objectOf = (model: ModelLines, store: Pick<ObjectStore, 'get'>) =>
  parseModelObject(store.get(entryOf(model).model));

/**
 * Says how much a model has shrunk. Gives undefined if more than half of its bytes and more than half of its files are
 * left.
 */
function shrinkage({ files: old }: ModelObject, { files: fresh }: ModelObject): string | undefined {
  const [was, is] = [totalSize(old), totalSize(fresh)];
  if (was > 0 && is * 2 <= was) return `has ${counted(is, 'byte')} of ${counted(was, 'byte')}`;
  if (fresh.length * 2 <= old.length) return `has ${counted(fresh.length, 'file')} of ${old.length}`;
  return undefined;
}

function otherBytes({ files: old }: ModelObject, { files: fresh }: ModelObject): string | undefined {
  const known = new Map(old.map(({ path, sha256 }) => [path, sha256]));
  const other = fresh.find(({ path, sha256 }) => (known.get(path) ?? sha256) !== sha256);
  return other && `has other bytes at ${other.path}`;
}
