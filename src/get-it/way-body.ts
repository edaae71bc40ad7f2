// What the tab of one client says.

/**
 * What a client does with this model: a block to paste, what to know of it, a short way that the note ends with, and the
 * page of the docs; or the reason why there is none and where to go instead.
 */
export type WayBody =
  | { block: string; note: string; short?: string; docs: string }
  | { missing: string; onward: { text: string; href: string } };
