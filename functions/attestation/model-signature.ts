// The attestation of a model as a whole, and what it is checked by (decision 0036).
import type { Attestations } from '../../src/attestation/attestations.ts';
import { filesInSums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import { locate } from '../models/locate.ts';
import type { Call, Handler } from '../ports/handler.ts';
import { takeTurn } from '../ports/turns.ts';

const utf8 = new TextEncoder();

/** `GET /models/{owner}/{name}/model.sig`: signed anew each time, of what SHA256SUMS says. */
export const modelSignature: Handler<'modelSignature'> = async (call) => {
  const { ask, params, ports, tree } = call;
  const { owner, name } = params;
  const model = await locate(ports, tree, owner, name, undefined);
  if (isRefusal(model)) return model;
  const { attestations } = ports;
  if (!attestations) return nothingAttested();
  const path = treePath(routes.sha256sums, { owner, name });
  const sums = await tree.text(path);
  if (sums === undefined) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
  await takeTurn();
  const { id, revision } = model;
  return builtAnswer(
    ask,
    routes.modelSignature,
    fileOf(attestations.ofModel({ id, revision, files: filesInSums(sums) })),
  );
};

/** `GET /api/hub/attestation/key.pem`. */
export const attestationKey: Handler<'attestationKey'> = (call) =>
  said(call, 'attestationKey', ({ publicKey }) => publicKey);

/** `GET /api/hub/attestation/certificate.pem`. */
export const attestationCertificate: Handler<'attestationCertificate'> = (call) =>
  said(call, 'attestationCertificate', ({ certificate }) => certificate);

function said(
  { ask, ports: { attestations } }: Pick<Call<'attestationKey'>, 'ask' | 'ports'>,
  row: 'attestationKey' | 'attestationCertificate',
  textOf: (attestations: Attestations) => string,
) {
  return attestations ? builtAnswer(ask, routes[row], fileOf(textOf(attestations))) : nothingAttested();
}

const nothingAttested = (): Refusal => refuse('NotAttested', undefined);

const fileOf = (text: string) => madeFile(utf8.encode(text), sha256Hex(text));
