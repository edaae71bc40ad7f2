// An error that a person can correct. It is printed as one sentence, without a stack.
import { own } from '../../src/basics/records.ts';
import { shownLine } from '../../src/basics/shown-text.ts';

export class Failure extends Error {
  /** The exit code: 1 if the work failed, 2 if the command line was wrong. */
  readonly exitCode: 1 | 2 = 1;
}

/** The failure for a wrong command line. */
export class UsageFailure extends Failure {
  override readonly exitCode = 2;
}

/** Makes a sentence of a message: with a capital letter at its start and a full stop at its end. */
export const asSentence = (message: string): string =>
  message.replace(/^./, (first) => first.toUpperCase()).replace(/\.?$/, '.');

/**
 * Returns a sentence about `what` and an error of the operating system (`ENOSPC`, `EACCES`, …); undefined for other
 * errors.
 */
export function systemSentence(error: unknown, what: string): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)
    ? `${shownLine(what)}: ${own(REASONS, code) ?? code} (${code}).`
    : undefined;
}

/** Makes a Failure from any error at `what`, such as a file that can't be read. */
export const failureAt = (what: string, error: unknown): Failure =>
  new Failure(systemSentence(error, what) ?? String(error), { cause: error });

/** Returns the reason why a request got no answer. The error's own message is only `fetch failed` or `terminated`. */
export function whyUnreached(error: unknown): string {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError' || name === 'AbortError') return 'it does not answer';
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(cause?.code ?? '')) return 'it sends nothing for too long';
  return cause?.code ?? cause?.message ?? message;
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'no file may be this large here (see ulimit -f)',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long for the file system',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};
