// Makes the service's own repository `hub/index`, with a manifest for each archived day. The only layer of a manifest
// is the catalog object of its day.
import { canonicalJson } from '../../../basics/canonical-json.ts';
import { CATALOG_MEDIA_TYPE } from '../../../nouns/media-types.ts';
import { EMPTY_CONFIG, OCI_MANIFEST } from '../../../nouns/registry-media-types.ts';
import type { Digest, OciManifest } from '../../../shapes/registry.ts';
import { blob, descriptorOf, type OciBlob } from '../blob.ts';
import type { RegistryIndex } from './registry-index.ts';

export const INDEX_REPOSITORY = 'hub/index';

/** A day of the archive, with its catalog object. */
export interface CatalogDay {
  /** The date, YYYY-MM-DD, which is also the tag. */
  date: string;
  /** The address of the catalog object. */
  catalog: string;
  /** The SHA-256 and the size in bytes of the catalog object. */
  sha256: string;
  size: number;
}

/** A repository that belongs to the service itself. Its layers are not included; they lie elsewhere in the tree. */
export interface OwnRepository {
  index: RegistryIndex;
  manifests: OciBlob[];
  blobs: OciBlob[];
}

/**
 * Makes the repository `hub/index` from `days`, which must come newest first. It has a tag for each day, and `latest`
 * for the newest.
 */
export function indexRepository(days: readonly CatalogDay[]): OwnRepository {
  const config = blob(EMPTY_CONFIG, '{}');
  const manifests = days.map((day) => blob(OCI_MANIFEST, canonicalJson(dayManifest(day, config))));
  const tags = Object.fromEntries(days.map(({ date }, i) => [date, { oci: manifests[i]!.digest }]));
  const newest = manifests[0];
  return {
    index: {
      name: INDEX_REPOSITORY,
      tags: { ...tags, ...(newest && { latest: { oci: newest.digest } }) },
      sharded: {},
    },
    manifests,
    blobs: [config],
  };
}

function dayManifest({ date, catalog, sha256, size }: CatalogDay, config: OciBlob): OciManifest {
  const digest: Digest = `sha256:${sha256}`;
  const annotations = { 'org.opencontainers.image.title': `catalog-${date}.json`, 'hub.model-hub.address': catalog };
  return {
    schemaVersion: 2,
    mediaType: OCI_MANIFEST,
    artifactType: CATALOG_MEDIA_TYPE,
    config: descriptorOf(config),
    layers: [{ mediaType: CATALOG_MEDIA_TYPE, digest, size, annotations }],
    annotations: { 'hub.model-hub.snapshot': date },
  };
}
