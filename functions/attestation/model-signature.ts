// Answers with the attestation of a model, and with the key that verifies it (decision 0036).
import type { Attestations } from '../../src/attestation/attestations.ts';
import { filesInSums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import { aboutModel } from '../models/locate.ts';
import type { ServedModel } from '../models/model.ts';
import { type BuiltFile, type Call, type Handler, kept, type Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';

/**
 * Answers `GET /models/{owner}/{name}/model.sig`, which signs the text of SHA256SUMS. The answer is kept, because making
 * one for a model with a hundred thousand files takes a tenth of a second.
 */
export const modelSignature: Handler<'modelSignature'> = aboutModel(async (call: Call<'modelSignature'>, model) => {
  const { ports, tree } = call;
  const { attestations } = ports;
  if (!attestations) return nothingAttested();
  const key = `signature ${attestations.publicKey} ${model.id}`;
  return builtAnswer(call, await kept(tree, key, () => signed(attestations, tree, model)));
});

async function signed(attestations: Attestations, tree: Tree, { id, revision }: ServedModel): Promise<BuiltFile> {
  const path = treePath(routes.sha256sums, parseModelId(id)!);
  const sums = await tree.text(path);
  if (sums === undefined) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
  await takeTurn();
  return fileOf(await attestations.ofModel({ id, revision, files: filesInSums(sums) }, takeTurn));
}

/** Answers `GET /api/hub/attestation/key.pem`. */
export const attestationKey: Handler<'attestationKey'> = (call) => {
  const { attestations } = call.ports;
  return attestations ? builtAnswer(call, fileOf(attestations.publicKey)) : nothingAttested();
};

const nothingAttested = (): Refusal => refuse('NotAttested', undefined);

const fileOf = (text: string) => madeFile(text, sha256Hex(text));
