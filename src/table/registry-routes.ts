// The paths of the container registry, a part of the route table (decision 0021).
import { built, live } from './route.ts';

const registry = { dialect: 'oci', type: 'application/json', pin: true } as const;

export const registryRoutes = {
  registryBase: live('/v2/', {
    ...registry,
    file: 'v2/index.json',
    cache: 'tag',
    summary: 'Version 2 of the registry API, read anonymously',
  }),
  registryCatalog: live('/v2/_catalog', {
    ...registry,
    file: true,
    cache: 'tag',
    summary: 'The service’s own repositories; those of models are found by search',
  }),
  tags: live('/v2/{owner}/{name}/tags/list', { ...registry, file: true, cache: 'tag', summary: 'The tags of a model' }),
  manifest: built('/v2/{owner}/{name}/manifests/{reference}', {
    ...registry,
    cache: 'tag',
    summary: 'A manifest by tag or digest: a ModelPack artifact, or what Ollama reads, as `Accept` says',
  }),
  blob: live('/v2/{owner}/{name}/blobs/{digest}', {
    ...registry,
    file: true,
    cache: 'digest',
    ranges: true,
    summary: 'A small blob in full, or the way to a file of the model',
  }),
  referrers: live('/v2/{owner}/{name}/referrers/{digest}', {
    ...registry,
    cache: 'tag',
    summary: 'What refers to a manifest: nothing yet',
  }),
} as const;
