// A built answer about a model with the figures of the day in it: made when it is first asked for, and remembered.
import { LRUCache } from 'lru-cache';
import { type Awaitable, andThen } from '../src/awaitable.ts';
import type { ModelFigures } from '../src/model-figures.ts';
import { compressedText } from './compressed-text.ts';
import type { BuiltFile, Ports, Tree } from './ports.ts';
import { perTree } from './tree-cache.ts';

/** Bytes kept of such answers, per tree. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** The plain one and two that are compressed, at most. */
const FORMS = 2;

const madeOf = perTree(() => new LRUCache<string, BuiltFile>({ maxSize: KEPT_BYTES }));

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
  const known = madeOf(tree).get(path);
  if (known) return known;
  return andThen(tree.text(path), (text) => {
    if (text === undefined) return undefined;
    return andThen(tree.search(), (index) =>
      andThen(index.figuresOf(id), (figures = {}) => {
        const file = compressedText(insert(text, figures), compress);
        madeOf(tree).set(path, file, { size: FORMS * file.size + 500 });
        return file;
      }),
    );
  });
}
