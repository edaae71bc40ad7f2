// A pin in an address: `/via/{source}` in front of a path of the hub.

/** `path` behind a pin, as `/via/{source}` asks for it; `pin` is the token of the source, undefined for none. */
export function pinnedPath(pin: string | undefined, path: string): string {
  return pin === undefined ? path : `/via/${pin}${path}`;
}
