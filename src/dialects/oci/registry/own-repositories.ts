// Makes the service's own repositories: `hub/index`, with a manifest for each archived day, whose only layer is the
// catalog object of its day, and a repository for each app.
import { canonicalJson } from '../../../basics/records.ts';
import type { SpaceFile } from '../../../nouns/file-path.ts';
import { CATALOG_MEDIA_TYPE, EMPTY_CONFIG, OCI_MANIFEST, webType } from '../../../nouns/media-types.ts';
import type { SpaceEntry } from '../../../shapes/discovery.ts';
import { SPACE_ARTIFACT } from '../../../shapes/formats.ts';
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

/** An app that is ready to be published. */
export interface PublishedSpace {
  entry: SpaceEntry;
  /** The version: three numbers separated by dots, which is also a tag. */
  version: string;
  /** The files, sorted bytewise by path. */
  files: readonly SpaceFile[];
}

/** Returns the name of an app's repository. */
export function spaceRepositoryName(id: string): string {
  return `spaces/${id}`;
}

/** Makes the repository of one app. Its layers are the app's own files, so `blobs` does not contain them. */
export function spaceRepository(space: PublishedSpace): OwnRepository {
  const config = blob(EMPTY_CONFIG, '{}');
  const manifest = blob(OCI_MANIFEST, canonicalJson(spaceManifest(space, config)));
  const tag = { oci: manifest.digest };
  return {
    index: {
      name: spaceRepositoryName(space.entry.id),
      tags: { [space.version]: tag, latest: tag },
      sharded: {},
    },
    manifests: [manifest],
    blobs: [config],
  };
}

function spaceManifest({ entry, version, files }: PublishedSpace, config: OciBlob): OciManifest {
  return {
    schemaVersion: 2,
    mediaType: OCI_MANIFEST,
    artifactType: SPACE_ARTIFACT,
    config: descriptorOf(config),
    // ORAS and similar tools take the name of a written file from the layer's title.
    layers: files.map(({ path, size, sha256 }) => ({
      mediaType: webType(path),
      digest: `sha256:${sha256}`,
      size,
      annotations: { 'org.opencontainers.image.title': path },
    })),
    annotations: {
      'org.opencontainers.image.title': entry.name,
      'org.opencontainers.image.description': entry.tagline,
      'org.opencontainers.image.version': version,
      'hub.space.root': entry.root,
    },
  };
}
