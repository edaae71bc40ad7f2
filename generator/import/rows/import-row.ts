// Reads one line of an import: turns JSON into a checked row with every default filled in, or into faults.
import { isUtf8 } from 'node:buffer';
import { defined, isRecord } from '../../../src/basics/records.ts';
import type { BrowseFacts } from '../../../src/nouns/browse-facts.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { Service } from '../../../src/service/service.ts';
import type { GgufFacts, ModelFile } from '../../../src/shapes/objects.ts';
import { reservedOwners } from '../../../src/table/routes.ts';
import { fileFaults } from './file-faults.ts';
import { cardFaults } from './row-card.ts';
import { readFacts } from './row-facts.ts';
import { type Fault, GGUF_FIELDS, type ShapedRow, shapeFaults } from './row-shape.ts';
import { type RowSources, readSources } from './row-sources.ts';

/** A model to index. */
export interface ImportRow extends RowSources {
  id: string;
  revision: string;
  /** Sorted bytewise by path. */
  files: ModelFile[];
  facts: BrowseFacts;
  /** False if the hub serves the model, but the list of models leaves it out. */
  listed: boolean;
  /** The text of the model's README.md. */
  card?: string;
}

/** The content of a line: a model, the name of a gated one, or faults. `raw` is the parsed object. */
export type RowReading =
  | { row: ImportRow; raw: Record<string, unknown> }
  | { gated: string; raw: Record<string, unknown> }
  | { faults: Fault[]; id?: string };

/** Reads a line, without its line feed. */
export function readImportRow(line: Buffer, service: Service): RowReading {
  if (!isUtf8(line)) return { faults: [{ field: '', reason: 'is not UTF-8' }] };
  let raw: unknown;
  try {
    raw = JSON.parse(line.toString('utf8'));
  } catch {
    return { faults: [{ field: '', reason: 'is not JSON' }] };
  }
  if (!isRecord(raw)) return { faults: [{ field: '', reason: 'is not a JSON object' }] };
  return readObject(withoutNulls(raw), service);
}

function readObject(raw: Record<string, unknown>, service: Service): RowReading {
  const id = typeof raw.id === 'string' ? raw.id : undefined;
  const wrongId = id === undefined ? [] : idFaults(id);
  const refused = (faults: Fault[]): RowReading => ({ faults, ...defined({ id }) });
  if (raw.gated === true) return gatedRow(raw, id, wrongId);
  // An incomplete repository gets only this fault and that of a wrong id, because its other faults follow from this
  // one.
  if (raw.complete === false)
    return refused([...wrongId, { field: 'complete', reason: 'is false: half a repository is not an index' }]);
  const shape = shapeFaults(raw);
  const early = [...wrongId, ...shape, ...(Array.isArray(raw.files) ? fileFaults(raw.files) : [])];
  if (early.length > 0) return refused(early);
  const row = raw as unknown as ShapedRow;
  const facts = readFacts(row);
  const sources = readSources(row, row.sources, service);
  const card = cardFaults(row);
  if (Array.isArray(facts) || Array.isArray(sources) || card.length > 0)
    return refused([...(Array.isArray(facts) ? facts : []), ...(Array.isArray(sources) ? sources : []), ...card]);
  const files = row.files.map(readFile);
  files.sort((a, b) => compareBytewise(a.path, b.path));
  const read = { id: row.id, revision: row.revision, files, facts, listed: row.listed ?? true, ...sources };
  return { row: row.card === undefined ? read : { ...read, card: row.card }, raw };
}

/** Returns a file with its known facts, including those of its GGUF header. */
function readFile({ path, size, sha256, hashed, tensors, gguf }: ShapedRow['files'][number]): ModelFile {
  const file = { path, size, sha256, ...(hashed && { hashed }), ...(tensors && { tensors }) };
  if (!gguf) return file;
  const known = GGUF_FIELDS.filter((name) => gguf[name] !== undefined).map((name) => [name, gguf[name]]);
  return { ...file, gguf: Object.fromEntries(known) as GgufFacts };
}

/** Checks only the id of a gated row: the hub serves nothing else of it. */
function gatedRow(raw: Record<string, unknown>, id: string | undefined, wrongId: Fault[]): RowReading {
  if (id === undefined) return { faults: shapeFaults(raw).filter(({ field }) => field === 'id') };
  return wrongId.length > 0 ? { faults: wrongId, id } : { gated: id, raw };
}

function idFaults(id: string): Fault[] {
  const parsed = parseModelId(id);
  if (!parsed)
    return [
      { field: 'id', reason: 'must be owner/name, each of 1 to 96 of A-Z a-z 0-9 . _ - and beginning with no . or -' },
    ];
  const owner = parsed.owner.toLowerCase();
  if (reservedOwners.has(owner))
    return [{ field: 'id', reason: `has an owner that is the first segment of a path of ours, /${owner}` }];
  return [];
}

/**
 * Removes nulls from optional fields, because null means unknown, as absence does. The optional fields of a file are
 * `hashed`, `tensors` and `gguf`. Other nulls stay, and become faults.
 */
function withoutNulls(raw: Record<string, unknown>): Record<string, unknown> {
  dropNulls(raw);
  if (Array.isArray(raw.sources)) for (const source of raw.sources) if (isRecord(source)) dropNulls(source);
  if (Array.isArray(raw.files))
    for (const file of raw.files) {
      if (!isRecord(file)) continue;
      if (file.hashed === null) delete file.hashed;
      if (file.tensors === null) delete file.tensors;
      if (file.gguf === null) delete file.gguf;
      else if (isRecord(file.gguf)) dropNulls(file.gguf);
    }
  return raw;
}

function dropNulls(record: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(record)) if (value === null) delete record[key];
}
