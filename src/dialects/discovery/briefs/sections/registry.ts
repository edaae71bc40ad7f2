// The facts of the registry section, which has every model as a repository that OCI tools pull.

import { counted } from '../../../../model/figures.ts';
import { pullCommands } from '../../../../model-page/pull-commands.ts';
import { MODEL_PACK } from '../../../../nouns/registry-media-types.ts';
import type { RequestDescriptor } from '../../../../shapes/sections.ts';
import { routes } from '../../../../table/routes.ts';
import type { DocumentFacts } from '../../facts/hub-facts.ts';
import { describedGet } from '../../facts/request-template.ts';
import type { SectionFacts } from '../../facts/section-facts.ts';
import { catalogRequest, searchRequest, todaysCatalog } from './models.ts';

/** The request that lists the service's own repositories. */
export const ownRepositories: RequestDescriptor = describedGet(
  'oci',
  routes.registryCatalog,
  'OciCatalog: the service’s own repositories, the index and the spaces; those of models are found by search',
);

export function registryFacts(facts: DocumentFacts): SectionFacts {
  const { baseUrl, models, repositories, example } = facts;
  return {
    inventory: {
      described: models + repositories.length,
      served_here: repositories.length,
      note:
        `${counted(models, 'model')}, whose layers are redirects to sources, and the service’s own ` +
        `repositories, whose layers are served here: ${repositories.join(', ')}`,
    },
    catalog: todaysCatalog(facts, 'a model’s repository is its id in lower case'),
    list: [searchRequest, ownRepositories, catalogRequest],
    item: {
      ...describedGet(
        'oci',
        routes.tags,
        'OciTagList: `latest`, and a tag for each GGUF quantisation in a single file',
      ),
      note: 'owner and name in lower case',
    },
    files: {
      ...describedGet('oci', routes.manifest, 'OciManifest: a layer for every file, its digest the file’s SHA-256', {
        reference: 'latest',
      }),
      artifact_type: MODEL_PACK,
      note: 'Accept: application/vnd.docker.distribution.manifest.v2+json asks for what Ollama reads',
    },
    fetch: describedGet(
      'oci',
      routes.blob,
      '307 to a source that is up, for a file of the model; 200 for what the registry made',
    ),
    verify: {
      algorithm: 'sha256',
      expected_from: 'the digests in the manifest, which are the SHA-256 of the files',
      server_verifies_on_read: false,
      root: 'the manifest’s own digest, in `Docker-Content-Digest`',
      privacy: 'no login: reads need no token, and one that is sent is dropped',
    },
    ...(example && { one_line: pullCommands(baseUrl, example.id, 'latest').oras }),
  };
}
