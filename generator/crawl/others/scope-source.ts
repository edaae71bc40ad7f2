// A source that is another hub (source B). It looks a model up under the name that this hub has for it, and compares
// file by file.
import { type KnownModel, type OtherFound, type OtherSource, placeFound } from './other-source.ts';
import type { ScopeUpstream, ToldFile } from './scope-upstream.ts';

interface ScopeSettings {
  source: string;
  display: string;
  upstream: Pick<ScopeUpstream, 'files'>;
  /** The names of models that have another name there, by the id in lower case. */
  names: ReadonlyMap<string, string>;
  /** The hub's default revision; undefined if it is the model's own revision. */
  defaultRevision: string | undefined;
  /** The most files of a model that are compared. */
  most: number;
}

/** Makes the source. It looks models up under the same id, or under their name in `names`. */
export function scopeSource({ source, display, upstream, names, defaultRevision, most }: ScopeSettings): OtherSource {
  return {
    source,
    display,
    async ask(model) {
      const id = names.get(model.id.toLowerCase()) ?? model.id;
      const told = await upstream.files(id, defaultRevision ?? model.revision, most);
      if (!told) return { kind: 'absent', source };
      const found = compared(model, told, source);
      return found.kind === 'place' && id !== model.id ? { ...found, names: { id } } : found;
    },
  };
}

/**
 * Compares the files. The source holds a file if it gives the same hash and size. A file that it does not list, or
 * lists without a hash, is neither held nor different.
 */
function compared(model: KnownModel, told: ReadonlyMap<string, ToldFile>, source: string): OtherFound {
  const held: string[] = [];
  const differs: { path: string; sha256: string }[] = [];
  for (const { path, size, sha256 } of model.files) {
    const there = told.get(path);
    if (there?.sha256 === sha256 && there.size === size) held.push(path);
    else if (there && there.sha256 !== sha256) differs.push({ path, sha256: there.sha256 });
  }
  return placeFound(source, model, held, differs);
}
