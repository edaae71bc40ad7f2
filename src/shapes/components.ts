// Collects every schema of the API by its name in the API description.

import * as account from './account.ts';
import * as changes from './changes.ts';
import * as discovery from './discovery.ts';
import * as errors from './errors.ts';
import * as live from './live.ts';
import * as log from './log.ts';
import * as models from './models.ts';
import * as objects from './objects.ts';
import * as registry from './registry.ts';
import * as tree from './tree.ts';

/** All schemas. The name of a schema is also its `title`, by which other schemas refer to it. */
export const shapes = {
  ...account,
  ...discovery,
  ...changes,
  ...models,
  ...tree,
  ...live,
  ...registry,
  ...objects,
  ...log,
  ...errors,
};

export type ShapeName = keyof typeof shapes;
