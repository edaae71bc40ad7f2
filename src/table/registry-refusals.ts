// The kinds of refusals, and those that only the registry gives: a code of the OCI distribution spec, its status, and a
// sentence that names the fix.
import { OCI_CODES, type OciCode } from '../nouns/media-types.ts';

/** A sentence with `{name}` in place of each value, or a function that makes it. It is one line, for a header too. */
type Sentence = string | ((values: never) => string);

export interface RefusalKind {
  status: number;
  /** The case in which the hub gives the refusal, in words for the API description. */
  when: string;
  sentence: Sentence;
  /** Set for a refusal that only the registry gives: its code there. The answer has no `X-Error-Code`. */
  oci?: OciCode;
  /** True if the answer of the registry is plain text. */
  isText?: boolean;
}

export const kind = <const S extends Sentence>(status: number, when: string, sentence: S) => ({
  status,
  when,
  sentence,
});

/** Makes a refusal of the registry, with the status of its code. */
const ofRegistry = <const S extends string>(oci: OciCode, when: string, sentence: S, form?: 'text') => ({
  ...kind(OCI_CODES[oci], when, sentence),
  oci,
  isText: form === 'text',
});

export const registryRefusals = {
  NameInvalid: ofRegistry(
    'NAME_INVALID',
    'the name can’t be a repository’s',
    `"{name}" can't be a repository: names are owner/name in lower case.`,
  ),
  NameUnknown: ofRegistry(
    'NAME_UNKNOWN',
    'there is no such repository',
    `No repository "{name}": its name is a model's id in lower case, see /api/models.`,
  ),
  TagUnknown: ofRegistry(
    'MANIFEST_UNKNOWN',
    'the repository has no such tag',
    '"{name}" has no tag "{tag}": it has {tags}.',
  ),
  ManifestUnknown: ofRegistry(
    'MANIFEST_UNKNOWN',
    'the repository has no such manifest',
    '"{name}" has no manifest {reference} at its indexed revision: ask for the tag "latest".',
  ),
  NoGguf: ofRegistry(
    'MANIFEST_UNKNOWN',
    'the model has no GGUF file there',
    '"{name}" has no GGUF file at "{tag}": pull its OCI manifest, or see /v2/{name}/tags/list.',
  ),
  ShardedTag: ofRegistry(
    'MANIFEST_UNKNOWN',
    'the tag means a GGUF in several files',
    '"{name}" has "{tag}" only as a GGUF in several files, which no one layer holds: llama.cpp can fetch it, and the OCI manifest at "latest" has every file.',
  ),
  BlobUnknown: ofRegistry(
    'BLOB_UNKNOWN',
    'the repository has no such blob',
    '"{name}" has no blob {digest} at its indexed revision: ask for its manifest again.',
  ),
  DigestInvalid: ofRegistry(
    'DIGEST_INVALID',
    'the digest is none',
    'A digest is "sha256:" and 64 lowercase hex digits.',
  ),
  // The answer is plain text. After a login, clients print the sentence of a registry error only if it is plain text.
  TokenNeeded: ofRegistry(
    'UNAUTHORIZED',
    'the path was asked with another method, without the registry token',
    "This registry takes no pushes. The registry token is the operator's, sent as Bearer or as the password of a login, and gets this answer too. Pulls need no login.",
    'text',
  ),
  RegistryReadOnly: ofRegistry(
    'UNSUPPORTED',
    'the path was asked with another method, by a holder of the registry token',
    'This registry is read-only: use GET or HEAD.',
  ),
} as const;
