// Declares the modules of a bundle for Workers besides ours and packages.

declare module 'cloudflare:workers' {
  /** The bindings, as the handlers get them. */
  export const env: import('./bindings.ts').WorkerBindings;
  /** Keeps the isolate up for work that nobody waits for. */
  export function waitUntil(work: Promise<unknown>): void;
}

/** The website that `model-hub build` made; `wrangler.jsonc` says where it lies. */
declare module 'model-hub-website' {
  export const render: import('../../../src/site/site-page.ts').PagePort['render'];
}

declare module '*.yaml' {
  const text: string;
  export default text;
}
