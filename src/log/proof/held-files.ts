// Describes how files compare with a proof, in sentences for the command line and the browser.
import { count, counted } from '../../model/figures.ts';

/** The result of comparing a reader's files with those of a model. */
export interface HeldFiles {
  /** The id of the expected model. */
  model: string;
  /** The number of the model's files that the reader has with the right bytes. */
  right: number;
  /** The number of files that the model has. */
  files: number;
  /** Paths in the model of files that the reader lacks. */
  missing: readonly string[];
  /** Files of the reader that do not belong to the model. */
  extra: readonly string[];
}

/** The words that end the sentence about matching files, by the outcome of the proof. */
const WORTH = {
  proved: ' what the log says.',
  unchecked: ' the proof, and nobody checked who signed it.',
  unsigned: ' the proof, and nobody signed it.',
  faulty: '.',
} as const;

/** The maximum number of paths that a sentence lists. */
const NAMED = 3;

/**
 * Describes how many files match, which are missing, and which do not belong to the model. `isStrict` is true if files
 * that do not belong to the model are a fault.
 */
export function heldSentence(held: HeldFiles, worth: keyof typeof WORTH, isStrict = false): string {
  const { model, right, files, missing, extra } = held;
  const others = isStrict ? 'Not of the model, which --strict refuses' : 'Not of the model, and not proved';
  return [
    `${count(right)} of ${counted(files, 'file')} of ${model} matched${WORTH[worth]}`,
    missing.length > 0 && ` Not here: ${someOf(missing)}.`,
    extra.length > 0 && ` ${others}: ${someOf(extra)}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join('');
}

/** Lists the first few of `paths`, and the number of others. */
export function someOf(paths: readonly string[], between = ', '): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return paths.slice(0, NAMED).join(between) + more;
}
