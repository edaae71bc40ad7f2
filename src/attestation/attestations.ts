// Signs models and manifests with the operator's key (decision 0036), in formats of stock tools: a bundle for
// `model_signing`, and the attestations of a manifest for cosign, both in Sigstore's envelope.
import { p256 } from '@noble/curves/nist.js';
import { base64, bytesOfHex, joined } from '../basics/bytes.ts';
import { canonicalJson } from '../basics/records.ts';
import { type Awaitable, createRemembered } from '../basics/remembered.ts';
import { SHA256SUMS } from '../dialects/hub/sha256sums.ts';
import { blob, descriptorOf, manifestBlob, type OciBlob } from '../dialects/oci/blob.ts';
import { sha256Hex } from '../digests/sha.ts';
import { hexOfDigest } from '../model/reference.ts';
import { EMPTY_CONFIG, OCI_MANIFEST, SIGSTORE_BUNDLE } from '../nouns/media-types.ts';
import type { OciDescriptor } from '../shapes/registry.ts';

type Attestor = ReturnType<typeof openAttestor>;

/** The bytes before an uncompressed point of P-256 in a SubjectPublicKeyInfo (RFC 5480 2). */
const BEFORE_POINT = bytesOfHex('3059301306072a8648ce3d020106082a8648ce3d030107034200');

/** Makes a signer from a secret key: 32 bytes in hex, as `parseAttestationKey` returns them. */
export function openAttestor(secret: string) {
  const key = bytesOfHex(secret);
  const info = joined([BEFORE_POINT, p256.getPublicKey(key, false)]);
  const lines = base64(info).match(/.{1,64}/g)!;
  return {
    /** The public key as SubjectPublicKeyInfo, PEM. */
    publicKey: `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`,
    /** Returns the signature of `bytes`, as DER. */
    sign(bytes: Uint8Array): Uint8Array {
      // The runtime hashes megabytes of text faster than the library, so the library does not hash (`prehash: false`).
      // `lowS: false` keeps the s that RFC 6979 computes.
      return p256.sign(bytesOfHex(sha256Hex(bytes)), key, { prehash: false, lowS: false, format: 'der' });
    },
  };
}

const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** The file or manifest that a statement is about, identified by its SHA-256. */
interface Subject {
  name?: string;
  digest: { sha256: string };
  annotations: Readonly<Record<string, string>>;
}

const utf8 = new TextEncoder();

/** Returns an in-toto statement, version 1, as JSON. */
function statementText(subject: Subject, predicateType: string, predicate: object): string {
  return canonicalJson({ _type: 'https://in-toto.io/Statement/v1', subject: [subject], predicateType, predicate });
}

/**
 * Makes the bundle of a statement, as JSON. `encoded` is the statement in base64. The bundle names its key by the
 * SHA-256 of the key's PEM text, which model_signing compares.
 */
function bundleOf(attestor: Attestor, statement: Uint8Array, encoded = base64(statement)): string {
  // The bytes that DSSE signs (DSSE, "Pre-Authentication Encoding").
  const head = utf8.encode(`DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${statement.length} `);
  const sig = base64(attestor.sign(joined([head, statement])));
  return canonicalJson({
    mediaType: SIGSTORE_BUNDLE,
    verificationMaterial: { publicKey: { hint: sha256Hex(attestor.publicKey) } },
    dsseEnvelope: { payload: encoded, payloadType: STATEMENT_TYPE, signatures: [{ sig, keyid: '' }] },
  });
}

/** An annotation of every signed artifact. Signing tools print it. */
const NOTICE = { 'hub.model-hub.attestation': 'the index attests these bytes; it is not their maker' } as const;

/** The facts of a model that its signature covers. */
interface AttestedModel {
  id: string;
  revision: string;
  /** The files in the order of the index. */
  files: readonly { path: string; sha256: string }[];
}

/** Files of git, which the verifier leaves out of every folder by default. */
const OF_GIT = ['.git', '.gitattributes', '.github', '.gitignore'];
/** Files that a download adds to a model's folder: the cache of `hf`, the checksum file, the signature itself. */
const OF_DOWNLOADS = ['.cache/huggingface', SHA256SUMS, 'model.sig'];
/**
 * Files that are never signed. This hub writes the SHA256SUMS of a download, so a SHA256SUMS of the model is not
 * signed.
 */
const UNSIGNED = [...OF_GIT, SHA256SUMS];

/**
 * The maximum number of files, and of bytes, in one piece of work; other requests run between pieces. The number of
 * bytes is a multiple of three, so that the base64 texts of the pieces can be joined.
 */
