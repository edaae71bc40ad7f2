// Signs a manifest of the registry. The signatures are artifacts that refer to the manifest, and one artifact that
// cosign 2 finds under a tag.
import { base64, base64Url } from '../basics/byte-text.ts';
import { canonicalJson } from '../basics/canonical-json.ts';
import { blob, descriptorOf, type OciBlob } from '../dialects/oci/blob.ts';
import { sha256Hex } from '../digests/sha.ts';
import { hexOfDigest } from '../model/reference.ts';
import { EMPTY_CONFIG, OCI_MANIFEST, SIGSTORE_BUNDLE } from '../nouns/registry-media-types.ts';
import type { Digest, OciDescriptor } from '../shapes/registry.ts';
import type { Attestor } from './attestor.ts';
import { SIGNED_AT } from './certificate.ts';
import { NOTICE_ANNOTATION } from './notice.ts';
import { sigstoreBundle } from './sigstore-bundle.ts';

/** The media types in the Notary Project's specifications "OCI Signature Manifest" and "JWS Signature Envelope". */
const NOTARY_SIGNATURE = 'application/vnd.cncf.notary.signature';
const NOTARY_PAYLOAD = 'application/vnd.cncf.notary.payload.v1+json';
const JWS = 'application/jose+json';

const COSIGN_PREDICATE = 'https://sigstore.dev/cosign/sign/v1';
const SIMPLE_SIGNING = 'application/vnd.dev.cosign.simplesigning.v1+json';
const IMAGE_CONFIG = 'application/vnd.oci.image.config.v1+json';

export interface ManifestAttestations {
  /** The artifacts that refer to the manifest: a signature for cosign 3, and one for notation. */
  referrers: readonly OciDescriptor[];
  /** The manifests of `referrers`, and the manifest that cosign 2 finds under a tag. */
  manifests: readonly OciBlob[];
  /** The blobs that the manifests name. */
  blobs: readonly OciBlob[];
  /** The digest of the manifest that cosign 2 finds under a tag. */
  tagged: Digest;
}

/** Signs the manifest `subject` of `repository`. The same key and manifest give the same bytes at any time. */
export function attestManifest(attestor: Attestor, repository: string, subject: OciDescriptor): ManifestAttestations {
  const empty = blob(EMPTY_CONFIG, '{}');
  const bundle = cosignBundle(attestor, subject);
  const envelope = notaryEnvelope(attestor, subject);
  const ofCosign = referrer(SIGSTORE_BUNDLE, empty, bundle, subject, {
    'dev.sigstore.bundle.content': 'dsse-envelope',
    'dev.sigstore.bundle.predicateType': COSIGN_PREDICATE,
  });
  const ofNotary = referrer(NOTARY_SIGNATURE, empty, envelope, subject, {
    'io.cncf.notary.x509chain.thumbprint#S256': JSON.stringify([sha256Hex(attestor.certificateBytes)]),
  });
  const tagged = simpleSignature(attestor, repository, subject);
  return {
    referrers: [ofCosign.descriptor, ofNotary.descriptor],
    manifests: [ofCosign.manifest, ofNotary.manifest, tagged.manifest],
    blobs: [empty, bundle, envelope, ...tagged.blobs],
    tagged: tagged.manifest.digest,
  };
}

/** Makes a signature in the form that cosign 3 writes and finds. */
function cosignBundle(attestor: Attestor, { digest }: OciDescriptor): OciBlob {
  const subject = [{ digest: { sha256: hexOfDigest(digest) }, annotations: NOTICE_ANNOTATION }];
  return blob(SIGSTORE_BUNDLE, sigstoreBundle(attestor, { subject, predicateType: COSIGN_PREDICATE, predicate: {} }));
}

/**
 * Makes a signature in the form that notation writes and finds: JWS with flattened JSON serialisation (RFC 7515 7.2.2).
 */
function notaryEnvelope(attestor: Attestor, subject: OciDescriptor): OciBlob {
  const { mediaType, digest, size } = subject;
  const scheme = 'io.cncf.notary.signingScheme';
  const encoded = (value: object) => base64Url(utf8.encode(canonicalJson(value)));
  const payload = encoded({ targetArtifact: { mediaType, digest, size, annotations: NOTICE_ANNOTATION } });
  const header = { alg: 'ES256', crit: [scheme], cty: NOTARY_PAYLOAD, [scheme]: 'notary.x509' };
  const signed = encoded({ ...header, 'io.cncf.notary.signingTime': SIGNED_AT });
  const signature = base64Url(attestor.sign(utf8.encode(`${signed}.${payload}`), 'compact'));
  const envelope = { payload, protected: signed, header: { x5c: [base64(attestor.certificateBytes)] }, signature };
  return blob(JWS, canonicalJson(envelope));
}

const utf8 = new TextEncoder();

/**
 * Makes a manifest that refers to `subject`, and its entry in a list of referrers (OCI distribution spec, "Listing
 * Referrers").
 */
function referrer(
  artifactType: string,
  config: OciBlob,
  layer: OciBlob,
  subject: OciDescriptor,
  more: Readonly<Record<string, string>>,
): { manifest: OciBlob; descriptor: OciDescriptor } {
  const { mediaType, digest, size } = subject;
  const annotations = { ...NOTICE_ANNOTATION, ...more };
  const manifest = blob(
    OCI_MANIFEST,
    canonicalJson({
      ...{ schemaVersion: 2, mediaType: OCI_MANIFEST, artifactType },
      ...{ config: descriptorOf(config), layers: [descriptorOf(layer)] },
      ...{ subject: { mediaType, digest, size }, annotations },
    }),
  );
  return { manifest, descriptor: { ...descriptorOf(manifest), artifactType, annotations } };
}

/**
 * Makes a signature in the form that cosign 2 finds under a tag. The payload is a layer of the manifest, and the
 * signature is an annotation of that layer.
 */
function simpleSignature(
  attestor: Attestor,
  repository: string,
  { digest }: OciDescriptor,
): { manifest: OciBlob; blobs: OciBlob[] } {
  const payload = blob(
    SIMPLE_SIGNING,
    canonicalJson({
      critical: {
        identity: { 'docker-reference': repository },
        image: { 'docker-manifest-digest': digest },
        type: 'cosign container image signature',
      },
      optional: NOTICE_ANNOTATION,
    }),
  );
  const rootfs = { type: 'layers', diff_ids: [payload.digest] };
  const config = blob(IMAGE_CONFIG, canonicalJson({ architecture: '', os: '', config: {}, rootfs }));
  const signature = base64(attestor.sign(utf8.encode(payload.text), 'der'));
  const layer = { ...descriptorOf(payload), annotations: { 'dev.cosignproject.cosign/signature': signature } };
  const manifest = blob(
    OCI_MANIFEST,
    canonicalJson({
      ...{ schemaVersion: 2, mediaType: OCI_MANIFEST, config: descriptorOf(config), layers: [layer] },
      annotations: NOTICE_ANNOTATION,
    }),
  );
  return { manifest, blobs: [config, payload] };
}
