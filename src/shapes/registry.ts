// The schemas of the registry: manifests, lists and errors in the dialect of the OCI distribution spec.
import { type Static, Type } from 'typebox';
import { DOCKER_MANIFEST, OCI_CODES, OCI_INDEX, OCI_MANIFEST } from '../nouns/media-types.ts';
import {
  choice,
  constant,
  countShape,
  digest,
  listOf,
  mapOf,
  optional,
  part,
  shape,
  textShape,
  texts,
} from './notation.ts';

/** `sha256:` and 64 lowercase hex characters. */
export type Digest = Static<ReturnType<typeof digest>>;

export const OciDescriptor = shape('OciDescriptor', 'Names bytes by what they are, how many and their digest.', {
  mediaType: textShape('What the bytes are.'),
  digest: digest('SHA-256 of the bytes.'),
  size: countShape('Bytes.'),
  artifactType: optional(textShape('What a manifest that refers to another is of: a signature.')),
  annotations: optional(mapOf(Type.String(), 'For a file its path in the repository, for a signature its statement.')),
});
export type OciDescriptor = Static<typeof OciDescriptor>;

export const OciManifest = shape('OciManifest', 'What a tag or a digest names.', {
  schemaVersion: constant(2, 'The version of the manifest format.'),
  mediaType: choice(
    [OCI_MANIFEST, DOCKER_MANIFEST],
    'Which of the two kinds of manifest this is; equal to the Content-Type.',
  ),
  artifactType: optional(textShape('What is packed: a model, a day’s catalog, an app, a signature.')),
  config: part(OciDescriptor),
  layers: listOf(
    part(OciDescriptor),
    'A layer is a file of the model, its digest that file’s SHA-256; a few small ones are made by the registry.',
  ),
  subject: optional(part(OciDescriptor)),
  annotations: optional(mapOf(Type.String(), 'Facts of the model under the keys of the OCI image spec.')),
});
export type OciManifest = Static<typeof OciManifest>;

export const OciTagList = shape('OciTagList', 'The tags of a repository.', {
  name: textShape('The repository.'),
  tags: texts('`latest`, and a tag for each GGUF quantisation in a single file.'),
});
export type OciTagList = Static<typeof OciTagList>;

export const OciCatalog = shape('OciCatalog', 'The service’s own registry namespace.', {
  repositories: texts('Names of the service’s own repositories.'),
});

export const OciIndex = shape('OciIndex', 'What refers to a manifest.', {
  schemaVersion: constant(2, 'The version of the index format.'),
  mediaType: constant(OCI_INDEX, 'An index of manifests.'),
  manifests: listOf(part(OciDescriptor), 'Signatures, where the operator attests the models; else nothing.'),
});
export type OciIndex = Static<typeof OciIndex>;

export const NamedFile = shape('NamedFile', 'A file of the model, by path and digest.', {
  rfilename: textShape('The path in the repository.'),
  blobId: digest('SHA-256 of the bytes.'),
  size: countShape('Bytes.'),
});
export type NamedFile = Static<typeof NamedFile>;

export const GgufFileAnswer = shape('GgufFileAnswer', 'The one file that a tag means, for `llama-cpp` user agents.', {
  ggufFile: part(NamedFile),
  mmprojFile: optional(part(NamedFile)),
});
export type GgufFileAnswer = Static<typeof GgufFileAnswer>;

export const OciError = shape('OciError', 'A no of the registry.', {
  errors: Type.Array(
    Type.Object({
      code: choice(Object.keys(OCI_CODES), 'A code of the OCI distribution spec.'),
      message: textShape('One sentence that names the fix.'),
    }),
    { minItems: 1, description: 'What went wrong.' },
  ),
});
