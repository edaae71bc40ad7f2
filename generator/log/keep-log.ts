// Brings the log of a hub up to the current tree: appends leaves, signs, collects cosignatures and publishes the log.
import { join } from 'node:path';
import { readably } from '../../functions/stores/bytes/file-modes.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/log-paths.ts';
import type { VerifierKey } from '../../src/log/note.ts';
import { counted } from '../../src/model/figures.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { writeDurably } from '../files/durability.ts';
import { takeLock } from '../files/lock.ts';
import { Failure } from '../process/failure.ts';
import { appendDay, type LoggedIndex } from './append-day.ts';
import { type Head, headOf, readHead } from './log-folder.ts';
import { mendLog } from './mend-log.ts';
import { damagedLog, findLog, type LogIdentity, type LogPlaces, placesOf } from './open-log.ts';
import { dayAt, isTorn, publishLog } from './publish-log.ts';
import { readSigners } from './signers.ts';
import { askWitnesses, missingWitnesses, readWitnesses, type Witness, type WitnessResult } from './witnesses.ts';

/** Settings of a log that this hub keeps. */
export interface LogSettings extends LogIdentity {
  places: LogPlaces;
  witnesses: readonly Witness[];
  expiryDays: number;
}

/** The changes that a build made to the log. */
export interface LogReport {
  origin: string;
  /** The number of all leaves, and the number of leaves that this build added. */
  size: number;
  appended: number;
  isSigned: boolean;
  /** The time when the newest logged day expires. */
  expires: string;
  /** The answer of each witness. */
  witnesses: WitnessResult[];
  /** Sentences that the operator should read. */
  notices: string[];
}

/** The default number of days for which a logged day is valid. */
const EXPIRY_DAYS = 7;

/** Reads the settings. Throws a ConfigError or a Failure if a key is unusable. */
export function logSettings(config: Config, service: Service): LogSettings {
  const signers = readSigners(config);
  return {
    places: placesOf(config),
    signers,
    origin: signers[0]?.key.name ?? logName(publicBaseUrl(config, service)),
    witnesses: readWitnesses(service),
    expiryDays: service.log?.expiryDays ?? EXPIRY_DAYS,
  };
}

/** Returns the default name for the log of the hub at `baseUrl`. */
export function logName(baseUrl: string): string {
  return `${new URL(baseUrl).host}/log`;
}

/**
 * Checks whether the log can be continued, so that a build fails at once and not after hours. Rebuilds a damaged copy
 * from the other one, and returns notices about the damage. Rejects with a Failure that names the fix if the log can't
 * be continued.
 */
export async function checkLogPlaces(settings: LogSettings): Promise<string[]> {
  try {
    await findLog(settings.places, settings);
    return [];
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    return underLock(settings, 'build', async (notices) => {
      await findLog(settings.places, settings);
      return notices;
    });
  }
}

/**
 * Logs `index` and publishes the log. Holds the lock of the log meanwhile. The published log is complete at every
 * moment. Rejects with a Failure if the log can't be continued, signed or published.
 */
export function keepLog(settings: LogSettings, index: Omit<LoggedIndex, 'expiryDays'>): Promise<LogReport> {
  const { expiryDays } = settings;
  return underLock(settings, 'build', async (notices) => {
    const found = await findLog(settings.places, settings);
    const { own } = settings.places;
    if (found.newest === 'published') await mendLog(settings.places, settings);
    const before = readHead(own);
    const head = await appendDay(own, before, { ...index, expiryDays }, settings);
    notices.push(...droppedKeys(found.published ?? found.own, settings));
    const wanted = settings.signers.length > 0 ? missingWitnesses(head, settings.witnesses) : [];
    const appended = head.size - (before?.size ?? 0);
    return finish(settings, { head, wanted, appended, published: found.published, notices });
  });
}

const idOf = ({ name, id }: Pick<VerifierKey, 'name' | 'id'>) => `${name}+${id}`;

