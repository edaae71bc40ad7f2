// Inserts the day's figures, such as downloads, into an answer of the tree about a model. The result is made at the
// first request, and then kept.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import { compressedText } from '../answers/compressed-text.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Ports, Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';

/** The maximum total size in bytes of the answers that are kept for a tree. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** An answer with its compressed forms is counted as this many times the size of its plain form. */
const FORMS = 2;

/**
 * The answers that were made. The key is the `params` object of a parsed target, which all requests for that target
 * share (bench: "ModelInfo from the tree").
 */
const madeOf = perTree(
  () => new Remembered<object, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => FORMS * size + 500 }),
);

/** An answer into whose text figures are inserted. */
interface Figured {
  ports: Pick<Ports, 'compress'>;
  tree: Tree;
  /** The params of the target. The object itself is the key of the kept answer. */
  params: { owner: string; name: string };
  /** Returns the path of the answer in the tree; undefined for a name that no model can have. */
  path(): string | undefined;
  insert(text: string, figures: ModelFigures): string;
}

/** Returns the kept answer for these params; undefined if none is kept. */
export const knownFigured = ({ tree, params }: Pick<Figured, 'tree' | 'params'>): BuiltFile | undefined =>
  madeOf(tree).known(params);

/**
 * Makes the answer with the model's figures, and keeps it. Leaves the figures out if the index has none or can't be
 * read now. Returns undefined if the tree has no such answer.
 */
export function figured({ ports, tree, params, path, insert }: Figured): Awaitable<BuiltFile | undefined> {
  const at = path();
  if (at === undefined) return undefined;
  return andThen(tree.text(at), (text) => {
    if (text === undefined) return undefined;
    return andThen(figuresOf(tree, `${params.owner}/${params.name}`), (figures) => {
      const file = compressedText(insert(text, figures ?? {}), ports.compress);
      // If the index can't be read now, the answer has no figures and is not kept, so that the next request tries
      // again. `/healthz` reports a damaged index.
      if (figures) madeOf(tree).put(params, file);
      return file;
    });
  });
}

/** Returns an empty object for a model without figures; undefined while the index can't be read. */
function figuresOf(tree: Tree, id: string): Awaitable<ModelFigures | undefined> {
  try {
    const found = andThen(tree.search(), (index) => andThen(index.figuresOf(id), (figures = {}) => figures));
    return found instanceof Promise ? found.catch(() => undefined) : found;
  } catch {
    return undefined;
  }
}
