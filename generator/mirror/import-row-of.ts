// Makes the import row from which `model-hub import` would make a given model. The rules for imports can then check the
// models of another hub's catalog.

import { defined } from '../../src/basics/records.ts';
import { factsIn } from '../../src/nouns/browse-facts.ts';
import { P2P } from '../../src/service/service.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';

/** Makes the import row of a model. A model that is no longer listed has no browse facts. */
export function importRowOf(row: ModelRow, model: ModelObject, sources: readonly SourceObject[], card?: string) {
  const { license, files, parameters, context } = model;
  const places = sources.map(({ format: _, model: __, kind: ___, ...given }) => given);
  // Another hub may have put any value here. A comparison finds a wrong value later.
  const named: unknown = row.hub?.sources;
  const isWithPeers = Array.isArray(named) && named.includes(P2P.display);
  const isListed = row.hub?.listed !== false;
  return {
    ...{ id: row.id, revision: row.sha, files, ...factsIn(row) },
    // The catalog row has these facts under other names.
    ...{ license, parameters, context, library: row.library_name },
    ...(isListed ? {} : { listed: false }),
    ...defined({ card }),
    sources: [...places, ...(isWithPeers ? [{ source: P2P.token }] : [])],
  };
}
