// Asks another hub for a model, under the name that the model has there, and compares the files one by one. The hub
// must have the API of modelscope.cn.

import type { Source } from '../../../src/service/sources.ts';
import {
  type KnownModel,
  type OtherBytes,
  type OtherFound,
  type OtherSource,
  placeFound,
  type SourceFile,
} from './other-source.ts';
import { scopeFiles } from './scope-upstream.ts';

interface ScopeSettings {
  /** The other hub. If it has no default revision, a model is looked up there at its own revision. */
  source: Source;
  fetch: typeof fetch;
  /** The names of models that have a different name at the other hub, by the id in lower case. */
  names: ReadonlyMap<string, string>;
  /** The maximum number of files of a model that are compared. */
  most: number;
}

/** Makes the source. It looks models up under the same id, or under their name in `names`. */
export function scopeSource({ source: hub, fetch, names, most }: ScopeSettings): OtherSource {
  const source = hub.token;
  return {
    source,
    display: hub.display,
    async ask(model) {
      const id = names.get(model.id.toLowerCase()) ?? model.id;
      const asked = { base: hub.base, fetch, id, revision: hub.defaultRevision ?? model.revision };
      const there = await scopeFiles(asked, most);
      if (!there) return { kind: 'absent', source };
      const found = compared(model, there, source);
      return found.kind === 'place' && id !== model.id ? { ...found, names: { id } } : found;
    },
  };
}

/**
 * Compares the files. The source holds a file if it gives the same hash and size. A file that it does not list, or
 * lists without a hash, is neither held nor different.
 */
function compared(model: KnownModel, remote: ReadonlyMap<string, SourceFile>, source: string): OtherFound {
  const held: string[] = [];
  const differs: OtherBytes[] = [];
  for (const { path, size, sha256 } of model.files) {
    const there = remote.get(path);
    if (there?.sha256 === sha256 && there.size === size) held.push(path);
    else if (there && there.sha256 !== sha256) differs.push({ path, sha256: there.sha256 });
  }
  return placeFound(source, model, held, differs);
}
