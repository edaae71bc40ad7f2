// Answers what clients of the public hub ask about a model besides its files and listings: whether it may be read, facts of
// some paths, the git-LFS pointer of a file, and a token for Xet (decision 0026).
import { own } from '../../src/basics/records.ts';
import { directoryEntry, fileEntry, lfsPointer } from '../../src/dialects/hub/tree-entries.ts';
import { isWeight } from '../../src/model/weight-formats.ts';
import type { TreeEntry } from '../../src/shapes/tree.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import type { Call, Handler } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { type Ask, freshJson, redirectTo } from '../request/answer.ts';
import { aboutModel } from './locate.ts';
import type { ServedModel } from './model.ts';
import { locatedFile, resolve } from './resolve.ts';

/**
 * Answers 200 for every indexed model, because reads are anonymous. Other models get the same refusal as at their other
 * routes.
 */
export const authCheck: Handler<'authCheck'> = aboutModel(() => freshJson({}));

/** Redirects a request for a token of Xet to the same path at the origin hub. This hub issues no tokens. */
export const xetReadToken: Handler<'xetReadToken'> = aboutModel(({ params, ports }: Call<'xetReadToken'>) =>
  redirectTo(307, ports.origin.base + href(routes.xetReadToken, params)),
);

/** Answers with the git-LFS pointer of a file of weights, and redirects to every other file as `resolve` does. */
export const raw: Handler<'raw'> = async (call) => {
  if (!isWeight(call.params.path)) return resolve(call);
  const found = await locatedFile(call, call.params);
  if (isRefusal(found)) return found;
  const { sha256, size } = found.file;
  const headers = ['X-Repo-Commit', found.model.revision];
  return builtAnswer(call, madeFile(lfsPointer(sha256, size), `pointer-${sha256}`), { headers });
};

/**
 * The number of paths that are looked up before other requests may run. Each path may need another part of a large
 * model.
 */
const AT_ONCE = 50;

/** Answers with the tree entries of a list of paths. It is a read, although clients send it as POST. */
export const pathsInfo: Handler<'pathsInfo'> = aboutModel(async ({ ask }: Call<'pathsInfo'>, model) => {
  const wanted = await readWantedPaths(ask);
  if (isRefusal(wanted)) return wanted;
  const entries = await entriesAt(model, [...new Set(wanted.paths.map((path) => path.replace(/\/$/, '')))]);
  if (wanted.paths.length > AT_ONCE) await takeTurn();
  const body = wanted.expand ? entries.map((entry) => ({ ...entry, lastCommit: lastCommit(model) })) : entries;
  return freshJson(body);
});

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

const MAX_BODY = 65536;
const MAX_PATHS = 1000;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The paths in the body, and whether each entry must name its last commit. */
interface WantedPaths {
  paths: string[];
  expand: boolean;
}

/**
 * Reads the body as JSON (`{"paths":[…],"expand":true}`) if its media type says so, and otherwise as a form
 * (`paths=…&paths=…&expand=…`).
 */
async function readWantedPaths(ask: Ask): Promise<WantedPaths | Refusal> {
  const type = (ask.header('content-type') ?? FORM_TYPE).split(';')[0]!.trim().toLowerCase();
  if (type !== JSON_TYPE && type !== FORM_TYPE)
    return refuse('UnsupportedMediaType', { wanted: `${JSON_TYPE} or ${FORM_TYPE}` });
  const bytes = await ask.body(MAX_BODY);
  if (!bytes) return refuse('TooLarge', { limit: MAX_BODY });
  await takeTurn();
  const wanted = wantedIn(bytes, type === JSON_TYPE);
  if (!wanted)
    return refuse('BadBody', { fix: 'send {"paths": ["a", "b"], "expand": false} or a form with paths=a&paths=b' });
  if (wanted.paths.length > MAX_PATHS) return refuse('BadBody', { fix: `name at most ${MAX_PATHS} paths at a time` });
  return wanted;
}

/** The values of `expand` in a form. */
const EXPAND = { '': false, false: false, 0: false, true: true, 1: true };

/**
 * Reads JSON or a form. Returns undefined for bytes that are no UTF-8, without `paths`, which were meant for something else,
 * and if `expand` is neither true nor false.
 */
function wantedIn(bytes: Uint8Array, isJson: boolean): WantedPaths | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const form = new URLSearchParams(text);
    const { paths, expand = false } = isJson
      ? JSON.parse(text)
      : {
          paths: form.has('paths') ? form.getAll('paths') : undefined,
          expand: own(EXPAND, (form.get('expand') ?? '').toLowerCase()) ?? null,
        };
    const list: unknown[] = [paths].flat();
    return list.every((path) => typeof path === 'string') && typeof expand === 'boolean'
      ? { paths: list, expand }
      : undefined;
  } catch {
    return undefined;
  }
}