const [FEW_FILES, FEW_BYTES] = [2000, 3 * 2 ** 17];

/**
 * Makes the bundle of a model, as JSON. Leaves out files of git, as verifiers do, and SHA256SUMS, which this hub writes
 * into a download. Waits for `turn` after each piece of work, which takes a millisecond or two.
 */
export async function modelBundle(
  attestor: Attestor,
  model: AttestedModel,
  turn: () => Awaitable<void> = () => undefined,
): Promise<string> {
  const { resources, digests, present } = await readFiles(model.files, turn);
  const digest = { sha256: sha256Hex(bytesOfHex(digests.join(''))) };
  const annotations = { ...NOTICE, 'org.opencontainers.image.revision': model.revision };
  const ignored = [...OF_GIT, ...OF_DOWNLOADS.filter((name) => !present.has(name))];
  const serialization = { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: ignored };
  const text = statementText({ name: model.id, digest, annotations }, 'https://model_signing/signature/v1.0', {
    serialization,
    resources: [],
  });
  // Puts the files into the empty list of resources. `statementText` sorts the keys, so the list comes before the
  // model's name, which could contain the same text.
  const payload = utf8.encode(text.replace('"resources":[]', () => `"resources":[${resources.join(',')}]`));
  let encoded = '';
  for (let at = 0; at < payload.length; at += FEW_BYTES) {
    encoded += base64(payload.subarray(at, at + FEW_BYTES));
    await turn();
  }
  return bundleOf(attestor, payload, encoded);
}

/**
 * Returns the signed files as JSON, their hashes in the same order, and the names of `OF_DOWNLOADS` at which the model
 * has files of its own.
 */
async function readFiles(files: AttestedModel['files'], turn: () => Awaitable<void>) {
  const [resources, digests]: [string[], string[]] = [[], []];
  const present = new Set<string>();
  for (const [at, { path, sha256 }] of files.entries()) {
    if (at % FEW_FILES === FEW_FILES - 1) await turn();
    if (UNSIGNED.some((name) => isWithin(path, name))) continue;
    const found = OF_DOWNLOADS.find((name) => isWithin(path, name));
    if (found !== undefined) present.add(found);
    resources.push(canonicalJson({ name: path, algorithm: 'sha256', digest: sha256 }));
    digests.push(sha256);
  }
  return { resources, digests, present };
}

const isWithin = (path: string, above: string) =>
  path.startsWith(above) && (path.length === above.length || path[above.length] === '/');

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
  const subject = { digest: { sha256: hexOfDigest(digest) }, annotations: NOTICE };
  const statement = statementText(subject, COSIGN_PREDICATE, {});
  const bundle = blob(SIGSTORE_BUNDLE, bundleOf(attestor, utf8.encode(statement)));
  const annotations = {
    ...NOTICE,
    'dev.sigstore.bundle.content': 'dsse-envelope',
    'dev.sigstore.bundle.predicateType': COSIGN_PREDICATE,
  };
  const artifactType = SIGSTORE_BUNDLE;
  const manifest = manifestBlob(OCI_MANIFEST, empty, {
    ...{ artifactType, layers: [descriptorOf(bundle)], annotations },
    subject: { mediaType, digest, size },
  });
  return { referrer: { ...descriptorOf(manifest), artifactType, annotations }, manifest, blobs: [empty, bundle] };
}

export type Attestations = ReturnType<typeof openAttestations>;

/** The maximum total length in characters of the attestations in the cache: enough for a few hundred manifests. */
const KEPT = 4 * 1024 * 1024;

/** Opens the attestation key with this secret: 32 bytes in hex. */
export function openAttestations(secret: string) {
  const attestor = openAttestor(secret);
  const kept = createRemembered<string, ManifestAttestation>({ most: KEPT, weigh: weightOf });
  return {
    /** The public key, PEM. */
    publicKey: attestor.publicKey,
    /** Returns the signature of one manifest. Signing takes milliseconds; a cache keeps recent signatures. */
    ofManifest: (subject: OciDescriptor) => kept.made(subject.digest, () => attestManifest(attestor, subject)),
    /**
     * Returns the signed bundle of a model, as JSON. The work takes a millisecond, or more for thousands of files. Calls
     * `turn` between pieces of work, so that other requests do not wait.
     */
    ofModel: (model: AttestedModel, turn?: () => Awaitable<void>) => modelBundle(attestor, model, turn),
  };
}

function weightOf({ manifest, blobs }: ManifestAttestation): number {
  return [manifest, ...blobs].reduce((sum, { text }) => sum + text.length + 200, 500);
}
