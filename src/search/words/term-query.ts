// The tiers of a search by words. The first tier has the best matches, and the last has all matches (decision 0032).

import { formatMeant, onlyTasksMeant, tasksMeant } from './task-words.ts';

/**
 * The terms that satisfy one word of a search. They are any of `words`, any word that begins with `start`, and any of
 * `tasks` as the task of the row.
 */
export interface WordTerms {
  words: readonly string[];
  start?: string;
  tasks?: readonly string[];
}

/** Conditions on a row: it must satisfy each of `words`, in its id if `isInId` is true, otherwise anywhere. */
export interface TermQuery {
  words: readonly WordTerms[];
  isInId: boolean;
}

/**
 * Returns the tiers for the words as typed, best matches first. The last tier includes all earlier tiers:
 * 1. models of a task, if the words mean only this task;
 * 2. rows with the whole words in their id, then rows in whose id the last word begins a longer word;
 * 3. both tiers of step 2 again, with the words in the id, the tags or the task;
 * 4. models of a task or a format, if some of the words mean it.
 */
export function exactTiers(words: readonly string[]): TermQuery[] {
  const whole = words.map((word) => ({ words: [word] }));
  const begun = [...whole.slice(0, -1), { words: [], start: words.at(-1)! }];
  const tiers: TermQuery[] = [true, false].flatMap((isInId) =>
    [whole, begun].map((wanted) => ({ words: wanted, isInId })),
  );
  const tasks = onlyTasksMeant(words);
  if (tasks) tiers.unshift({ words: [{ words: [], tasks }], isInId: false });
  return [...tiers, { words: meanings(words), isInId: false }];
}

/**
 * Returns terms for each word: the word, a longer word that the last one begins, and the task or format that the word
 * means. Each of the words that together mean a task accepts it, so a row needs either the task or all of these words.
 */
function meanings(words: readonly string[]): WordTerms[] {
  const meant = tasksMeant(words);
  return words.map((word, at) => {
    const [tasks, format] = [meant.get(at), formatMeant(word)];
    return {
      words: format === undefined ? [word] : [word, format],
      ...(at === words.length - 1 && { start: word }),
      ...(tasks && { tasks }),
    };
  });
}

/** Returns the tiers for several words that no row has together: all words but one, then any of the words. */
export function anyTiers(words: readonly string[]): TermQuery[] {
  const each = meanings(words);
  const any = {
    words: each.flatMap((one) => one.words),
    start: words.at(-1)!,
    tasks: each.flatMap(({ tasks = [] }) => tasks),
  };
  const most = each.length > 2 ? each.map((_, at) => each.toSpliced(at, 1)) : [];
  return [...most, [any]].map((wanted) => ({ words: wanted, isInId: false }));
}

/** Returns the tiers for similar words. `similar` has the similar words for each word of the search. */
export function similarTiers(words: readonly string[], similar: readonly (readonly string[])[]): TermQuery[] {
  const start = words.at(-1)!;
  const wanted = similar.map((alike, at) => ({ words: alike, ...(at === similar.length - 1 ? { start } : {}) }));
  return [true, false].map((isInId) => ({ words: wanted, isInId }));
}
