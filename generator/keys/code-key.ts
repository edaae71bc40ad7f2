// Decides which earlier outputs a build may keep: one hash covers all code that makes any of them.
import process from 'node:process';
import { keyOf } from './key-of.ts';
import { sourcesKey } from './source-files.ts';

const CODE = ['astro.config.mjs', 'functions', 'generator', 'package-lock.json', 'src'];

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
