// Brings the log of a hub up to the current tree: appends leaves, signs, collects cosignatures and publishes the log. The
// log in HUB_DATA and its copy in HUB_DIST must begin with the same leaves.

import { join } from 'node:path';
import { readably } from '../../functions/stores/bytes/file-modes.ts';
import { beginsWith, checkedTiles } from '../../src/log/checked-tiles.ts';
import { type Head, type VerifierKey, verifyNote } from '../../src/log/note.ts';
import { dayAt } from '../../src/log/proof/make-proof.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { writeDurably } from '../files/durability.ts';
import { takeLock } from '../files/lock.ts';
import { Failure } from '../process/failure.ts';
import { appendDay, type LoggedIndex, type LogIdentity } from './append-day.ts';
import { copyLog } from './copy-log.ts';
import {
  bothCopies,
  damagedLog,
  filesIn,
  headOf,
  LogFolderWriter,
  type LogPlaces,
  placesOf,
  readHead,
} from './log-folder.ts';
import { publishLog } from './publish-log.ts';
import { readSigners } from './signers.ts';
import { askWitnesses, missingWitnesses, readWitnesses, type Witness, type WitnessResult } from './witnesses.ts';

/** Settings of a log that this hub keeps. */
export interface LogSettings extends LogIdentity {
  witnesses: readonly Witness[];
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
 * Checks whether the log can be continued, so that a build fails at once and not after hours. Rejects with a Failure
 * that names the fix if it can't.
 */
export function checkLogPlaces(settings: LogSettings): Promise<unknown> {
  return told(settings, () => findLog(settings));
}

/**
 * Logs `index` and publishes the log. Holds the lock of the log meanwhile. The published log is complete at every
 * moment. Rejects with a Failure if the log can't be continued, signed or published.
 */
export function keepLog(settings: LogSettings, index: LoggedIndex): Promise<LogReport> {
  return underLock(settings, async () => {
    const found = await findLog(settings);
    const before = await takeNewest(settings.places, found);
    const head = await appendDay(settings, before, index);
    const wanted = settings.signers.length > 0 ? missingWitnesses(head, settings.witnesses) : [];
    const report = await finish(settings, head, found.published, wanted);
    const notices = droppedKeys(found.published ?? found.own, settings);
    return { ...report, appended: head.size - (before?.size ?? 0), notices };
  });
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
  return underLock(settings, async () => {
    const { own, published } = await findLog(settings);
    if (!own || (published && published.size > own.size))
      throw new Failure('There is no log here yet: run "model-hub build" first.');
    return finish(settings, own, published, settings.witnesses);
  });
}

/** The checkpoints of both copies of the log. */
type FoundLog = Record<'own' | 'published', Head | undefined>;

/**
 * Compares both copies, and changes nothing. Rejects with a Failure with the fix if a checkpoint is damaged or of
 * another log than that of `settings`, or if the copies contradict each other. Rejects with a LogDamage if a tile needed
 * for this is damaged.
 */
async function findLog(settings: LogSettings): Promise<FoundLog> {
  const { places } = settings;
  const [own, published] = [headIn(places.own, settings), headIn(places.published, settings)];
  if (!own || !published) return { own, published };
  const [older, newer, copies] =
    published.size > own.size ? [own, published, [filesIn(places.published)]] : [published, own, bothCopies(places)];
  if (await beginsWith(copies, newer, older)) return { own, published };
  throw new Failure(
    `The log in ${places.own} (${counted(own.size, 'leaf', 'leaves')}) and the one that was published, ${places.published} ` +
      `(${counted(published.size, 'leaf', 'leaves')}), fork: keep what others have seen. ` +
      `Usually that is the published one: remove ${places.own}, and build again.`,
  );
}

const REMOVE_FILE = 'remove that file, so that the next build uses the other copy, or put it back from a backup';

/**
 * Reads the checkpoint in `folder`. Throws a Failure if it is damaged, if a signed log would lose its signature or
 * change its name, or if its signature is wrong.
 */
function headIn(folder: string, { origin: wanted, signers }: LogSettings): Head | undefined {
  let head: Head | undefined;
  try {
    head = readHead(folder);
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(`${error.message.replace(/\.$/, '')}; ${REMOVE_FILE}.`, { cause: error });
  }
  if (!head || head.note.signatures.length === 0) return head;
  const { origin, note } = head;
  if (signers.length === 0)
    throw new Failure(
      `The log ${origin} is signed, and HUB_SIGNING_KEY is not set: set it to the key of ${origin}. To ` +
        'begin another log, remove the folder log in HUB_DATA and in HUB_DIST.',
    );
  if (origin !== wanted)
    throw new Failure(
      `The log is ${origin}, but HUB_SIGNING_KEY is for ${wanted}: a signed log keeps its name. "model-hub key ${origin}" makes another key for it.`,
    );
  const keys = signers.map(({ key }) => key);
  if (verifyNote(note, keys).wrong.length > 0)
    throw new Failure(`${join(folder, CHECKPOINT)} was changed after HUB_SIGNING_KEY signed it; ${REMOVE_FILE}.`);
  return head;
}

/** Brings the log in HUB_DATA up to a longer published one, and returns its checkpoint; undefined if there is no log. */
async function takeNewest(places: LogPlaces, { own, published }: FoundLog): Promise<Head | undefined> {
  if (!published || (own && own.size >= published.size)) return own;
  const log = { head: published, copies: [filesIn(places.published)], index: () => [] };
  await copyLog(log, new LogFolderWriter(places.own));
  return published;
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
 * Does `work` while holding the lock of the log in HUB_DATA, since builds with another HUB_DIST write the same log.
 * Rejects with a Failure if a file is damaged in both copies.
 */
async function underLock<T>(settings: LogSettings, work: () => Promise<T>): Promise<T> {
  const lock = takeLock(settings.places.own, 'the log of HUB_DATA');
  try {
    return await told(settings, work);
  } finally {
    lock.release();
  }
}

const told = <T>({ places }: LogSettings, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw error instanceof LogDamage ? damagedLog(places, error) : error;
  });

/** Shows the log in HUB_DATA to the `wanted` witnesses, then publishes it with their cosignatures. */
async function finish(
  { places, witnesses, signers }: LogSettings,
  head: Head,
  published: Head | undefined,
  wanted: readonly Witness[],
): Promise<LogReport> {
  const { own } = places;
  const { text, asked } = await askWitnesses(bothCopies(places), head, wanted, published?.size);
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
  const { expires } = await dayAt(checkedTiles(bothCopies(places), last).files, size);
  return { origin, size, appended: 0, isSigned: signers.length > 0, expires, witnesses: asked, notices: [] };
}
