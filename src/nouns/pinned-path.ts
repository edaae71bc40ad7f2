// Pinned paths: `/via/{source}` in front of a path of the hub.

/** Puts `/via/{pin}` in front of `path`; `pin` is the token of a source, or undefined for none. */
export function pinnedPath(pin: string | undefined, path: string): string {
  return pin === undefined ? path : `/via/${pin}${path}`;
}
