// The one failure of opening a search index: the file cannot be used, and the sentence names the fix.

/** The fault of a search index file: it is no index, from another release, or incomplete or altered. */
type SearchIndexProblem = 'not-an-index' | 'other-version' | 'damaged';

/** The error for a file that can't be opened as a search index; `message` is one sentence for the operator. */
export class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
  readonly problem: SearchIndexProblem;

  constructor(problem: SearchIndexProblem, finding: string) {
    super(`The search index ${finding}; rebuild with model-hub build.`);
    this.problem = problem;
  }
}
