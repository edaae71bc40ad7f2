// Lists the answers that a server in front of the hub may give from an exported folder. They come from the route table.
import { hashedRow, policyOf, REPRESENTATION_TYPES, variesBy } from '../table/answer-facts.ts';
import { browserSecurity, CACHE_CONTROL, CORS } from '../table/headers.ts';
import { kindFile, type Representation, type Row } from '../table/route.ts';
import { type RouteName, routes } from '../table/routes.ts';
import { compareMatched, overlap } from './match-order.ts';
import type { Fitting } from './pattern-regex.ts';

/** An answer that a rule gives from a file. */
export interface EdgeAnswer {
  /** The representation, if `Accept` chooses among several. */
  as?: Representation;
  /** True if this is the answer for a client that names no representation. */
  isLast: boolean;
  /** The path of the file in the exported folder, with params as `{name}`. */
  file: string;
  /** The content type; undefined if it depends on the ending of the file's name, as for the website's files. */
  type: string | undefined;
  /**
   * All headers except `Content-Type` and those that depend on the transfer, as a list: name, value, name, value.
   * Values may contain params, and `{self}` for the path.
   */
  headers: readonly string[];
}

/**
 * A rule for the answers of a row of the route table, or only for those whose address contains their hash. A rule
 * without answers sends its paths to the hub.
 */
export interface EdgeRule extends Fitting {
  name: RouteName;
  row: Row;
  answers: readonly EdgeAnswer[];
}

interface EdgeSettings {
  /** True if apps have an address of their own. The hub then answers all requests to that address. */
  hasAppsHost: boolean;
}

/**
 * Returns the rules in the order of the matcher: the first rule that matches a path applies. Paths without a rule go to
 * the hub. So a row that the hub must answer gets a rule only if a later rule would match its paths too.
 */
export function edgeRules({ hasAppsHost }: EdgeSettings): EdgeRule[] {
  const rows = (Object.entries(routes) as [RouteName, Row][]).sort(([, a], [, b]) =>
    compareMatched(a.pattern, b.pattern),
  );
  const rules = rows.flatMap(([name, row]) => rulesOf(name, row, hasAppsHost && row.apart === true));
  return rules.filter(
    ({ answers, pattern }, at) =>
      answers.length > 0 ||
      rules.slice(at + 1).some((later) => later.answers.length > 0 && overlap(pattern, later.pattern)),
  );
}

/**
 * True if exported files can give the answers of a row exactly as the hub gives them: all answers, or those that never
 * change. False for a pattern of typed addresses, which also matches paths of other rows: only the hub can tell the rows
 * apart.
 */
export function isAnsweredFromFiles(row: Row): boolean {
  return !row.typed && row.file !== undefined && (row.hashed !== undefined || row.tells === undefined);
}

function rulesOf(name: RouteName, row: Row, isApart: boolean): EdgeRule[] {
  const { pattern, hashed } = row;
  const slash = slashOf(row);
  const [, freeEnd] = /\{(\w+)(?:\.\.\.)?\}$/.exec(String(row.kinds ? '' : row.file)) ?? [];
  const hub: EdgeRule = { name, row, pattern, slash, freeEnd, hasAnyRevision: true, answers: [] };
  if (isApart || !isAnsweredFromFiles(row)) return [hub];
  const all: EdgeRule = row.tells ? hub : { ...hub, hasAnyRevision: false, answers: answersOf(row) };
  if (!hashed) return [all];
  const own = hashedRow(row);
  return [{ ...all, row: own, only: hashed, answers: answersOf(own) }, all];
}

const patterns: ReadonlySet<string> = new Set(Object.values(routes).map(({ pattern }) => pattern));

/**
 * Decides if a slash at the end of the path matters. It does not, unless the table has a row for each spelling, or the
 * row demands the slash.
 */
function slashOf({ pattern, needsSlash }: Row): Fitting['slash'] {
  const other = pattern.endsWith('/') ? pattern.slice(0, -1) : `${pattern}/`;
  return needsSlash || patterns.has(other) ? 'as written' : 'either';
}

function answersOf(row: Row): EdgeAnswer[] {
  if (row.kinds)
    return Object.entries(row.kinds).map(([kind, type]) => ({
      ...{ isLast: true, type, headers: fixedHeaders(row, undefined) },
      file: kindFile(row.file as string, kind),
    }));
  const { as = [undefined] } = row;
  return as.map((one) => ({
    ...(as.length > 1 && { as: one! }),
    isLast: one === as.at(-1),
    file: fileAs(row, one),
    type: row.type ?? (one && REPRESENTATION_TYPES[one]),
    headers: fixedHeaders(row, one),
  }));
}

/** Returns the path of a row's file, with params as `{name}`. */
function fileAs({ file }: Row, as: Representation | undefined): string {
  const template = typeof file === 'object' ? file[as!]! : file!;
  return template.replaceAll('...}', '}');
}

/** Returns the headers that depend only on the row. The hub sends the same headers, and an ETag. */
function fixedHeaders(row: Row, as: Representation | undefined): string[] {
  const vary = variesBy(row);
  const policy = policyOf(row, as);
  return [
    ...CORS,
    ...['Cache-Control', CACHE_CONTROL[row.cache]],
    ...(vary.length > 0 ? ['Vary', vary.join(', ')] : []),
    ...(policy === undefined ? [] : browserSecurity(policy)),
    ...(row.headers ?? []),
  ];
}
