// Collects every schema of the API by its name in the API description.

import * as account from './account.ts';
import * as changes from './changes.ts';
import * as discovery from './discovery.ts';
import * as sections from './discovery.ts';
import * as spaces from './discovery.ts';
import * as errors from './errors.ts';
import * as jsonRpc from './errors.ts';
import * as health from './live.ts';
import * as live from './live.ts';
import * as locks from './log.ts';
import * as log from './log.ts';
import * as models from './models.ts';
import * as search from './models.ts';
import * as objectPlane from './objects.ts';
import * as objects from './objects.ts';
import * as registry from './registry.ts';
import * as tree from './tree.ts';

/** All schemas. The name of a schema is also its `title`, by which other schemas refer to it. */
export const shapes = {
  ...account,
  ...discovery,
  ...sections,
  ...changes,
  ...spaces,
  ...models,
  ...search,
  ...tree,
  ...health,
  ...live,
  ...jsonRpc,
  ...registry,
  ...objects,
  ...objectPlane,
  ...log,
  ...locks,
  ...errors,
};

export type ShapeName = keyof typeof shapes;
