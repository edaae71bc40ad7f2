// Revisions: the indexed commit of a model, and the names that callers may use for it.

const COMMIT = /^[0-9a-f]{40}$/;
const PREFIX = /^[0-9a-f]{7,40}$/;

/** True for a full commit: 40 lowercase hex characters. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text);
}

/** The names that the hub accepts for the indexed commit. */
export const REVISION_NAMES: readonly string[] = ['main', 'HEAD'];

/**
 * True if `asked` names the indexed commit: `main`, `HEAD`, or at least the first seven hex characters of the commit
 * (decision 0010).
 */
export function namesRevision(asked: string, indexed: string): boolean {
  if (REVISION_NAMES.includes(asked)) return true;
  return PREFIX.test(asked) && indexed.startsWith(asked);
}
