// Makes rules for hosts of plain files, in the syntax that Cloudflare Pages and Netlify share. The rules name the file
// to which an address leads, and the headers of answers.

import { pinnedPath } from '../nouns/pinned-path.ts';
import { PLAIN_BYTES, webType } from '../nouns/web-types.ts';
import { operationOf } from '../openapi/operations/operations.ts';
import { REPRESENTATION_TYPES } from '../table/answer-facts.ts';
import { browserSecurity, CACHE_CONTROL, CORS, PAGE_POLICY, pairsOf, REGISTRY_HEADERS } from '../table/headers.ts';
import { namesModel, ownFile, type Row } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { type StaticAnswer, staticAnswers } from './static-answer.ts';

/** A rule for an address or a pattern of addresses: it answers with a file (200) or redirects to another address. */
export interface RedirectRule {
  from: string;
  to: string;
  status: number;
}

/** The headers of answers whose address matches a pattern: name, value, name, value. */
export interface HeaderRule {
  path: string;
  headers: readonly string[];
}

/** True for a rule about a single address. Hosts allow more rules of this kind. */
export const isStatic = ({ from }: RedirectRule) => !/[:*]/.test(from);

/**
 * Makes rules for addresses that are not the paths of files, and for pinned paths; `tokens` are those of the sources.
 * Rules about single addresses come first, because hosts count every rule after the first pattern as a rule with a
 * pattern.
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
  // Leaves out `.html`: hosts that drop this ending would redirect to the address without it.
  return {
    from: hostPattern(pinnedPath(token, row.pattern)),
    to: `/${hostFile(file!).replace(/\.html$/, '')}`,
    status: 200,
  };
}

/** Adds a rule for the address without its trailing slash, which the hub accepts too. */
const bothSpellings = (rule: RedirectRule): RedirectRule[] =>
  rule.from.endsWith('/') ? [{ ...rule, from: rule.from.slice(0, -1) }, rule] : [rule];

/**
 * Makes a rule for the file that an export has for a folder itself. On some hosts, the rule for everything below the
 * folder would match the address of that file too, and lead to a wrong file.
 */
function keptFiles({ row, file }: StaticAnswer): RedirectRule[] {
  const rest = /\/\{\w+\.\.\.\}$/.exec(row.pattern);
  if (!rest) return [];
  const own = hostPattern(row.pattern.slice(0, rest.index)) + file!.slice(file!.lastIndexOf('/'));
  return [{ from: own, to: own, status: 200 }];
}

/** Writes a pattern of the route table for hosts: `:name` is one segment, `*` the rest, and the revision is `main`. */
function hostPattern(pattern: string): string {
  return pattern
    .replace('{revision}', 'main')
    .replace(/\{\w+\.\.\.\}/, '*')
    .replace(/\{(\w+)\}/g, ':$1');
}

/** Writes the file of a route in the syntax of hosts: `:name` for a param, and `:splat` for a param with slashes. */
function hostFile(file: string): string {
  return file.replace(/\{(\w+)\}/g, (_, name: string) => (REST.has(name) ? ':splat' : `:${name}`));
}

/** The names of params that may contain slashes. The template of a file does not show which params these are. */
const REST = new Set(
  staticAnswers.flatMap(({ row }) => [...row.pattern.matchAll(/\{(\w+)\.\.\.\}/g)].map(([, name]) => name!)),
);

/**
 * Makes the headers that no host adds itself. `isAttested` tells whether attestations are among the files. No address
 * gets the same header from two rules, because hosts would join the values.
 */
export function headerRules(isAttested: boolean): HeaderRule[] {
  const rules: HeaderRule[] = [
    { path: '/*', headers: CORS },
    { path: '/v2/*', headers: REGISTRY_HEADERS },
    { path: pinnedPath(':source', '/v2/*'), headers: REGISTRY_HEADERS },
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

/** Removes headers that a wider rule sets already, because hosts join the headers of all rules for an address. */
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

/** True if the pattern `pattern` matches `path`. A param in `path` counts as any segment. */
function fits(pattern: string, path: string): boolean {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`).test(path);
}

/** Gives the patterns of the addresses that get an answer's headers. */
function patternsOf({ row, file, reached }: StaticAnswer): string[] {
  if (reached === 'folder') return [`${row.pattern}/`];
  // Hosts look up headers by the requested address, not by the file that a rule leads to. They allow a hundred rules,
  // so only addresses that programs use get a rule for their pinned form.
  if (reached === 'file' && isForPrograms(row)) return [row.pattern, pinnedPath(':source', row.pattern)];
  if (reached !== 'rule' || !file!.endsWith('.html')) return [row.pattern];
  return [`/${file}`, `/${file!.replace(/\.html$/, '')}`];
}

/**
 * True for rows that clients reach at a configured address, which may contain a pinned source: models, the registry and
 * objects.
 */
const isForPrograms = (row: Row) => row.dialect === 'oci' || row.dialect === 'objects' || namesModel(row);

/** Writes a pattern for header rules, in which a param beside other text in its segment must be a wildcard. */
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
    // Leaves out headers with a param, since each of their values would be right for one address only.
    ...pairsOf(row.headers ?? [])
      .filter(([, value]) => !value.includes('{'))
      .flat(),
  ];
}

/** Gives the content type of a row's file; undefined if its files have several types. */
function typeOf(name: StaticAnswer['name'], { dialect, type, as }: Row): string | undefined {
  // The types of the registry depend on the request. A file gets the first of the possible types.
  if (dialect === 'oci') return Object.keys(operationOf(name)?.answers[200]?.content ?? {})[0] ?? type;
  return type ?? (as && REPRESENTATION_TYPES[as.includes('html') ? 'html' : as[0]!]);
}

/** True if every host knows the type from the ending of the file's name. */
function isToldBy(file: string, type: string): boolean {
  const known = webType(file);
  return known !== PLAIN_BYTES && type.startsWith(known);
}
