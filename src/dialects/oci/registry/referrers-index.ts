// The list of what refers to a manifest (OCI distribution spec, "Listing Referrers").
import { OCI_INDEX } from '../../../nouns/registry-media-types.ts';
import type { OciDescriptor, OciIndex } from '../../../shapes/registry.ts';

/** The index of `referrers`, or of those with the artifact type that `wanted` names. */
export function referrersIndex(referrers: readonly OciDescriptor[] = [], wanted?: string): OciIndex {
  const manifests = referrers.filter(({ artifactType }) => wanted === undefined || artifactType === wanted);
  return { schemaVersion: 2, mediaType: OCI_INDEX, manifests };
}
