// Runs a mirror, or the import of a tar file. Takes the lock of HUB_DATA, and opens the object store and the settings.
import { asGiven } from '../../functions/stores/bytes/file-modes.ts';
import { defined } from '../../src/basics/defined.ts';
import type { LogPolicy } from '../../src/log/proof/check-proof.ts';
import type { Config } from '../../src/service/config.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { DayRules } from '../aside/put-in-force.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { idsInDay } from '../days/ids-in-day.ts';
import { type ObjectStore, openObjectStore, storeOf } from '../days/object-store.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/in-data.ts';
import { placesOf } from '../log/open-log.ts';
import { openClient } from '../objects/hub-address.ts';
import type { ObjectClient } from '../objects/object-client.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress-for.ts';
import { readService } from '../process/read-service.ts';
import { remoteLog } from '../proofs/remote-log.ts';
import type { LogSource } from './carried-log.ts';
import { copyFolder } from './copies/log-copies.ts';
import { hubOrigin } from './hub-origin.ts';
import { type MirrorReport, mirrorDays } from './mirror-days.ts';
import { checkLogged, mirrorLog } from './mirror-log.ts';
import type { MirrorOutcome } from './mirror-report.ts';
import type { ObjectOrigin } from './object-origin.ts';
import { TarLog } from './tar-log.ts';
import { openTarOrigin } from './tar-origin.ts';
import { type TarReport, writeTar } from './tar-writer.ts';

interface MirrorRequest {
  url?: string | undefined;
  at?: string | undefined;
  to?: string | undefined;
  /** The keys that must have signed the hub's log. */
  policy: LogPolicy;
  rules: DayRules | undefined;
  isQuiet: boolean;
}

/** Mirrors a hub, writes a tar file, or does both. Throws a Failure if either fails. */
export async function runMirror(
  config: Config,
  { url, to, isQuiet, ...request }: MirrorRequest,
): Promise<MirrorOutcome> {
  const progress = progressFor(isQuiet);
  // Stores every object in HUB_OBJECTS, even if the shipped catalog has it, because an upgraded package may ship
  // another catalog.
  const store = openObjectStore(config.objects);
  return inData(config, 'mirror', async () => {
    const mirrored =
      url === undefined ? undefined : await takeHub(config, store, progress, openClient(config, url), request);
    const written = to === undefined ? undefined : await write(config, to, progress, mirrored);
    return defined({ mirrored, written });
  });
}

/**
 * Writes the tar file. After a mirror, it carries the log against which the days were checked, if there is one. Without
 * a mirror, it carries this hub's own log.
 */
function write(config: Config, to: string, progress: Progress, mirrored?: MirrorReport): Promise<TarReport> {
  const source = mirrored ? mirrored.log && copyFrom(config, mirrored.origin) : ownLog(config);
  const built = mirrored ? undefined : currentStamp(config.dist)?.stamp;
  return asGiven(() => writeTar({ data: config.data, store: storeOf(config), log: source, built, to, progress }));
}

/** Returns this hub's own log. The host by which others mirror this hub is absent if the hub has no public address. */
function ownLog(config: Config): LogSource {
  const address = config.baseUrl ?? readService(config).baseUrl;
  return { folder: placesOf(config).own, ...(address !== undefined && { host: new URL(address).host }) };
}

/** Returns the copy of the log of the hub at the URL `of`. */
function copyFrom({ data }: Config, of: string) {
  const { host } = new URL(of);
  return { of, host, folder: copyFolder(data, host) };
}

interface TarImport {
  /** The tar file. */
  path: string;
  /** The keys that must have signed the log in the file. */
  policy: LogPolicy;
  rules: DayRules | undefined;
  isQuiet: boolean;
}

/** Takes the days of a tar file. Throws a Failure if the file or its log is refused. */
export async function runTarImport(
  config: Config,
  { path, policy, rules, isQuiet }: TarImport,
): Promise<MirrorOutcome> {
  const progress = progressFor(isQuiet);
  const store = openObjectStore(config.objects);
  return inData(config, 'import', async () => {
    const log = new TarLog({ data: config.data, path, policy });
    try {
      const origin = await onDisk(dayPlaces(config), ADVICE, () => openTarOrigin({ path, store, log, progress }));
      return {
        mirrored: { ...(await take(config, store, progress, origin, { rules })), ...defined({ log: log.taken }) },
      };
    } finally {
      log.remove();
    }
  });
}

/** Mirrors a hub. Takes its log first, so that a day is taken only if the log names it. */
async function takeHub(
  config: Config,
  store: ObjectStore,
  progress: Progress,
  client: ObjectClient,
  { at, policy, rules }: Pick<MirrorRequest, 'at' | 'policy' | 'rules'>,
): Promise<MirrorReport> {
  const copy = { folder: copyFrom(config, client.base).folder, name: client.base };
  const log = await onDisk(dayPlaces(config), ADVICE, () => mirrorLog({ ...copy, read: remoteLog(client), policy }));
  const origin = hubOrigin(client, config.mirrorBytes, log && ((day) => checkLogged(copy, day, AGAIN)));
  return { ...(await take(config, store, progress, origin, { at, rules })), ...defined({ log }) };
}

const AGAIN = 'Where it has just been built, mirror again in a moment.';
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
