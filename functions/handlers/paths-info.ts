// paths-info: tree entries for a list of paths. A read that the JS and Python clients send as POST (contract.md C4).
import { entriesAt } from '../../src/dialects/hub/tree-entries.ts';
import { isRefusal, type Refusal, refuse } from '../../src/refusals.ts';
import { type Ask, answer } from '../answer.ts';
import type { ServedModel } from '../directions.ts';
import type { Handler } from '../handler.ts';
import { locate } from '../locate.ts';

const MAX_BODY = 65536;
const MAX_PATHS = 1000;

export const pathsInfo: Handler<'pathsInfo'> = async ({ ask, params, ports, tree }) => {
  const model = locate(ports, tree, params.owner, params.name, params.revision);
  if ('refusal' in model) return model;
  const wanted = await readWanted(ask);
  if (isRefusal(wanted)) return wanted;
  // Loaded when first asked for: it brings a hash function along that no other answer needs.
  const { fileTree } = await import('../../src/dialects/hub/file-tree.ts');
  const files = model.list.map(([path, size, sha256]) => ({ path, size, sha256 }));
  const entries = entriesAt(
    fileTree(files),
    wanted.paths.map((path) => path.replace(/\/$/, '')),
  );
  const body = wanted.expand ? entries.map((entry) => ({ ...entry, lastCommit: lastCommit(model) })) : entries;
  return answer(200, 'application/json; charset=utf-8', JSON.stringify(body), ['Cache-Control', 'no-store']);
};

/** The indexed revision stands for every file's last commit: the index knows no other. */
function lastCommit(model: ServedModel) {
  return { id: model.revision, title: '', ...(model.lastModified ? { date: model.lastModified } : {}) };
}

interface Wanted {
  paths: string[];
  expand: boolean;
}

/** Reads the body: a form (`paths=…&paths=…&expand=…`) or JSON (`{"paths":[…],"expand":true}`). */
async function readWanted(ask: Ask): Promise<Wanted | Refusal> {
  const bytes = await ask.body(MAX_BODY);
  if (!bytes) return refuse('TooLarge', { limit: MAX_BODY });
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
