// Remembers the file of a model that popular targets lead to, by the params of the target's reading.
import { Remembered } from '../../src/basics/remembered.ts';
import { perTree } from '../ports/tree-cache.ts';
import { type FileDirections, type ServedModel, weightOfFile } from './served-model.ts';

export interface Located {
  model: ServedModel;
  file: FileDirections;
}

/** The models among these are mostly remembered elsewhere as well. */
const BYTES = 16 * 1024 * 1024;

/**
 * Keeps the files that a tree's targets lead to. To find one anew takes most of a redirect (bench: "redirect, one
 * process", "HEAD of a weight blob"). Requests share readings (`reading.ts`), so the params of one identify the
 * target.
 */
export const locatedOf = perTree(
  () =>
    new Remembered<object, Located>({
      most: BYTES,
      weigh: ({ model, file }) => model.weight + weightOfFile(file),
    }),
);
