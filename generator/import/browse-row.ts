// The browse row that an import makes of a model: of its row, its object's address, and the day on which its id came in.
import { modelRow, thinRow } from '../../src/dialects/hub/model-row.ts';
import type { Service } from '../../src/service/service.ts';
import { P2P } from '../../src/service/sources.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { blake3Hex } from '../process/blake3.ts';
import { agreedFacts } from './headers/header-facts.ts';
import type { ImportRow } from './rows/import-row.ts';

/** The index adds these facts to a model's import row. */
interface Indexed {
  /** Address of its model object. */
  manifest: string;
  /** The day on which its id first came in; undefined where nobody knows. */
  indexed: string | undefined;
}

/** The row of the catalog for `row`, its headers filled in: one with every fact known, or a thin one where it is not listed. */
export function browseRow(service: Service, row: ImportRow, { manifest, indexed }: Indexed): ModelRow {
  const { id, revision, files } = row;
  const named = { id, revision, files, manifest, sources: displayNames(service, row) };
  if (!row.listed) return thinRow(named);
  // The model object holds the headers themselves, and the row's own facts about the model.
  return modelRow({ ...named, indexed, opaqueId: opaqueId(id) }, { ...agreedFacts(files), ...row.facts });
}

/** The sources that hold every file: a client that picks one finds the whole model there. */
function displayNames(service: Service, row: ImportRow): string[] {
  const held = new Set(row.places.filter(({ files }) => files === undefined).map(({ source }) => source));
  const names = service.sources.filter(({ token }) => held.has(token)).map(({ display }) => display);
  return row.p2p ? [...names, P2P.display] : names;
}

/** 24 hex characters that depend on the model's id alone. */
export function opaqueId(id: string): string {
  return blake3Hex(id).slice(0, 24);
}
