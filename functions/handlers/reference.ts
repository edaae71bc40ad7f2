// The reference page: the API description as people read it, under a policy of its own.
import { browserSecurity } from '../../src/headers.ts';
import { refuse } from '../../src/refusals.ts';
import { treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { builtAnswer } from '../built-answer.ts';
import type { Handler } from '../handler.ts';

/** `GET /docs`. Absent where the tree was built without it, as by tests. */
export const reference: Handler<'reference'> = async ({ ask, tree }) => {
  const file = await tree.read(treePath(routes.reference, {}));
  if (!file) return refuse('NotFound', { path: routes.reference.pattern });
  return builtAnswer(ask, routes.reference, file, { headers: browserSecurity(routes.reference.csp!) });
};
