// Decides which earlier outputs a build may keep: one hash covers all code that makes any of them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { filesBelow } from '../files/own-folder.ts';
import { madeFolder, packageFolder } from '../process/package-paths.ts';

const CODE =
  madeFolder === undefined ? ['astro.config.mjs', 'functions', 'generator', 'package-lock.json', 'src'] : ['made'];

/** Paths of texts that documents are made of. */
export const TEXTS = ['content/briefs', 'content/docs', 'content/programs', 'public/favicon.svg'];

/** Parts of the runtime that affect output: they spell numbers and names of languages, or compress. */
const RUNTIME = ['icu', 'cldr', 'unicode', 'zlib', 'brotli'];

/** The running code stays the same even if its sources change, so they are read once. */
let known: string | undefined;

/** Hashes the sources, the lock file, and the versions of parts of the runtime. */
export function codeKey(): string {
  const versions = process.versions as Record<string, string | undefined>;
  const major = versions.node!.split('.')[0]!;
  // Names of our own list.
  known ??= keyOf(sourcesKey(CODE), major, ...RUNTIME.map((part) => `${part} ${versions[part]}`));
  return known;
}

/** Hashes every file at or below `sources`, which are relative to the package. */
export function sourcesKey(sources: readonly string[]): string {
  const files = sources.flatMap((source) => filesBelow(join(packageFolder, source))).sort();
  return keyOf(...files.flatMap((path) => [relative(packageFolder, path), readFileSync(path)]));
}

/** Gives the first 16 hex digits of the SHA-256 of `parts`, with a NUL after each part. */
export function keyOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
