// Where popular targets lead: a file of a model, remembered by the params that the reading of the target has.
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
 * What a tree's targets were found to lead to. To find it anew takes most of a redirect (bench: "redirect, one process",
 * "HEAD of a weight blob"). Readings are shared between requests (`reading.ts`), so their params stand for the target.
 */
export const locatedOf = perTree(
  () =>
    new Remembered<object, Located>({
      most: BYTES,
      weigh: ({ model, file }) => model.weight + weightOfFile(file),
    }),
);
