// A built answer about a model with the figures of the day in it: made when it is first asked for, and remembered.
import { type Awaitable, andThen } from '../src/awaitable.ts';
import type { ModelFigures } from '../src/model-figures.ts';
import { Remembered } from '../src/remembered.ts';
import { compressedText } from './compressed-text.ts';
import type { BuiltFile, Ports, Tree } from './ports.ts';
import { perTree } from './tree-cache.ts';

/** Bytes kept of such answers, per tree. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** The plain one and two that are compressed, at most. */
const FORMS = 2;

/** By the path in the tree (bench: "ModelInfo from the tree"). */
const madeOf = perTree(
  () => new Remembered<string, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => FORMS * size + 500 }),
);

/**
 * The answer at `path` with the figures of the model `id`, put in by `insert`; without them where the index knows none.
 * Undefined when the tree has no such answer.
 */
export function figured(
  { compress }: Pick<Ports, 'compress'>,
  tree: Tree,
  id: string,
  path: string,
  insert: (text: string, figures: ModelFigures) => string,
): Awaitable<BuiltFile | undefined> {
  const made = madeOf(tree);
  return (
    made.known(path) ??
    made.get(path, () =>
      andThen(tree.text(path), (text) => {
        if (text === undefined) return undefined;
        return andThen(tree.search(), (index) =>
          andThen(index.figuresOf(id), (figures = {}) => compressedText(insert(text, figures), compress)),
        );
      }),
    )
  );
}
