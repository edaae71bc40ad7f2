// Lists the referrers of a manifest (OCI distribution spec, "Listing Referrers").
import { OCI_INDEX } from '../../../nouns/registry-media-types.ts';
import type { OciDescriptor, OciIndex } from '../../../shapes/registry.ts';

/** Makes the index of `referrers`, or of those with the artifact type in `wanted`. */
export function referrersIndex(referrers: readonly OciDescriptor[] = [], wanted?: string): OciIndex {
  const manifests = referrers.filter(({ artifactType }) => wanted === undefined || artifactType === wanted);
  return { schemaVersion: 2, mediaType: OCI_INDEX, manifests };
}
