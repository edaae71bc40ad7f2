// Rules for hosts of plain files: which address leads to which file, and the headers of files, in the words that Cloudflare Pages and Netlify both read.

import { pinnedPath } from '../nouns/pinned-path.ts';
import { PLAIN_BYTES, webType } from '../nouns/web-types.ts';
import { operationOf } from '../openapi/operations/operations.ts';
import { REPRESENTATION_TYPES } from '../table/answer-facts.ts';
import { browserSecurity, CACHE_CONTROL, CORS, PAGE_POLICY, pairsOf, REGISTRY_HEADERS } from '../table/headers.ts';
import { namesModel, ownFile, type Row } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { type StaticAnswer, staticAnswers } from './static-answer.ts';

/** An address, or a pattern of addresses, that is answered with a file (200), or with another address. */
export interface RedirectRule {
  from: string;
  to: string;
  status: number;
}

/** Headers of the addresses that a pattern fits: name, value, name, value. */
export interface HeaderRule {
  path: string;
  headers: readonly string[];
}

/** True for a rule that fits one address only; hosts take more of these. */
export const isStatic = ({ from }: RedirectRule) => !/[:*]/.test(from);

/**
 * Rules for the addresses that are no file of their own, and for pins, `tokens` being those of the sources. The rules
 * of one address come first, since the host counts others from the first pattern on.
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
  // Hosts that leave `.html` out of addresses would redirect to the address without it.
  return {
    from: hostPattern(pinnedPath(token, row.pattern)),
    to: `/${hostFile(file!).replace(/\.html$/, '')}`,
    status: 200,
  };
}

/** A hub takes an address with a slash at its end without it as well. */
const bothSpellings = (rule: RedirectRule): RedirectRule[] =>
  rule.from.endsWith('/') ? [{ ...rule, from: rule.from.slice(0, -1) }, rule] : [rule];

/** A rule for everything beneath a folder fits the folder's own file as well, which some hosts then look for beneath it. */
function keptFiles({ row, file }: StaticAnswer): RedirectRule[] {
  const rest = /\/\{\w+\.\.\.\}$/.exec(row.pattern);
  if (!rest) return [];
  const own = hostPattern(row.pattern.slice(0, rest.index)) + file!.slice(file!.lastIndexOf('/'));
  return [{ from: own, to: own, status: 200 }];
}

/** A pattern of the table in the words of hosts: `:name` is one segment, `*` the rest; the revision is `main`. */
function hostPattern(pattern: string): string {
  return pattern
    .replace('{revision}', 'main')
    .replace(/\{\w+\.\.\.\}/, '*')
    .replace(/\{(\w+)\}/g, ':$1');
}

/** A file of the table with what the pattern took. */
function hostFile(file: string): string {
  return file.replace(/\{(\w+)\}/g, (_, name: string) => (REST.has(name) ? ':splat' : `:${name}`));
}

/** Names of params that hold slashes; in a file they stand like the others. */
const REST = new Set(
  staticAnswers.flatMap(({ row }) => [...row.pattern.matchAll(/\{(\w+)\.\.\.\}/g)].map(([, name]) => name!)),
);

/** Values for params of patterns whose rule would fit files of another row as well. */
interface Instances {
  /** The slugs of the documentation. */
  pages: readonly string[];
  /** True: attestations lie among the files. */
  isAttested?: boolean;
}

/** Headers that no host gives by itself. No address has the same header from two rules, which hosts would join. */
export function headerRules({ pages, isAttested = false }: Instances): HeaderRule[] {
  const rules: HeaderRule[] = [
    { path: '/*', headers: CORS },
    { path: '/v2/*', headers: REGISTRY_HEADERS },
    { path: pinnedPath(':source', '/v2/*'), headers: REGISTRY_HEADERS },
    // One for all feeds: hosts take a hundred rules.
    { path: '/archive/feeds/*.xml', headers: ['Content-Type', routes.ownerAtom.type!] },
    { path: '/archive/feeds/*.json', headers: ['Content-Type', routes.ownerJson.type!] },
  ];
  if (isAttested)
    rules.push({ path: '/api/hub/attestation/*', headers: ['Content-Type', routes.attestationKey.type!] });
  for (const answer of staticAnswers) {
    const headers = headersOf(answer);
    if (headers.length === 0 || (answer.row.attested && !isAttested)) continue;
    const patterns =
      answer.name === 'docsPage' ? pages.map((page) => answer.row.pattern.replace('{page}', page)) : patternsOf(answer);
    rules.push(...patterns.map((pattern) => ({ path: headerPattern(pattern), headers })));
  }
  return withoutRepeats(rules);
}

/** Hosts join what several rules say of an address, so what a wider one says already is left out of the others. */
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

/** True when a pattern fits a path; a param in the path is a segment like any other. */
function fits(pattern: string, path: string): boolean {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`).test(path);
}

/** An address in the way of a folder's page is a pattern of its own, with and without the ending. */
function patternsOf({ row, file, reached }: StaticAnswer): string[] {
  if (reached === 'folder') return [`${row.pattern}/`];
  // Hosts look for headers under the address that was asked for, not under that which a rule makes of it.
  // A host takes a hundred rules, so they are for what programs are pinned to.
  if (reached === 'file' && isForPrograms(row)) return [row.pattern, pinnedPath(':source', row.pattern)];
  if (reached !== 'rule' || !file!.endsWith('.html')) return [row.pattern];
  return [`/${file}`, `/${file!.replace(/\.html$/, '')}`];
}

/** Clients of models, of the registry and of objects are configured with an address that may hold a pin. */
const isForPrograms = (row: Row) => row.dialect === 'oci' || row.dialect === 'objects' || namesModel(row);

/** In a pattern for headers a param beside other text of its segment has to be a wildcard. */
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
    // A header with a param holds for one address alone.
    ...pairsOf(row.headers ?? [])
      .filter(([, value]) => !value.includes('{'))
      .flat(),
  ];
}

/** The content type of a row's file; undefined where files of many types lie. */
function typeOf(name: StaticAnswer['name'], { dialect, type, as }: Row): string | undefined {
  // The registry's answers have types that depend on the request: of files, it is the first that it may be.
  if (dialect === 'oci') return Object.keys(operationOf(name).answers[200]?.content ?? {})[0] ?? type;
  return type ?? (as && REPRESENTATION_TYPES[as.includes('html') ? 'html' : as[0]!]);
}

/** True where the ending of a file's name tells every host its type. */
function isToldBy(file: string, type: string): boolean {
  const told = webType(file);
  return told !== PLAIN_BYTES && type.startsWith(told);
}
