// What the API description shows of the registry: the chosen model as a repository, and a GGUF model's other manifests.
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { pageOf, tagList, tagsOf } from '../../src/dialects/oci/lists.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../src/dialects/oci/media-types.ts';
import { repositoryName } from '../../src/dialects/oci/reference.ts';
import type { RegistryIndex } from '../../src/dialects/oci/registry-index.ts';
import { parseModelId } from '../../src/model-id.ts';
import type { Exhibit } from '../../src/openapi/exhibit.ts';
import { fileOf, type Row } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { Digest, OciManifest } from '../../src/shapes/registry.ts';
import { modelKey, REGISTRY_INDEX } from '../../src/static-tree.ts';
import type { ReadTree } from './tree-reader.ts';

const JSON_TYPE = 'application/json';

/** A model as a repository. */
interface Repository {
  at: (row: Row, params: Record<string, string>) => string | undefined;
  index: RegistryIndex;
}

/** The model of `row` as a repository, and what the registry says of it. */
export function registryAnswers(
  row: ModelRow,
  rows: ModelRow[],
  read: ReadTree,
  facts: HubFacts,
): Pick<Exhibit, 'params' | 'tags' | 'answers'> {
  const { index, at } = repositoryOf(row, read);
  const manifest = manifestAt(at, index.tags.latest!.oci);
  const digest = manifest.config.digest;
  const gguf = rows.flatMap((one) => ggufOf(one, read)).at(0);
  const [repositoryOwner = '', name = ''] = repositoryName(row.id).split('/');
  const config = at(routes.blob, { digest });
  return {
    params: { repositoryOwner, repositoryName: name, reference: 'latest', digest },
    tags: Object.keys(index.tags),
    answers: {
      registryBase: { [JSON_TYPE]: { value: {} } },
      registryCatalog: { [JSON_TYPE]: { value: { repositories: [...facts.repositories].sort() } } },
      tags: { [JSON_TYPE]: { value: tagList(index, pageOf(tagsOf(index), undefined, undefined)) } },
      manifest: { [OCI_MANIFEST]: { value: manifest }, ...gguf },
      ...(config === undefined
        ? {}
        : { blob: { 'application/octet-stream': { summary: 'The config of the manifest', value: config } } }),
      referrers: { [OCI_INDEX]: { value: { schemaVersion: 2, mediaType: OCI_INDEX, manifests: [] } } },
    },
  };
}

function repositoryOf({ id }: ModelRow, read: ReadTree): Repository {
  const { owner, name } = parseModelId(repositoryName(id))!;
  const at: Repository['at'] = (row, params) => read(`${modelKey(id)}/${fileOf(row, { owner, name, ...params })}`);
  return { at, index: JSON.parse(read(`${modelKey(id)}/${REGISTRY_INDEX}`)!) as RegistryIndex };
}

function manifestAt(at: Repository['at'], reference: Digest): OciManifest {
  return JSON.parse(at(routes.manifest, { reference })!) as OciManifest;
}

/** The two other answers of a tag, when the model of `row` has a GGUF file. */
function ggufOf(row: ModelRow, read: ReadTree) {
  if (!row.tags?.includes('gguf')) return [];
  const { at, index } = repositoryOf(row, read);
  const { gguf, ggufFile } = index.tags.latest!;
  if (gguf === undefined || gguf === 'sharded-only') return [];
  return [
    {
      [DOCKER_MANIFEST]: { summary: `Of ${row.id}`, value: manifestAt(at, gguf) },
      [JSON_TYPE]: { summary: `Of ${row.id}, to a llama-cpp`, value: ggufFile },
    },
  ];
}
