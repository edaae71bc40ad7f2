// Model ids: `owner/name`, with the characters that the public hub allows (`validate_repo_id` of huggingface_hub).

interface ModelId {
  owner: string;
  name: string;
}

/**
 * Matches an owner or a name. The first character may not be a dash or a dot. Otherwise an owner or a name could be an
 * option of a command, a hidden folder or the parent folder.
 */
const PART = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,95}$/;

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
  return formatModelId(id) === text && isIdPart(id.owner) && isIdPart(id.name) ? id : undefined;
}

/** Returns `owner/name`. */
export function formatModelId(id: ModelId): string {
  return `${id.owner}/${id.name}`;
}
