// Reads all lines of an import: puts good rows into a spool and bad ones into a ledger, and counts unknown fields.

import { totalSize } from '../../../src/basics/bytes.ts';
import { defined } from '../../../src/basics/records.ts';
import { SHA256SUMS } from '../../../src/dialects/hub/sha256sums.ts';
import { clientFault } from '../../../src/nouns/file-path.ts';
import type { Service } from '../../../src/service/service.ts';
import { type ImportRow, type RowReading, readImportRow } from './import-row.ts';
import type { InputLine } from './input-lines.ts';
import type { Fault } from './row-shape.ts';
import type { RowSpool } from './row-spool.ts';

/** A line that can't be imported. */
export interface BadLine {
  line: number;
  id?: string;
  faults: Fault[];
}

/** The content of all lines of an import. */
export interface ReadRows {
  /** The number of rows read, without blank lines. */
  read: number;
  /** Ids of all accepted rows, including gated ones, by their lowercased spelling. */
  claimed: Map<string, string>;
  /** Ids in lower case of the withdrawn models whose rows were left out. */
  withdrawn: Set<string>;
  /** Ids of gated rows. */
  gated: string[];
  badLines: BadLine[];
  /** Counts each unknown field in the accepted rows. */
  ignored: Map<string, number>;
  /** Sentences about models of which clients don't get every file under its name. */
  warnings: string[];
  files: number;
  /** The bytes of all files. */
  bytes: number;
}

/**
 * The maximum number of unknown fields that are counted by name. A file full of such names then can't fill the memory.
 */
const MOST_NAMES = 1000;
/** The maximum number of faults of one line that the report names. */
const MOST_FAULTS = 8;

/**
 * Reads batches of lines. Refuses a row with the id of an earlier good row. Without `skipInvalid`, also refuses a row
 * with the id of an earlier bad row.
 */
export async function readRows(
  batches: AsyncIterable<InputLine[]>,
  service: Service,
  spool: RowSpool,
  { skipInvalid, withdrawn = new Set() }: { skipInvalid: boolean; withdrawn?: ReadonlySet<string> | undefined },
): Promise<ReadRows> {
  const rows: ReadRows = {
    read: 0,
    claimed: new Map(),
    withdrawn: new Set(),
    gated: [],
    badLines: [],
    ignored: new Map(),
    warnings: [],
    files: 0,
    bytes: 0,
  };
  const refused = new Set<string>();
  for await (const batch of batches)
    for (const { number, bytes } of batch) {
      rows.read += 1;
      const reading: RowReading = bytes ? readImportRow(bytes, service) : TOO_LONG;
      const id = idOf(reading)?.toLowerCase();
      const repeated: Fault[] = id !== undefined && (rows.claimed.has(id) || refused.has(id)) ? [REPEATED] : [];
      const faults = 'faults' in reading ? [...reading.faults, ...repeated] : repeated;
      if (faults.length > 0) {
        const named = idOf(reading);
        rows.badLines.push({ line: number, ...defined({ id: named }), faults: faults.slice(0, MOST_FAULTS) });
        if (id !== undefined && !skipInvalid) refused.add(id);
      } else if (withdrawn.has(id!)) rows.withdrawn.add(id!);
      else take(reading as Taken, rows, spool);
    }
  return rows;
}

const TOO_LONG: RowReading = { faults: [{ field: '', reason: 'is longer than 64 MiB' }] };
const REPEATED: Fault = { field: 'id', reason: 'equals the id of an earlier line, letter case aside' };

type Taken = Exclude<RowReading, { faults: Fault[] }>;

function idOf(reading: RowReading): string | undefined {
  if ('row' in reading) return reading.row.id;
  return 'gated' in reading ? reading.gated : reading.id;
}

function take(reading: Taken, rows: ReadRows, spool: RowSpool): void {
  const id = idOf(reading)!;
  rows.claimed.set(id.toLowerCase(), id);
  for (const name of reading.ignored) {
    const known = rows.ignored.has(name) || rows.ignored.size < MOST_NAMES ? name : '(others)';
    rows.ignored.set(known, (rows.ignored.get(known) ?? 0) + 1);
  }
  if ('gated' in reading) rows.gated.push(reading.gated);
  else takeModel(reading.row, rows, spool);
}

function takeModel(row: ImportRow, rows: ReadRows, spool: RowSpool): void {
  spool.add(row);
  rows.files += row.files.length;
  const paths = row.files.map(({ path }) => path);
  rows.bytes += totalSize(row.files);
  if (paths.includes(SHA256SUMS))
    rows.warnings.push(
      `${row.id} holds a file named SHA256SUMS: ours is served under that name, with a pin too, and theirs is ` +
        'not in it. "hf cache verify" will call that file wrong.',
    );
  const fault = clientFault(paths);
  if (fault) rows.warnings.push(`${row.id}: ${JSON.stringify(fault.path)} ${fault.reason}; some clients refuse it.`);
}
