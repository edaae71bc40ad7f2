// Signs a manifest of the registry. The signature is an artifact that refers to the manifest, as cosign 3 writes and
// finds it.
import { canonicalJson } from '../basics/canonical-json.ts';
import { blob, descriptorOf, type OciBlob } from '../dialects/oci/blob.ts';
import { hexOfDigest } from '../model/reference.ts';
import { EMPTY_CONFIG, OCI_MANIFEST, SIGSTORE_BUNDLE } from '../nouns/registry-media-types.ts';
import type { OciDescriptor } from '../shapes/registry.ts';
import type { Attestor } from './attestor.ts';
import { NOTICE_ANNOTATION } from './notice.ts';
import { sigstoreBundle } from './sigstore-bundle.ts';

const COSIGN_PREDICATE = 'https://sigstore.dev/cosign/sign/v1';

export interface ManifestAttestation {
  /** The entry of the signature in the manifest's list of referrers. */
  referrer: OciDescriptor;
  manifest: OciBlob;
  /** The blobs that the manifest names. */
  blobs: readonly OciBlob[];
}

/**
 * Signs the manifest `subject`, by a manifest that refers to it (OCI distribution spec, "Listing Referrers"). The same
 * key and manifest give the same bytes at any time.
 */
export function attestManifest(attestor: Attestor, { mediaType, digest, size }: OciDescriptor): ManifestAttestation {
  const empty = blob(EMPTY_CONFIG, '{}');
  const subject = [{ digest: { sha256: hexOfDigest(digest) }, annotations: NOTICE_ANNOTATION }];
  const statement = { subject, predicateType: COSIGN_PREDICATE, predicate: {} };
  const bundle = blob(SIGSTORE_BUNDLE, sigstoreBundle(attestor, statement));
  const annotations = {
    ...NOTICE_ANNOTATION,
    'dev.sigstore.bundle.content': 'dsse-envelope',
    'dev.sigstore.bundle.predicateType': COSIGN_PREDICATE,
  };
  const artifactType = SIGSTORE_BUNDLE;
  const manifest = blob(
    OCI_MANIFEST,
    canonicalJson({
      ...{ schemaVersion: 2, mediaType: OCI_MANIFEST, artifactType },
      ...{ config: descriptorOf(empty), layers: [descriptorOf(bundle)] },
      ...{ subject: { mediaType, digest, size }, annotations },
    }),
  );
  return { referrer: { ...descriptorOf(manifest), artifactType, annotations }, manifest, blobs: [empty, bundle] };
}
