// Finds the hub's attestations of a model's manifests, either by the attested manifest or by the attestation's own
// digest (decision 0036).
import type { ManifestAttestation } from '../../src/attestation/attestations.ts';
import type { OciBlob } from '../../src/dialects/oci/blob.ts';
import { manifestsOf } from '../../src/dialects/oci/registry/registry-index.ts';
import { hexOfDigest, isDigest } from '../../src/model/reference.ts';
import type { Digest } from '../../src/shapes/registry.ts';
import { hashedRow, headersOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import type { Call } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import type { Answer } from '../request/answer.ts';
import { pathIn, type Repository } from './repository.ts';

/** The hub's ports, and the tree that answers the request. */
type Asking = Pick<Call<'manifest'>, 'ports' | 'tree'>;

/**
 * Returns the attestation of the manifest with this digest. Returns undefined if the hub has no key, or if the
 * repository has no such manifest.
 */
export async function attestedOf(
  { ports: { attestations }, tree }: Asking,
  repository: Repository,
  digest: Digest,
): Promise<ManifestAttestation | undefined> {
  if (!attestations || !repository.model) return undefined;
  const found = manifestsOf(repository.index).find((manifest) => manifest.digest === digest);
  if (!found) return undefined;
  const path = pathIn(repository, routes.manifest, { reference: digest });
  const file = await tree.read(path);
  if (!file) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
  await takeTurn();
  return attestations.ofManifest({ ...found, size: file.size });
}

/** Answers with the manifest of an attestation; undefined if no attestation has this digest. */
export async function attestedManifest(call: Call<'manifest'>, repository: Repository): Promise<Answer | undefined> {
  const made = await madeWith(call, repository, call.params.reference, ({ manifest }) => [manifest]);
  if (!made) return undefined;
  const row = hashedRow(call.row);
  return builtAnswer({ ...call, row }, fileWith(made), { type: made.mediaType, headers: headersOf(row, call.params) });
}

/** Returns the bytes of a blob that an attestation names; undefined if no attestation names this digest. */
export async function attestedBlob(call: Call<'blob'>, repository: Repository) {
  const made = await madeWith(call, repository, call.params.digest, ({ blobs }) => blobs);
  return made && fileWith(made);
}

const fileWith = ({ text, digest }: OciBlob) => madeFile(text, hexOfDigest(digest));

/**
 * Finds the attestation that has this digest. The digest does not tell which manifest was attested, so each manifest of
 * the repository is attested until one matches. The attestations of recent requests are kept.
 */
async function madeWith(
  asking: Asking,
  repository: Repository,
  wanted: string,
  partsOf: (attested: ManifestAttestation) => readonly OciBlob[],
): Promise<OciBlob | undefined> {
  if (!isDigest(wanted)) return undefined;
  for (const { digest: subject } of manifestsOf(repository.index)) {
    const attested = await attestedOf(asking, repository, subject);
    const made = attested && partsOf(attested).find(({ digest }) => digest === wanted);
    if (made) return made;
  }
  return undefined;
}
