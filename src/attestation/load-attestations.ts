// The attestations of a hub that has a key for them; whoever has none loads nothing of what signs.
import type { Secret } from '../basics/secret.ts';
import type { Attestations } from './attestations.ts';

/** Attests by the configured key; gives undefined without a key. */
export async function loadAttestations(key: Secret | undefined): Promise<Attestations | undefined> {
  if (key === undefined) return undefined;
  const { openAttestations } = await import('./attestations.ts');
  return openAttestations(key.reveal());
}
