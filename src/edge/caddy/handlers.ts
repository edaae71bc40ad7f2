// Writes Caddy's handlers for the paths of a rule: which file Caddy sends with which headers, and when it asks the hub.
import { escaped } from '../../basics/escaped.ts';
import { PLAIN_BYTES, webEndings } from '../../nouns/web-types.ts';
import { hasForms, mediaTypeOf } from '../../table/answer-facts.ts';
import { pairsOf } from '../../table/headers.ts';
import { WANTS_PAGE } from '../away.ts';
import type { EdgeAnswer, EdgeRule } from '../edge-rule.ts';
import { pathExpression } from '../pattern-regex.ts';
import { caddyBlock, caddyFilledIn, caddyQuoted, matches } from './caddy-text.ts';

/** The line that imports the snippet with which Caddy asks the hub. */
export const CADDY_ASKS_HUB = 'import model_hub';

/** Returns the name of the matchers of the rule at this position. */
const matcherOf = (at: number) => `r${at}`;

/** Makes the handlers of all rules, in their order. Caddy uses the first handler that matches. */
export function handlerLines(rules: readonly EdgeRule[]): string[] {
  return rules.flatMap((rule, at) => ['', `# ${rule.name}`, ...pathMatcher(rule, matcherOf(at)), ...handler(rule, at)]);
}

/**
 * Makes the matcher for the paths of a rule. Caddy's expressions have no look-ahead, so a second matcher excludes
 * paths.
 */
function pathMatcher(rule: EdgeRule, matcher: string): string[] {
  const { freeEnd: _, ...all } = rule;
  const source = pathExpression(all, (param, like) => `(?P<${param}>${like})`);
  return caddyBlock(`@${matcher}`, [
    `path_regexp ${matcher} ${caddyQuoted(rule.pattern === '/' ? '^/$' : source)}`,
    ...(rule.freeEnd === undefined ? [] : [`not path_regexp ${caddyQuoted('\\.(?:br|gz|\\d+-\\d+)/?$')}`]),
  ]);
}

function handler(rule: EdgeRule, at: number): string[] {
  const matcher = matcherOf(at);
  if (rule.answers.length === 0) return caddyBlock(`handle @${matcher}`, [CADDY_ASKS_HUB]);
  const answers = rule.answers.flatMap((answer, which) => {
    const own = `${matcher}_${which}`;
    const file = caddyQuoted(caddyFilledIn(`/${answer.file}`, matcher));
    return [
      ...caddyBlock(`@${own}`, [...acceptLines(answer), `file ${file}`]),
      ...caddyBlock(`handle @${own}`, caddyBlock('route', sendLines(rule, answer, matcher))),
    ];
  });
  return caddyBlock(`handle @${matcher}`, [...answers, ...caddyBlock('handle', [CADDY_ASKS_HUB])]);
}

/**
 * Makes the matcher for an `Accept` that Caddy can judge: a single type, none, or the list that a browser sends. The
 * hub judges all others.
 */
function acceptLines({ as, isLast }: EdgeAnswer): string[] {
  if (as === undefined) return [];
  const type = escaped(mediaTypeOf(as));
  const cases = [
    `^${type}$`,
    ...(isLast ? ['^$', '^\\*/\\*$'] : []),
    // HTML has full weight in a browser's list, so no other type can be preferred to it.
    ...(as === 'html' ? [`(?i)${WANTS_PAGE}`] : []),
  ];
  return [matches(['http.request.header.Accept', cases.join('|')])];
}

function sendLines(rule: EdgeRule, answer: EdgeAnswer, matcher: string): string[] {
  const { row, pattern } = rule;
  const pairs = pairsOf(answer.headers);
  const lineOf = ([name, value]: readonly [string, string]) =>
    `${name} ${caddyQuoted(caddyFilledIn(value.replace('{self}', pattern), matcher))}`;
  const [vary, others] = [pairs.filter(([name]) => name === 'Vary'), pairs.filter(([name]) => name !== 'Vary')];
  // Caddy would add its own values to these headers later, so they are set at the end (`defer`).
  const last = [...(vary.length > 0 ? vary.map(lineOf) : ['-Vary']), ...(row.ranges ? [] : ['-Accept-Ranges'])];
  return [
    ...typeLines(answer, matcher),
    ...caddyBlock('header', others.map(lineOf)),
    ...caddyBlock('header', [...last, 'defer']),
    'rewrite * {http.matchers.file.relative}',
    ...caddyBlock('file_server', ['disable_canonical_uris', ...(hasForms(row) ? ['precompressed br gzip'] : [])]),
  ];
}

/** Sets the content type: the type of the answer, or a type for each ending of a file's name. */
function typeLines({ type }: EdgeAnswer, matcher: string): string[] {
  if (type !== undefined) return [`header Content-Type ${caddyQuoted(type)}`];
  return [
    `header Content-Type ${caddyQuoted(PLAIN_BYTES)}`,
    ...Object.entries(webEndings).flatMap(([ending, of]) => [
      `@${matcher}_${ending} path *.${ending}`,
      `header @${matcher}_${ending} Content-Type ${caddyQuoted(of)}`,
    ]),
  ];
}
