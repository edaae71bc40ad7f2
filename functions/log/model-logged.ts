// Answers with the facts about a model's log entry that the model's page shows: the day of the entry, the signers, the
// number of sources.
import { parseCheckpoint } from '../../src/log/checkpoint.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { KEYS } from '../../src/log/log-paths.ts';
import { newestLeaf } from '../../src/log/model-index.ts';
import { parseNote, parseVerifierKey, verifyNote } from '../../src/log/note.ts';
import { leafAt, loggedSince, type NewestDay, newestDay } from '../../src/log/proof/make-proof.ts';
import type { ModelLogged } from '../../src/shapes/live.ts';
import { CACHE_CONTROL } from '../../src/table/headers.ts';
import { aboutModel } from '../models/locate.ts';
import type { ServedModel } from '../models/model.ts';
import { type Call, type Handler, kept, type LogPort } from '../ports/ports.ts';
import { answer } from '../request/answer.ts';

/** Answers 200 even for a model that is not logged, because the model's page shows that too. */
export const modelLogged: Handler<'modelLogged'> = aboutModel(
  async ({ ports, row, tree }: Call<'modelLogged'>, model) => {
    const newest = await newestDay(ports.log.read);
    const made = async (facts: ModelLogged | Promise<ModelLogged>) => {
      const json = JSON.stringify(await facts);
      return { json, size: json.length };
    };
    const { json } = newest
      ? await kept(tree, `logged ${model.id}\n${newest.checkpoint}`, () => made(loggedFacts(ports.log, newest, model)))
      : await made({ id: model.id, state: 'no log' });
    return answer(200, row.type, json, ['Cache-Control', CACHE_CONTROL[row.cache]]);
  },
);

async function loggedFacts({ read }: LogPort, newest: NewestDay, { id, revision }: ServedModel): Promise<ModelLogged> {
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
  const lines = new TextDecoder().decode((await read(KEYS)) ?? new Uint8Array()).split('\n');
  const keys = lines.map(parseVerifierKey).filter((key) => key !== undefined);
  const note = parseNote(checkpoint)!;
  const { origin } = parseCheckpoint(note.text)!;
  const names = verifyNote(note, keys).verified.map(({ key }) => key.name);
  return { signed: names.includes(origin) ? origin : null, witnesses: names.filter((name) => name !== origin) };
}
