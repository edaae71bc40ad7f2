// Every shape that goes over the wire, by the name that the API description has for it.

import * as changes from './changes.ts';
import * as account from './dialects/account.ts';
import * as jsonRpc from './dialects/json-rpc.ts';
import * as log from './dialects/log.ts';
import * as objectPlane from './dialects/object-plane.ts';
import * as registry from './dialects/registry.ts';
import * as discovery from './discovery.ts';
import * as errors from './errors.ts';
import * as health from './health.ts';
import * as live from './live.ts';
import * as models from './models.ts';
import * as objects from './objects.ts';
import * as search from './search.ts';
import * as sections from './sections.ts';
import * as spaces from './spaces.ts';
import * as tree from './tree.ts';

/** A shape's name is also its `title`: that is how one refers to another. */
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
  ...errors,
};

export type ShapeName = keyof typeof shapes;
