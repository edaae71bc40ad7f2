// Describes the result of comparing files with a proof, in the same sentences on the command line and in the browser.
import { count, counted } from '../../model/figures.ts';

/** The files of a model that are here, and other files beside them. */
export interface HeldFiles {
  /** The expected model. */
  model: string;
  /** The number of its files that are here and right. */
  right: number;
  /** The number of its files. */
  files: number;
  /** Its files that are missing here. */
  missing: readonly string[];
  /** Files that do not belong to it. */
  extra: readonly string[];
}

/** The words for each strength of a match, as the end of a sentence. */
const WORTH = {
  proved: ' what the log says.',
  unchecked: ' the proof, and nobody checked who signed it.',
  unsigned: ' the proof, and nobody signed it.',
  faulty: '.',
} as const;

/** The most paths that are named. */
const NAMED = 3;

/**
 * Describes the outcome: how many files match, which are missing, and which are not the model's. With `isStrict` there
 * must be none of the last.
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
