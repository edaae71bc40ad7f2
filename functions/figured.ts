// A built answer about a model with the figures of the day in it: made when it is first asked for, and remembered.
import { LRUCache } from 'lru-cache';
import { type Awaitable, andThen } from '../src/awaitable.ts';
import { paysToCompress } from '../src/compression.ts';
import { sha256Hex } from '../src/digests/sha.ts';
import type { ModelFigures } from '../src/model-figures.ts';
import type { Body } from './answer.ts';
import type { Coding } from './negotiate.ts';
import type { BuiltFile, CompressPort, Ports, Tree } from './ports.ts';
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
        const file = textFile(new TextEncoder().encode(insert(text, figures)), compress);
        madeOf(tree).set(path, file, { size: FORMS * file.size + 500 });
        return file;
      }),
    );
  });
}

/** Compressed by the host when somebody asks for it so. */
function textFile(bytes: Uint8Array, compress: CompressPort): BuiltFile {
  const forms = new Map<Coding, Awaitable<Body>>();
  return {
    tag: sha256Hex(bytes).slice(0, 32),
    size: bytes.length,
    body: () => bytes,
    twin(coding) {
      const pack = paysToCompress(bytes.length) ? compress[coding] : undefined;
      if (!pack) return undefined;
      const known = forms.get(coding);
      if (known) return known;
      const made = pack(bytes).then((form) => {
        forms.set(coding, form);
        return form;
      });
      forms.set(coding, made);
      made.catch(() => forms.delete(coding));
      return made;
    },
  };
}
