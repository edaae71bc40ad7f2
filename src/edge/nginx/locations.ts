// Writes the locations of an nginx configuration, one for each rule, in the order of the rules.

import { PLAIN_BYTES, webEndings } from '../../nouns/web-types.ts';
import { hasForms } from '../../table/answer-facts.ts';
import { pairsOf } from '../../table/headers.ts';
import type { EdgeAnswer, EdgeRule } from '../edge-rule.ts';
import { pathExpression } from '../pattern-regex.ts';
import type { NginxConditions } from './conditions.ts';
import { captured, expression, nginxBlock, nginxFilledIn, nginxQuoted } from './nginx-text.ts';

/** The variable that names the location which asks the hub. The name depends on the method. */
export const HUB = '$hub_asked';

/**
 * The directive that makes nginx ask the hub. No other directive gives the status 418, and `error_page` sends this
 * status to the location in `HUB`.
 */
export const NGINX_ASKS_HUB = 'return 418;';

interface LocationSettings {
  conditions: NginxConditions;
  /** True if nginx may send files with the ending .br. */
  hasBrotli: boolean;
}

/**
 * Makes all locations: first the locations of fixed paths, then those of patterns, grouped by the fixed start of the
 * path.
 */
export function locationLines(rules: readonly EdgeRule[], settings: LocationSettings): string[] {
  const isWhole = ({ pattern }: EdgeRule) => !pattern.includes('{');
  // If a path differs from a fixed path only by a slash at its end, the hub answers. Such requests are rare.
  const whole = rules
    .filter(isWhole)
    .flatMap((rule) => ['', ...nginxBlock(`location = ${rule.pattern}`, bodyOf(rule, settings))]);
  const below = Map.groupBy(
    rules.filter((rule) => !isWhole(rule)),
    ({ pattern }) => pattern.slice(0, pattern.slice(0, pattern.indexOf('{')).lastIndexOf('/') + 1),
  );
  const patterns = [...below].flatMap(([start, those]) => {
    const inner = those.flatMap((rule) => ['', ...patternLocation(rule, settings)]);
    if (start === '/') return inner;
    // Without this location, nginx would redirect a path without the slash to the path with it.
    const bare = start.slice(0, -1);
    const own = rules.some(({ pattern }) => pattern === bare)
      ? []
      : ['', ...nginxBlock(`location = ${bare}`, [NGINX_ASKS_HUB])];
    return [...own, '', ...nginxBlock(`location ^~ ${start}`, [NGINX_ASKS_HUB, ...inner])];
  });
  return [...whole, ...patterns];
}

function patternLocation(rule: EdgeRule, settings: LocationSettings): string[] {
  const source = pathExpression(rule, (param, like) => `(?<${captured(param)}>${like})`);
  return nginxBlock(`location ~ ${expression(source, '')}`, bodyOf(rule, settings));
}

function bodyOf(rule: EdgeRule, settings: LocationSettings): string[] {
  const { name, row, answers } = rule;
  if (answers.length === 0) return [`# ${name}`, NGINX_ASKS_HUB];
  return [
    `# ${name}`,
    ...typeLines(answers),
    // nginx may send one range of these files, because objects may be large.
    ...(row.ranges ? ['max_ranges 1;', 'sendfile on;'] : []),
    ...(hasForms(row) ? ['gzip_static on;', ...(settings.hasBrotli ? ['brotli_static on;'] : [])] : []),
    ...headerLines(rule, settings.conditions),
    `try_files ${filesOf(rule, settings.conditions).join(' ')} ${HUB};`,
  ];
}

/**
 * Sets one content type for all files, or one for each ending. nginx chooses by the ending of the file that it sends.
 */
function typeLines(answers: readonly EdgeAnswer[]): string[] {
  const [first, ...others] = answers;
  if (first!.type === undefined)
    return [...typeBlock(Object.entries(webEndings)), `default_type ${nginxQuoted(PLAIN_BYTES)};`];
  if (others.length === 0) return [`default_type ${nginxQuoted(first!.type)};`];
  return typeBlock(answers.map(({ file, type }) => [file.slice(file.lastIndexOf('.') + 1), type!]));
}

const typeBlock = (types: readonly (readonly [ending: string, type: string])[]) =>
  nginxBlock(
    'types',
    types.map(([ending, type]) => `${nginxQuoted(type)} ${ending};`),
  );

/**
 * Sets the headers of all answers. The value of a header comes from a variable if only one representation has the
 * header.
 */
function headerLines({ answers, pattern }: EdgeRule, conditions: NginxConditions): string[] {
  const pairs = answers.map(({ as, headers }) => pairsOf(headers).map(([name, value]) => ({ as, name, value })));
  const lines = pairs.flat().map(({ as, name, value }) => {
    const isShared = pairs.every((all) => all.some((one) => one.name === name && one.value === value));
    const shown =
      isShared || as === undefined
        ? nginxFilledIn(value.replace('{self}', pattern))
        : conditions.header(name, value, as);
    return `add_header ${name} ${shown};`;
  });
  return [...new Set(lines)];
}

/**
 * Lists the files to try. The variables of the conditions come before each path, so that no file is found if a
 * condition fails.
 */
function filesOf({ row, answers }: EdgeRule, conditions: NginxConditions): string[] {
  return answers.flatMap((answer) => {
    const start = conditions.of(row, answer, hasForms(row));
    const path = nginxFilledIn(`/${answer.file}`).slice(1, -1);
    const own = `"${start}${path}"`;
    if (!row.variants) return [own];
    const folder = path.slice(0, path.lastIndexOf('/'));
    return [`"${start}${folder}/${conditions.variant(row, answer.file)}"`, own];
  });
}
