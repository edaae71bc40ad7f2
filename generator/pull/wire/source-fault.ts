// Declares the faults of a source. Their kind says whether the source is asked again.
import type { IncomingHttpHeaders } from 'node:http';
import { retryAfter } from '../../../src/basics/retry-after.ts';

type FaultKind =
  /** The source may answer later, and is asked again after a pause. */
  | 'away'
  /** The source lacks this file or has other bytes. It is still asked for other files. */
  | 'file'
  /** The source ignores ranges. It is asked only when no other source is left. */
  | 'whole';

export class SourceFault extends Error {
  readonly kind: FaultKind;
  /** The number of milliseconds that the source asks clients to wait; undefined if it does not say. */
  readonly wait: number | undefined;

  constructor(kind: FaultKind, reason: string, wait?: number) {
    super(reason);
    this.kind = kind;
    this.wait = wait;
  }
}

/** Returns the fault for an answer whose status says that it is not the file. */
export function faultOfStatus(status: number, headers: IncomingHttpHeaders): SourceFault {
  if (status === 429 || status === 408 || status >= 500)
    return new SourceFault('away', `answers with ${status}`, retryAfter(headers['retry-after']));
  return new SourceFault('file', status === 416 ? 'has fewer bytes (416)' : `answers with ${status}`);
}
