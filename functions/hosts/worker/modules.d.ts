// Declares modules in a bundle for Workers: those of the platform, and those that a build makes.

declare module 'cloudflare:workers' {
  /** The bindings of the Worker. */
  export const env: import('./bindings.ts').WorkerBindings;
  /** Keeps the isolate alive for work for which no request waits. */
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
