// Sends the proof of a model in the log, which is checked before.
import { sha256Hex } from '../../src/digests/sha.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { checkProof, ProofFault } from '../../src/log/proof/check-proof.ts';
import { makeProof, type NewestDay, newestDay } from '../../src/log/proof/make-proof.ts';
import { LogDamage } from '../../src/log/tiles.ts';
import { idParts } from '../../src/nouns/model-id.ts';
import type { ModelProof } from '../../src/shapes/log.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, compressedText } from '../answers/built-answer.ts';
import { aboutModel } from '../models/locate.ts';
import { type BuiltFile, type Call, type Handler, kept, type Ports, type Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';

/**
 * Answers `GET /models/{owner}/{name}/proof.json`. A new tree and its log do not arrive at the same moment, so the
 * log's newest day may still describe the former tree. The proof is sent only if it covers the present files; otherwise
 * the client is asked to retry.
 */
export const modelProof: Handler<'modelProof'> = aboutModel(async (call: Call<'modelProof'>, { id }) => {
  const { ports, tree } = call;
  await takeTurn();
  const made = await provedOf(ports, tree, id).catch((error: unknown) => {
    if (!(error instanceof LogDamage)) throw error;
    // The kept files of the log may come from another log that was at this address before.
    ports.log.mistrust();
    return provedOf(ports, tree, id);
  });
  return isRefusal(made) ? made : builtAnswer(call, made);
});

async function provedOf(ports: Ports, tree: Tree, id: string): Promise<BuiltFile | Refusal> {
  const newest = await newestDay(ports.log.read);
  if (!newest) return refuse('NoLog', undefined);
  if (!(Date.parse(newest.day.expires) > Date.now()))
    return refuse('LogExpired', { expires: newest.day.expires }, ['Retry-After', '60']);
  let refusal: Refusal | undefined;
  const file = await kept(tree, `proof ${id}\n${newest.checkpoint}`, async () => {
    const proof = await proofFrom(ports, tree, newest, id);
    if (!isRefusal(proof)) return compressedText(JSON.stringify(proof), ports.compress);
    refusal = proof;
    return undefined;
  });
  // A caller who waited for the proof of another one tries for itself.
  return file ?? refusal ?? provedOf(ports, tree, id);
}

async function proofFrom(ports: Ports, tree: Tree, newest: NewestDay, id: string): Promise<ModelProof | Refusal> {
  const sums = await tree.text(treePath(routes.sha256sums, idParts(id)));
  const proof = sums === undefined ? undefined : await makeProof(ports.log.read, newest, { id, sums });
  if (!proof) return refuse('NotLogged', { id });
  const leaf = parseLeaf(proof.model.leaf);
  if (leaf && 'sums' in leaf && leaf.sums !== sha256Hex(proof.sums))
    return refuse('LogBehind', { id }, ['Retry-After', '5']);
  try {
    // The client that verifies the proof chooses whose signatures count, and refuses a day in the future. This check
    // does neither.
    const now = new Date(Math.max(Date.now(), Date.parse(newest.day.day)));
    checkProof(proof, { keys: [] }, { id, now });
  } catch (error) {
    throw error instanceof ProofFault ? new LogDamage(`The log proves nothing of ${id}. ${error.message}`) : error;
  }
  return proof;
}
