// Makes the service's own repositories: `hub/index`, with a manifest for each archived day, whose only layer is the
// catalog object of its day, and a repository for each app.
import type { SpaceFile } from '../../../nouns/file-path.ts';
import { EMPTY_CONFIG, OBJECT_MEDIA_TYPES, OCI_MANIFEST, webType } from '../../../nouns/media-types.ts';
import type { SpaceEntry } from '../../../shapes/discovery.ts';
import { SPACE_ARTIFACT } from '../../../shapes/formats.ts';
import type { OciManifest } from '../../../shapes/registry.ts';
import { blob, manifestBlob, type OciBlob } from '../blob.ts';
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

/** The difference between the manifests of own repositories, and the tags of each. */
type TaggedManifest = Required<Pick<OciManifest, 'artifactType' | 'layers' | 'annotations'>> & { tags: string[] };

function ownRepository(name: string, tagged: readonly TaggedManifest[]): OwnRepository {
  const config = blob(EMPTY_CONFIG, '{}');
  const manifests = tagged.map(({ tags: _, ...own }) => manifestBlob(OCI_MANIFEST, config, own));
  const tags = tagged.flatMap((one, at) => one.tags.map((tag) => [tag, { oci: manifests[at]!.digest }]));
  return { index: { name, tags: Object.fromEntries(tags), sharded: {} }, manifests, blobs: [config] };
}

/**
 * Makes the repository `hub/index` from `days`, which must come newest first. It has a tag for each day, and `latest`
 * for the newest.
 */
export function indexRepository(days: readonly CatalogDay[]): OwnRepository {
  const tagged = days.map(({ date, catalog, sha256, size }, at): TaggedManifest => {
    const annotations = { 'org.opencontainers.image.title': `catalog-${date}.json`, 'hub.model-hub.address': catalog };
    return {
      tags: at === 0 ? [date, 'latest'] : [date],
      artifactType: OBJECT_MEDIA_TYPES.catalog,
      layers: [{ mediaType: OBJECT_MEDIA_TYPES.catalog, digest: `sha256:${sha256}`, size, annotations }],
      annotations: { 'hub.model-hub.snapshot': date },
    };
  });
  return ownRepository(INDEX_REPOSITORY, tagged);
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
export function spaceRepository({ entry, version, files }: PublishedSpace): OwnRepository {
  const manifest: TaggedManifest = {
    tags: [version, 'latest'],
    artifactType: SPACE_ARTIFACT,
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
  return ownRepository(spaceRepositoryName(entry.id), [manifest]);
}
