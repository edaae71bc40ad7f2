// What a bundle for Workers has besides our modules and packages.

declare module 'cloudflare:workers' {
  /** What is bound, as the handlers are given it. */
  export const env: import('./bindings.ts').WorkerBindings;
  /** Keeps the isolate up for work that nobody waits for. */
  export function waitUntil(work: Promise<unknown>): void;
}

/** The website that `model-hub build` made; `wrangler.jsonc` says where it lies. */
declare module 'model-hub-website' {
  export const render: import('../../../src/site/site-page.ts').Site['render'];
}

declare module '*.yaml' {
  const text: string;
  export default text;
}
