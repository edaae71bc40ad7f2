// The refusals that only the registry gives: a code of the OCI distribution spec, its status, and a sentence that names
// the fix.
import { OCI_CODES, type OciCode } from '../nouns/media-types.ts';

/** Makes a refusal with the status of its code. `form` says that the answer is plain text. */
const refusal = <const S extends string>(oci: OciCode, sentence: S, form?: 'text') => ({
  status: OCI_CODES[oci],
  sentence,
  oci,
  isText: form === 'text',
});

export const registryRefusals = {
  NameInvalid: refusal('NAME_INVALID', `"{name}" can't be a repository: names are owner/name in lower case.`),
  NameUnknown: refusal(
    'NAME_UNKNOWN',
    `No repository "{name}": its name is a model's id in lower case, see /api/models.`,
  ),
  TagUnknown: refusal('MANIFEST_UNKNOWN', '"{name}" has no tag "{tag}": it has {tags}.'),
  ManifestUnknown: refusal(
    'MANIFEST_UNKNOWN',
    '"{name}" has no manifest {reference} at its indexed revision: ask for the tag "latest".',
  ),
  NoGguf: refusal(
    'MANIFEST_UNKNOWN',
    '"{name}" has no GGUF file at "{tag}": pull its OCI manifest, or see /v2/{name}/tags/list.',
  ),
  ShardedTag: refusal(
    'MANIFEST_UNKNOWN',
    '"{name}" has "{tag}" only as a GGUF in several files, which no one layer holds: llama.cpp can fetch it, and the OCI manifest at "latest" has every file.',
  ),
  BlobUnknown: refusal(
    'BLOB_UNKNOWN',
    '"{name}" has no blob {digest} at its indexed revision: ask for its manifest again.',
  ),
  DigestInvalid: refusal('DIGEST_INVALID', 'A digest is "sha256:" and 64 lowercase hex digits.'),
  // The answer is plain text. After a login, clients print the sentence of a registry error only if it is plain text.
  TokenNeeded: refusal(
    'UNAUTHORIZED',
    "This registry takes no pushes. The registry token is the operator's, sent as Bearer or as the password of a login, and gets this answer too. Pulls need no login.",
    'text',
  ),
  RegistryReadOnly: refusal('UNSUPPORTED', 'This registry is read-only: use GET or HEAD.'),
} as const;
