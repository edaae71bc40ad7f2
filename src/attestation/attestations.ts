// Signs models and registry manifests with the hub's attestation key (decision 0036).
import type { Awaitable } from '../basics/awaitable.ts';
import { Remembered } from '../basics/remembered.ts';
import type { OciDescriptor } from '../shapes/registry.ts';
import { openAttestor } from './attestor.ts';
import { attestManifest, type ManifestAttestation } from './manifest-attestation.ts';
import { type AttestedModel, modelBundle } from './model-bundle.ts';

export interface Attestations {
  /** The public key, PEM. */
  publicKey: string;
  /** Returns the signature of one manifest. Signing takes milliseconds; a cache keeps recent signatures. */
  ofManifest(subject: OciDescriptor): ManifestAttestation;
  /**
   * Returns the signed bundle of a model, as JSON. The work takes a millisecond, or more for thousands of files. Calls
   * `turn` between pieces of work, so that other requests do not wait.
   */
  ofModel(model: AttestedModel, turn?: () => Awaitable<void>): Promise<string>;
}

/** The maximum total length in characters of the attestations in the cache: enough for a few hundred manifests. */
const KEPT = 4 * 1024 * 1024;

/** Opens the attestation key with this secret: 32 bytes in hex. */
export function openAttestations(secret: string): Attestations {
  const attestor = openAttestor(secret);
  const kept = new Remembered<string, ManifestAttestation>({ most: KEPT, weigh: weightOf });
  return {
    publicKey: attestor.publicKey,
    ofManifest: (subject) => kept.made(subject.digest, () => attestManifest(attestor, subject)),
    ofModel: (model, turn) => modelBundle(attestor, model, turn),
  };
}

function weightOf({ manifest, blobs }: ManifestAttestation): number {
  return [manifest, ...blobs].reduce((sum, { text }) => sum + text.length + 200, 500);
}
