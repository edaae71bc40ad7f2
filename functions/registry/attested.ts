// Finds the hub's attestations of a model's manifests, either by the attested manifest or by the attestation's own
// digest (decision 0036).
import type { ManifestAttestations } from '../../src/attestation/manifest-attestations.ts';
import type { OciBlob } from '../../src/dialects/oci/blob.ts';
import { manifestsOf } from '../../src/dialects/oci/registry/registry-index.ts';
import { digestOfCosignTag, isDigest } from '../../src/model/reference.ts';
import type { Digest } from '../../src/shapes/registry.ts';
import { hashedRow } from '../../src/table/answer-facts.ts';
import { headersOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import type { Call } from '../ports/handler.ts';
import type { Ports, Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import type { Answer } from '../request/answer.ts';
import { pathIn, type Repository } from './repository.ts';

/** The hub's ports, and the tree that answers the request. */
type Asking = Pick<Call<'manifest'>, 'ports' | 'tree'>;

const utf8 = new TextEncoder();

/**
 * Returns the attestations of the manifest with this digest. Returns undefined if the hub has no key, or if the
 * repository has no such manifest.
 */
export async function attestedOf(
  asking: Asking,
  repository: Repository,
  digest: Digest,
): Promise<ManifestAttestations | undefined> {
  const { attestations } = asking.ports;
  if (!attestations || !repository.model) return undefined;
  const found = manifestsOf(repository.index).find((manifest) => manifest.digest === digest);
  if (!found) return undefined;
  const { size } = await fileOf(asking.tree, repository, digest);
  await takeTurn();
  return attestations.ofManifest(repository.index.name, { ...found, size });
}

async function fileOf(tree: Tree, repository: Repository, reference: Digest) {
  const path = pathIn(repository, routes.manifest, { reference });
  const file = await tree.read(path);
  if (!file) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
  return file;
}

/** True if the hub has a key, and `reference` has a form that can name an attestation in `repository`. */
export function mayBeAttested(ports: Ports, { model }: Repository, reference: string): boolean {
  return (
    ports.attestations !== undefined &&
    model !== undefined &&
    (isDigest(reference) || digestOfCosignTag(reference) !== undefined)
  );
}

/**
 * Answers with the manifest of an attestation. The reference is the manifest's digest, or the tag that cosign 2 uses.
 * Returns undefined for any other reference.
 */
export async function attestedManifest(call: Call<'manifest'>, repository: Repository): Promise<Answer | undefined> {
  const { reference } = call.params;
  const subject = digestOfCosignTag(reference);
  const made = subject ? await taggedOf(call, repository, subject) : await madeWith(call, repository, 'manifests');
  if (!made) return undefined;
  const { digest: own, mediaType: type } = made;
  const byDigest = hashedRow(routes.manifest);
  const headers = headersOf(byDigest, { reference: own });
  return builtAnswer(call.ask, subject ? routes.manifest : byDigest, fileWith(made), { type, headers });
}

async function taggedOf(asking: Asking, repository: Repository, subject: Digest): Promise<OciBlob | undefined> {
  const attested = await attestedOf(asking, repository, subject);
  return attested?.manifests.find(({ digest }) => digest === attested.tagged);
}

/** Returns the bytes of a blob that an attestation names; undefined if no attestation names this digest. */
export async function attestedBlob(call: Call<'blob'>, repository: Repository) {
  const { digest } = call.params;
  const made = await madeWith({ ...call, params: { reference: digest } }, repository, 'blobs');
  return made && fileWith(made);
}

const fileWith = ({ text, digest }: OciBlob) => madeFile(utf8.encode(text), digest.slice('sha256:'.length));

/**
 * Finds the attestation that has this digest. The digest does not tell which manifest was attested, so each manifest of
 * the repository is attested until one matches. The attestations of recent requests are kept.
 */
async function madeWith(
  { params: { reference }, ...asking }: Asking & { params: { reference: string } },
  repository: Repository,
  among: 'manifests' | 'blobs',
): Promise<OciBlob | undefined> {
  for (const { digest: subject } of manifestsOf(repository.index)) {
    const attested = await attestedOf(asking, repository, subject);
    const made = attested?.[among].find(({ digest }) => digest === reference);
    if (made) return made;
  }
  return undefined;
}
