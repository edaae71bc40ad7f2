// The log that is served, as it stands: how long, who signed and cosigned it, and until when its day counts.
import { parseVerifierKey, type VerifierKey, verifyNote } from '../../src/log/note.ts';
import { grouped } from '../process/progress.ts';
import { filesIn, readHead } from './log-folder.ts';
import type { LogPlaces } from './open-log.ts';
import { dayAt, KEYS } from './publish-log.ts';
import type { Witness } from './witnesses.ts';

export interface LogStatus {
  origin: string;
  /** Leaves. */
  size: number;
  /** Its newest day, and when that counts no more. */
  day: string;
  expires: string;
  expired: boolean;
  /** Names and ids of keys of the log whose signature is right. */
  signed: string[];
  /** Those of witnesses, and those that are asked and have not cosigned. */
  cosigned: string[];
  missing: string[];
}

const nameOf = ({ name, id }: VerifierKey) => `${name}+${id}`;

/** Reads it; undefined where no log is published. Rejects with a LogDamage. */
export async function readLogStatus(
  { published }: Pick<LogPlaces, 'published'>,
  witnesses: readonly Pick<Witness, 'key'>[],
  now: number,
): Promise<LogStatus | undefined> {
  const head = readHead(published);
  if (!head) return undefined;
  const { day, expires } = await dayAt(published, head.size);
  const lines = new TextDecoder().decode(filesIn(published)(KEYS)).split('\n');
  const keys = lines.flatMap((line) => parseVerifierKey(line) ?? []);
  const verified = verifyNote(head.note, keys).verified.map(({ key }) => key);
  const cosigned = verified.filter(({ type }) => type === 'cosignature').map(nameOf);
  return {
    ...{ origin: head.origin, size: head.size, day, expires, expired: Date.parse(expires) <= now },
    signed: verified.filter(({ type }) => type === 'ed25519').map(nameOf),
    cosigned,
    missing: witnesses.map(({ key }) => nameOf(key)).filter((name) => !cosigned.includes(name)),
  };
}

/** As words: `1,234 leaves, signed as …, good until …`. */
export function logStatusWords(status: LogStatus | undefined): string {
  if (!status) return 'none: run "model-hub build"';
  const { origin, size, expires, expired, signed, cosigned, missing } = status;
  const asked = cosigned.length + missing.length;
  return [
    `${grouped(size)} leaves`,
    signed.length > 0 ? `signed as ${origin}` : 'not signed: set HUB_SIGNING_KEY and build',
    ...(asked > 0 ? [`cosigned by ${cosigned.length} of ${asked} witnesses`] : []),
    expired ? `its day expired at ${expires}: build again` : `its day counts until ${expires}`,
  ].join(', ');
}
