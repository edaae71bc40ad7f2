// A pin in an address: `/via/{source}` in front of a path of the hub.

/** Puts `path` behind a pin, `/via/{source}`; `pin` is the token of the source, or undefined for none. */
export function pinnedPath(pin: string | undefined, path: string): string {
  return pin === undefined ? path : `/via/${pin}${path}`;
}
