// Model ids: `owner/name`, in the characters the public hub allows.

interface ModelId {
  owner: string;
  name: string;
}

const PART = /^(?!\.+$)[A-Za-z0-9._-]{1,96}$/;

/** True when `text` can stand as an owner or a name: 1 to 96 of A-Z a-z 0-9 . _ - and not only dots. */
export function isIdPart(text: string): boolean {
  return PART.test(text);
}

/** Reads `owner/name`; undefined when it is not exactly that. */
export function parseModelId(text: string): ModelId | undefined {
  const slash = text.indexOf('/');
  const owner = text.slice(0, slash);
  const name = text.slice(slash + 1);
  return slash > 0 && isIdPart(owner) && isIdPart(name) ? { owner, name } : undefined;
}

/** `owner/name`. */
export function formatModelId(id: ModelId): string {
  return `${id.owner}/${id.name}`;
}
