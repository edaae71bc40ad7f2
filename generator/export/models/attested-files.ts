// Writes the hub's attestations of a model as files: the bundle of the model, and the signature of each manifest of
// its repository.
import type { Attestations } from '../../../src/attestation/attestations.ts';
import { filesInSums } from '../../../src/dialects/hub/sha256sums.ts';
import { referrersIndex } from '../../../src/dialects/oci/registry/referrers-index.ts';
import { manifestsOf, type RegistryIndex } from '../../../src/dialects/oci/registry/registry-index.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import { fileOf } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { ExportedFile } from '../files/export-pages.ts';

/** Lists the files that `attestations` adds to those of a model; `entries` are all answers of the model's pack. */
export async function* attestedFiles(
  attestations: Attestations,
  model: { id: string; revision: string },
  index: RegistryIndex,
  entries: readonly ExportedFile[],
): AsyncGenerator<ExportedFile> {
  const params = parseModelId(model.id)!;
  const bytesAt = (path: string) => {
    const found = entries.find((entry) => entry.path === path);
    if (!found) throw new Error(`${path} is missing; remove "current" in HUB_DIST, and run "model-hub build"`);
    return found.bytes;
  };
  const sums = Buffer.from(bytesAt(fileOf(routes.sha256sums, params))).toString();
  const bundle = await attestations.ofModel({ ...model, files: filesInSums(sums) });
  yield { path: fileOf(routes.modelSignature, params), bytes: Buffer.from(bundle) };
  const [owner = '', name = ''] = index.name.split('/');
  const written = new Set(entries.map(({ path }) => path));
  for (const { digest, mediaType } of manifestsOf(index)) {
    const { length: size } = bytesAt(fileOf(routes.manifest, { owner, name, reference: digest }));
    const { referrer, manifest, blobs } = attestations.ofManifest({ mediaType, digest, size });
    const list = JSON.stringify(referrersIndex([referrer]));
    yield { path: fileOf(routes.referrers, { owner, name, digest }), bytes: Buffer.from(list) };
    const path = fileOf(routes.manifest, { owner, name, reference: manifest.digest });
    yield { path, bytes: Buffer.from(manifest.text) };
    for (const { digest: own, text } of blobs) {
      const path = fileOf(routes.blob, { owner, name, digest: own });
      // Every manifest has the same empty config, which is written once.
      if (!written.has(path)) yield { path, bytes: Buffer.from(text) };
      written.add(path);
    }
  }
}

/** Gives the file of the verifying key. */
export function attestationKeyFile({ publicKey }: Attestations): ExportedFile {
  return { path: fileOf(routes.attestationKey, {}), bytes: Buffer.from(publicKey) };
}
