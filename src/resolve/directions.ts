// Directions: all that a resolve needs but health. Built per model, read by the functions.
import type { ModelFile } from '../catalog/model-object.ts';
import type { SourceObject } from '../catalog/source-object.ts';
import type { Place } from '../sources.ts';

/** The directions of a model, as the static tree holds them. */
export interface DirectionsFile {
  id: string;
  /** True: the origin demands a login. Nothing else is said of the model. */
  gated?: true;
  revision?: string;
  /** Path, bytes, SHA-256; sorted bytewise by path. */
  files?: [path: string, size: number, sha256: string][];
  /** In table order. */
  sources?: ({ source: string; files?: string[] } & Place)[];
  lastModified?: string;
}

/** Writes the directions of a served model. */
export function formatDirections(
  model: { id: string; revision: string; files: ModelFile[] },
  sources: SourceObject[],
  lastModified: string | undefined,
): string {
  const file: DirectionsFile = {
    id: model.id,
    revision: model.revision,
    files: model.files.map(({ path, size, sha256 }) => [path, size, sha256]),
    sources: sources.map(({ source, id, revision, root, files }) => ({
      source,
      ...(id === undefined ? {} : { id }),
      ...(revision === undefined ? {} : { revision }),
      ...(root === undefined ? {} : { root }),
      ...(files === undefined ? {} : { files }),
    })),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
  return JSON.stringify(file);
}

/** Writes the directions of a gated model: its id, and that it is gated. */
export function formatGatedDirections(id: string): string {
  return JSON.stringify({ id, gated: true } satisfies DirectionsFile);
}
