// The answers that a server in front of the hub may give from an exported folder by itself, read off the route table.
import { hashedRow, policyOf, REPRESENTATION_TYPES, variesBy } from '../table/answer-facts.ts';
import { browserSecurity, CACHE_CONTROL, CORS } from '../table/headers.ts';
import { kindFile, type Representation, type Row } from '../table/route.ts';
import { type RouteName, routes } from '../table/routes.ts';
import { compareMatched, overlap } from './match-order.ts';
import type { Fitting } from './pattern-regex.ts';

/** An answer of a rule. */
export interface EdgeAnswer {
  /** The representation it is, where `Accept` chooses among several. */
  as?: Representation;
  /** True: a client that names no representation gets this one. */
  isLast: boolean;
  /** Its path in the folder; holds params as `{name}`. */
  file: string;
  /** Undefined: by the ending of the file's name, as the website's files have it. */
  type: string | undefined;
  /** All headers but the type and those of the transfer: name, value, …; a value may hold params, and `{self}`. */
  headers: readonly string[];
}

/** A row, or those of its answers whose address holds their hash. Where there are no answers, the hub is asked. */
export interface EdgeRule extends Fitting {
  name: RouteName;
  row: Row;
  answers: readonly EdgeAnswer[];
}

interface EdgeSettings {
  /** True: apps have an address of their own, where the hub is asked for everything. */
  hasAppsHost: boolean;
}

/**
 * The rules in the order of the matcher: the first that fits a path holds. Rows that only the hub answers are among
 * them where a later rule would fit their paths too; any path that fits no rule is the hub's.
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
 * True when the answers of a row that may be kept for good, or all of them, lie in files and say nothing that only the hub
 * knows. An address that people type fits paths of ours as well, which the hub tells from it.
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

/** Where only one spelling is a row, a trailing slash makes no difference to the matcher. */
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

/** The file of a row, its params as `{name}`. */
function fileAs({ file }: Row, as: Representation | undefined): string {
  const template = typeof file === 'object' ? file[as!]! : file!;
  return template.replaceAll('...}', '}');
}

/** The headers that follow from the row alone. The hub sends the same, and tags of its own too. */
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
