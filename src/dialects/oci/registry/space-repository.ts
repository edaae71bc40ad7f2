// Makes the repository of an app, `spaces/<id>`. It has one manifest, with the app's files as layers, under the tags
// `latest` and the app's version.
import { canonicalJson } from '../../../basics/canonical-json.ts';
import { EMPTY_CONFIG, OCI_MANIFEST } from '../../../nouns/registry-media-types.ts';
import type { SpaceFile } from '../../../nouns/space-files.ts';
import { webType } from '../../../nouns/web-types.ts';
import { SPACE_ARTIFACT } from '../../../shapes/formats.ts';
import type { OciManifest } from '../../../shapes/registry.ts';
import type { SpaceEntry } from '../../../shapes/spaces.ts';
import { blob, descriptorOf, type OciBlob } from '../blob.ts';
import type { OwnRepository } from './index-repository.ts';

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
