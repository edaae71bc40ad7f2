// The route table: every path that the service answers, each once. Router, renderers, handlers, static paths, headers,
// links and the API description all use it.
import { accountRoutes } from './account-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { logRoutes, objectRoutes } from './object-routes.ts';
import { docsRoutes, pageRoutes } from './page-routes.ts';
import { registryRoutes } from './registry-routes.ts';
import { OWN_FOLDER, type Row, type When } from './route.ts';
import { refusedRoutes, serviceRoutes } from './service-routes.ts';

export const routes = {
  ...documentRoutes,
  ...modelRoutes,
  ...fileRoutes,
  ...registryRoutes,
  ...objectRoutes,
  ...logRoutes,
  ...serviceRoutes,
  ...accountRoutes,
  ...docsRoutes,
  ...pageRoutes,
  ...refusedRoutes,
} as const satisfies Record<string, Row>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the rows whose answers are made at the time `W`. */
export type Named<W extends When> = { [K in RouteName]: Routes[K]['when'] extends W ? K : never }[RouteName];

/** The names of the rows for documents, which have a list of representations (`as`). */
export type DocumentName = { [K in RouteName]: Routes[K] extends { as: readonly unknown[] } ? K : never }[RouteName];

/** The names of all rows except the refused ones. */
export type AnsweredName = Named<'built' | 'live'>;

/** True unless the row of this name is a refused one. */
export const isAnswered = (name: RouteName): name is AnsweredName => routes[name].when !== 'refused';

/** The names of all rows except the refused ones, in the order of the table. */
export const answeredNames: readonly AnsweredName[] = (Object.keys(routes) as RouteName[]).filter(isAnswered);

/** The segments that follow a model's id in paths of the Models API: `revision`, `refs`, `tree` and so on. */
export const modelVerbs: ReadonlySet<string> = new Set(
  Object.values(routes).flatMap((row) => /^\/api\/models\/\{owner\}\/\{name\}\/([^/{]+)/.exec(row.pattern)?.[1] ?? []),
);

/** The first segments of the hub's own paths. No owner may have such a name (decision 0014). */
export const reservedOwners: ReadonlySet<string> = new Set([
  ...Object.values(routes).flatMap((row) => /^\/([^/{]+)(?:\/|$)/.exec(row.pattern)?.[1] ?? []),
  // These files of an export lie beside the folders of owners.
  'index.html',
  'index.json',
  'index.md',
  '404.html',
  '_headers',
  '_redirects',
  '_search.json',
  OWN_FOLDER,
  'via',
  'v1',
  'hub',
]);
