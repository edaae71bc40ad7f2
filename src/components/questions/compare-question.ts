// Reads and writes the choice of models to compare. Only the address of the page stores the choice.
import { MOST_COMPARED } from '../../basics/limits.ts';
import { idParts, parseModelId } from '../../nouns/model-id.ts';
import { modelIn } from './asked.ts';

/** The models that an address asks to compare, and the texts in it that name none. */
export interface CompareQuestion {
  /** The ids, each once, in the order of the address; at most `MOST_COMPARED`. */
  ids: string[];
  /** The ids beyond `MOST_COMPARED`, which are not compared. */
  left: string[];
  /** The texts that are no ids of models. */
  wrong: string[];
}

/** The maximum number of wrong texts, and of ids left out, that are shown: a question may be as long as an address. */
const MOST_TOLD = 20;

/** The parameter that holds the ids: separated by commas, or one in each repeated parameter, as a form sends them. */
export const COMPARED = 'models';

/** Reads a query. The address of a model counts as its id, as in the header's search. */
export function readCompared(query: URLSearchParams): CompareQuestion {
  const texts = query
    .getAll(COMPARED)
    .flatMap((value) => value.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const read = [...new Set(texts.map((text) => modelIn(text) ?? text))];
  const ids = read.filter((text) => parseModelId(text) !== undefined);
  const wrong = read.filter((text) => parseModelId(text) === undefined);
  return {
    ids: ids.slice(0, MOST_COMPARED),
    left: ids.slice(MOST_COMPARED, MOST_COMPARED + MOST_TOLD),
    wrong: wrong.slice(0, MOST_TOLD),
  };
}

/** Gives short names for models: names without owners, or whole ids where two names are equal. */
export function shortNames(ids: readonly string[]): Map<string, string> {
  const nameOf = (id: string) => idParts(id).name;
  const named = Map.groupBy(ids, nameOf);
  return new Map(ids.map((id) => [id, named.get(nameOf(id))!.length > 1 ? id : nameOf(id)]));
}

/** Makes the address of a comparison; `path` is the path of the page that compares. Ids need no escapes in a query. */
export function compareAddress(path: string, ids: readonly string[]): string {
  return ids.length === 0 ? path : `${path}?${COMPARED}=${ids.join(',')}`;
}
