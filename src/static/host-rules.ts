// Rules for hosts of plain files: the files of addresses, and headers, in the syntax that Cloudflare Pages and Netlify
// share.

import { pinnedPath } from '../nouns/pinned-path.ts';
import { PLAIN_BYTES, webType } from '../nouns/web-types.ts';
import { operationOf } from '../openapi/operations/operations.ts';
import { REPRESENTATION_TYPES } from '../table/answer-facts.ts';
import { browserSecurity, CACHE_CONTROL, CORS, PAGE_POLICY, pairsOf, REGISTRY_HEADERS } from '../table/headers.ts';
import { namesModel, ownFile, type Row } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { type StaticAnswer, staticAnswers } from './static-answer.ts';

/** An address, or a pattern of addresses, that leads to a file (200), or to another address. */
export interface RedirectRule {
  from: string;
  to: string;
  status: number;
}

/** The headers of addresses that match a pattern: name, value, name, value. */
export interface HeaderRule {
  path: string;
  headers: readonly string[];
}

/** True for a rule with only one address; hosts allow more of these. */
export const isStatic = ({ from }: RedirectRule) => !/[:*]/.test(from);

/**
 * Makes rules for addresses that are no files, and for pins, with `tokens` of the sources. Rules of one address come
 * first, since hosts count the others from the first pattern on.
 */
export function addressRules(tokens: readonly string[]): RedirectRule[] {
  const led = staticAnswers.filter(({ reached }) => reached === 'rule');
  const rules = led.flatMap((answer) => [...keptFiles(answer), ...bothSpellings(ruleOf(answer))]);
  const pinned = tokens.flatMap((token) => [
    ...led.flatMap((answer) => bothSpellings(ruleOf(answer, token))),
    { from: `${pinnedPath(token, '')}/*`, to: '/:splat', status: 200 },
  ]);
  const all = [...rules, ...pinned];
  return [...all.filter(isStatic), ...all.filter((rule) => !isStatic(rule))];
}

function ruleOf({ row, file }: StaticAnswer, token?: string): RedirectRule {
  // Hosts that drop `.html` from addresses would redirect to the address without it.
  return {
    from: hostPattern(pinnedPath(token, row.pattern)),
    to: `/${hostFile(file!).replace(/\.html$/, '')}`,
    status: 200,
  };
}

/** The hub accepts an address with a slash at its end also without it. */
const bothSpellings = (rule: RedirectRule): RedirectRule[] =>
  rule.from.endsWith('/') ? [{ ...rule, from: rule.from.slice(0, -1) }, rule] : [rule];

/**
 * Gives a rule that keeps a folder's own file at its address: some hosts match it by the rule for everything below the
 * folder, and look for it there.
 */
function keptFiles({ row, file }: StaticAnswer): RedirectRule[] {
  const rest = /\/\{\w+\.\.\.\}$/.exec(row.pattern);
  if (!rest) return [];
  const own = hostPattern(row.pattern.slice(0, rest.index)) + file!.slice(file!.lastIndexOf('/'));
  return [{ from: own, to: own, status: 200 }];
}

/** Writes a pattern of the table for hosts: `:name` is one segment, `*` the rest; the revision is `main`. */
function hostPattern(pattern: string): string {
  return pattern
    .replace('{revision}', 'main')
    .replace(/\{\w+\.\.\.\}/, '*')
    .replace(/\{(\w+)\}/g, ':$1');
}

/** Writes a file of the table with the params of the pattern. */
function hostFile(file: string): string {
  return file.replace(/\{(\w+)\}/g, (_, name: string) => (REST.has(name) ? ':splat' : `:${name}`));
}

/** Names of params that contain slashes; in a file they look like the others. */
const REST = new Set(
  staticAnswers.flatMap(({ row }) => [...row.pattern.matchAll(/\{(\w+)\.\.\.\}/g)].map(([, name]) => name!)),
);

/**
 * Makes headers that no host adds by itself; `isAttested` says that attestations are among the files. No address gets the
 * same header from two rules, because hosts would join them.
 */
