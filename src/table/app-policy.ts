// The Content-Security-Policy of an app of /spaces/: it limits what the app may do in a visitor's browser.

/**
 * Allows the app's own files, workers made from them, and WebAssembly, which hash-wasm compiles. The app may send
 * requests only to `hub`.
 */
const loads = (...hub: string[]) =>
  [
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'",
    ["img-src 'self' data:", ...hub].join(' '),
    ["connect-src 'self'", ...hub].join(' '),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');

/**
 * The policy at the hub's own address. The page has no `allow-same-origin`, so a browser gives it an origin of its own.
 * It can't reach the storage of the hub's pages, such as the token of a signed-in visitor, and can't store anything
 * itself.
 */
export const SANDBOXED_APP = `sandbox allow-scripts; ${loads()}`;

/** The policy at an address that has only apps, whose hub is at `hub`. */
export const appPolicy = (hub: string): string => loads(hub);
