// The one failure of opening a search index: the file cannot be used, and the sentence names the fix.

/** Why a search index file is refused: it is something else, from another release, or cut short or altered. */
type SearchIndexProblem = 'not-an-index' | 'other-version' | 'damaged';

/** Thrown when a file cannot be opened as a search index; `message` is one sentence for the operator. */
export class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
  readonly problem: SearchIndexProblem;

  constructor(problem: SearchIndexProblem, finding: string) {
    super(`The search index ${finding}; rebuild with model-hub build.`);
    this.problem = problem;
  }
}
