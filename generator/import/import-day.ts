// Imports a day: reads and checks everything first, then writes it, and moves the pointer last.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { bytes } from '../../src/model/figures.ts';
import { parseObjectName } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import type { DayVerdict } from '../aside/judge-day.ts';
import { type DayRules, putInForce } from '../aside/put-in-force.ts';
import { earlierDays } from '../days/days-back.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/object-writer.ts';
import { type Pointer, pointerAfter, readPointer } from '../days/pointer.ts';
import { noteBroughtBack, readPurgedObjects } from '../days/purged.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { type ImportReport, readReport } from './import-report.ts';
import { type Input, inputLines } from './rows/input-lines.ts';
import { type ReadRows, readRows } from './rows/read-rows.ts';
import { RowSpool } from './rows/row-spool.ts';
import { type OtherModels, writeDay } from './write-day.ts';

interface ImportInput {
  /** HUB_DATA, whose lock the caller holds. */
  data: string;
  /** The folder of the shipped catalog. */
  seed: string;
  /** The object store. Its first root takes all writes; the shipped objects are in a later root. */
  store: ObjectStore;
  service: Service;
  input: Input;
  /** The day as YYYY-MM-DD. */
  day: string;
  /** Ids of models to leave out of the day. */
  drop?: string[];
  skipInvalid?: boolean;
  /** Ids in lower case of withdrawn models, which the day leaves out. */
  withdrawn?: ReadonlySet<string>;
  /**
   * Makes the rows of `input` an import of changes: the other models stay as the newest day has them, but for these
   * changes. Without it, `input` is the whole list.
   */
  others?: OtherModels | undefined;
  ontoSeed?: boolean;
  /** The time when the day is made, and the commit of the code that makes it. */
  made: DayOrigin;
  /** The rules that the day must keep; undefined if the operator has accepted the day. */
  rules?: DayRules | undefined;
  /** The verdict on rules that the day is known to break before the import begins. */
  known?: DayVerdict | undefined;
  progress: Progress;
}

/**
 * Imports a day: a whole list, or with `others` the changes since the newest day, which cost about as much as what
 * changed. Gives `imported: false` and changes nothing when there are bad rows without `skipInvalid`, or no good row in
 * a whole list. A bad row of an import of changes leaves its model as it was. Gives `imported: false` too for a day
 * that breaks the rules, which it keeps aside. Throws a Failure when the input can't be read, is empty, or contradicts
 * `day` or `drop`.
 */
export async function importDay({ drop = [], ...options }: ImportInput): Promise<ImportReport> {
  const input = { ...options, drop };
  const scratch = join(input.data, 'tmp');
  // Removes the remains of a killed import. No other import is running, because this process holds the lock.
  rmSync(scratch, { recursive: true, force: true });
  input.store.clean();
  const own = readPointer(input.data);
  const newest = own ?? (input.ontoSeed ? seedPointer(input.seed) : undefined);
  const earlier = await earlierDays(input.store, newest, input.day);
  mkdirSync(scratch, { recursive: true });
  const spool = new RowSpool(join(scratch, 'rows'));
  try {
    const rows = await readAll(input, spool);
    const report = readReport(rows, spool.count + rows.gated.length);
    refuseContradictions(input, rows, report.read);
    if ((report.taken === 0 && !input.others) || (report.skipped > 0 && !input.skipInvalid))
      return { ...report, imported: false };
    const expected = new Set([...input.drop.map((id) => id.toLowerCase()), ...(input.withdrawn ?? [])]);
    const { warnings, ...written } = await writeDay({
      ...input,
      rows,
      ...earlier,
      spool,
      purged: readPurgedObjects(input.data),
      takedowns: readTakedowns(input.data),
    });
    if (own && input.ontoSeed) warnings.push('--onto-seed has no effect: HUB_DATA has a chain of its own already.');
    const changed = written.catalog !== own?.catalog;
    const next = pointerAfter(newest, { catalog: written.catalog, snapshot: input.day, made: input.made });
    const { data, store, seed, rules: dayRules, known } = input;
    // The first day in HUB_DATA is not judged, even if it continues the shipped catalog.
    const before = own ? (earlier.replaced ?? earlier.base) : undefined;
    const aside = changed
      ? await putInForce({ data, store, rules: dayRules, before, expected, known }, next, async () => {
          if (newest && !own) await copySeed(store, seed);
        })
      : undefined;
    if (aside) return { ...report, imported: false, aside };
    if (changed) await noteBroughtBack(data, store, written.catalog, expected);
    return { ...report, ...written, imported: true, changed, warnings: [...report.warnings, ...warnings] };
  } finally {
    spool.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function seedPointer(seed: string): Pointer {
  const pointer = readPointer(seed);
  if (!pointer) throw new Failure(`--onto-seed: no catalog ships at ${seed}.`);
  return pointer;
}

async function readAll(input: Omit<ImportInput, 'drop'>, spool: RowSpool): Promise<ReadRows> {
  const task = input.progress.start('Reading rows', input.input.size, bytes);
  const lines = inputLines(input.input, (read) => task.advance(read));
  const { skipInvalid = false, withdrawn } = input;
  const rows = await readRows(lines, input.service, spool, { skipInvalid, withdrawn });
  task.done(`${spool.count + rows.gated.length} good, ${rows.badLines.length} bad`);
  return rows;
}

function refuseContradictions(input: ImportInput & { drop: string[] }, rows: ReadRows, read: number): void {
  if (read === 0 && !input.others)
    throw new Failure(`${input.input.name} holds no row; an empty day would hide every model.`);
  const id = input.drop.find((dropped) => rows.claimed.has(dropped.toLowerCase()));
  if (id !== undefined)
    throw new Failure(`--drop ${id}: ${input.input.name} holds this model; it can be imported or dropped, not both.`);
}

/**
 * Copies every object of the shipped catalog into the store of a hub whose days continue that catalog, and checks its
 * hash, so that a later version of the package may ship another catalog.
 * A copy gets its name only when it is complete, because readers that need the object meanwhile look in the store before
 * the seed.
 */
async function copySeed(store: ObjectStore, seed: string): Promise<void> {
  const objects = join(seed, 'objects');
  if (!existsSync(objects)) return;
  for (const folder of readdirSync(objects))
    for (const name of readdirSync(join(objects, folder))) {
      const address = parseObjectName(`${folder}/${name}`);
      if (address) await takeObject(store, address, [store.getBytes(address)]);
    }
}
