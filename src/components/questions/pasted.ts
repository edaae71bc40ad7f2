// Recognises text that somebody pasted into a search: a hash, an address, or a model by any of its names.
import { parseModelId } from '../../nouns/model-id.ts';

/** A pasted text that is not just search words, by what it names. */
type Pasted =
  | { kind: 'sha256'; sha256: string }
  | { kind: 'model'; id: string; tag?: string }
  | { kind: 'models'; ids: readonly string[] };

/** Reads a text; undefined if it is just words to search for. */
export function readPasted(text: string): Pasted | undefined {
  const pasted = text.trim();
  const hash = HASH.exec(pasted)?.[1];
  if (hash) return { kind: 'sha256', sha256: hash.toLowerCase() };
  const parts = pasted.split(/\s+vs\.?\s+|[\s,]+/i).filter((part) => part !== '');
  const ids = [...new Set(parts.map(modelIn))];
  const [id] = ids;
  if (id === undefined || ids.includes(undefined)) return undefined;
  if (ids.length > 1) return { kind: 'models', ids: ids as string[] };
  const tag = /^[^:]+:([\w.-]+)$/.exec(pasted.split('/').at(-1)!)?.[1];
  return { kind: 'model', id, ...(tag !== undefined && tag !== 'latest' && { tag }) };
}

/**
 * Matches a SHA-256 as programs write it: alone, after the word `sha256`, or before the name of a file as `sha256sum`
 * prints it.
 */
const HASH = /^(?:sha256(?:[:=-]| ?\(.*\) ?= ?))?([0-9a-f]{64})(?:\s+\S.*)?$/i;
/**
 * Finds `owner/name` in an id with or without a tag, in the address of a model on any hub, or in a registry reference
 * (`hf.co/owner/name:Q4_K_M`); undefined if there is none.
 */
export function modelIn(text: string): string | undefined {
  const trimmed = text.trim();
  const path = trimmed.replace(/^(?:hf:\/\/|[a-z]+:\/\/[^/]+\/)/i, '');
  const isAddress = path !== trimmed;
  const segments = path
    .split(/[?#]/, 1)[0]!
    .split('/')
    .filter((segment) => segment !== '');
  // Without a scheme, a first segment with a dot or a port is a host if an id follows.
  if (!isAddress && segments.length === 3 && /^[^/]+[.:][^/]+$/.test(segments[0]!)) segments.shift();
  else if (!isAddress && segments.length !== 2) return undefined;
  const [owner = '', name = ''] = isAddress ? withoutPlace(segments) : segments;
  const id = `${owner}/${name.replace(/:[\w.-]*$/, '')}`;
  return parseModelId(id) && !OTHERS.has(owner) ? id : undefined;
}

/** The first segments of public addresses that are no owner of a model. */
const OTHERS = new Set(['api', 'datasets', 'spaces', 'docs']);

/** Drops the segments of a path that stand before the id, such as `api/models`. */
function withoutPlace(segments: string[]): string[] {
  const [first, second] = segments;
  if (first === 'via') return withoutPlace(segments.slice(2));
  if (first === 'api' && second === 'models') return segments.slice(2);
  return first === 'models' || first === 'v2' ? segments.slice(1) : segments;
}
