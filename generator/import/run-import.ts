// Runs the import command: takes the lock, opens the store and the service, and imports.

import { join } from 'node:path';
import { defined } from '../../src/basics/records.ts';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import { readWithdrawnIds } from '../accounts/database.ts';
import type { DayRules } from '../aside/put-in-force.ts';
import { storeOf } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/lock.ts';
import { seedFolder } from '../process/package-paths.ts';
import { progressFor } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { sourceCommit } from '../process/source-commit.ts';
import { importDay } from './import-day.ts';
import type { ImportReport } from './import-report.ts';
import { openInput } from './rows/input-lines.ts';

interface ImportRequest {
  file: string;
  day: string;
  drop: string[];
  skipInvalid?: true;
  ontoSeed?: true;
  /** The rules for the day; undefined if the operator accepted it. */
  rules: DayRules | undefined;
  json?: true;
}

/** Gives the origin of a day that is made now: the time to the second, and the commit of the code. */
export function originOfNow(): DayOrigin {
  const source = sourceCommit();
  return { archived: instantOf(Date.now()), ...defined({ source }) };
}

/**
 * The message to an operator whose hub served the shipped catalog until now. This import does not continue that
 * catalog.
 */
const newChain = (data: string) =>
  `These are the only models of the index from now on. To go on from the catalog that ships, remove ${join(data, 'index.json')} ` +
  'before the next build and import with --onto-seed.';

/**
 * Imports `file` into the HUB_DATA of `config`. Throws as `importDay` does, and a Failure if HUB_DATA is locked or
 * can't be written.
 */
export async function runImport(config: Config, { file, ...options }: ImportRequest): Promise<ImportReport> {
  const service = readService(config);
  const input = openInput(file);
  return inData(config, async () => {
    const isBeginning = !options.ontoSeed && !readPointer(config.data) && readPointer(seedFolder) !== undefined;
    const withdrawn = await readWithdrawnIds(config);
    const progress = progressFor(options.json);
    const report = await onDisk(dayPlaces(config), 'Nothing was imported; make room and import it again.', () =>
      importDay({
        ...options,
        data: config.data,
        seed: seedFolder,
        store: storeOf(config),
        service,
        input,
        withdrawn,
        made: originOfNow(),
        progress,
      }),
    );
    if (isBeginning && report.imported) report.warnings.push(newChain(config.data));
    return report;
  });
}
