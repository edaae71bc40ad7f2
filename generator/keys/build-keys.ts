// Decides which earlier outputs a build may keep. For each kind of output, a hash covers the modules and packages that
// make it.
import process from 'node:process';
import { packageFolder } from '../process/package-paths.ts';
import { keyOf } from './key-of.ts';
import { ModuleGraph } from './module-graph.ts';
import { ModuleNotes } from './module-notes.ts';

/** The entry modules of each kind of output. The other modules are found by their imports. */
const ENTRIES = {
  /** The answers of models, and everything that is collected while they are written: search, hashes, pins, counts. */
  models: [
    'generator/tree/models/model-writer.ts',
    'generator/tree/models/write-models.ts',
    'generator/tree/documents/write-search.ts',
    'generator/tree/documents/hash-shards.ts',
    'generator/tree/documents/copy-days.ts',
  ],
  /** Compressed forms of answers. */
  twins: ['generator/files/compress.ts'],
  /** The changes of each day. */
  changes: ['generator/tree/documents/write-changes.ts', 'generator/days/day-changes.ts'],
  documents: [
    'generator/tree/documents/write-documents.ts',
    'generator/tree/documents/write-repository.ts',
    'generator/tree/documents/write-spaces.ts',
    'generator/documents/kept-docs.ts',
  ],
  /** The pages of the documentation. */
  docs: ['generator/documents/docs-pages.ts'],
  /** The tree as a whole: this code decides how its parts are put together. */
  tree: ['generator/tree/build-tree.ts', 'generator/tree/worker.ts'],
  /** The work on the website after Astro built it. */
  site: ['generator/site/build-site.ts'],
  /** The page of a model: its component, and the website's configuration. */
  pages: ['src/pages/models/[owner]/[name]/index.astro', 'astro.config.mjs'],
  /** The writers of an export. */
  export: ['generator/export/export-hub.ts', 'generator/export/models/model-thread.ts'],
  /** The bundler of an app. */
  spaces: ['generator/spaces/bundle-space.ts', 'generator/site/build-site.ts'],
} as const;

/**
 * Paths of texts that the code of documents reads without importing them. A change of a text must change the key of the
 * documents.
 */
export const TEXTS = ['content/briefs', 'content/docs', 'content/programs', 'public/favicon.svg'];

export type Output = keyof typeof ENTRIES;

/** Parts of the runtime that affect output: they spell numbers and names of languages, or compress. */
const RUNTIME = ['icu', 'cldr', 'unicode', 'zlib', 'brotli'];

/**
 * The imports of the running code. They are read once, because the running code stays the same even if its sources
 * change.
 */
let graph: ModuleGraph | undefined;
let notes: ModuleNotes | undefined;
const known = new Map<Output, string>();

/**
 * Opens the file in `dist` that remembers the imports of modules. From then on, a module is read only if it has
 * changed.
 */
export function openModuleNotes(dist: string): void {
  notes ??= new ModuleNotes(dist);
  graph ??= new ModuleGraph(packageFolder, notes);
}

/** Saves the imports that this run has read, for the next build. */
export function saveModuleNotes(): void {
  notes?.save();
}

/**
 * Hashes the code that makes `output`: the text of all modules that its entries import, the lock file's lines for their
 * packages, and the versions of parts of the runtime.
 */
export function codeKey(output: Output): string {
  graph ??= new ModuleGraph();
  const key = known.get(output) ?? keyOf(graph.key(...ENTRIES[output]), runtime());
  known.set(output, key);
  return key;
}

/**
 * Hashes the code of an app as `codeKey` hashes that of an output. The app's modules are reached from `entries`,
 * relative to the package, and don't run in this process.
 */
export function appKey(entries: readonly string[]): string {
  return keyOf(codeKey('spaces'), new ModuleGraph().key(...entries));
}

/** Lists the modules that `codeKey` counts for `output`. */
export function modulesOf(output: Output): string[] {
  graph ??= new ModuleGraph();
  return graph.reachedFrom(...ENTRIES[output]).files;
}

function runtime(): string {
  const versions = process.versions as Record<string, string | undefined>;
  const major = versions.node!.split('.')[0]!;
  // Names of our own list.
  return [major, ...RUNTIME.map((part) => `${part} ${versions[part]}`)].join();
}
