// Runs a mirror: takes the days of a hub or of a folder into HUB_DATA, and those of HUB_DATA into a folder, in the form
// of HUB_DATA, for a hub that takes them without a network.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asGiven } from '../../functions/stores/bytes/file-modes.ts';
import { defined, own } from '../../src/basics/records.ts';
import { counted } from '../../src/model/figures.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { readWithdrawnIds } from '../accounts/database.ts';
import type { DayRules } from '../aside/put-in-force.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { dropTakenDown, idsInDay } from '../days/days-back.ts';
import { openObjectStore, storeOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { notePurged, readPurgedObjects } from '../days/purged.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/lock.ts';
import { openClient } from '../objects/hub-address.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import { type Progress, progressFor } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { type MirrorReport, mirrorDays } from './mirror-days.ts';
import { folderOrigin, hubOrigin } from './object-origin.ts';

interface MirrorRequest {
  /** The URL of a hub, or a folder of days. */
  from?: string | undefined;
  at?: string | undefined;
  to?: string | undefined;
  rules: DayRules | undefined;
  isQuiet: boolean;
}

interface MirrorOutcome {
  mirrored?: MirrorReport;
  written?: WrittenDays;
}

interface WrittenDays {
  folder: string;
  /** The number of days that the folder lacked, and of the objects that were written for them. */
  days: number;
  objects: number;
  bytes: number;
}

const ADVICE = 'Make room and do it again: it goes on where it ended.';

/** Takes the days of a hub or of a folder, writes a folder, or does both. Throws a Failure if either fails. */
export async function runMirror(
  config: Config,
  { from, to, isQuiet, ...request }: MirrorRequest,
): Promise<MirrorOutcome> {
  const progress = progressFor(isQuiet);
  return inData(config, async () => {
    const mirrored = from === undefined ? undefined : await take(config, from, request, progress);
    const written = to === undefined ? undefined : await asGiven(() => writeDays(config, to, progress));
    return defined({ mirrored, written });
  });
}

async function take(
  config: Config,
  from: string,
  { at, rules }: Pick<MirrorRequest, 'at' | 'rules'>,
  progress: Progress,
): Promise<MirrorReport> {
  const { data, mirrorBytes } = config;
  const isHub = /^https?:/i.test(from);
  const origin = isHub ? hubOrigin(openClient(config, from), mirrorBytes) : folderOrigin(from, mirrorBytes);
  // Stores every object in HUB_OBJECTS, even if the shipped catalog has it, because an upgraded package may ship
  // another catalog.
  const store = openObjectStore(config.objects);
  const service = readService(config);
  const withdrawn = await readWithdrawnIds(config);
  return onDisk(dayPlaces(config), ADVICE, async () => {
    const report = await mirrorDays({ data, store, service, origin, day: at, rules, withdrawn, progress });
    const here = withdrawn.size === 0 ? [] : idsInDay(await dayIn(store, report.catalog), withdrawn);
    return { ...report, withdrawn: here.length };
  });
}

/** The names that a folder of days may hold. */
const ENTRIES = /^(?:objects|(?:index|purged)\.json(?:\.new)?)$/;

/**
 * Writes the days of HUB_DATA that the folder `to` lacks, as a mirror takes them: it hashes each object, and changes
 * the folder's pointer last. Throws a Failure if there is no day, or if the folder holds anything else.
 */
export async function writeDays(config: Config, to: string, progress: Progress): Promise<WrittenDays> {
  const { data } = config;
  const pointer = currentPointer(data);
  if (!pointer) throw new Failure('There is no day to write: import or mirror one first.');
  // The newest day is written as it was built, without withdrawn models.
  const { catalog, takenFrom } = currentStamp(config.dist)?.stamp ?? {};
  const built = takenFrom === pointer.catalog ? parseAddress(catalog!) : undefined;
  const days = built ? { ...pointer.days, [built]: own(pointer.days, pointer.catalog) ?? {} } : pointer.days;
  const strange =
    existsSync(to) && (statSync(to).isDirectory() ? readdirSync(to).find((name) => !ENTRIES.test(name)) : to);
  if (strange)
    throw new Failure(`${to} is no folder of days alone (${strange}), and nothing was written: name another.`);
  const origin = folderOrigin(
    data,
    config.mirrorBytes,
    { ...pointer, catalog: built ?? pointer.catalog, days },
    storeOf(config),
  );
  return onDisk([{ folder: to }], 'Make room and write it again.', async () => {
    const store = openObjectStore(join(to, 'objects'));
    const gone = readPurgedObjects(data);
    for (const address of gone) store.remove(address);
    const { days: written, taken } = await mirrorDays({ data: to, store, origin, rules: undefined, progress });
    if (gone.size > 0) notePurged(to, { objects: [...gone] });
    await dropTakenDown(data, store);
    return { folder: to, days: written, ...taken };
  });
}

/** The maximum number of withdrawals that are shown. */
const SHOWN = 20;

/** Formats the report of a mirror as lines for people. */
export function mirrorLines({ mirrored, written }: MirrorOutcome): string[] {
  const lines = mirrored ? mirroredLines(mirrored) : [];
  if (!written) return lines;
  const { folder, days, objects, bytes } = written;
  return [
    ...lines,
    `Wrote ${folder}: ${counted(days, 'day')}, ${counted(objects, 'object')}, ${counted(bytes, 'byte')}.`,
  ];
}

function mirroredLines({ withdrawn = 0, gone = [], ...report }: MirrorReport): string[] {
  const { origin, snapshot, catalog, changed, aside, days, models, taken } = report;
  const left = `${counted(withdrawn, 'model')} of it withdrawn here, which the build leaves out.`;
  const lost = `${counted(gone.length, 'model')} left out, whose objects ${origin} has removed for good:`;
  const notes = [
    ...(withdrawn > 0 ? [left] : []),
    ...(gone.length > 0 ? [lost, ...gone.slice(0, SHOWN).map(({ reason }) => `  ${reason}`)] : []),
    ...(gone.length > SHOWN ? [`  and ${gone.length - SHOWN} more (--json lists all)`] : []),
  ];
  if (aside) return notes;
  if (!changed) return [`Up to date with ${origin}: ${snapshot} is in force (${catalog}).`, ...notes];
  return [
    `Took the days of ${origin}: ${snapshot} is in force now (${catalog}).`,
    `${counted(days, 'new day')}, ${counted(models, 'model')} checked, ${counted(taken.objects, 'object')} ` +
      `and ${counted(taken.bytes, 'byte')} taken.`,
    ...notes,
    'Next: model-hub build',
  ];
}
