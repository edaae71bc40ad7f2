// Reads an object by its address: one of the index from the tree, a published one from the store (SPEC.md 4.7).
import { parseAddress } from '../../src/address.ts';
import { objectMediaType } from '../../src/media-types.ts';
import { type Refusal, refuse } from '../../src/refusals.ts';
import { routes } from '../../src/routes.ts';
import { objectPath } from '../../src/static-tree.ts';
import type { Answer, Ask } from '../answer.ts';
import { builtAnswer, type Extra } from '../built-answer.ts';
import type { Handler } from '../handler.ts';
import type { BuiltFile } from '../ports.ts';
import type { PublishedObject } from './objects-port.ts';

export const object: Handler<'object'> = ({ ask, params, tree, ports }) => {
  const address = parseAddress(params.id);
  if (!address) return refuse('BadAddress', undefined);
  const kept = ports.objects.kept(address);
  if (kept) return published(ask, kept);
  const file = tree.read(objectPath(address), false);
  if (file) return builtAnswer(ask, routes.object, file, { type: indexedType(file) });
  return ports.objects
    .read(address)
    .then((found) => (found ? published(ask, found) : refuse('ObjectNotFound', { address })));
};

/** Media types of the index's objects, each found out once. */
const types = new WeakMap<BuiltFile, string>();

function indexedType(file: BuiltFile): string {
  const known = types.get(file);
  if (known !== undefined) return known;
  const start = file.body instanceof Uint8Array ? new TextDecoder().decode(file.body.subarray(0, 200)) : CATALOG_START;
  const type = objectMediaType(start);
  types.set(file, type);
  return type;
}

/** No other object of the index is too large for memory. */
const CATALOG_START = '{"format":"hub.model-hub.catalog/v1"';

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
