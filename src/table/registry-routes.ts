// The rows of the route table for the container registry (decision 0021).
import { MOST_LISTED } from '../basics/limits.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../nouns/media-types.ts';
import { REGISTRY_HEADERS } from './headers.ts';
import { built, chapter, live } from './route.ts';

const registry = { dialect: 'oci', type: 'application/json', headers: REGISTRY_HEADERS } as const;
/** The refusals of rows of one repository. */
const ofRepository = ['NameUnknown', 'NameInvalid', 'GatedRepo', 'Withdrawn'] as const;
/** The header with the digest of an answer's bytes. */
const DIGEST = 'Docker-Content-Digest';
/** The facts of rows that list something in pages. */
const list = {
  ...registry,
  cache: 'tag',
  file: true,
  refusals: ['BadParameter'],
  query: {
    n: { type: 'integer', minimum: 0, maximum: MOST_LISTED, description: 'How many entries at most.', examples: [10] },
    last: { type: 'string', description: 'Entries after this one.', examples: ['Q4_K_M'] },
  },
} as const;

export const registryRoutes = chapter('Registry', {
  registryBase: live('/v2/', {
    ...registry,
    file: 'v2/index.json',
    cache: 'tag',
    summary: 'Version 2 of the registry API, read anonymously',
    id: 'checkRegistry',
    why:
      'Registry clients call it first: an empty object says that version 2 of the API is spoken here and that ' +
      'reads need no login. A login sends its token here, which is looked at for writes alone.',
    welcome: 'registryToken',
    shape: { type: 'object', maxProperties: 0 },
  }),
  registryCatalog: live('/v2/_catalog', {
    ...list,
    summary: 'The service’s own repositories; those of models are found by search',
    id: 'listRepositories',
    why:
      'Call it for the service’s own repositories: every day’s catalog in `hub/index`, and the apps. Repositories ' +
      'of models are not listed: a model’s is its id in lower case, and search finds it.',
    answers: { 200: { is: 'The repositories, sorted.', headers: ['Link'] } },
    shape: 'OciCatalog',
  }),
  tags: live('/v2/{owner}/{name}/tags/list', {
    ...list,
    summary: 'The tags of a model',
    id: 'listTags',
    why: 'Call it to see how a model can be pulled: `latest` is always there, and a tag for each GGUF quantisation that is a single file.',
    answers: { 200: { is: 'The tags, sorted as Go sorts them.', headers: ['Link'] } },
    shape: 'OciTagList',
    refusals: ['BadParameter', ...ofRepository],
  }),
  manifest: built('/v2/{owner}/{name}/manifests/{reference}', {
    ...registry,
    cache: 'tag',
    hashed: { cache: 'digest', headers: [...REGISTRY_HEADERS, DIGEST, '{reference}'] },
    summary: 'A manifest by tag or digest: a ModelPack artifact, or what Ollama reads, as `Accept` says',
    why:
      'Call it to learn what a tag consists of: each layer is a file of the model, its digest that file’s SHA-256. ' +
      `\`Accept\` chooses: \`${OCI_MANIFEST}\` is a ModelPack artifact with every file, \`${DOCKER_MANIFEST}\` ` +
      'what Ollama runs, which a model without a GGUF file refuses. A digest gives the very same bytes whatever is ' +
      'accepted. A `llama-cpp` that names neither gets the one file to fetch. With `gguf/` before the name, it is ' +
      'always what Ollama runs, for caches that ask once.',
    answers: {
      200: {
        is: 'The manifest, under its own media type.',
        content: {
          [OCI_MANIFEST]: 'OciManifest',
          [DOCKER_MANIFEST]: 'OciManifest',
          'application/json': 'GgufFileAnswer',
        },
        headers: [DIGEST, 'Vary'],
      },
    },
    refusals: [...ofRepository, 'TagUnknown', 'ManifestUnknown', 'NoGguf', 'ShardedTag'],
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
    why:
      'Call it for what a manifest names. What the registry made itself, configs and the like, comes in full; a ' +
      'file of the model is a redirect to a live source. Check either against the digest. `HEAD` answers 200 with ' +
      'the size of either, without a redirect.',
    answers: {
      200: {
        is: 'A blob that the registry made; `Location` is its own path, which Ollama wants to hear. To `HEAD`, the size of any blob.',
        content: { 'application/octet-stream': { description: 'The bytes that the digest names.' } },
      },
      307: {
        is: 'A file of the model: go to the source, and expect these bytes.',
        content: {},
        headers: ['X-Hub-Source', 'X-Hub-Source-Ok'],
      },
    },
    refusals: [...ofRepository, 'BlobUnknown', 'DigestInvalid', 'SourceHasNotGotIt'],
  }),
  referrers: live('/v2/{owner}/{name}/referrers/{digest}', {
    ...registry,
    type: OCI_INDEX,
    file: true,
    attested: true,
    cache: 'tag',
    summary: 'What refers to a manifest: its signatures, where the operator attests',
    id: 'listReferrers',
    why:
      'Call it for the signature of a manifest, which `cosign verify` finds by itself. The index attests these bytes; ' +
      'it is not their maker. The list is empty where the operator has no key for attestations, for manifests ' +
      'that are not here, and in the service’s own repositories.',
    answers: {
      200: {
        is: 'The signature, or an empty index.',
        headers: ['OCI-Filters-Applied'],
      },
    },
    refusals: [...ofRepository, 'DigestInvalid'],
    query: {
      artifactType: {
        type: 'string',
        description: 'Only referrers of this type.',
        examples: ['application/vnd.example.signature'],
      },
    },
    shape: 'OciIndex',
  }),
});
