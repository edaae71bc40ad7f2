// Pinned paths: `/via/{source}` in front of a path of the hub.

/**
 * Returns `path` with `/via/{pin}` in front of it. `pin` is the token of a source. If `pin` is undefined, `path` stays
 * unchanged.
 */
export function pinnedPath(pin: string | undefined, path: string): string {
  return pin === undefined ? path : `/via/${pin}${path}`;
}
