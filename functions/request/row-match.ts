// The row of the route table that a path belongs to.
import { createMatcher } from '../../src/table/matcher.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';

/** The row of a path. */
export const match = createMatcher<RouteName>(routes);
