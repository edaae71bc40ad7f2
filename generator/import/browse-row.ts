// Makes the row of an imported model in the catalog, from its import row, its object's address, and the day when its id
// was first indexed.
import { modelRow, thinRow } from '../../src/dialects/hub/model-row.ts';
import type { Service } from '../../src/service/service.ts';
import { P2P } from '../../src/service/sources.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { blake3Hex } from '../process/blake3.ts';
import type { ImportRow } from './rows/import-row.ts';

/** The facts that the index adds to an import row. */
interface Indexed {
  /** The address of the model object. */
  manifest: string;
  /** The day when the model's id was first indexed; undefined if unknown. */
  indexed: string | undefined;
}

/** The fields of an import row that decide which sources hold the model. */
interface HeldRow {
  places: readonly Pick<ImportRow['places'][number], 'source' | 'files'>[];
  p2p: boolean;
}

/**
 * Makes the catalog's row for the import row `row`; the row of an unlisted
 * model is thin: it has few facts.
 */
export function browseRow(service: Service, row: ImportRow, { manifest, indexed }: Indexed): ModelRow {
  const { id, revision, files } = row;
  const named = { id, revision, files, manifest, sources: displayNames(service, row) };
  if (!row.listed) return thinRow(named);
  return modelRow({ ...named, indexed, opaqueId: opaqueId(id) }, row.facts);
}

/** Lists the sources that hold every file, so that a client of any one of them finds the whole model. */
function displayNames(service: Service, row: HeldRow): string[] {
  const held = new Set(row.places.filter(({ files }) => files === undefined).map(({ source }) => source));
  const names = service.sources.filter(({ token }) => held.has(token)).map(({ display }) => display);
  return row.p2p ? [...names, P2P.display] : names;
}

/** Gives 24 hex characters that depend only on the model's id. */
export function opaqueId(id: string): string {
  return blake3Hex(id).slice(0, 24);
}
