// paths-info: tree entries for a list of paths. A read that the JS and Python clients send as POST (contract.md C4).
import { directoryEntry, fileEntry } from '../../src/dialects/hub/tree-entries.ts';
import { isRefusal, type Refusal, refuse } from '../../src/refusals.ts';
import type { TreeEntry } from '../../src/wire/tree-entry.ts';
import { type Ask, answer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import { locate } from '../locate.ts';
import type { ServedModel } from '../served-model.ts';
import { takeTurn } from '../turns.ts';

const MAX_BODY = 65536;
const MAX_PATHS = 1000;
/** Paths looked up in one go: each may lie in a part of a large model that has to be read first. */
const AT_ONCE = 50;

export const pathsInfo: Handler<'pathsInfo'> = async ({ ask, params, ports, tree }) => {
  const model = locate(ports, tree, params.owner, params.name, params.revision);
  if ('refusal' in model) return model;
  const wanted = await readWanted(ask);
  if (isRefusal(wanted)) return wanted;
  const entries = await entriesAt(model, [...new Set(wanted.paths.map((path) => path.replace(/\/$/, '')))]);
  if (wanted.paths.length > AT_ONCE) await takeTurn();
  const body = wanted.expand ? entries.map((entry) => ({ ...entry, lastCommit: lastCommit(model) })) : entries;
  return answer(200, 'application/json; charset=utf-8', JSON.stringify(body), ['Cache-Control', 'no-store']);
};

/** The entries for `paths`, files and folders alike; a path that is neither is left out. */
async function entriesAt(model: ServedModel, paths: string[]): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for (const [at, path] of paths.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await takeTurn();
    const entry = model.entry(path);
    if (entry) entries.push('oid' in entry ? directoryEntry(entry) : fileEntry(entry));
  }
  return entries;
}

/** The indexed revision stands for every file's last commit: the index knows no other. */
function lastCommit(model: ServedModel) {
  const { lastModified } = model.head;
  return { id: model.revision, title: '', ...(lastModified ? { date: lastModified } : {}) };
}

interface Wanted {
  paths: string[];
  expand: boolean;
}

/** Reads the body: a form (`paths=…&paths=…&expand=…`) or JSON (`{"paths":[…],"expand":true}`). */
async function readWanted(ask: Ask): Promise<Wanted | Refusal> {
  const bytes = await ask.body(MAX_BODY);
  if (!bytes) return refuse('TooLarge', { limit: MAX_BODY });
  await takeTurn();
  const text = new TextDecoder().decode(bytes);
  const wanted = /json/i.test(ask.header('content-type') ?? '') ? fromJson(text) : fromForm(text);
  if (!wanted)
    return refuse('BadBody', { fix: 'send {"paths": ["a", "b"], "expand": false} or a form with paths=a&paths=b' });
  if (wanted.paths.length > MAX_PATHS) return refuse('BadBody', { fix: `name at most ${MAX_PATHS} paths at a time` });
  return wanted;
}

function fromForm(text: string): Wanted {
  const form = new URLSearchParams(text);
  return { paths: form.getAll('paths'), expand: /^(true|1)$/i.test(form.get('expand') ?? '') };
}

function fromJson(text: string): Wanted | undefined {
  try {
    const { paths, expand } = JSON.parse(text) as { paths?: unknown; expand?: unknown };
    const list = typeof paths === 'string' ? [paths] : paths;
    if (!Array.isArray(list) || !list.every((path) => typeof path === 'string')) return undefined;
    return { paths: list, expand: expand === true };
  } catch {
    return undefined;
  }
}
