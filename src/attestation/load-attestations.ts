// Loads the signing code only for a hub that has an attestation key.
import type { Secret } from '../basics/secret.ts';
import type { Attestations } from './attestations.ts';

/** Opens the configured attestation key; undefined if no key is configured. */
export async function loadAttestations(key: Secret | undefined): Promise<Attestations | undefined> {
  if (key === undefined) return undefined;
  const { openAttestations } = await import('./attestations.ts');
  return openAttestations(key.reveal());
}
