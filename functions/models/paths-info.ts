// Answers paths-info, which asks for the tree entries of a list of paths. It is a read, although the JS and Python
// clients send it as POST (decision 0026).
import { directoryEntry, fileEntry } from '../../src/dialects/hub/tree-entries.ts';
import type { TreeEntry } from '../../src/shapes/tree.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import type { Handler } from '../ports/handler.ts';
import { takeTurn } from '../ports/turns.ts';
import { freshJson } from '../request/answer.ts';
import { locate } from './locate.ts';
import type { ServedModel } from './served-model.ts';
import { readWantedPaths } from './wanted-paths.ts';

/**
 * The number of paths that are looked up before other requests may run. Each path may need another part of a large
 * model.
 */
const AT_ONCE = 50;

export const pathsInfo: Handler<'pathsInfo'> = async (call) => {
  const { ask, params } = call;
  const model = await locate(call, params);
  if ('refusal' in model) return model;
  const wanted = await readWantedPaths(ask);
  if (isRefusal(wanted)) return wanted;
  const entries = await entriesAt(model, [...new Set(wanted.paths.map((path) => path.replace(/\/$/, '')))]);
  if (wanted.paths.length > AT_ONCE) await takeTurn();
  const body = wanted.expand ? entries.map((entry) => ({ ...entry, lastCommit: lastCommit(model) })) : entries;
  return freshJson(body);
};

/** Returns the entries for `paths`, for files and folders alike. Leaves out paths that do not exist. */
async function entriesAt(model: ServedModel, paths: string[]): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for (const [at, path] of paths.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await takeTurn();
    const entry = await model.entry(path);
    if (entry) entries.push('oid' in entry ? directoryEntry(entry) : fileEntry(entry, model.holdersOf(entry)));
  }
  return entries;
}

/** Names the indexed revision as the last commit of every file, because the index knows no other. */
function lastCommit(model: ServedModel) {
  const { lastModified } = model.head;
  return { id: model.revision, title: '', ...(lastModified ? { date: lastModified } : {}) };
}
