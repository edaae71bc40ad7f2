// Collects the suggestions of the header's search: models, owners, docs, and the things that the text names.
import { LazyValue } from '../../basics/lazy-value.ts';
import { idParts } from '../../nouns/model-id.ts';
import { taskTitle } from '../../nouns/task-title.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { href } from '../../table/route.ts';
import { fetchDocsSearch, hitHref, hitTitle } from '../docs/docs-hit.ts';
import { nothingFor, readAsked } from '../questions/asked.ts';
import { browseAddress } from '../questions/browse-question.ts';
import { questionInWords } from '../questions/question-in-words.ts';
import { findAsked } from './find-asked.ts';
import { modelFinder } from './find-models.ts';
import type { FindPlaces } from './find-places.ts';
import { inGroups, modelHref, type Suggestion } from './suggestion.ts';

/** The maximum number of suggested models, owners and sections of the docs. */
const [MODELS, OWNERS, DOCS] = [6, 2, 3];
/** The minimum number of letters for a search in the docs; shorter words occur on every page. */
const SHORTEST_DOCS = 3;

/** Suggests matches for a text. Rejects when `signal` aborts. */
export type FindAll = (text: string, signal: AbortSignal) => Promise<Suggestion[]>;

export function finder(places: FindPlaces): FindAll {
  const models = modelFinder(places);
  const docs = new LazyValue(() => fetchDocsSearch(places.docsIndex));
  return async (text, signal) => {
    const asked = readAsked(text);
    const pasted = asked && (await findAsked(asked, places, models, signal).catch(() => []));
    // A hash or an address has no other matches.
    if (asked && nothingFor(asked) !== undefined) return pasted ?? [];
    const words = asked?.kind === 'file' ? asked.words : text;
    const [rows, hits] = await Promise.all([
      asked?.kind === 'model' ? [] : models(words, signal).catch(() => []),
      asked || text.length < SHORTEST_DOCS
        ? []
        : docs
            .get()
            .then((find) => find(text))
            .catch(() => []),
    ]);
    signal.throwIfAborted();
    return inGroups([
      ...(pasted ?? []),
      ...(asked ? [] : filtersIn(text, places, rows.length === 0)),
      ...modelsIn(rows, text, places),
      ...ownersIn(rows, text, places),
      ...hits.slice(0, DOCS).map(
        (hit): Suggestion => ({
          group: 'Docs',
          href: hitHref(hit, places.docsPage, places.docs),
          title: hitTitle(hit),
        }),
      ),
    ]);
  };
}

/**
 * Suggests the browse page with the filters that the words mean. With `isMeant`, which the caller sets if no model has
 * the words, Enter leads there.
 */
function filtersIn(text: string, { browse }: FindPlaces, isMeant: boolean): Suggestion[] {
  const meant = questionInWords(text);
  if (!meant) return [];
  const { question, title } = meant;
  return [{ group: 'Models', href: browseAddress(browse, question), title, ...(isMeant && { isMeant: true }) }];
}

/**
 * Suggests models. Models whose whole name was typed come first. If there is only one such model, the visitor means it,
 * and Enter leads there.
 */
function modelsIn(rows: readonly ModelRow[], text: string, places: FindPlaces): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const isNamed = ({ id }: ModelRow) => idParts(id).name.toLowerCase() === wanted;
  const named = rows.filter(isNamed);
  const sorted = [...named, ...rows.filter((row) => !isNamed(row))].slice(0, MODELS);
  return sorted.map((row): Suggestion => {
    const isMeant = named.length === 1 && row === named[0];
    return {
      ...({ group: 'Models', href: modelHref(places.modelPage, row.id), title: row.id } as const),
      ...(row.pipeline_tag !== undefined && { note: taskTitle(row.pipeline_tag) }),
      ...(isMeant && { isMeant: true }),
    };
  });
}

/** Suggests the owners among `rows` whose name begins with the text. */
function ownersIn(rows: readonly ModelRow[], text: string, places: FindPlaces): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const owners = new Set(rows.map(({ id }) => idParts(id).owner));
  const fitting = [...owners].filter((owner) => owner.toLowerCase().startsWith(wanted));
  return fitting.slice(0, OWNERS).map((owner) => ({
    ...({ group: 'Owners', title: owner, note: 'all models' } as const),
    href: href({ pattern: places.ownerPage as '/{owner}' }, { owner }),
  }));
}