/** Returns a warning if no key that signed the published log signs now. */
function droppedKeys(seen: Head | undefined, { signers, origin }: LogSettings): string[] {
  const before = seen?.note.signatures.filter(({ name }) => name === origin).map(idOf) ?? [];
  const now = signers.map(({ key }) => idOf(key));
  if (before.length === 0 || before.some((id) => now.includes(id))) return [];
  return [
    `${before.join(', ')} signed the log until now and no longer does: readers who trust no other key refuse it from now on. ` +
      `To replace a key, put the line of the old one above that of ${now.join(', ')} in HUB_SIGNING_KEY and build: both sign until readers have the new one.`,
  ];
}

/**
 * Asks all witnesses again to cosign the newest checkpoint. Rejects with a Failure if there is no witness or no signed
 * log.
 */
export async function witnessLog(settings: LogSettings): Promise<LogReport> {
  if (settings.witnesses.length === 0)
    throw new Failure('There is no witness: service.yaml names them, as log.witnesses.');
  if (settings.signers.length === 0)
    throw new Failure(
      'Witnesses cosign only signed logs: set HUB_SIGNING_KEY ("model-hub key" makes a key), and build.',
    );
  return underLock(settings, 'witness', async (notices) => {
    const { own, published, newest } = await findLog(settings.places, settings);
    if (!own || newest !== 'own') throw new Failure('There is no log here yet: run "model-hub build" first.');
    return finish(settings, { head: own, wanted: settings.witnesses, appended: 0, published, notices });
  });
}

/**
 * Does `work` while holding the lock of the log in HUB_DATA, since builds with another HUB_DIST write the same log. If
 * a copy of the log is damaged and can be rebuilt from the other, rebuilds it and then does `work`. `work` gets a list
 * to which it adds notices.
 */
async function underLock<T>(
  settings: LogSettings,
  command: string,
  work: (notices: string[]) => Promise<T>,
): Promise<T> {
  const { places } = settings;
  const lock = takeLock(places.own, 'the log of HUB_DATA', command);
  try {
    if (isTorn(places)) return await mended(settings, work);
    return await work([]).catch((error: unknown) => {
      if (error instanceof LogDamage) return mended(settings, work);
      throw error;
    });
  } catch (error) {
    throw error instanceof LogDamage ? damagedLog(places.own, error) : error;
  } finally {
    lock.release();
  }
}

async function mended<T>(settings: LogSettings, work: (notices: string[]) => Promise<T>): Promise<T> {
  const { own, published } = settings.places;
  const files = await mendLog(settings.places, settings);
  const said = `The log in ${own} was damaged: ${counted(files, 'file')} of it made again, out of its leaves there and in ${published}. Look after the disk.`;
  const copied = `The copy of the log in ${published} was damaged and has been written again.`;
  return work([files > 0 ? said : copied]);
}

interface Finished {
  /** The present checkpoint of the log in HUB_DATA. */
  head: Head;
  /** The witnesses to ask for cosignatures. */
  wanted: readonly Witness[];
  appended: number;
  /** The present checkpoint of the published copy; undefined if there is none. */
  published: Head | undefined;
  notices: string[];
}

/** Shows the log to witnesses, then publishes it with their cosignatures. */
async function finish(
  { places, witnesses, signers }: LogSettings,
  { head, wanted, appended, published, notices }: Finished,
): Promise<LogReport> {
  const { own } = places;
  const { text, asked } = await askWitnesses(own, head, wanted);
  const contradictions = asked.filter(({ contradicts }) => contradicts);
  if (contradictions.length > 0)
    throw new Failure(`${contradictions.map(({ fault }) => fault).join(' ')} Nothing of the log was published.`);
  // HUB_DATA gets the cosigned checkpoint before HUB_DIST. After a crash, the published log is then never ahead of the
  // log in HUB_DATA.
  if (text !== head.text) writeDurably(join(own, CHECKPOINT), text);
  const last = headOf(text, own);
  const keys = signers.length > 0 ? [...signers, ...witnesses].map(({ key }) => key) : [];
  await readably(() => publishLog(places, last, published, keys));
  const { origin, size } = last;
  const { expires } = await dayAt(own, size);
  return { origin, size, appended, isSigned: signers.length > 0, expires, witnesses: asked, notices };
}
