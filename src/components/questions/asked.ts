// Recognises text that somebody pasted into a search: a hash, an address, a model by any of its names, or the name of a
// file.
import { type Address, parseAddress } from '../../nouns/address.ts';
import { isIdPart, parseModelId } from '../../nouns/model-id.ts';

/** A pasted text that is not just search words, by what it names. */
export type Asked =
  | { kind: 'sha256'; sha256: string }
  | { kind: 'object'; address: Address }
  | { kind: 'digits'; count: number }
  | { kind: 'model'; id: string; tag?: string }
  | { kind: 'file'; name: string; words: string };

/** Reads a text; undefined if it is just words to search for. */
export function readAsked(text: string): Asked | undefined {
  const asked = text.trim();
  const hash = HASH.exec(asked)?.[1];
  if (hash) return { kind: 'sha256', sha256: hash.toLowerCase() };
  const address = parseAddress(/blake3:[0-9a-f]{64}$/i.exec(asked)?.[0].toLowerCase() ?? '');
  if (address) return { kind: 'object', address };
  const digits = OTHER_HASH.exec(asked)?.[1];
  if (digits) return { kind: 'digits', count: digits.length };
  const named = namedIn(asked);
  if (named === undefined) return fileIn(asked);
  const id = modelIn(named)!;
  const tag = /^[^:]+:([\w.-]+)$/.exec(named.split('/').at(-1)!)?.[1];
  return { kind: 'model', id, ...(tag !== undefined && tag !== 'latest' && { tag }) };
}

/**
 * Says why nothing was found for a hash or an address, for which a search by words finds nothing either. Returns
 * undefined for other texts.
 */
export function nothingFor(asked: Asked): string | undefined {
  if (asked.kind === 'sha256') return 'No file with this SHA-256 is in the index.';
  if (asked.kind === 'object') return 'No object with this address is here.';
  if (asked.kind !== 'digits') return undefined;
  const { count } = asked;
  if (count === 40)
    return 'Nothing is looked up by a commit or a SHA-1: paste the id or the address of a model, or the SHA-256 of a file.';
  const what = count === 32 ? 'This may be an MD5' : `These are ${count} hexadecimal digits`;
  return `${what}: a file is looked up by its whole SHA-256, which has 64.`;
}

/**
 * Matches a SHA-256 as programs write it: alone, after the word `sha256`, or before the name of a file as `sha256sum`
 * prints it.
 */
const HASH = /^(?:sha256(?:[:=-]| ?\(.*\) ?= ?))?([0-9a-f]{64})(?:\s+\S.*)?$/i;
/**
 * Matches a part of a hash, or a hash of another kind. The text must have both digits and letters, since letters alone
 * may be a word, and digits alone a date.
 */
const OTHER_HASH = /^(?:(?:md5|sha1|sha256)[:=-])?(?=.*\d)(?=.*[a-f])([0-9a-f]{8,128})$/i;

/** Matches the start of a command that names a model: variables of the shell, then the program. */
const COMMAND = /^(?:\$ )?(?:\w+=\S* )*(?:hf|huggingface-cli|ollama|llama-[\w-]+|vllm|git|curl|wget|oras|docker)\s/;
/** Matches an option whose value, for example a folder, may look like the id of a model. */
const PLACED = /^(?:-o|--(?:local-dir|cache-dir|output|revision|token|include|exclude|repo-type))$/;

/** Gives the part of a text or command that names a model; undefined if no part does. */
function namedIn(text: string): string | undefined {
  if (modelIn(text) !== undefined) return text;
  if (!COMMAND.test(text)) return undefined;
  const words = text.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
  return words.find((word, at) => at > 0 && !PLACED.test(words[at - 1]!) && modelIn(word) !== undefined);
}

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
const OTHERS = new Set(['datasets', 'spaces', 'docs']);

/** Drops the segments of a path that stand before the id, such as `api/models`. */
function withoutPlace(segments: string[]): string[] {
  const [first, second] = segments;
  if (first === 'via') return withoutPlace(segments.slice(2));
  if (first === 'api' && second === 'models') return segments.slice(2);
  return first === 'models' || first === 'v2' ? segments.slice(1) : segments;
}

/** Matches the names of model files by their endings. */
const FILE = /^(.+?)\.(gguf|safetensors|onnx|bin|pth?|ckpt|h5|tflite|llamafile)$/i;
/**
 * Matches the end of a file's name that is not part of the model's name: a part number, a quantisation, a precision.
 */
const BEHIND = /[-._](?:\d{5}-of-\d{5}|(?:UD-)?I?Q\d\w*|[fb]?f?(?:16|32)|fp8|int[48]|[48]bit)$/i;
/** Matches names that weight files of many models share, without the ending. A file of this name leads to no model. */
const COMMON = /^(?:pytorch_|tf_|flax_|adapter_|diffusion_pytorch_)?model$/i;

function fileIn(text: string): Asked | undefined {
  const name = text.split('/').at(-1)!;
  const [, stem] = FILE.exec(name) ?? [];
  if (stem === undefined || /\s/.test(name)) return undefined;
  let words = stem;
  while (BEHIND.test(words)) words = words.replace(BEHIND, '');
  return COMMON.test(words) || !isIdPart(words) ? undefined : { kind: 'file', name, words };
}
