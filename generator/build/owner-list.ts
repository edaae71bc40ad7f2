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
  /** The owners of the current tree. */
  previous: OwnersFile;
  /** True: the walk tells of what changed since the current tree alone, and the rest of it stands. */
  reuse: boolean;
  /** What the new tree's `models` folder links to already. */
  links: OwnersFile;
}

export class OwnerList {
  readonly #pass: OwnerPass;
  /** What stands unless the walk says otherwise. */
  readonly #standing: OwnersFile;
  readonly #list: number;
  readonly #superseded: number;
  #lines: (string | Uint8Array)[] = [];
  #linesLength = 0;
  readonly #linked = new Set<string>();
  #owner: string | undefined;
  /** The owner's models in the current tree, once somebody asked. */
  #known: Map<string, string> | undefined;
  #changes = new Map<string, string | undefined>();

  constructor(pass: OwnerPass) {
    this.#pass = pass;
    this.#standing = pass.reuse ? pass.previous : OwnersFile.none;
    this.#list = openSync(join(pass.path, OWNERS_FILE), 'w');
    this.#superseded = openSync(join(pass.path, SUPERSEDED_FILE), 'w');
  }

  enter(owner: string): void {
    if (owner === this.#owner) return;
    this.#leave();
    this.#owner = owner;
    this.#known = undefined;
  }

  /** The key of a model's folder in the current tree; undefined when that has no such model. */
  keyBefore(name: string): string | undefined {
    return this.#knownModels().get(name);
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
    const { links, path, previous, reuse } = this.#pass;
    for (const owner of links.owners()) if (!this.#linked.has(owner)) unlinkSync(join(path, 'models', owner));
    // A walk over what changed has met every owner that is gone; one over all has not.
    if (!reuse)
      for (const owner of previous.owners())
        if (!this.#linked.has(owner)) this.#supersede(owner, previous.models(owner), new Map(), undefined);
    closeSync(this.#list);
    closeSync(this.#superseded);
  }

  #leave(): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    const standing = this.#standing.keyOf(owner);
    if (this.#changes.size > 0 || standing === undefined) this.#rewrite(owner);
    else {
      this.#link(owner, standing);
      this.#write(this.#standing.lines(owner));
    }
    this.#changes.clear();
  }

  #knownModels(): Map<string, string> {
    this.#known ??= this.#pass.previous.models(this.#owner!);
    return this.#known;
  }

  #link(owner: string, key: string): void {
    const { path, links } = this.#pass;
    const known = links.keyOf(owner);
    this.#linked.add(owner);
    if (known === key) return;
    if (known !== undefined) unlinkSync(join(path, 'models', owner));
    linkRoster(path, owner, key);
  }

  #rewrite(owner: string): void {
    const roster = this.#standing.models(owner);
    for (const [name, key] of this.#changes)
      if (key === undefined) roster.delete(name);
      else roster.set(name, key);
    const models = new Map([...roster].sort(([a], [b]) => (a < b ? -1 : 1)));
    const key = models.size === 0 ? undefined : writeRoster(this.#pass.dist, owner, models, this.#spare(owner));
    this.#supersede(owner, this.#knownModels(), models, key);
    if (key === undefined) return;
    this.#link(owner, key);
    this.#write(formatOwner(owner, key, models));
  }

  /** Lists what the current tree has of an owner and this one has not. */
  #supersede(
    owner: string,
    known: ReadonlyMap<string, string>,
    models: ReadonlyMap<string, string>,
    key: string | undefined,
  ): void {
    const replaced: string[] = [];
    for (const [name, before] of known)
      if (models.get(name) !== before) replaced.push(`shelf/${owner}/${name}/${before}`);
    const before = this.#pass.previous.keyOf(owner);
    if (before !== undefined && before !== key) replaced.push(`owners/${owner}/${before}`);
    // Not `writeSync`, here and below: a full disk takes a part of what it is given, and says so only at the next write.
    if (replaced.length > 0) writeFileSync(this.#superseded, `${replaced.join('\n')}\n`);
  }

  /** The folder that the spare tree linked to, unless the current tree uses it too. */
  #spare(owner: string): SpareRoster | undefined {
    const { links, previous } = this.#pass;
    const key = links.keyOf(owner);
    return key === undefined || key === previous.keyOf(owner) ? undefined : { key, links: links.models(owner) };
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
