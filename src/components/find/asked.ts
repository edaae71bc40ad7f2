// What somebody pasted where models are looked for: a hash, an address, a model by any of its names, or the name of a file.
import { type Address, parseAddress } from '../../nouns/address.ts';
import { isIdPart, parseModelId } from '../../nouns/model-id.ts';

/** What a text means that is more than words. */
export type Asked =
  | { kind: 'sha256'; sha256: string }
  | { kind: 'object'; address: Address }
  | { kind: 'model'; id: string }
  | { kind: 'file'; name: string; words: string };

/** Reads a text; undefined where it is words to search for. */
export function readAsked(text: string): Asked | undefined {
  const asked = text.trim();
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(asked)?.[1];
  if (hash) return { kind: 'sha256', sha256: hash.toLowerCase() };
  const address = parseAddress(/blake3:[0-9a-f]{64}$/i.exec(asked)?.[0].toLowerCase() ?? '');
  if (address) return { kind: 'object', address };
  const id = modelIn(asked);
  return id === undefined ? fileIn(asked) : { kind: 'model', id };
}

/**
 * `owner/name`, also out of an address, here or on another hub, or out of the reference of a registry with its tag
 * (`hf.co/owner/name:Q4_K_M`); undefined when it is neither.
 */
export function modelIn(text: string): string | undefined {
  const trimmed = text.trim();
  const path = trimmed.replace(/^(?:hf:\/\/|[a-z]+:\/\/[^/]+\/)/i, '');
  const isAddress = path !== trimmed;
  const segments = path
    .split(/[?#]/, 1)[0]!
    .split('/')
    .filter((segment) => segment !== '');
  // Without a scheme it is a host when it has a dot or a port in it, and an id behind it.
  if (!isAddress && segments.length === 3 && /^[^/]+[.:][^/]+$/.test(segments[0]!)) segments.shift();
  else if (!isAddress && segments.length !== 2) return undefined;
  const [owner = '', name = ''] = isAddress ? withoutPlace(segments) : segments;
  const id = `${owner}/${name.replace(/:[\w.-]*$/, '')}`;
  return parseModelId(id) && !OTHERS.has(owner) ? id : undefined;
}

/** First segments of addresses that are no owner's. */
const OTHERS = new Set(['datasets', 'spaces', 'docs']);

/** The segments of an address from the id on. */
function withoutPlace(segments: string[]): string[] {
  const [first, second] = segments;
  if (first === 'via') return withoutPlace(segments.slice(2));
  if (first === 'api' && second === 'models') return segments.slice(2);
  return first === 'models' || first === 'v2' ? segments.slice(1) : segments;
}

/** Files of models by their endings. */
const FILE = /^(.+?)\.(gguf|safetensors|onnx|bin|pth?|ckpt|h5|tflite|llamafile)$/i;
/** What a file's name has behind that of its model: its part of several, its quantisation, its precision. */
const BEHIND = /[-._](?:\d{5}-of-\d{5}|(?:UD-)?I?Q\d\w*|[fb]?f?(?:16|32)|fp8|int[48]|[48]bit)$/i;
/** Names that files of nearly every model have. */
const COMMON = /^(?:pytorch_|tf_|flax_|adapter_|diffusion_pytorch_)?model$/i;

function fileIn(text: string): Asked | undefined {
  const name = text.split('/').at(-1)!;
  const [, stem] = FILE.exec(name) ?? [];
  if (stem === undefined || /\s/.test(name)) return undefined;
  let words = stem;
  while (BEHIND.test(words)) words = words.replace(BEHIND, '');
  return COMMON.test(words) || !isIdPart(words) ? undefined : { kind: 'file', name, words };
}
