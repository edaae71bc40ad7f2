// Makes a copy of this package in which a test can edit the sources, and builds trees with the copy. Tests use it to
// show that a build keeps no stale answer.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { packageFolder } from '../../generator/process/package-paths.ts';
import { MODULE } from '../faults/stand-in-website.ts';
import { compileCache } from '../fixtures/compile-cache.ts';
import { importRows } from '../fixtures/hub.ts';
import type { FixtureRow } from '../fixtures/rows.ts';

const COPIED = [
  'src',
  'generator',
  'functions',
  'content/briefs',
  'content/docs',
  'content/programs',
  'content/service.yaml',
  'public',
];
const FILES = ['package.json', 'package-lock.json', 'astro.config.mjs'];

/**
 * The program that builds with the copy's sources. Its arguments are DIST, the store, the catalog's address and the
 * website's module.
 */
const BUILDER = `
import { readDocsPages } from './generator/documents/docs-pages.ts';
import { readService } from './generator/process/read-service.ts';
import { sourceFacts } from './generator/hub/build-hub.ts';
import { buildTree } from './generator/tree/build-tree.ts';
const [dist, store, catalog, entry] = process.argv.slice(2);
const service = readService({ service: undefined, sourceBases: {} });
const sources = service.sources.map(({ token, display, host }) => ({ token, display, host }));
const baseUrl = 'https://hub.example';
await buildTree({
  dist, stores: [store], catalog, baseUrl, ...sourceFacts(service), threads: 1,
  documents: { service, docs: readDocsPages }, pages: { entry, key: 'site', baseUrl, sources },
});
process.disconnect();
`;

export class EditedPackage {
  readonly #base = mkdtempSync(join(tmpdir(), 'model-hub-edited-'));
  readonly #folder = join(this.#base, 'package');
  readonly #data = join(this.#base, 'data');

  constructor() {
    for (const path of COPIED) cpSync(join(packageFolder, path), join(this.#folder, path), { recursive: true });
    for (const path of FILES) cpSync(join(packageFolder, path), join(this.#folder, path));
    symlinkSync(join(packageFolder, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
    writeFileSync(join(this.#folder, 'builder.ts'), BUILDER);
    mkdirSync(join(this.#base, 'site'));
    writeFileSync(join(this.#base, 'site/entry.mjs'), MODULE);
  }

  /** Imports a day into the store that all builds read, and returns the address of the day's catalog. */
  day(date: string, rows: readonly FixtureRow[]): Promise<string> {
    return importRows(this.#data, date, rows);
  }

  /** Edits a file. Throws if the edit changes nothing. */
  edit(path: string, change: (text: string) => string): void {
    const text = readFileSync(join(this.#folder, path), 'utf8');
    const edited = change(text);
    if (edited === text) throw new Error(`${path} has nothing to edit`);
    writeFileSync(join(this.#folder, path), edited);
  }

  /** Gives the path of the HUB_DIST with this name. */
  dist(name: string): string {
    return join(this.#base, name);
  }

  /** Builds with the current sources. Rejects with the builder's output if the sources do not run. */
  async build(dist: string, catalog: string): Promise<void> {
    mkdirSync(this.dist(dist), { recursive: true });
    const words = [this.dist(dist), join(this.#data, 'objects'), catalog, join(this.#base, 'site/entry.mjs')];
    const env = { ...process.env, ...compileCache };
    const child = fork(join(this.#folder, 'builder.ts'), words, { cwd: this.#folder, silent: true, env });
    let said = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(said);
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }
}
