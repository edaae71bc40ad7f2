// Describes how files compare with a proof, in the same sentences on the command line and in the browser.
import { count, counted } from '../../model/figures.ts';

/** The files of a model that the reader has, and other files beside them. */
export interface HeldFiles {
  /** The id of the expected model. */
  model: string;
  /** The number of the model's files that are here with the right bytes. */
  right: number;
  /** The number of files that the model has. */
  files: number;
  /** Paths of the model that are missing here. */
  missing: readonly string[];
  /** Files here that do not belong to the model. */
  extra: readonly string[];
}

/** The end of the sentence about matching files, by the outcome of the proof. */
const WORTH = {
  proved: ' what the log says.',
  unchecked: ' the proof, and nobody checked who signed it.',
  unsigned: ' the proof, and nobody signed it.',
  faulty: '.',
} as const;

/** The maximum number of paths that a sentence lists. */
const NAMED = 3;

/**
 * Describes the outcome: how many files match, which are missing, and which do not belong to the model. If `isStrict`
 * is true, files that do not belong to the model are a fault.
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
