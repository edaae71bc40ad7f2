// Reads an object by its address: one of the index from the tree, a published one from the store (decision 0023).
import { parseAddress } from '../../src/address.ts';
import { OBJECT_KINDS, OBJECT_MEDIA_TYPES, type ObjectKind } from '../../src/media-types.ts';
import { type Refusal, refuse } from '../../src/refusals.ts';
import { routes } from '../../src/routes.ts';
import { objectPath } from '../../src/static-tree.ts';
import type { Answer, Ask } from '../answer.ts';
import { builtAnswer, type Extra } from '../built-answer.ts';
import type { Handler } from '../handler.ts';
import type { PublishedObject } from './objects-port.ts';

export const object: Handler<'object'> = ({ ask, params, tree, ports }) => {
  const address = parseAddress(params.id);
  if (!address) return refuse('BadAddress', undefined);
  const kept = ports.objects.kept(address);
  if (kept) return published(ask, kept);
  for (const kind of OBJECT_KINDS) {
    const file = tree.read(objectPath(kind, address), false);
    if (file) return builtAnswer(ask, routes.object, file, INDEXED[kind]);
  }
  return ports.objects
    .read(address)
    .then((found) => (found ? published(ask, found) : refuse('ObjectNotFound', { address })));
};

const INDEXED: Record<ObjectKind, Extra> = {
  model: { type: OBJECT_MEDIA_TYPES.model },
  source: { type: OBJECT_MEDIA_TYPES.source },
  catalog: { type: OBJECT_MEDIA_TYPES.catalog },
};

const extras = new WeakMap<PublishedObject, Extra>();

function published(ask: Ask, found: PublishedObject): Answer | Refusal {
  let extra = extras.get(found);
  if (!extra) {
    extra = { type: found.metadata.media_type, headers: headersOf(found.metadata.filename), steady: true };
    extras.set(found, extra);
  }
  return builtAnswer(ask, routes.object, found.file, extra);
}

/** Bytes of anyone who may publish must not run as ours in a browser: a page among them gets no origin and no script. */
const HARMLESS = ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy', "sandbox; default-src 'none'"];

function headersOf(filename: string | null): readonly string[] {
  if (filename === null) return HARMLESS;
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return [...HARMLESS, 'Content-Disposition', `inline; filename*=UTF-8''${encoded}`];
}
