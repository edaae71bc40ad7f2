// Answers with a model in the forms that downloaders and auditors read: a lock, a Metalink, a bill of materials.
import { billText, metalinkPieces, modelBill, type SourcedModel } from '../../src/lock/lists.ts';
import { lockPieces } from '../../src/lock/lock.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { LockedFile } from '../../src/shapes/log.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, compressedText } from '../answers/built-answer.ts';
import type { Call, Handler, Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { rowIn } from '../search/rows.ts';
import { aboutModel } from './locate.ts';
import type { FileDirections, ServedModel } from './model.ts';

type ListCall = Call<'modelLock'>;

/** Makes the handler of a row whose text `write` makes of a model, in pieces. */
const listed = (write: (model: SourcedModel, call: ListCall) => Iterable<string>) =>
  aboutModel(async (call: ListCall, found) => {
    await takeTurn();
    const text = await joinedInTurns(write(await sourcedModel(call.tree, found), call));
    return builtAnswer(call, compressedText(text, call.ports.compress));
  });

/** Answers `GET /models/{owner}/{name}/lock.json`. */
export const modelLock: Handler<'modelLock'> = listed((model, { ports }) =>
  lockPieces({ hub: ports.baseUrl, models: { [model.id]: model } }),
);

/** Answers `GET /models/{owner}/{name}/model.meta4`. */
export const modelMetalink: Handler<'modelMetalink'> = listed((model, { params, ports }) =>
  metalinkPieces(model, ports.baseUrl + href(routes.modelMetalink, params)),
);

/** Answers `GET /models/{owner}/{name}/cyclonedx.json`. */
export const modelBillAnswer: Handler<'modelBill'> = listed((model) => [billText(modelBill(model))]);

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

/** Returns the model with the URLs of all its files. */
export async function sourcedModel(tree: Tree, model: ServedModel): Promise<SourcedModel> {
  const { hub, pipeline_tag: task, tags } = (await rowIn(await tree.search(), model.id))!;
  const { id, revision, head } = model;
  const files = await filesOf(model);
  return { id, revision, object: hub.manifest as Address, license: head.license, task, tags, files };
}

/**
 * Lists all files of a model in the order of the index. It reads them block by block, so that other requests do not
 * wait for all of them.
 */
async function filesOf(model: ServedModel): Promise<LockedFile[]> {
  const files: LockedFile[] = [];
  for await (const block of model.files()) {
    await takeTurn();
    for (const file of block) files.push(lockedFile(file));
  }
  return files;
}

const lockedFile = ({ path, size, sha256, holders }: FileDirections): LockedFile => ({
  path,
  size,
  sha256,
  urls: holders.map(({ host, url }) => ({ source: host, url })),
});
