// Every shape that goes over the wire, by the name that the API description has for it.
import * as account from './account.ts';
import * as errors from './errors.ts';
import * as jsonRpc from './json-rpc.ts';
import * as changes from './schemas/changes.ts';
import * as discovery from './schemas/discovery.ts';
import * as health from './schemas/health.ts';
import * as models from './schemas/models.ts';
import * as objectPlane from './schemas/object-plane.ts';
import * as objects from './schemas/objects.ts';
import * as registry from './schemas/registry.ts';
import * as spaces from './schemas/spaces.ts';
import * as tree from './schemas/tree.ts';

/** A shape's name is also its `title`: that is how one refers to another. */
export const shapes = {
  ...account,
  ...discovery,
  ...changes,
  ...spaces,
  ...models,
  ...tree,
  ...health,
  ...jsonRpc,
  ...registry,
  ...objects,
  ...objectPlane,
  ...errors,
};

export type ShapeName = keyof typeof shapes;
