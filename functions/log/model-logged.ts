// Answers with the facts about a model's log entry that the model's page shows: the day of the entry, the signers, the
// number of sources.
import { KEYS } from '../../src/log/log-paths.ts';
import type { NewestDay } from '../../src/log/proof/make-proof.ts';
import type { ModelLogged } from '../../src/shapes/live.ts';
import { CACHE_CONTROL } from '../../src/table/headers.ts';
import { routes } from '../../src/table/routes.ts';
import { aboutModel } from '../models/locate.ts';
import type { ServedModel } from '../models/model.ts';
import type { Call, Handler } from '../ports/handler.ts';
import type { LogPort } from '../ports/ports.ts';
import { kept } from '../ports/tree-cache.ts';
import { answer } from '../request/answer.ts';

/** Answers 200 even for a model that is not logged, because the model's page shows that too. */
export const modelLogged: Handler<'modelLogged'> = aboutModel(async ({ ports, tree }: Call<'modelLogged'>, model) => {
  const { newestDay } = await import('../../src/log/proof/make-proof.ts');
  const newest = await newestDay(ports.log.read);
  const made = async (facts: ModelLogged | Promise<ModelLogged>) => {
    const json = JSON.stringify(await facts);
    return { json, size: json.length };
  };
  const { json } = newest
    ? await kept(tree, `logged ${model.id}\n${newest.checkpoint}`, () => made(loggedFacts(ports.log, newest, model)))
    : await made({ id: model.id, state: 'no log' });
  return answer(200, routes.modelLogged.type, json, ['Cache-Control', CACHE_CONTROL[routes.modelLogged.cache]]);
});

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
