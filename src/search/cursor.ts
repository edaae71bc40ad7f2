// The cursor of a search: an opaque text that says where a page of rows ended, so that the next page can start there.

/**
 * The last row of a page: its id and its position in the order when the page was made. In a ranked search, also its
 * tier.
 */
interface Cursor {
  id: string;
  position: number;
  tier?: number | undefined;
}

/** Returns the cursor as base64url text. */
export function formatCursor({ id, position, tier }: Cursor): string {
  return btoa(`${tier === undefined ? '' : `${tier}:`}${position} ${id}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Reads a cursor; undefined for a text that `formatCursor` does not write. */
export function parseCursor(text: string): Cursor | undefined {
  if (!/^[\w-]{4,1024}$/.test(text)) return undefined;
  let plain: string;
  try {
    plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  const [, tier, position, id] = /^(?:(\d):)?(\d{1,10}) ([!-~]+\/[!-~]+)$/.exec(plain) ?? [];
  if (position === undefined || id === undefined) return undefined;
  const cursor = { id, position: Number(position), ...(tier === undefined ? {} : { tier: Number(tier) }) };
  return formatCursor(cursor) === text ? cursor : undefined;
}
