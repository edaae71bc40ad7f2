// Reads an object by its address: from the tree if the index has it, otherwise from the store of published objects
// (decision 0023).

import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { OBJECT_KINDS, OBJECT_MEDIA_TYPES, type ObjectKind } from '../../src/nouns/media-types.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { builtAnswer, type Extra } from '../answers/built-answer.ts';
import type { BuiltFile, Call, Handler, PublishedObject, Tree } from '../ports/ports.ts';
import type { Answer } from '../request/answer.ts';

export const object: Handler<'object'> = (call) => {
  const { params, tree, ports } = call;
  const address = parseAddress(params.id);
  if (!address) return refuse('BadAddress', undefined);
  const kept = ports.objects.kept(address);
  if (kept) return published(call, kept);
  return andThen(indexed(tree, address, OBJECT_KINDS), (object) => {
    if (object) return builtAnswer(call, object.file, { type: OBJECT_MEDIA_TYPES[object.kind] });
    return ports.objects
      .read(address)
      .then((found) => (found ? published(call, found) : refuse('ObjectNotFound', { address })));
  });
};

/** Finds an object of the index. Returns its file, and the first of `kinds` under which the tree has the object. */
function indexed(
  tree: Tree,
  address: Address,
  [kind, ...others]: readonly ObjectKind[],
): Awaitable<{ kind: ObjectKind; file: BuiltFile } | undefined> {
  if (kind === undefined) return undefined;
  return andThen(tree.read(objectPath(kind, address)), (file) =>
    file ? { kind, file } : indexed(tree, address, others),
  );
}

const extras = new WeakMap<PublishedObject, Extra>();

function published(call: Call<'object'>, found: PublishedObject): Awaitable<Answer | Refusal> {
  let extra = extras.get(found);
  if (!extra) {
    extra = { type: found.metadata.media_type, headers: headersOf(found.metadata.filename), steady: true };
    extras.set(found, extra);
  }
  return builtAnswer(call, found.file, extra);
}

/**
 * The headers that keep a published page from running with the hub's rights in a browser: the page gets no origin, and
 * may run no script.
 */
const HARMLESS = ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy', "sandbox; default-src 'none'"];

function headersOf(filename: string | null): readonly string[] {
  if (filename === null) return HARMLESS;
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return [...HARMLESS, 'Content-Disposition', `inline; filename*=UTF-8''${encoded}`];
}
