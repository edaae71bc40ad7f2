// Reads one line of an import: turns JSON into a checked row with every default filled in, or into faults.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { defined, isRecord } from '../../../src/basics/records.ts';
import { CARD_PATH } from '../../../src/catalog/catalog-object.ts';
import { type BrowseFacts, factsIn, factsOf } from '../../../src/nouns/browse-facts.ts';
import { parseMoment } from '../../../src/nouns/calendar.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import type { Service } from '../../../src/service/service.ts';
import type { ModelFile } from '../../../src/shapes/objects.ts';
import { type Fault, type ShapedRow, shapeFaults, tidy } from './row-shape.ts';
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

/** The content of a line: a model, the name of a gated one, or faults. `ignored` names the unknown fields. */
export type RowReading =
  | { row: ImportRow; ignored: string[] }
  | { gated: string; ignored: string[] }
  | { faults: Fault[]; id?: string };

const MOMENTS = factsOf('moment');

/** Reads a line, without its line feed. */
export function readImportRow(line: Buffer, service: Service): RowReading {
  const notRow = (reason: string): RowReading => ({ faults: [{ field: '', reason }] });
  if (!isUtf8(line)) return notRow('is not UTF-8');
  let raw: unknown;
  try {
    raw = JSON.parse(line.toString('utf8'));
  } catch {
    return notRow('is not JSON');
  }
  if (!isRecord(raw)) return notRow('is not a JSON object');
  const ignored: string[] = [];
  tidy(raw, (name) => ignored.push(name));
  const refused = (faults: Fault[]): RowReading => (typeof raw.id === 'string' ? { faults, id: raw.id } : { faults });
  const shape = shapeFaults(raw);
  const ofId = shape.filter(({ field }) => field === 'id');
  // The hub serves nothing of a gated model, so the rest of its row may be anything.
  if (raw.gated === true) return ofId.length > 0 ? refused(ofId) : { gated: raw.id as string, ignored };
  // The other faults of an incomplete repository follow from this one.
  if (raw.complete === false)
    return refused([...ofId, { field: 'complete', reason: 'is false: half a repository is not an index' }]);
  if (shape.length > 0) return refused([...ofId, ...shape.filter((fault) => !ofId.includes(fault))]);
  const { id, revision, files, listed = true, sources, card } = raw as unknown as ShapedRow;
  const places = readSources({ id, revision, files }, sources, service);
  const faults = [...fileFaults(files), ...('places' in places ? [] : places), ...cardFaults(card, files)];
  if (faults.length > 0 || !('places' in places)) return refused(faults);
  files.sort((a, b) => compareBytewise(a.path, b.path));
  const facts = defined(factsIn(raw));
  for (const name of MOMENTS) if (facts[name] !== undefined) facts[name] = parseMoment(facts[name])!;
  return { row: { id, revision, files, facts, listed, ...places, ...defined({ card }) }, ignored };
}

/** Checks that no path occurs twice or is both a file and a folder. */
function fileFaults(files: ShapedRow['files']): Fault[] {
  const all = new Set(files.map(({ path }) => path));
  const seen = new Set<string>();
  return files.flatMap(({ path }, at) => {
    const isTwice = seen.has(path);
    seen.add(path);
    if (!isTwice && !isBeneathFile(path, all)) return [];
    const reason = isTwice ? 'occurs twice in this row' : 'lies beneath a path that is itself a file';
    return [{ field: `files[${at}].path`, reason }];
  });
}

function isBeneathFile(path: string, files: ReadonlySet<string>): boolean {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
    if (files.has(path.slice(0, slash))) return true;
  return false;
}

/** Checks that the card is the complete text of README.md, whose hash is in the file list. */
function cardFaults(card: string | undefined, files: ShapedRow['files']): Fault[] {
  if (card === undefined) return [];
  const readme = files.find(({ path }) => path === CARD_PATH);
  if (!readme) return [{ field: 'card', reason: `is the text of ${CARD_PATH}, which is not among the files` }];
  const [size, sha256] = [Buffer.byteLength(card), hash('sha256', card)];
  if (size === readme.size && sha256 === readme.sha256) return [];
  const reason =
    `is not ${CARD_PATH}: its bytes in UTF-8 are ${size} with the SHA-256 ${sha256}, ` +
    `those of the file ${readme.size} with ${readme.sha256}`;
  return [{ field: 'card', reason }];
}
