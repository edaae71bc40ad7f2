// Answers with the facts about a model's log entry that the model's page shows: the day of the entry, the signers, the
// number of sources.
import { Remembered } from '../../src/basics/remembered.ts';
import { KEYS } from '../../src/log/log-paths.ts';
import type { NewestDay } from '../../src/log/proof/make-proof.ts';
import type { ModelLogged } from '../../src/shapes/live.ts';
import { CACHE_CONTROL } from '../../src/table/headers.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { routes } from '../../src/table/routes.ts';
import { locate } from '../models/locate.ts';
import type { ServedModel } from '../models/served-model.ts';
import type { Handler } from '../ports/handler.ts';
import type { LogPort } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';
import { answer } from '../request/answer.ts';

/** The maximum total length in characters of the answers that are kept for a tree. */
const KEPT = 2 ** 20;

const toldOf = perTree(
  () => new Remembered<string, string>({ most: KEPT, weigh: (text, key) => text.length + key.length }),
);

/** Answers 200 even for a model that is not logged, because the model's page shows that too. */
export const modelLogged: Handler<'modelLogged'> = async (call) => {
  const { params, ports, tree } = call;
  const model = await locate(call, params);
  if (isRefusal(model)) return model;
  const { newestDay } = await import('../../src/log/proof/make-proof.ts');
  const newest = await newestDay(ports.log.read);
  const json = newest
    ? await toldOf(tree).get(`${model.id}\n${newest.checkpoint}`, async () =>
        JSON.stringify(await loggedFacts(ports.log, newest, model)),
      )
    : JSON.stringify({ id: model.id, state: 'no log' } satisfies ModelLogged);
  return answer(200, routes.modelLogged.type, json, ['Cache-Control', CACHE_CONTROL[routes.modelLogged.cache]]);
};

async function loggedFacts({ read }: LogPort, newest: NewestDay, { id, revision }: ServedModel): Promise<ModelLogged> {
  const [{ newestLeaf }, { leafAt, loggedSince }, { parseLeaf }] = await Promise.all([
    import('../../src/log/model-index.ts'),
    import('../../src/log/proof/make-proof.ts'),
    import('../../src/log/leaves.ts'),
  ]);
  const { size, day } = newest;
  const log = { size, day: day.day, expires: day.expires, ...(await signersOf(read, newest.checkpoint)) };
  const index = await newestLeaf(read, newest, id);
  if (index === undefined) return { id, state: 'not logged', log };
  const leaf = parseLeaf(await leafAt(read, index, size));
  if (!leaf || !('revision' in leaf) || leaf.revision !== revision) return { id, state: 'not logged', log };
  const since = (await loggedSince(read, index, size))?.day;
  return {
    ...{ id, state: 'logged', log },
    leaf: { index, sources: leaf.sources, ...(since !== undefined && { since }) },
  };
}

/** Names the signers of a checkpoint, which are the log itself and witnesses, if the log publishes their keys. */
async function signersOf(
  read: LogPort['read'],
  checkpoint: string,
): Promise<{ signed: string | null; witnesses: string[] }> {
  const [{ parseNote, parseVerifierKey, verifyNote }, { parseCheckpoint }] = await Promise.all([
    import('../../src/log/note.ts'),
    import('../../src/log/checkpoint.ts'),
  ]);
  const lines = new TextDecoder().decode((await read(KEYS)) ?? new Uint8Array()).split('\n');
  const keys = lines.map(parseVerifierKey).filter((key) => key !== undefined);
  const note = parseNote(checkpoint)!;
  const { origin } = parseCheckpoint(note.text)!;
  const names = verifyNote(note, keys).verified.map(({ key }) => key.name);
  return { signed: names.includes(origin) ? origin : null, witnesses: names.filter((name) => name !== origin) };
}
