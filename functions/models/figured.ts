// A built answer about a model with the day's figures inserted: made at the first request, and remembered.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import { compressedText } from '../answers/compressed-text.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Ports, Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';

/** The most bytes of such answers kept, per tree. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** An answer has at most three forms: plain, and two compressed ones. */
const FORMS = 2;

/** Answers by the params of targets, as in `located.ts` (bench: "ModelInfo from the tree"). */
const madeOf = perTree(
  () => new Remembered<object, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => FORMS * size + 500 }),
);

/** Describes an answer whose text gets figures inserted. */
interface Figured {
  ports: Pick<Ports, 'compress'>;
  tree: Tree;
  /** The params of the target; they are its key. */
  params: { owner: string; name: string };
  /** Gives the path of the stored answer; undefined for a name that no model can have. */
  path(): string | undefined;
  insert(text: string, figures: ModelFigures): string;
}

/** Gives the answer made earlier for these params. */
export const knownFigured = ({ tree, params }: Pick<Figured, 'tree' | 'params'>): BuiltFile | undefined =>
  madeOf(tree).known(params);

/**
 * Makes and remembers the answer with the figures of the model. Leaves the figures out if the index has none or can't be
 * read just now. Undefined when the tree has no such answer.
 */
export function figured({ ports, tree, params, path, insert }: Figured): Awaitable<BuiltFile | undefined> {
  const at = path();
  if (at === undefined) return undefined;
  return andThen(tree.text(at), (text) => {
    if (text === undefined) return undefined;
    return andThen(figuresOf(tree, `${params.owner}/${params.name}`), (figures) => {
      const file = compressedText(insert(text, figures ?? {}), ports.compress);
      // `/healthz` reports a damaged index. We still serve the model without figures, and look again at the next request.
      if (figures) madeOf(tree).put(params, file);
      return file;
    });
  });
}

/** Empty for a model without figures; undefined while the index can't be read. */
function figuresOf(tree: Tree, id: string): Awaitable<ModelFigures | undefined> {
  try {
    const found = andThen(tree.search(), (index) => andThen(index.figuresOf(id), (figures = {}) => figures));
    return found instanceof Promise ? found.catch(() => undefined) : found;
  } catch {
    return undefined;
  }
}
