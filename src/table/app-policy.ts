// The Content-Security-Policy of an app under /spaces/. It limits what the app may do in a visitor's browser.

/**
 * Returns the policy that allows the app's own files, workers made from them, and WebAssembly, which hash-wasm
 * compiles. The app may send requests only to its own origin and to `hub`.
 */
const loads = (...hub: string[]) =>
  [
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'",
    ["img-src 'self' data:", ...hub].join(' '),
    ["connect-src 'self'", ...hub].join(' '),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');

/**
 * The policy of an app at the hub's own address. It lacks `allow-same-origin`, so a browser gives the app an origin of
 * its own. The app can't reach the storage of the hub's pages, such as the token of a signed-in visitor, and can't
 * store anything itself.
 */
export const SANDBOXED_APP = `sandbox allow-scripts; ${loads()}`;

/** Returns the policy of an app at an address that has only apps. `hub` is the address of the hub. */
export const appPolicy = (hub: string): string => loads(hub);
