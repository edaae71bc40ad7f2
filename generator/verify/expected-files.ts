// Lists the files of which a download should consist: those of a model in the index, or those in a checksum file.

import { resolve } from 'node:path';
import { parseEntryLine, parseModelObject } from '../../src/catalog/catalog-object.ts';
import { parseSums, type SumsLine } from '../../src/dialects/hub/sha256sums.ts';
import { type CheckedProof, filesInProof } from '../../src/log/proof/check-proof.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';
import { entryLines, idOfEntryLine } from '../days/catalog-reader.ts';
import type { OpenDay } from '../days/days-back.ts';
import { readNamedFile } from '../files/local-files.ts';
import { Failure } from '../process/failure.ts';

export interface Expected {
  /** Words about the origin of the hashes, for messages. */
  from: string;
  model?: { id: string; revision: string };
  files: SumsLine[];
}

/** Lists the files of a model in the index. */
export function filesOfModel({ id, revision, files }: ModelObject, snapshot: string): Expected {
  return { from: `${id} at ${revision.slice(0, 12)}, catalog of ${snapshot}`, model: { id, revision }, files };
}

/** Reads the files in a SHA256SUMS file. Throws a Failure if a line is malformed. */
export function filesOfSums(path: string): Expected {
  return { from: path, files: linesOf(readNamedFile(path), path) };
}

/**
 * Lists the files of a model whose proof has been checked. Throws a ProofFault if the proof's SHA256SUMS is malformed.
 */
export function filesOfProof({ model: { id, revision }, day }: CheckedProof, sums: string): Expected {
  const from = `${id} at ${revision.slice(0, 12)}, log of ${day.day}`;
  return { from, model: { id, revision }, files: filesInProof(sums) };
}

function linesOf(text: string, name: string): SumsLine[] {
  const files = parseSums(text);
  if (Array.isArray(files)) return files;
  throw new Failure(
    `${name}: line ${files.badLine} is not a checksum line (64 lowercase hex characters, two spaces, a path).`,
  );
}

/**
 * Yields the wanted models of the day. `wanted` gets the text of a model object, and returns true if the model is
 * wanted. Hashes every model object, but parses only those of wanted models.
 */
export function* modelsOf(
  today: OpenDay,
  wanted: (text: string) => boolean,
  onModel: () => void,
): Generator<ModelObject> {
  for (const line of entryLines(today.catalog)) {
    const text = today.store.get(parseEntryLine(line.toString('latin1')).entry.model);
    onModel();
    if (wanted(text)) yield parseModelObject(text);
  }
}

/** Returns the model named `id`. Throws a Failure if the day has no such model. */
export function modelNamed(today: OpenDay, id: string): ModelObject {
  let likely: string | undefined;
  for (const line of entryLines(today.catalog)) {
    const found = idOfEntryLine(line);
    if (found === id) return parseModelObject(today.store.get(parseEntryLine(line.toString('latin1')).entry.model));
    if (found.toLowerCase() === id.toLowerCase()) likely = found;
  }
  const { gated, snapshot } = today.catalog.frame;
  if (gated.includes(id)) throw new Failure(`${id} is gated at its origin: the index holds no hash of it.`);
  throw new Failure(`The catalog of ${snapshot} has no model ${id}${likely ? `; did you mean ${likely}?` : '.'}`);
}

/**
 * Returns the id in the path of a folder in the cache of the public hub's own client,
 * `models--owner--name/snapshots/…`; undefined if the path has none.
 */
export function idInPath(folder: string): string | undefined {
  for (const part of resolve(folder).split(/[\\/]/).reverse()) {
    const [, owner, name] = /^models--(.+?)--(.+)$/.exec(part) ?? [];
    if (owner !== undefined && name !== undefined && isIdPart(owner) && isIdPart(name)) return `${owner}/${name}`;
  }
  return undefined;
}

/**
 * Returns the model of which a download has the most bytes; undefined if it has none. `hashes` has the SHA-256 of each
 * path. Counts bytes, because thousands of models share small files. Among models with equally many bytes, returns that
 * with the fewest files.
 */
export function bestModel(models: Iterable<ModelObject>, hashes: ReadonlyMap<string, string>): ModelObject | undefined {
  let best: { model: ModelObject; bytes: number } | undefined;
  for (const model of models) {
    const bytes = model.files.reduce((sum, file) => (hashes.get(file.path) === file.sha256 ? sum + file.size : sum), 0);
    const isBetter =
      bytes > (best?.bytes ?? 0) || (best && bytes === best.bytes && model.files.length < best.model.files.length);
    if (bytes > 0 && isBetter) best = { model, bytes };
  }
  return best?.model;
}
