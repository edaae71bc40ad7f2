// Finds the modules, other files and packages that make an output. It follows the imports, so nobody has to keep a list
// complete.
import { createHash, hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'es-module-lexer/js';
import { packageFolder } from '../process/package-paths.ts';
import { type LockFile, readLockFile } from './lock-file.ts';
import { ModuleNotes, type NamedModules } from './module-notes.ts';

/** Everything that some modules reach, sorted. */
interface Reached {
  /** Files of this package, relative to it, with `/` between folders. */
  files: string[];
  /** Names of packages, without the packages that these need. */
  packages: string[];
  /** Imports whose target is known only at run time, as `file: text`. */
  unknown: string[];
}

/**
 * Matches modules that code names without importing them: those of threads and processes, and arguments of `require`.
 */
const BY_PATH = [
  /new URL\(\s*(['"])([^'"]+)\1,\s*import\.meta\.url\s*\)/g,
  /join\(\s*import\.meta\.dirname,\s*(['"])([^'"]+)\1\s*\)/g,
];
const BY_REQUIRE = /createRequire\(import\.meta\.url\)(?:\.resolve)?\(\s*(['"])([^'"]+)\1/g;
const BY_STYLE = /@import\s+(?:url\()?(['"])([^'"]+)\1/g;

/** The modules that serve a hub. They make no built output, so the walk does not follow an import of them. */
const SERVES = /^functions\/hosts\/(node\/|run-server\.ts$)/;

/** The module by which the website imports the docs pages. */
const DOCS_CONTENT = 'astro:content';

export class ModuleGraph {
  readonly #root: string;
  readonly #lock: LockFile;
  readonly #notes: ModuleNotes;
  readonly #read = new Map<string, NamedModules>();

  /**
   * `root` is the folder of a package with a lock file, by default of this package; `notes` remember facts about its
   * files.
   */
  constructor(root = packageFolder, notes = new ModuleNotes()) {
    this.#root = root;
    this.#notes = notes;
    this.#lock = readLockFile(root);
  }

  /**
   * Finds everything that the modules at `entries`, relative to the package, import directly or indirectly. Imports of
   * types don't count.
   */
  reachedFrom(...entries: string[]): Reached {
    const files = new Set(entries);
    const packages = new Set<string>();
    const unknown: string[] = [];
    for (const file of files) {
      const named = this.#namedBy(file);
      for (const next of named.files) {
        if (SERVES.test(next)) continue;
        if (!this.#isThere(next)) throw new Error(`${file} imports ${next}, which is not there`);
        files.add(next);
      }
      for (const name of named.packages) packages.add(name);
      unknown.push(...named.unknown);
    }
    return { files: [...files].sort(), packages: [...packages].sort(), unknown };
  }

  /**
   * Hashes everything that `entries` reach: the text of the package's own files, and the lock file's lines for packages.
   * Throws when a module imports a missing file.
   */
  key(...entries: string[]): string {
    const { files, packages } = this.reachedFrom(...entries);
    const all = createHash('sha256');
    for (const file of files) all.update(`${file}\0${this.#namedBy(file).hash}\0`);
    for (const line of this.#lock.held(packages)) all.update(`${line}\0`);
    return all.digest('hex').slice(0, 16);
  }

  #isThere(file: string): boolean {
    return this.#read.has(file) || existsSync(join(this.#root, file));
  }

  #namedBy(file: string): NamedModules {
    const known = this.#read.get(file);
    if (known) return known;
    const path = join(this.#root, file);
    const named = this.#notes.get(path, () => namedIn(file, readFileSync(path, 'utf8')));
    this.#read.set(file, named);
    return named;
  }
}

/** Finds the modules that `text`, the content of `file`, names. */
function namedIn(file: string, text: string): NamedModules {
  const named: NamedModules = { hash: hash('sha256', text), files: [], packages: [], unknown: [] };
  for (const specifier of specifiersIn(file, text, named.unknown)) {
    if (specifier.startsWith('node:') || specifier === DOCS_CONTENT || specifier.startsWith('virtual:')) continue;
    if (specifier.startsWith('.')) named.files.push(posix.join(posix.dirname(file), specifier.replace(/\?.*$/, '')));
    else named.packages.push(packageOf(specifier));
  }
  return named;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * Lists the module names that a file imports, in the file's own spelling. Adds imports whose name is computed to
 * `unknown`.
 */
function specifiersIn(file: string, text: string, unknown: string[]): string[] {
  if (file.endsWith('.css')) return found(text, BY_STYLE);
  if (file.endsWith('.astro'))
    return [...partsOfAstro(text).flatMap((part) => importsIn(file, part, unknown)), ...found(text, BY_STYLE)];
  return /\.(ts|js|mjs)$/.test(file) ? importsIn(file, text, unknown) : [];
}

function importsIn(file: string, code: string, unknown: string[]): string[] {
  const [imports] = parse(code, file);
  const names: string[] = [];
  for (const { n: name, d: dynamic, ss: start, se: end } of imports) {
    const statement = code.slice(start, end);
    // Skips `import.meta` (-2), and imports of types alone.
    if (dynamic === -2 || /^(import|export)\s+type\b/.test(statement)) continue;
    if (name !== undefined) names.push(name);
    else unknown.push(`${file}: ${statement}`);
  }
  const paths = BY_PATH.flatMap((way) => found(code, way)).map((path) => (path.startsWith('.') ? path : `./${path}`));
  return [...names, ...paths.filter((path) => /\.(ts|js|mjs)$/.test(path)), ...found(code, BY_REQUIRE)];
}

const found = (text: string, way: RegExp) => [...text.matchAll(way)].map(([, , name]) => name!);

/** Gives the code of an Astro component: its frontmatter, and its scripts. */
function partsOfAstro(text: string): string[] {
  const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  return [head, ...scripts];
}
