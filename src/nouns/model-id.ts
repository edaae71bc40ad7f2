// Model ids, `owner/name`, with the characters that the public hub allows (`validate_repo_id` of huggingface_hub), and
// the spellings of a model's revision.

interface ModelId {
  owner: string;
  name: string;
}

/**
 * Matches an owner or a name. The first character may not be a dash or a dot. Otherwise an owner or a name could be an
 * option of a command, a hidden folder or the parent folder.
 */
export const ID_PART = '[A-Za-z0-9_][A-Za-z0-9._-]{0,95}';
const PART = new RegExp(`^${ID_PART}$`);

/** True if `text` can be an owner or a name: 1 to 96 of `A-Z a-z 0-9 . _ -`, with neither `.` nor `-` first. */
export function isIdPart(text: string): boolean {
  return PART.test(text);
}

/** Splits an id into owner and name. */
export function idParts(id: string): ModelId {
  const slash = id.indexOf('/');
  return { owner: id.slice(0, slash), name: id.slice(slash + 1) };
}

/** Reads `owner/name`; undefined for any other text. */
export function parseModelId(text: string): ModelId | undefined {
  const id = idParts(text);
  return text.includes('/') && isIdPart(id.owner) && isIdPart(id.name) ? id : undefined;
}

export const COMMIT_PATTERN = '^[0-9a-f]{40}$';
const COMMIT = new RegExp(COMMIT_PATTERN);
const PREFIX = /^[0-9a-f]{7,40}$/;

/** True for a full commit: 40 lowercase hex characters. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text);
}

/** The names that the hub accepts for the indexed commit. */
export const REVISION_NAMES: readonly string[] = ['main', 'HEAD', 'refs/heads/main'];

/**
 * True if `asked` names the indexed commit: `main`, `HEAD`, `refs/heads/main` as `/refs` writes it, or at least the first seven hex characters of the commit
 * (decision 0010).
 */
export function namesRevision(asked: string, indexed: string): boolean {
  if (REVISION_NAMES.includes(asked)) return true;
  return PREFIX.test(asked) && indexed.startsWith(asked);
}

/**
 * Makes the query with which a model's page shows a version as chosen. `key` is the tag of a quantisation or the name
 * of a format, in any letter case.
 */
export function versionLink(key: string): string {
  return `?v=${encodeURIComponent(key)}`;
}
