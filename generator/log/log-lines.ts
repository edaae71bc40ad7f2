// What is told of the log, in words.
import { grouped } from '../process/progress.ts';
import type { LogReport } from './keep-log.ts';

/** `signed as hub.example/log, 5 leaves more`. */
export function logWords({ origin, size, appended, isSigned }: LogReport): string {
  const signed = isSigned ? `signed as ${origin}` : 'not signed: set HUB_SIGNING_KEY ("model-hub key" makes a key)';
  const leaves = appended === 1 ? '1 leaf' : `${grouped(appended)} leaves`;
  return isSigned ? `${signed}, ${leaves} more of ${grouped(size)}` : `${leaves} more of ${grouped(size)}, ${signed}`;
}

/** A sentence for each thing that an operator should know. */
export function logNotices({ witnesses, isSigned }: LogReport, configured: number): string[] {
  if (!isSigned && configured > 0) return ['No witness was asked: they cosign what is signed, so set HUB_SIGNING_KEY.'];
  const faults = witnesses.flatMap(({ fault }) => fault ?? []);
  return faults.length === 0 ? [] : [...faults, 'The next build asks again, or "model-hub witness".'];
}
