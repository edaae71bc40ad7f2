// Loads attestations for a hub that has a key for them; other hubs load no signing code.
import type { Secret } from '../basics/secret.ts';
import type { Attestations } from './attestations.ts';

/** Opens the attestations of the configured key; undefined if there is no key. */
export async function loadAttestations(key: Secret | undefined): Promise<Attestations | undefined> {
  if (key === undefined) return undefined;
  const { openAttestations } = await import('./attestations.ts');
  return openAttestations(key.reveal());
}
