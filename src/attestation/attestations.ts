// Attests models and manifests with the hub's key (decision 0036).
import type { Awaitable } from '../basics/awaitable.ts';
import { Remembered } from '../basics/remembered.ts';
import type { OciDescriptor } from '../shapes/registry.ts';
import { openAttestor } from './attestor.ts';
import { attestManifest, type ManifestAttestations } from './manifest-attestations.ts';
import { type AttestedModel, modelBundle } from './model-bundle.ts';

export interface Attestations {
  /** The public key, PEM. */
  publicKey: string;
  /** The self-signed certificate, PEM. */
  certificate: string;
  /**
   * Gives the signatures of a manifest of a repository. Signing takes milliseconds; signatures made lately come from a
   * cache.
   */
  ofManifest(repository: string, subject: OciDescriptor): ManifestAttestations;
  /**
   * Gives the bundle of a model, as JSON. Takes a millisecond, or more for thousands of files. Calls `turn` between
   * pieces of the work.
   */
  ofModel(model: AttestedModel, turn?: () => Awaitable<void>): Promise<string>;
}

/** The maximum total length in characters of the attestations in the cache: enough for some hundred manifests. */
const KEPT = 4 * 1024 * 1024;

/** Makes attestations with the key that has this secret: 32 bytes in hex. */
export function openAttestations(secret: string): Attestations {
  const attestor = openAttestor(secret);
  const kept = new Remembered<string, ManifestAttestations>({ most: KEPT, weigh: weightOf });
  const { publicKey, certificate } = attestor;
  return {
    ...{ publicKey, certificate },
    ofManifest(repository, subject) {
      const key = `${repository} ${subject.digest}`;
      return kept.made(key, () => attestManifest(attestor, repository, subject));
    },
    ofModel: (model, turn) => modelBundle(attestor, model, turn),
  };
}

function weightOf({ manifests, blobs }: ManifestAttestations): number {
  return [...manifests, ...blobs].reduce((sum, { text }) => sum + text.length + 200, 500);
}
