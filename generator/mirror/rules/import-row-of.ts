// Makes the import row from which an import would make a model. So the rules for imports also check the models of
// catalogs.

import { defined } from '../../../src/basics/defined.ts';
import { factsIn } from '../../../src/nouns/browse-facts.ts';
import { P2P } from '../../../src/service/sources.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import type { ModelObject, SourceObject } from '../../../src/shapes/objects.ts';

/** Makes the row of a model, as for `model-hub import`. A model that is no longer listed has no browse facts. */
export function importRowOf(row: ModelRow, model: ModelObject, sources: readonly SourceObject[], card?: string) {
  const { license, files, parameters, context } = model;
  const places = sources.map(({ format: _, model: __, kind: ___, ...given }) => given);
  // Another hub may have put any value here. The later comparison with the row finds that.
  const told: unknown = row.hub?.sources;
  const isWithPeers = Array.isArray(told) && told.includes(P2P.display);
  const isListed = row.hub?.listed !== false;
  return {
    ...{ id: row.id, revision: row.sha, files, ...factsIn(row) },
    // The row has these facts under other names.
    ...{ license, parameters, context, library: row.library_name },
    ...(isListed ? {} : { listed: false }),
    ...defined({ card }),
    sources: [...places, ...(isWithPeers ? [{ source: P2P.token }] : [])],
  };
}
