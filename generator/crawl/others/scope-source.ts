// Looks a model up at source B under its name there, and compares it file by file.
import { type KnownModel, type OtherFound, type OtherSource, placeFound } from './other-source.ts';
import type { ScopeUpstream, ToldFile } from './scope-upstream.ts';

interface ScopeSettings {
  source: string;
  display: string;
  upstream: Pick<ScopeUpstream, 'files'>;
  /** Its names for models that it names otherwise, by the id in lower case. */
  names: ReadonlyMap<string, string>;
  /** Its default revision, if not the model's own. */
  defaultRevision: string | undefined;
  /** The most files of a model that are compared. */
  most: number;
}

/** Finds models under the same id, or the id in `names`. */
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
 * Counts a file as held if the source gives its exact hash and size. A file without a name or hash there is neither held
 * nor different.
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
