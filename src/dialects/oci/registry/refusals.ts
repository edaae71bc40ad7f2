// Every refusal of the registry: a code of the OCI distribution spec, its status, and a sentence that names the fix.

import { defined } from '../../../basics/records.ts';
import { OCI_CODES, type OciCode } from '../../../nouns/media-types.ts';
import type { OciError } from '../../../shapes/registry.ts';
import type { RefusalCode } from '../../../table/refusals.ts';

export interface OciRefusal {
  code: OciCode;
  status: number;
  /** The sentence about the refusal, as one line of ASCII. */
  message: string;
  /** Additional headers of the answer: name, value, name, value. */
  headers?: readonly string[];
  /** True if the answer has the type `text/plain`. */
  isText?: true;
}

interface Kind<V> extends Pick<OciRefusal, 'headers' | 'isText'> {
  code: OciCode;
  /** Says when the registry gives this refusal, for the API description. */
  when: string;
  status?: number;
  sentence: (values: V) => string;
}

const kind = <V>(
  code: OciCode,
  when: string,
  sentence: (values: V) => string,
  more: Pick<Kind<V>, 'status' | 'headers' | 'isText'> = {},
): Kind<V> => ({ code, when, sentence, ...more });

const inShards = ({ name, tag }: { name: string; tag: string }) =>
  `"${name}" has "${tag}" only as a GGUF in several files, which no one layer holds: llama.cpp can fetch it, and the OCI manifest at "latest" has every file.`;

const kinds = {
  NameInvalid: kind(
    'NAME_INVALID',
    'the name can’t be a repository’s',
    ({ name }: { name: string }) => `"${name}" can't be a repository: names are owner/name in lower case.`,
  ),
  NameUnknown: kind(
    'NAME_UNKNOWN',
    'there is no such repository',
    ({ name }: { name: string }) => `No repository "${name}": its name is a model's id in lower case, see /api/models.`,
  ),
  TagUnknown: kind(
    'MANIFEST_UNKNOWN',
    'the repository has no such tag',
    ({ name, tag, tags }: { name: string; tag: string; tags: string[] }) =>
      `"${name}" has no tag "${tag}": it has ${tags.join(', ')}.`,
  ),
  ManifestUnknown: kind(
    'MANIFEST_UNKNOWN',
    'the repository has no such manifest',
    ({ name, reference }: { name: string; reference: string }) =>
      `"${name}" has no manifest ${reference} at its indexed revision: ask for the tag "latest".`,
  ),
  NoGguf: kind(
    'MANIFEST_UNKNOWN',
    'the model has no GGUF file there',
    ({ name, tag }: { name: string; tag: string }) =>
      `"${name}" has no GGUF file at "${tag}": pull its OCI manifest, or see /v2/${name}/tags/list.`,
  ),
  ShardedTag: kind('MANIFEST_UNKNOWN', 'the tag means a GGUF in several files', inShards),
  BlobUnknown: kind(
    'BLOB_UNKNOWN',
    'the repository has no such blob',
    ({ name, digest }: { name: string; digest: string }) =>
      `"${name}" has no blob ${digest} at its indexed revision: ask for its manifest again.`,
  ),
  DigestInvalid: kind(
    'DIGEST_INVALID',
    'the digest is none',
    () => 'A digest is "sha256:" and 64 lowercase hex digits.',
  ),
  // The answer is plain text. After a login, clients print the sentence of a registry error only if it is plain text.
  TokenNeeded: kind(
    'UNAUTHORIZED',
    'the path was asked with another method, without the registry token',
    () =>
      "This registry takes no pushes. The registry token is the operator's, sent as Bearer or as the " +
      'password of a login, and gets this answer too. Pulls need no login.',
    { headers: ['WWW-Authenticate', 'Basic realm="hub"'], isText: true },
  ),
  ReadOnly: kind(
    'UNSUPPORTED',
    'the path was asked with another method, by a holder of the registry token',
    () => 'This registry is read-only: use GET or HEAD.',
    {
      headers: ['Allow', 'GET, HEAD'],
    },
  ),
} as const;

export type RegistryRefusal = keyof typeof kinds;
type RegistryValues<N extends RegistryRefusal> = Parameters<(typeof kinds)[N]['sentence']>[0];

/**
 * Makes the refusal `name` with the values for its sentence. Shortens the sentence to 700 characters, and replaces
 * characters that are not printable ASCII.
 */
export function refuseOci<N extends RegistryRefusal>(name: N, values: RegistryValues<N>): OciRefusal {
  const { code, status = OCI_CODES[code], sentence, when: _, ...more } = kinds[name] as Kind<RegistryValues<N>>;
  return { code, status, message: oneLine(sentence(values)), ...more };
}

/** Returns a refusal of the registry without its sentence, for the API description. */
export function registryRefusalFacts(
  name: RegistryRefusal,
): Pick<Kind<never>, 'when' | 'headers' | 'isText'> & { status: number } {
  const { code, status = OCI_CODES[code], when, headers, isText } = kinds[name] as Kind<never>;
  return { status, when, ...defined({ headers, isText }) };
}

/** True if `value` is one of the registry's own refusals, and not one that all dialects share. */
export function isOciRefusal(value: object): value is OciRefusal {
  return 'code' in value && 'message' in value;
}

/** Returns the body of a refusal. */
export function ociError({ code, message }: Pick<OciRefusal, 'code' | 'message'>): OciError {
  return { errors: [{ code, message }] };
}

const SHARED: Partial<Record<RefusalCode, OciCode>> = {
  RepoNotFound: 'NAME_UNKNOWN',
  GatedRepo: 'DENIED',
  Withdrawn: 'DENIED',
  RevisionNotFound: 'MANIFEST_UNKNOWN',
  EntryNotFound: 'BLOB_UNKNOWN',
  SourceHasNotGotIt: 'BLOB_UNKNOWN',
};

/**
 * Returns the registry's code for a refusal that all dialects share. The code is UNSUPPORTED if the specification has
 * no better one. NAME_UNKNOWN always means a missing repository, as clients understand it (decision 0021).
 */
export function ociCodeOf(refusal: RefusalCode): OciCode {
  return SHARED[refusal] ?? 'UNSUPPORTED';
}

function oneLine(text: string): string {
  const line = text.replace(/[^\x20-\x7e]/g, '?');
  return line.length <= 700 ? line : `${line.slice(0, 697)}...`;
}
