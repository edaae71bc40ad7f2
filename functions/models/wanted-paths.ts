// Reads the body of paths-info: a list of paths, as a form or as JSON. A body without such a list is refused: an empty
// answer would look as if no path existed.
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { takeTurn } from '../ports/turns.ts';
import type { Ask } from '../request/answer.ts';

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
export async function readWantedPaths(ask: Ask): Promise<WantedPaths | Refusal> {
  const type = (ask.header('content-type') ?? FORM_TYPE).split(';')[0]!.trim().toLowerCase();
  if (type !== JSON_TYPE && type !== FORM_TYPE)
    return refuse('UnsupportedMediaType', { wanted: `${JSON_TYPE} or ${FORM_TYPE}` });
  const bytes = await ask.body(MAX_BODY);
  if (!bytes) return refuse('TooLarge', { limit: MAX_BODY });
  await takeTurn();
  const text = textOf(bytes);
  const wanted = text === undefined ? undefined : type === JSON_TYPE ? fromJson(text) : fromForm(text);
  if (!wanted)
    return refuse('BadBody', { fix: 'send {"paths": ["a", "b"], "expand": false} or a form with paths=a&paths=b' });
  if (wanted.paths.length > MAX_PATHS) return refuse('BadBody', { fix: `name at most ${MAX_PATHS} paths at a time` });
  return wanted;
}

/** Decodes UTF-8; returns undefined for other bytes. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads a form. Returns undefined if it has no `paths`, because it was meant for something else, or if `expand` is
 * neither true nor false.
 */
function fromForm(text: string): WantedPaths | undefined {
  const form = new URLSearchParams(text);
  const expand = form.get('expand') ?? '';
  if (!form.has('paths') || !/^(|true|false|1|0)$/i.test(expand)) return undefined;
  return { paths: form.getAll('paths'), expand: /^(true|1)$/i.test(expand) };
}

function fromJson(text: string): WantedPaths | undefined {
  try {
    const { paths, expand = false } = JSON.parse(text) as { paths?: unknown; expand?: unknown };
    const list = typeof paths === 'string' ? [paths] : paths;
    if (!Array.isArray(list) || !list.every((path) => typeof path === 'string')) return undefined;
    return typeof expand === 'boolean' ? { paths: list, expand } : undefined;
  } catch {
    return undefined;
  }
}
