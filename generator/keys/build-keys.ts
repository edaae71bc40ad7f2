// Decides what a build may keep: gives each kind of output a hash of the modules that make it and of the packages that
// these use.
import process from 'node:process';
import { packageFolder } from '../process/package-paths.ts';
import { keyOf } from './key-of.ts';
import { ModuleGraph } from './module-graph.ts';
import { ModuleNotes } from './module-notes.ts';

/** The entry modules of each kind of output; their imports give the rest. */
const ENTRIES = {
  /** The answers of models, and parts gathered during the walk over them: search, hashes, pins, counts. */
  models: [
    'generator/tree/models/model-writer.ts',
    'generator/tree/models/write-models.ts',
    'generator/tree/documents/write-search.ts',
    'generator/tree/documents/hash-shards.ts',
    'generator/tree/documents/copy-days.ts',
  ],
  /** Compressed twins of answers. */
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
  /** The tree as a whole: other code may put it together in another way. */
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

/** Texts that documents read without an import: a change of one changes them too. */
export const TEXTS = ['content/briefs', 'content/docs', 'content/programs', 'public/favicon.svg'];

export type Output = keyof typeof ENTRIES;

/** Parts of the runtime that leave their mark: what spells numbers and names of languages, and what compresses. */
const RUNTIME = ['icu', 'cldr', 'unicode', 'zlib', 'brotli'];

/** The imports of the running code, read once: it does not change when its sources do. */
let graph: ModuleGraph | undefined;
let notes: ModuleNotes | undefined;
const known = new Map<Output, string>();

/** From now on modules are read only where the notes in `dist` don't have them as they are. */
export function openModuleNotes(dist: string): void {
  notes ??= new ModuleNotes(dist);
  graph ??= new ModuleGraph(packageFolder, notes);
}

/** Keeps the notes of this run for the next build. */
export function saveModuleNotes(): void {
  notes?.save();
}

/**
 * Hashes the makers of `output`: the text of the modules that are reached, the packages as in the lock file, the
 * versions of the runtime's own parts.
 */
export function codeKey(output: Output): string {
  graph ??= new ModuleGraph();
  const key = known.get(output) ?? keyOf(graph.key(...ENTRIES[output]), runtime());
  known.set(output, key);
  return key;
}

/** The same of an app, whose own modules are `entries`, relative to the package: they are not what runs here. */
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
  // own-key: names of our own list.
  return [major, ...RUNTIME.map((part) => `${part} ${versions[part]}`)].join();
}
