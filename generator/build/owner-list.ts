// Writes the owners' folders and links as the walk over the catalog leaves each owner.
import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOwner, OWNERS_FILE, OwnersFile, SUPERSEDED_FILE } from './owners-file.ts';
import { linkRoster, type SpareRoster, writeRoster } from './roster.ts';

const BATCH = 1 << 16;

export interface OwnerPass {
  dist: string;
  /** The folder of the new tree. */
  path: string;
  /** The tree before, when its folders may be used again. */
  before: { path: string } | undefined;
  /** What the new tree's `models` folder links to already. */
  links: OwnersFile;
}

export class OwnerList {
  readonly #pass: OwnerPass;
  readonly #old: OwnersFile;
  readonly #list: number;
  readonly #superseded: number;
  #lines: (string | Uint8Array)[] = [];
  #linesLength = 0;
  readonly #linked = new Set<string>();
  #owner: string | undefined;
  #changes = new Map<string, string | undefined>();

  constructor(pass: OwnerPass) {
    this.#pass = pass;
    this.#old = pass.before ? OwnersFile.read(pass.before.path) : OwnersFile.none;
    this.#list = openSync(join(pass.path, OWNERS_FILE), 'w');
    this.#superseded = openSync(join(pass.path, SUPERSEDED_FILE), 'w');
  }

  enter(owner: string): void {
    if (owner === this.#owner) return;
    this.#leave();
    this.#owner = owner;
  }

  set(name: string, key: string): void {
    this.#changes.set(name, key);
  }

  remove(name: string): void {
    if (!this.#changes.get(name)) this.#changes.set(name, undefined);
  }

  close(): void {
    this.#leave();
    this.#drain();
    const { links, path } = this.#pass;
    for (const owner of links.owners()) if (!this.#linked.has(owner)) unlinkSync(join(path, 'models', owner));
    closeSync(this.#list);
    closeSync(this.#superseded);
  }

  #leave(): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    const oldKey = this.#old.keyOf(owner);
    if (this.#changes.size > 0 || oldKey === undefined) this.#rewrite(owner, oldKey);
    else {
      this.#link(owner, oldKey);
      this.#write(this.#old.lines(owner));
    }
    this.#changes.clear();
  }

  #link(owner: string, key: string): void {
    const { path, links } = this.#pass;
    const known = links.keyOf(owner);
    this.#linked.add(owner);
    if (known === key) return;
    if (known !== undefined) unlinkSync(join(path, 'models', owner));
    linkRoster(path, owner, key);
  }

  #rewrite(owner: string, oldKey: string | undefined): void {
    const { dist } = this.#pass;
    const roster = this.#old.models(owner);
    const replaced: string[] = [];
    for (const [name, key] of this.#changes) {
      const before = roster.get(name);
      if (before !== undefined && before !== key) replaced.push(join('shelf', owner, name, before));
      if (key === undefined) roster.delete(name);
      else roster.set(name, key);
    }
    const models = new Map([...roster].sort(([a], [b]) => (a < b ? -1 : 1)));
    const key = models.size === 0 ? undefined : writeRoster(dist, owner, models, this.#spare(owner, oldKey));
    if (oldKey && oldKey !== key) replaced.push(join('owners', owner, oldKey));
    if (replaced.length > 0) writeFileSync(this.#superseded, `${replaced.join('\n')}\n`);
    if (key === undefined) return;
    this.#link(owner, key);
    this.#write(formatOwner(owner, key, models));
  }

  /** The folder that the spare tree linked to, unless the tree before uses it too. */
  #spare(owner: string, oldKey: string | undefined): SpareRoster | undefined {
    const { links } = this.#pass;
    const key = links.keyOf(owner);
    return key === undefined || key === oldKey ? undefined : { key, links: links.models(owner) };
  }

  #write(lines: string | Uint8Array): void {
    this.#lines.push(lines);
    this.#linesLength += lines.length;
    if (this.#linesLength >= BATCH) this.#drain();
  }

  #drain(): void {
    const bytes = Buffer.concat(this.#lines.map((lines) => (typeof lines === 'string' ? Buffer.from(lines) : lines)));
    writeFileSync(this.#list, bytes);
    this.#lines = [];
    this.#linesLength = 0;
  }
}
