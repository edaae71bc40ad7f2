// Answers with a model for downloaders: its lock, with every file and its sources.
import { isRefusal } from '../../../src/table/refusals.ts';
import type { Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { builtAnswer } from '../../answers/built-answer.ts';
import { compressedText } from '../../answers/compressed-text.ts';
import type { Call, Handler } from '../../ports/handler.ts';
import { takeTurn } from '../../ports/turns.ts';
import { locate } from '../locate.ts';
import type { ServedModel } from '../served-model.ts';
import { lockedModel } from './locked-model.ts';

type ListCall = Pick<Call<'modelLock'>, 'ask' | 'params' | 'ports' | 'tree'>;

/** `GET /models/{owner}/{name}/lock.json`. */
export const modelLock: Handler<'modelLock'> = (call) =>
  listed(call, routes.modelLock, async (model) => {
    const { lockPieces } = await import('../../../src/lock/write-lock.ts');
    const locked = await lockedModel(call.tree, model);
    return lockPieces({ hub: call.ports.baseUrl, models: { [model.id]: locked } });
  });

async function listed(
  { ask, params, ports, tree }: ListCall,
  row: Row,
  write: (model: ServedModel) => Promise<Iterable<string>>,
) {
  const model = await locate(ports, tree, params.owner, params.name, undefined);
  if (isRefusal(model)) return model;
  await takeTurn();
  return builtAnswer(ask, row, compressedText(await joinedInTurns(await write(model)), ports.compress));
}

/** The characters that are joined in one turn. */
const TURN = 256 * 1024;

/** Joins pieces that are made one by one, without keeping other callers waiting. */
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
