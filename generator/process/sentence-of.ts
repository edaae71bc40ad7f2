// Describes a thrown error for people: one sentence for a fault that they can correct, the whole stack for a bug.
import { ConfigError } from '../../src/service/config.ts';
import { Failure, systemSentence } from './failure.ts';

/** Returns the text to print for any thrown value. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure || error instanceof ConfigError) return error.message;
  const { path, message, stack } = error as NodeJS.ErrnoException;
  const refused = systemSentence(error, path ?? 'the operating system');
  if (refused !== undefined) return refused;
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return (isOurs ? stack : message) ?? String(error);
}