export function headerRules(isAttested: boolean): HeaderRule[] {
  const rules: HeaderRule[] = [
    { path: '/*', headers: CORS },
    { path: '/v2/*', headers: REGISTRY_HEADERS },
    { path: pinnedPath(':source', '/v2/*'), headers: REGISTRY_HEADERS },
    // One rule serves all feeds: hosts allow a hundred rules.
    { path: '/archive/feeds/*.xml', headers: ['Content-Type', routes.ownerAtom.type!] },
    { path: '/archive/feeds/*.json', headers: ['Content-Type', routes.ownerJson.type!] },
  ];
  if (isAttested)
    rules.push({ path: '/api/hub/attestation/*', headers: ['Content-Type', routes.attestationKey.type!] });
  for (const answer of staticAnswers) {
    const headers = headersOf(answer);
    if (headers.length === 0 || (answer.row.attested && !isAttested)) continue;
    rules.push(...patternsOf(answer).map((pattern) => ({ path: headerPattern(pattern), headers })));
  }
  return withoutRepeats(rules);
}

/** Hosts join the headers of several rules for an address, so this removes those that a wider rule has already. */
function withoutRepeats(rules: readonly HeaderRule[]): HeaderRule[] {
  const first = rules.filter(({ path }, at) => rules.findIndex((rule) => rule.path === path) === at);
  const lean = first.map(({ path, headers }) => {
    const wider = first.filter((rule) => rule.path !== path && fits(rule.path, path));
    const said = new Set(wider.flatMap((rule) => pairsOf(rule.headers).map(String)));
    return {
      path,
      headers: pairsOf(headers)
        .filter((pair) => !said.has(String(pair)))
        .flat(),
    };
  });
  return lean.filter(({ headers }) => headers.length > 0);
}

/** True if a pattern matches a path; a param in the path is a segment like any other. */
function fits(pattern: string, path: string): boolean {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`).test(path);
}

/** An address in the way of a folder's page is a pattern of its own, with and without the ending. */
function patternsOf({ row, file, reached }: StaticAnswer): string[] {
  if (reached === 'folder') return [`${row.pattern}/`];
  // Hosts look for headers under the requested address, and not under the one that a rule makes of it. A host allows a
  // hundred rules, so they are for the addresses of programs.
  if (reached === 'file' && isForPrograms(row)) return [row.pattern, pinnedPath(':source', row.pattern)];
  if (reached !== 'rule' || !file!.endsWith('.html')) return [row.pattern];
  return [`/${file}`, `/${file!.replace(/\.html$/, '')}`];
}

/** Clients of models, of the registry and of objects have a configured address that may contain a pin. */
const isForPrograms = (row: Row) => row.dialect === 'oci' || row.dialect === 'objects' || namesModel(row);

/** In a pattern for headers, a param beside other text of its segment must be a wildcard. */
function headerPattern(pattern: string): string {
  return hostPattern(pattern.replace(/(?<=[^/])\{\w+\}|\{\w+\}(?=[^/])/g, '*'));
}

function headersOf({ name, row, file: answering, reached }: StaticAnswer): string[] {
  if (answering === undefined) return [];
  const file = reached === 'file' ? ownFile(row.pattern) : answering;
  const type = typeOf(name, row);
  const isPage = type?.startsWith('text/html') === true;
  return [
    ...(type === undefined || isToldBy(file, type) ? [] : ['Content-Type', type]),
    ...(row.cache === 'revalidate' || row.cache === 'no-store' ? [] : ['Cache-Control', CACHE_CONTROL[row.cache]]),
    ...(isPage || row.csp ? browserSecurity(row.csp ?? PAGE_POLICY) : []),
    // Skips a header with a param, which only applies to one address.
    ...pairsOf(row.headers ?? [])
      .filter(([, value]) => !value.includes('{'))
      .flat(),
  ];
}

/** Gives the content type of a row's file; undefined if files of many types are there. */
function typeOf(name: StaticAnswer['name'], { dialect, type, as }: Row): string | undefined {
  // The registry's types depend on the request: a file gets the first possible one.
  if (dialect === 'oci') return Object.keys(operationOf(name).answers[200]?.content ?? {})[0] ?? type;
  return type ?? (as && REPRESENTATION_TYPES[as.includes('html') ? 'html' : as[0]!]);
}

/** True if the ending of a file's name tells every host its type. */
function isToldBy(file: string, type: string): boolean {
  const told = webType(file);
  return told !== PLAIN_BYTES && type.startsWith(told);
}
