// Finds the row of the route table for a path.
import { createMatcher } from '../../src/table/matcher.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';

/** Finds the row of a path; undefined if the table has none. */
export const match = createMatcher<RouteName>(routes);
