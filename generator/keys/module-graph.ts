// Which modules, other files and packages something is made of: read off the imports, so that no list can forget one.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'es-module-lexer/js';
import { packageFolder } from '../process/places.ts';
import { type LockFile, readLockFile } from './lock-file.ts';

/** What is reached from some modules, sorted. */
interface Reached {
  /** Files of this package, relative to it, with `/`. */
  files: string[];
  /** Names of packages, theirs not included. */
  packages: string[];
  /** Imports of what only a running program knows, as `file: text`. */
  unknown: string[];
}

/** What one file names. */
interface Named {
  hash: string;
  files: string[];
  packages: string[];
  unknown: string[];
}

/** Ways to name another module but by an import: threads, processes, what is asked of a `require`. */
const BY_PATH = [
  /new URL\(\s*(['"])([^'"]+)\1,\s*import\.meta\.url\s*\)/g,
  /join\(\s*import\.meta\.dirname,\s*(['"])([^'"]+)\1\s*\)/g,
];
const BY_REQUIRE = /createRequire\(import\.meta\.url\)(?:\.resolve)?\(\s*(['"])([^'"]+)\1/g;
const BY_STYLE = /@import\s+(?:url\()?(['"])([^'"]+)\1/g;

/** The collection of the docs pages, which a website's module asks for by this name. */
const DOCS_CONTENT = 'astro:content';

export class ModuleGraph {
  readonly #root: string;
  readonly #lock: LockFile;
  readonly #read = new Map<string, Named>();

  /** `root` is the folder of a package with a lock file: this one unless given. */
  constructor(root = packageFolder) {
    this.#root = root;
    this.#lock = readLockFile(root);
  }

  /** All that the modules at `entries`, relative to the package, import, and what that imports. Types are no imports. */
  reachedFrom(...entries: string[]): Reached {
    const files = new Set(entries);
    const packages = new Set<string>();
    const unknown: string[] = [];
    for (const file of files) {
      const named = this.#namedBy(file);
      for (const next of named.files) files.add(next);
      for (const name of named.packages) packages.add(name);
      unknown.push(...named.unknown);
    }
    return { files: [...files].sort(), packages: [...packages].sort(), unknown };
  }

  /**
   * A hash of all that is reached from `entries`: of its own files their text, of packages what the lock file holds
   * them and theirs to. Throws when a module imports a file that is not there.
   */
  key(...entries: string[]): string {
    const { files, packages } = this.reachedFrom(...entries);
    const hash = createHash('sha256');
    for (const file of files) hash.update(`${file}\0${this.#namedBy(file).hash}\0`);
    for (const line of this.#lock.held(packages)) hash.update(`${line}\0`);
    return hash.digest('hex').slice(0, 16);
  }

  #namedBy(file: string): Named {
    const known = this.#read.get(file);
    if (known) return known;
    const text = readFileSync(join(this.#root, file), 'utf8');
    const named: Named = {
      hash: createHash('sha256').update(text).digest('hex'),
      files: [],
      packages: [],
      unknown: [],
    };
    for (const specifier of specifiersIn(file, text, named.unknown)) this.#sort(specifier, file, named);
    this.#read.set(file, named);
    return named;
  }

  #sort(specifier: string, file: string, named: Named): void {
    if (specifier.startsWith('node:') || specifier === DOCS_CONTENT || specifier.startsWith('virtual:')) return;
    if (!specifier.startsWith('.')) {
      named.packages.push(packageOf(specifier));
      return;
    }
    const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
    if (!existsSync(join(this.#root, path))) throw new Error(`${file} imports ${specifier}, which is not there`);
    named.files.push(path);
  }
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** What a file names, as it names it; what can't be told goes to `unknown`. */
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
    // A module's own address (-2), and an import that names types alone.
    if (dynamic === -2 || /^(import|export)\s+type\b/.test(statement)) continue;
    if (name !== undefined) names.push(name);
    else unknown.push(`${file}: ${statement}`);
  }
  const paths = BY_PATH.flatMap((way) => found(code, way)).map((path) => (path.startsWith('.') ? path : `./${path}`));
  return [...names, ...paths.filter((path) => /\.(ts|js|mjs)$/.test(path)), ...found(code, BY_REQUIRE)];
}

const found = (text: string, way: RegExp) => [...text.matchAll(way)].map(([, , name]) => name!);

/** The program of a component before its first tag, and its scripts. */
function partsOfAstro(text: string): string[] {
  const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  return [head, ...scripts];
}
