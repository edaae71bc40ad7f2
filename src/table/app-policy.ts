// The permissions of an app of /spaces/ in a visitor's browser: its Content-Security-Policy.

/**
 * Its own files, workers made from them, and WebAssembly, which hash-wasm compiles; it may only send requests to `hub`.
 */
const loads = (...hub: string[]) =>
  [
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'",
    ["img-src 'self' data:", ...hub].join(' '),
    ["connect-src 'self'", ...hub].join(' '),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');

/**
 * The policy at the hub's own address. Without `allow-same-origin`, a browser gives the page an origin of its own, so that
 * it can't reach the storage of hub pages, such as the token of a signed-in visitor. It can't store anything itself
 * either.
 */
export const SANDBOXED_APP = `sandbox allow-scripts; ${loads()}`;

/** The policy at an address with apps only, which ask the hub at `hub`. */
export const appPolicy = (hub: string): string => loads(hub);
