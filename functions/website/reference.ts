// The reference page: the API description as people read it, under a policy of its own.
import { browserSecurity } from '../../src/table/headers.ts';
import { refuse } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import type { Handler } from '../ports/handler.ts';

/** `GET /docs`. Absent where the tree was built without it, as by tests. */
export const reference: Handler<'reference'> = async ({ ask, tree }) => {
  const file = await tree.read(treePath(routes.reference, {}));
  if (!file) return refuse('NotFound', { path: routes.reference.pattern });
  return builtAnswer(ask, routes.reference, file, { headers: browserSecurity(routes.reference.csp!) });
};
