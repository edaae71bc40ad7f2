// Reads the choice of models to compare. Only the address of the page stores the choice.
import { MOST_COMPARED } from '../../basics/limits.ts';
import { parseModelId } from '../../nouns/model-id.ts';
import { modelIn } from './pasted.ts';

/** The parameter that holds the ids: separated by commas, or one in each repeated parameter, as a form sends them. */
export const COMPARED = 'models';

/** The maximum number of refused texts that are shown: a question may be as long as an address. */
const MOST_TOLD = 20;

/**
 * Reads a query: the ids to compare, each once, and the texts that are not compared, with the reason. The address of a
 * model counts as its id, as in the header's search.
 */
export function readCompared(query: URLSearchParams): { ids: string[]; refused: { text: string; why: string }[] } {
  const texts = query
    .getAll(COMPARED)
    .flatMap((value) => value.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const read = [...new Set(texts.map((text) => modelIn(text) ?? text))];
  const ids = read.filter((text) => parseModelId(text) !== undefined);
  const refused = [
    ...read
      .filter((text) => parseModelId(text) === undefined)
      .map((text) => ({ text, why: 'is no id of a model: write it as owner/name.' })),
    ...ids
      .slice(MOST_COMPARED)
      .map((text) => ({ text, why: `is left out: at most ${MOST_COMPARED} models are compared at a time.` })),
  ];
  return { ids: ids.slice(0, MOST_COMPARED), refused: refused.slice(0, MOST_TOLD) };
}
