// The operations of the registry, which has models as repositories in the dialect of the OCI distribution spec.

import { NOTICE } from '../../attestation/notice.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../nouns/registry-media-types.ts';
import type { RouteName } from '../../table/routes.ts';
import { type Link, type OperationWords, operation } from './operation.ts';

const OF_THIS_REPOSITORY = { owner: '$request.path.owner', name: '$request.path.name' };

const blobLink = (description: string, digest: string): Link => ({
  operationId: 'getBlob',
  description,
  parameters: { ...OF_THIS_REPOSITORY, digest },
});

export const registry = {
  registryBase: operation(
    'checkRegistry',
    'Registry clients call it first: an empty object says that version 2 of the API is spoken here and that ' +
      'reads need no login. A login sends its token here, which is looked at for writes alone.',
    'Version 2, read anonymously.',
    { welcome: 'registryToken', shape: { type: 'object', maxProperties: 0 } },
  ),
  registryCatalog: operation(
    'listRepositories',
    'Call it for the service’s own repositories: every day’s catalog in `hub/index`, and the apps. Repositories ' +
      'of models are not listed: a model’s is its id in lower case, and search finds it.',
    { 200: { is: 'The repositories, sorted.', headers: ['Link'] } },
    { query: ['n', 'last'], shape: 'OciCatalog', refusals: ['BadParameter'] },
  ),
  tags: operation(
    'listTags',
    'Call it to see how a model can be pulled: `latest` is always there, and a tag for each GGUF quantisation that is a single file.',
    { 200: { is: 'The tags, sorted as Go sorts them.', headers: ['Link'] } },
    {
      query: ['n', 'last'],
      shape: 'OciTagList',
      refusals: ['BadParameter'],
      registryRefusals: ['NameUnknown', 'NameInvalid'],
      links: {
        manifest: {
          operationId: 'getManifest',
          description: 'What the first tag names.',
          parameters: { ...OF_THIS_REPOSITORY, reference: '$response.body#/tags/0' },
        },
      },
    },
  ),
  manifest: operation(
    'getManifest',
    'Call it to learn what a tag consists of: each layer is a file of the model, its digest that file’s SHA-256. ' +
      `\`Accept\` chooses: \`${OCI_MANIFEST}\` is a ModelPack artifact with every file, \`${DOCKER_MANIFEST}\` ` +
      'what Ollama runs, which a model without a GGUF file refuses. A digest gives the very same bytes whatever is ' +
      'accepted. A `llama-cpp` that names neither gets the one file to fetch.',
    {
      200: {
        is: 'The manifest, under its own media type.',
        content: {
          [OCI_MANIFEST]: 'OciManifest',
          [DOCKER_MANIFEST]: 'OciManifest',
          'application/json': 'GgufFileAnswer',
        },
        headers: ['Docker-Content-Digest', 'Vary'],
        cache: ['tag', 'digest'],
      },
    },
    {
      registryRefusals: ['NameUnknown', 'NameInvalid', 'TagUnknown', 'ManifestUnknown', 'NoGguf', 'ShardedTag'],
      links: {
        config: blobLink('The manifest’s config.', '$response.body#/config/digest'),
        layer: blobLink('The first layer: a file of the model.', '$response.body#/layers/0/digest'),
      },
    },
  ),
  blob: operation(
    'getBlob',
    'Call it for what a manifest names. What the registry made itself, configs and the like, comes in full; a ' +
      'file of the model is a redirect to a live source. Check either against the digest. `HEAD` answers 200 with ' +
      'the size of either, without a redirect.',
    {
      200: {
        is: 'A blob that the registry made; `Location` is its own path, which Ollama wants to hear. To `HEAD`, the size of any blob.',
        content: { 'application/octet-stream': { description: 'The bytes that the digest names.' } },
        headers: ['Docker-Content-Digest', 'Location'],
      },
      307: {
        is: 'A file of the model: go to the source, and expect these bytes.',
        content: {},
        headers: ['Location', 'Docker-Content-Digest', 'X-Hub-Source', 'X-Hub-Source-Ok'],
        cache: ['no-store'],
      },
    },
    {
      tagged: true,
      refusals: ['SourceHasNotGotIt'],
      registryRefusals: ['NameUnknown', 'NameInvalid', 'BlobUnknown', 'DigestInvalid'],
    },
  ),
  referrers: operation(
    'listReferrers',
    'Call it for the signature of a manifest, which `cosign verify` finds by itself. It says that ' +
      `${NOTICE}. The index is empty where the operator has no key for attestations, ` +
      'for manifests that are not here, and in the service’s own repositories.',
    {
      200: {
        is: 'The signature, or an empty index.',
        content: { [OCI_INDEX]: 'OciIndex' },
        headers: ['OCI-Filters-Applied'],
      },
    },
    {
      docs: 'proof',
      query: ['artifactType'],
      shape: 'OciIndex',
      registryRefusals: ['NameUnknown', 'NameInvalid', 'DigestInvalid'],
    },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
