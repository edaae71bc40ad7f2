// Files that were held against a proof, in the sentences that every checker says.
import { count, counted } from '../../model/figures.ts';

/** The files of a model that are here, and others beside them. */
export interface HeldFiles {
  /** The model it should be. */
  model: string;
  /** How many of its files are here and right. */
  right: number;
  /** How many it has. */
  files: number;
  /** Files of it that are not here. */
  missing: readonly string[];
  /** Files that do not belong to it. */
  extra: readonly string[];
}

/** The worth of files that match, as the end of a sentence. */
const WORTH = {
  proved: ' what the log says.',
  unchecked: ' the proof, and nobody checked who signed it.',
  unsigned: ' the proof, and nobody signed it.',
  faulty: '.',
} as const;

/** Paths named at once. */
const NAMED = 3;

/** The outcome: how many files match, which are not here, and which are not the model's. `isStrict`: there must be none of these. */
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

/** The first few of `paths`, and how many more there are. */
export function someOf(paths: readonly string[], between = ', '): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return paths.slice(0, NAMED).join(between) + more;
}
