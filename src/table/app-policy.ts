// Says what an app of /spaces/ may do in a visitor's browser: its Content-Security-Policy.

/** Its own files, workers that it makes of them, and WebAssembly, which hash-wasm compiles; it may send requests to `hub` only. */
const loads = (...hub: string[]) =>
  [
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'",
    ["img-src 'self' data:", ...hub].join(' '),
    ["connect-src 'self'", ...hub].join(' '),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');

/**
 * At the hub's own address. Without `allow-same-origin` a browser gives the page an origin that is no other's, so that
 * it reaches nothing that pages of the hub keep, such as the token of who is signed in. Nor does it keep anything itself.
 */
export const SANDBOXED_APP = `sandbox allow-scripts; ${loads()}`;

/** The policy at an address that has apps alone; they ask the hub at `hub`. */
export const appPolicy = (hub: string): string => loads(hub);
