// Describes the published log, and the changes that a build made to the log.

import { type VerifierKey, verifyNote } from '../../src/log/note.ts';
import { dayAt } from '../../src/log/proof/make-proof.ts';
import { counted } from '../../src/model/figures.ts';
import { grouped } from '../process/progress.ts';
import type { LogReport } from './keep-log.ts';
import { filesIn, keysIn, type LogPlaces, readHead } from './log-folder.ts';
import type { Witness } from './witnesses.ts';

const nameOf = ({ name, id }: VerifierKey) => `${name}+${id}`;

/**
 * Reads the status; undefined if no log is published: its newest day, the time when that expires, the log's own keys that
 * have signed validly, the witnesses that cosigned, and those that did not. Rejects with a LogDamage if the published
 * copy is damaged.
 */
export async function readLogStatus(
  { published }: Pick<LogPlaces, 'published'>,
  witnesses: readonly Pick<Witness, 'key'>[],
  now: number,
) {
  const head = readHead(published);
  if (!head) return undefined;
  const { day, expires } = await dayAt(filesIn(published), head.size);
  const verified = verifyNote(head.note, keysIn(published)).verified.map(({ key }) => key);
  const cosigned = verified.filter(({ type }) => type === 'cosignature').map(nameOf);
  return {
    ...{ origin: head.origin, size: head.size, day, expires, expired: Date.parse(expires) <= now },
    signed: verified.filter(({ type }) => type === 'ed25519').map(nameOf),
    cosigned,
    missing: witnesses.map(({ key }) => nameOf(key)).filter((name) => !cosigned.includes(name)),
  };
}

/** Returns the status in words: `1,234 leaves, signed as …, its day counts until …`. */
export function logStatusWords(status: Awaited<ReturnType<typeof readLogStatus>>): string {
  if (!status) return 'none: run "model-hub build"';
  const { origin, size, expires, expired, signed, cosigned, missing } = status;
  const asked = cosigned.length + missing.length;
  return [
    counted(size, 'leaf', 'leaves'),
    signed.length > 0 ? `signed as ${origin}` : 'not signed: set HUB_SIGNING_KEY and build',
    ...(asked > 0 ? [`cosigned by ${cosigned.length} of ${asked} witnesses`] : []),
    expired ? `its day expired at ${expires}: build again` : `its day counts until ${expires}`,
  ].join(', ');
}

/** Returns words such as `signed as hub.example/log, 5 leaves more of 1,234`. */
export function logWords({ origin, size, appended, isSigned }: LogReport): string {
  const signed = isSigned ? `signed as ${origin}` : 'not signed: set HUB_SIGNING_KEY ("model-hub key" makes a key)';
  const leaves = counted(appended, 'leaf', 'leaves');
  return isSigned ? `${signed}, ${leaves} more of ${grouped(size)}` : `${leaves} more of ${grouped(size)}, ${signed}`;
}

/** Returns the sentences that the operator should read. `configured` is the number of witnesses in service.yaml. */
export function logNotices({ witnesses, isSigned, notices }: LogReport, configured: number): string[] {
  if (!isSigned && configured > 0)
    return [...notices, 'No witness was asked: they cosign only signed logs, so set HUB_SIGNING_KEY.'];
  const faults = witnesses.flatMap(({ fault }) => fault ?? []);
  return [...notices, ...faults, ...(faults.length > 0 ? ['The next build asks again, or "model-hub witness".'] : [])];
}
