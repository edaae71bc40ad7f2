// Collects the suggestions of the header's search: models, owners, docs, and the page of a pasted hash.
import { LazyValue } from '../../basics/remembered.ts';
import { idParts } from '../../nouns/model-id.ts';
import { taskTitle } from '../../nouns/tasks.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { hitHref, hitTitle } from '../docs/docs-hit.ts';
import { readPasted } from '../questions/pasted.ts';
import type { FindPlaces } from './find-places.ts';
import { hashSuggestion, inGroups, modelHref, modelSuggestion, type Suggestion } from './suggestion.ts';

/** The maximum number of suggested models, owners and sections of the docs. */
const [MODELS, OWNERS, DOCS] = [6, 2, 3];
/** The number of rows to request: more than are shown, since owners come from the same rows. */
const ASKED = 30;
/** The minimum number of letters for a search in the docs; shorter words occur on every page. */
const SHORTEST_DOCS = 3;

/** Suggests matches for a text. Rejects when `signal` aborts. */
export type FindAll = (text: string, signal: AbortSignal) => Promise<Suggestion[]>;

/** Finds rows that match the words, the best matches first. Rejects on a failure, or when `signal` aborts. */
type FindModels = (text: string, signal: AbortSignal) => Promise<readonly ModelRow[]>;

/** Makes a finder that reads the file of an export, asks the API of a hub, or has neither and finds nothing. */
function modelFinder({ models, file }: FindPlaces): FindModels {
  const opened = file === undefined ? undefined : import('../browse/export-finder.ts');
  const files = opened?.then(({ exportFinder }) => exportFinder(file!));
  return async (text, signal) => {
    const query = new URLSearchParams({ search: text, match: 'words', limit: String(ASKED) });
    if (files) {
      const found = await (await files).search(query, signal);
      return 'error' in found ? [] : found.rows;
    }
    if (models === undefined) return [];
    const answer = await fetch(`${models}?${query}`, { signal });
    if (!answer.ok) throw new Error(`${models} answered ${answer.status}`);
    return (await answer.json()) as ModelRow[];
  };
}

export function finder(places: FindPlaces): FindAll {
  const find = modelFinder(places);
  const docs = new LazyValue(async () => {
    const [{ openDocsSearch }, answer] = await Promise.all([
      import('../../site/docs-search.ts'),
      fetch(places.docsIndex),
    ]);
    if (!answer.ok) throw new Error(`${places.docsIndex} answered ${answer.status}`);
    return openDocsSearch(await answer.text());
  });
  return async (text, signal) => {
    const pasted = readPasted(text);
    if (pasted?.kind === 'sha256') return places.hashPage ? [hashSuggestion(places.hashPage, pasted.sha256)] : [];
    if (pasted?.kind === 'object') return [];
    const [rows, hits] = await Promise.all([
      find(pasted?.id ?? text, signal).catch(() => []),
      pasted || text.length < SHORTEST_DOCS
        ? []
        : docs
            .get()
            .then((search) => search(text))
            .catch(() => []),
    ]);
    signal.throwIfAborted();
    const named = [...modelsIn(rows, pasted?.id ?? text, pasted?.tag, places), ...ownersIn(rows, text, places)];
    const pages = hits.slice(0, DOCS).map(
      (hit): Suggestion => ({
        group: 'Docs',
        href: hitHref(hit, places.docsPage, places.docs),
        title: hitTitle(hit),
      }),
    );
    // Any of the words finds models, so a page of the docs whose title has all of them is meant.
    const isNamed = (title: string) =>
      text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => title.toLowerCase().includes(word));
    const isOfDocs = pages.some(({ title }) => isNamed(title)) && !named.some(({ title }) => isNamed(title));
    return inGroups(isOfDocs ? [...pages, ...named] : [...named, ...pages]);
  };
}

/**
 * Suggests models. Models whose whole id or name was typed come first. If there is only one such model, the visitor
 * means it, and Enter leads there.
 */
function modelsIn(
  rows: readonly ModelRow[],
  text: string,
  tag: string | undefined,
  { modelPage }: FindPlaces,
): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const isNamed = ({ id }: ModelRow) => [id, idParts(id).name].some((name) => name.toLowerCase() === wanted);
  const named = rows.filter(isNamed);
  const sorted = [...named, ...rows.filter((row) => !isNamed(row))].slice(0, MODELS);
  return sorted.map((row) => ({
    ...(row.pipeline_tag !== undefined && { note: taskTitle(row.pipeline_tag) }),
    ...(named.length === 1 && row === named[0]
      ? modelSuggestion(modelPage, row.id, tag)
      : ({ group: 'Models', href: modelHref(modelPage, row.id), title: row.id } as const)),
  }));
}

/** Suggests the owners among `rows` whose name begins with the text. */
function ownersIn(rows: readonly ModelRow[], text: string, places: FindPlaces): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const owners = new Set(rows.map(({ id }) => idParts(id).owner));
  const fitting = [...owners].filter((owner) => owner.toLowerCase().startsWith(wanted));
  return fitting.slice(0, OWNERS).map((owner) => ({
    ...({ group: 'Owners', title: owner, note: 'all models' } as const),
    href: `${places.browse}?${new URLSearchParams({ author: owner })}`,
  }));
}
