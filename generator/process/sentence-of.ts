// Describes a thrown error for people: one sentence for faults that they can mend, the whole stack for bugs.
import { ConfigError } from '../../src/service/config.ts';
import { Failure, systemSentence } from './failure.ts';

/** Describes any thrown value. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure || error instanceof ConfigError) return error.message;
  const { path, message, stack } = error as NodeJS.ErrnoException;
  const refused = systemSentence(error, path ?? 'the operating system');
  if (refused !== undefined) return refused;
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return (isOurs ? stack : message) ?? String(error);
}
