// Asks a hub for the locks of models, and for the proofs of these models if the hub's log is signed.
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { parseNote } from '../../src/log/note.ts';
import { checkProof, ProofFault } from '../../src/log/proof/check-proof.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { LOCK_FORMAT } from '../../src/shapes/formats.ts';
import type { Lock, LockedModel, ModelProof } from '../../src/shapes/log.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { ObjectClient } from '../objects/object-client.ts';
import { Failure } from '../process/failure.ts';
import { openProof } from '../proofs/open-proof.ts';
import { lockIn, MOST_LOCK } from './named-lock.ts';

/** The HTTP statuses with which a hub answers for a model that is withheld, missing or withdrawn. */
const ABSENT = [403, 404, 410, 451];

/**
 * Makes a lock of the models with these ids as the hub has them now. Keeps the proof in the old lock `before` for a
 * model whose files are the same, so that an update changes only what is new. Leaves out a model that the hub no longer
 * has. Throws a Failure for a model that neither the hub nor `before` has.
 */
export async function lockByHub(client: ObjectClient, ids: Iterable<string>, before?: Lock): Promise<Lock> {
  const models = new Map<string, LockedModel>();
  const known = new Map(Object.entries(before?.models ?? {}));
  const isSigned = await hasSignedLog(client);
  for (const id of ids) {
    const old = known.get(id);
    const model = await modelAt(client, id, old !== undefined);
    if (!model) continue;
    const proof =
      old?.proof && isSame(old, model) ? old.proof : isSigned ? await proofOf(client, id, model) : undefined;
    models.set(id, proof ? { ...model, proof } : model);
  }
  return { format: LOCK_FORMAT, hub: client.base, models: Object.fromEntries(models) };
}

const isSame = (one: LockedModel, other: LockedModel) =>
  one.object === other.object && sha256sums(one.files) === sha256sums(other.files);

async function modelAt(client: ObjectClient, id: string, mayLack: boolean): Promise<LockedModel | undefined> {
  const path = href(routes.modelLock, parseModelId(id)!);
  const bytes = await client.bytes(path, MOST_LOCK, mayLack ? ABSENT : []);
  if (!bytes) return undefined;
  const model = new Map(Object.entries(lockIn(bytes.toString(), client.base + path).models)).get(id);
  if (model) return model;
  throw new Failure(`${client.base}${path} is the lock of another model than ${id}.`);
}

async function hasSignedLog(client: ObjectClient): Promise<boolean> {
  const checkpoint = await client.bytes(href(routes.logCheckpoint), 2 ** 20, ABSENT);
  return (parseNote(checkpoint?.toString() ?? '')?.signatures.length ?? 0) > 0;
}

/**
 * Gets the proof of a model. Throws a Failure if it proves other files than the given ones. Checks no signature: the
 * reader of the lock chooses the keys to trust, with `model-hub verify`.
 */
async function proofOf({ base }: ObjectClient, id: string, { files, revision }: LockedModel): Promise<ModelProof> {
  const proof = await openProof(base, id);
  try {
    const { model } = checkProof(proof, { keys: [] }, { id, now: new Date() });
    if (model.revision === revision && proof.sums === sha256sums(files)) return proof;
  } catch (error) {
    if (error instanceof ProofFault) throw new Failure(`The proof of ${id} is bad. ${error.message}`, { cause: error });
    throw error;
  }
  throw new Failure(
    `The log at ${base} has other files of ${id} than its index: a new day may be under way; try again.`,
  );
}
