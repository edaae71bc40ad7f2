// Answers with a model in the forms that downloaders and auditors read: a lock, a Metalink, a bill of materials.
import type { SourcedModel } from '../../../src/lock/sourced-model.ts';
import { isRefusal } from '../../../src/table/refusals.ts';
import { href, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { builtAnswer } from '../../answers/built-answer.ts';
import { compressedText } from '../../answers/compressed-text.ts';
import type { Call, Handler } from '../../ports/handler.ts';
import { takeTurn } from '../../ports/turns.ts';
import { locate } from '../locate.ts';
import { sourcedModel } from './sourced-model.ts';

type ListCall = Pick<Call<'modelLock'>, 'ask' | 'params' | 'ports' | 'tree'>;

/** Answers `GET /models/{owner}/{name}/lock.json`. */
export const modelLock: Handler<'modelLock'> = (call) =>
  listed(call, routes.modelLock, async (model) => {
    const { lockPieces } = await import('../../../src/lock/write-lock.ts');
    return lockPieces({ hub: call.ports.baseUrl, models: { [model.id]: model } });
  });

/** Answers `GET /models/{owner}/{name}/model.meta4`. */
export const modelMetalink: Handler<'modelMetalink'> = (call) =>
  listed(call, routes.modelMetalink, async (model) => {
    const { metalinkPieces } = await import('../../../src/lock/metalink.ts');
    return metalinkPieces(model, call.ports.baseUrl + href(routes.modelMetalink, call.params));
  });

/** Answers `GET /models/{owner}/{name}/cyclonedx.json`. */
export const modelBillAnswer: Handler<'modelBill'> = (call) =>
  listed(call, routes.modelBill, async (model) => {
    const { billText, modelBill } = await import('../../../src/lock/bill-of-materials.ts');
    return [billText(modelBill(model))];
  });

async function listed(call: ListCall, row: Row, write: (model: SourcedModel) => Promise<Iterable<string>>) {
  const { ask, params, ports, tree } = call;
  const found = await locate(call, params);
  if (isRefusal(found)) return found;
  await takeTurn();
  const text = await joinedInTurns(await write(await sourcedModel(tree, found)));
  return builtAnswer(ask, row, compressedText(text, ports.compress));
}

/** The number of characters that are joined before other requests may run. */
const TURN = 256 * 1024;

/** Joins pieces that are made one by one, and lets other requests run in between. */
async function joinedInTurns(pieces: Iterable<string>): Promise<string> {
  let text = '';
  let next = TURN;
  for (const piece of pieces) {
    text += piece;
    if (text.length < next) continue;
    next = text.length + TURN;
    await takeTurn();
  }
  return text;
}
