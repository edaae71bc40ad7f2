// Files that were held against a proof, in the sentences that every checker says.
import { counted } from '../model/figures.ts';

/** What is here of a model, and beside it. */
export interface HeldFiles {
  /** The model it should be. */
  model: string;
  /** How many of its files are here and right. */
  right: number;
  /** How many it has. */
  files: number;
  /** Those of them that are not here. */
  missing: readonly string[];
  /** What is no file of it. */
  extra: readonly string[];
}

/** What the files that are right are worth: in words, as the end of a sentence. */
export const WORTH = {
  proved: 'what the log says.',
  unchecked: 'what the proof says, and nobody checked who signed it.',
  unsigned: 'what the proof says, and nobody signed it.',
  faulty: 'here and right.',
} as const;

/** Paths named at once. */
const NAMED = 3;

/** The outcome: how many files are `worth` that, which are not here, and which are nobody's. `isStrict`: no others are wanted. */
export function heldSentence(held: HeldFiles, worth: keyof typeof WORTH, isStrict = false): string {
  return [`${rightFiles(held)} ${WORTH[worth]}`, missingSentence(held), extraSentence(held, isStrict)].join('');
}

/** `4 of the 5 files of acme/tiny-bert are`. */
function rightFiles({ model, right, files }: HeldFiles): string {
  const of = `files of ${model}`;
  if (right === files) return files === 1 ? `the one file of ${model} is` : `all ${files} ${of} are`;
  return `${right === 0 ? 'none' : right} of the ${files} ${of} ${right > 1 ? 'are' : 'is'}`;
}

function missingSentence({ missing }: HeldFiles): string {
  if (missing.length === 0) return '';
  return ` ${counted(missing.length, 'file')} of the model ${missing.length === 1 ? 'is' : 'are'} not here: ${someOf(missing)}.`;
}

function extraSentence({ extra }: HeldFiles, isStrict: boolean): string {
  if (extra.length === 0) return '';
  const [be, them] = extra.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const so = isStrict ? '--strict allows none' : `nothing is said of ${them}`;
  return ` ${counted(extra.length, 'file')} beside them ${be} not of the model, and ${so}: ${someOf(extra)}.`;
}

/** The first few of `paths`, and how many more there are. */
export function someOf(paths: readonly string[], between = ', '): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return paths.slice(0, NAMED).join(between) + more;
}
