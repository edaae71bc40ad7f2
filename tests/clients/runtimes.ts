/** Runtimes beside Node that a hub runs on, as the npm registry carries them: the package of each, and the program within. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notHere } from '../fixtures/needs.ts';
import { cache } from './installation.ts';

export const runtimes = {
  deno: { wanted: 'deno@2.9.6', script: 'node_modules/@deno/linux-x64-glibc/deno' },
  // Built for processors of before 2013 as well.
  bun: { wanted: '@oven/bun-linux-x64-baseline@1.4.5', script: 'node_modules/@oven/bun-linux-x64-baseline/bin/bun' },
  // workerd, with the stores that it is bound to.
  miniflare: { wanted: 'miniflare@4.20260730.0', script: 'node_modules/miniflare/dist/src/index.js' },
  wrangler: { wanted: 'wrangler@4.164.0', script: 'node_modules/wrangler/bin/wrangler.js' },
} as const;

/** Finds the program; undefined when `npm run install:clients` did not, or could not, install it. */
export function installedRuntime(name: keyof typeof runtimes): string | undefined {
  const path = join(cache, name, runtimes[name].script);
  return existsSync(path) ? path : undefined;
}

/** Why a test that needs all of `names` can't run; undefined when it can. */
export function runtimesMissing(...names: (keyof typeof runtimes)[]): string | undefined {
  const missing = names.find((name) => installedRuntime(name) === undefined);
  return missing && notHere(missing, 'npm run install:clients');
}
