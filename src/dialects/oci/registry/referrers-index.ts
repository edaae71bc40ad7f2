// Lists the referrers of a manifest (OCI distribution spec, "Listing Referrers").
import { OCI_INDEX } from '../../../nouns/registry-media-types.ts';
import type { OciDescriptor, OciIndex } from '../../../shapes/registry.ts';

/** Makes the index of `referrers`. If `wanted` is given, lists only referrers with this artifact type. */
export function referrersIndex(referrers: readonly OciDescriptor[] = [], wanted?: string): OciIndex {
  const manifests = referrers.filter(({ artifactType }) => wanted === undefined || artifactType === wanted);
  return { schemaVersion: 2, mediaType: OCI_INDEX, manifests };
}
