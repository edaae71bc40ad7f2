// The rows of the route table for the container registry (decision 0021).
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../nouns/registry-media-types.ts';
import { REGISTRY_HEADERS } from './headers.ts';
import { built, live } from './route.ts';

const registry = { dialect: 'oci', type: 'application/json', headers: REGISTRY_HEADERS } as const;
/** The header with the digest of an answer's bytes. */
const DIGEST = 'Docker-Content-Digest';
/** The facts of rows that list something in pages. */
const list = { ...registry, cache: 'tag' } as const;

export const registryRoutes = {
  registryBase: live('/v2/', {
    ...registry,
    file: 'v2/index.json',
    cache: 'tag',
    summary: 'Version 2 of the registry API, read anonymously',
  }),
  registryCatalog: live('/v2/_catalog', {
    ...list,
    file: true,
    summary: 'The service’s own repositories; those of models are found by search',
  }),
  tags: live('/v2/{owner}/{name}/tags/list', { ...list, file: true, summary: 'The tags of a model' }),
  manifest: built('/v2/{owner}/{name}/manifests/{reference}', {
    ...registry,
    cache: 'tag',
    kinds: { oci: OCI_MANIFEST, gguf: DOCKER_MANIFEST },
    hashed: { param: 'reference', like: 'sha256:[0-9a-f]{64}', cache: 'digest', headers: [DIGEST, '{reference}'] },
    summary: 'A manifest by tag or digest: a ModelPack artifact, or what Ollama reads, as `Accept` says',
  }),
  blob: live('/v2/{owner}/{name}/blobs/{digest}', {
    ...registry,
    type: 'application/octet-stream',
    // Ollama expects `Location` even in a 200, and fails without it.
    headers: [...REGISTRY_HEADERS, DIGEST, '{digest}', 'Location', '{self}'],
    file: true,
    cache: 'digest',
    ranges: true,
    summary: 'A small blob in full, or the way to a file of the model',
  }),
  referrers: live('/v2/{owner}/{name}/referrers/{digest}', {
    ...registry,
    type: OCI_INDEX,
    file: true,
    attested: true,
    cache: 'tag',
    summary: 'What refers to a manifest: its signatures, where the operator attests',
  }),
} as const;
