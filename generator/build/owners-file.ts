// The two lists a tree keeps of itself for the builds that follow: whose models it links to, and what it no longer uses.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';

/** An owner's line, `owner TAB key of its folder`, then a line a model, `TAB name TAB key`; owners in catalog order. */
export const OWNERS_FILE = 'owners.tsv';
/** What the tree before used and this one does not: paths below <dist>, a line each. */
export const SUPERSEDED_FILE = 'superseded.txt';

const TAB = 9;
const LF = 10;

/** The owners of one tree. Their models stay bytes until somebody asks for them: most owners' lines are only copied. */
export class OwnersFile {
  readonly #bytes: Buffer;
  /** By owner where its lines begin; they end where the next owner's begin. */
  readonly #starts = new Map<string, number>();

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    for (let start = 0; start < bytes.length; start = bytes.indexOf(LF, start) + 1)
      if (bytes[start] !== TAB) this.#starts.set(bytes.toString('latin1', start, bytes.indexOf(TAB, start)), start);
  }

  /** Those of the tree at `path`. */
  static read(path: string): OwnersFile {
    return new OwnersFile(readOwnFile(join(path, OWNERS_FILE)));
  }

  /** Those of the tree at `path`; none when there is no such tree, or it has no list. */
  static readIfThere(path: string | undefined): OwnersFile {
    return path !== undefined && existsSync(join(path, OWNERS_FILE)) ? OwnersFile.read(path) : OwnersFile.none;
  }

  static readonly none = new OwnersFile(Buffer.alloc(0));

  owners(): Iterable<string> {
    return this.#starts.keys();
  }

  /** The key of an owner's folder; undefined when the tree has no such owner. */
  keyOf(owner: string): string | undefined {
    const start = this.#starts.get(owner);
    if (start === undefined) return undefined;
    return this.#bytes.toString('latin1', start + owner.length + 1, this.#bytes.indexOf(LF, start));
  }

  /** The models of an owner: names, and the keys of their folders on the shelf. */
  models(owner: string): Map<string, string> {
    const [, ...lines] = this.lines(owner).toString('latin1').split('\n');
    return new Map(lines.slice(0, -1).map((line) => line.slice(1).split('\t') as [string, string]));
  }

  /** All lines of an owner, as bytes; none when the tree has no such owner. */
  lines(owner: string): Buffer {
    const start = this.#starts.get(owner) ?? this.#bytes.length;
    let end = this.#bytes.indexOf(LF, start) + 1 || this.#bytes.length;
    while (this.#bytes[end] === TAB) end = this.#bytes.indexOf(LF, end) + 1;
    return this.#bytes.subarray(start, end);
  }
}

/** The lines of one owner. */
export function formatOwner(owner: string, key: string, models: ReadonlyMap<string, string>): string {
  let text = `${owner}\t${key}\n`;
  for (const [name, modelKey] of models) text += `\t${name}\t${modelKey}\n`;
  return text;
}
