// Runs a mirror: takes the lock of HUB_DATA, and opens the object store and the settings.
import { asGiven } from '../../functions/stores/bytes/file-modes.ts';
import { defined } from '../../src/basics/defined.ts';
import type { Config } from '../../src/service/config.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { DayRules } from '../aside/put-in-force.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { idsInDay } from '../days/ids-in-day.ts';
import { type ObjectStore, openObjectStore, storeOf } from '../days/object-store.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/in-data.ts';
import { openClient } from '../objects/hub-address.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress-for.ts';
import { readService } from '../process/read-service.ts';
import { folderOrigin } from './folder-origin.ts';
import { hubOrigin } from './hub-origin.ts';
import { type MirrorReport, mirrorDays } from './mirror-days.ts';
import type { MirrorOutcome } from './mirror-report.ts';
import type { ObjectOrigin } from './object-origin.ts';
import { type WrittenDays, writeFolder } from './write-folder.ts';

interface MirrorRequest {
  /** The URL of a hub, or a folder of days. */
  from?: string | undefined;
  at?: string | undefined;
  to?: string | undefined;
  rules: DayRules | undefined;
  isQuiet: boolean;
}

/** Takes the days of a hub or of a folder, writes a folder, or does both. Throws a Failure if either fails. */
export async function runMirror(
  config: Config,
  { from, to, isQuiet, ...request }: MirrorRequest,
): Promise<MirrorOutcome> {
  const progress = progressFor(isQuiet);
  // Stores every object in HUB_OBJECTS, even if the shipped catalog has it, because an upgraded package may ship
  // another catalog.
  const store = openObjectStore(config.objects);
  return inData(config, 'mirror', async () => {
    const isHub = /^https?:/i.test(from ?? '');
    const originOf = (place: string) =>
      isHub ? hubOrigin(openClient(config, place), config.mirrorBytes) : folderOrigin(place, config.mirrorBytes);
    const mirrored = from === undefined ? undefined : await take(config, store, progress, originOf(from), request);
    const written = to === undefined ? undefined : await write(config, to, progress);
    return defined({ mirrored, written });
  });
}

const write = (config: Config, to: string, progress: Progress): Promise<WrittenDays> =>
  asGiven(() => {
    const built = currentStamp(config.dist)?.stamp;
    return writeFolder({ data: config.data, store: storeOf(config), built, to, progress });
  });

const ADVICE = 'Make room and do it again: it goes on where it ended.';

async function take(
  config: Config,
  store: ObjectStore,
  progress: Progress,
  origin: ObjectOrigin,
  { at, rules }: Pick<MirrorRequest, 'at' | 'rules'>,
): Promise<MirrorReport> {
  const service = readService(config);
  const ids = withdrawnIds(await readWithdrawals(config));
  return onDisk(dayPlaces(config), ADVICE, async () => {
    const report = await mirrorDays({
      ...{ data: config.data, store, service, origin, day: at, rules, progress },
      withdrawn: ids,
    });
    const { catalog } = report;
    const withdrawn = ids.size === 0 ? [] : idsInDay(await dayIn(store, catalog), ids);
    return { ...report, withdrawn: withdrawn.length };
  });
}
