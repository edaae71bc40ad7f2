// Declares the modules in a bundle for Workers that come from the platform or from a build.

declare module 'cloudflare:workers' {
  /** The bindings, as a handler gets them. */
  export const env: import('./bindings.ts').WorkerBindings;
  /** Keeps the isolate alive for work that nobody waits for. */
  export function waitUntil(work: Promise<unknown>): void;
}

/** The website that `model-hub build` made; `wrangler.jsonc` names its folder. */
declare module 'model-hub-website' {
  export const render: import('../../../src/site/site-page.ts').PagePort['render'];
}

declare module '*.yaml' {
  const text: string;
  export default text;
}
