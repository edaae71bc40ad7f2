// The error for a file that can't be used as a search index. Its message names the fix.

/** The fault of a file: it is no index, it comes from another release, or it is incomplete or altered. */
type SearchIndexProblem = 'not-an-index' | 'other-version' | 'damaged';

/** Thrown if a file can't be opened as a search index. The message is one sentence for the operator. */
export class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
  readonly problem: SearchIndexProblem;

  constructor(problem: SearchIndexProblem, finding: string) {
    super(`The search index ${finding}; rebuild with model-hub build.`);
    this.problem = problem;
  }
}
