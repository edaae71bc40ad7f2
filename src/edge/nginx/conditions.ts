// Writes the conditions on which nginx answers from files, as `map`s. The variable of a condition is empty if the
// condition holds. Otherwise it leads to a path that does not exist, so that nginx asks the hub.
import { escaped } from '../../basics/escaped.ts';
import { MAX_URL } from '../../basics/limits.ts';
import { mediaTypeOf, REPRESENTATION_TYPES, readsOf } from '../../table/answer-facts.ts';
import { OWN_FOLDER, type Representation, type Row } from '../../table/route.ts';
import { listingVariant } from '../../tree/static-tree.ts';
import { WANTS_PAGE } from '../away.ts';
import type { EdgeAnswer } from '../edge-rule.ts';
import { expression, nginxBlock, nginxQuoted } from './nginx-text.ts';

/**
 * The start of a path that never exists. If a map puts this start in front of a file's path, nginx tries the next file,
 * and finally asks the hub.
 */
const NOWHERE = `/${OWN_FOLDER}/nowhere`;

/** The empty text, which nginx can compare without a regular expression. */
const NOTHING = '""';

/** A value that a map compares, and the result of the map for this value. */
type Case = readonly [value: string, to: string];

/**
 * Matches a segment of a path that has only one spelling: it is no dot segment, and encodes no dot, slash, backslash or
 * control character.
 */
const SEGMENT =
  "(?!\\.{1,2}[/? ])(?:[\\w.~!$&'()*+,;=:@-]++|%(?:2[0-9A-Da-d]|[3489A-Fa-f][0-9A-Fa-f]|5[0-9ABD-Fabd-f]|6[0-9A-Fa-f]|7[0-9A-Ea-e]))++";

/**
 * Matches a `GET` or `HEAD` whose target and host are unambiguous. All other requests go to the hub. The hub refuses
 * targets that are too long, and limits the size of headers. It must also answer `If-Match` and `If-Unmodified-Since`,
 * because nginx can't ask the hub once it has found the file. One expression tests all of this, because nginx tests it
 * for every request.
 */
const READ = {
  of: '$request $request_length $http_host $http_if_match$http_if_unmodified_since',
  like(appsUrl: string | undefined): string {
    const target = `(?=[^ ]{1,${MAX_URL}} )(?:/${SEGMENT})*+/?(?:\\?[^# ]*)?`;
    const size = '(?:\\d{1,4}|1[0-5]\\d{3})';
    const apps = appsUrl === undefined ? '' : `(?!${hostLike(appsUrl)} )`;
    return `^(?:GET|HEAD) ${target} HTTP/[\\d.]+ ${size} ${apps}[\\w.-]*(?::\\d*)? $`;
  },
};

/**
 * Returns an expression for the spellings of a host: in capitals or small letters; with the usual port, with a colon
 * alone, or without both.
 */
function hostLike(address: string): string {
  const { host, port, protocol } = new URL(address);
  const usual = protocol === 'https:' ? 443 : 80;
  return `(?i:${escaped(host)})${port === '' ? `(?::(?:${usual})?)?` : ':?'}`;
}

/** Collects the conditions that a configuration needs. Each condition becomes one map, however often it is used. */
export class NginxConditions {
  readonly #maps = new Map<string, string[]>();

  /** `appsUrl` is the address of apps, if they have one of their own. The hub answers all requests to this address. */
  constructor(appsUrl: string | undefined) {
    // A host in the target takes precedence over the header `Host` (RFC 9112 3.2.2). HTTP/1.0 requests may have no
    // host.
    this.#add('hub_host', '$http_host', [[NOTHING, '$host']], '$http_host');
    const absolute = expression('^\\S+ https?://(?<hub_authority>[^/?# ]+)', '~*');
    this.#add('hub_named', '$request', [[absolute, '$hub_authority']], '$hub_host');
    this.#gate('hub_if_read', `"${READ.of}"`, [expression(READ.like(appsUrl))]);
  }

  /** Returns the variables of all conditions for a file of this row, joined, to be put in front of the file's path. */
  of(row: Row, answer: EdgeAnswer, hasForms: boolean): string {
    const names = ['hub_if_read'];
    if (hasForms) names.push(this.#coding());
    if (row.ranges) names.push(this.#range());
    const reads = readsOf(row);
    if (reads) names.push(this.#query(reads, row));
    if (answer.as !== undefined) names.push(this.#accept(answer.as, answer.isLast));
    return names.map((name) => `$${name}`).join('');
  }

  /** Returns the variable with the name of the file that the query selects, for a row with several files. */
  variant({ variants }: Row, file: string): string {
    const { query, values } = variants!;
    const name = `hub_${query}`;
    const plain = file.split('/').at(-1)!;
    const cases = Object.entries(values).map(
      ([reading, spellings]): Case => [
        expression(`(?:^|&)${query}=(?:${spellings.join('|')})(?:&|$)`),
        nginxQuoted(listingVariant(plain, reading as keyof typeof values)),
      ],
    );
    this.#add(name, '$args', cases, nginxQuoted(plain));
    return `$${name}`;
  }

  /** Returns the variable for a header that only one representation has. */
  header(name: string, value: string, as: Representation): string {
    const variable = `hub_${name.toLowerCase().replaceAll('-', '_')}`;
    const type = REPRESENTATION_TYPES[as];
    this.#add(variable, '$sent_http_content_type', [[nginxQuoted(type), nginxQuoted(value)]], NOTHING);
    return `$${variable}`;
  }

  /** Returns the maps as lines. */
  lines(): string[] {
    return [...this.#maps.values()].flat();
  }

  /**
   * Accepts an `Accept-Encoding` that is absent, or a list of codings without weights. nginx then sends the first
   * compressed form that exists.
   */
  #coding(): string {
    return this.#gate('hub_if_coding', '$http_accept_encoding', [NOTHING, expression('^[A-Za-z, ]+$')]);
  }

  /**
   * Accepts no `Range`, or a range that begins with the first byte, which nginx can always satisfy. If nginx refuses a
   * range, it still sends the headers of the file, which would be wrong. The hub answers a `HEAD` with a range.
   */
  #range(): string {
    return this.#gate('hub_if_range', '"$request_method $http_range"', [
      expression('^\\S+ $'),
      expression('^GET bytes=0-\\d*$'),
    ]);
  }

  /** Accepts a query of which the row reads nothing, or only one value that has a file of its own. */
  #query(reads: NonNullable<Row['reads']>, { variants }: Row): string {
    if (reads === 'any') return this.#gate('hub_if_no_query', '$args', [NOTHING]);
    const names = reads.map(escaped).join('|');
    // Names must have plain characters, since an encoded name might be one that the row reads.
    const other = `(?!(?:${names})(?:[=&]|$))[\\w.~-]*(?:=[^&]*)?`;
    const values = Object.values(variants?.values ?? {}).flat();
    const one = values.length > 0 ? `(?:${other}&)*${variants!.query}=(?:${values.join('|')})(?:&${other})*|` : '';
    return this.#gate(`hub_if_no_${reads.join('_')}`, '$args', [
      NOTHING,
      expression(`^(?:${one}${other}(?:&${other})*)$`),
    ]);
  }

  /**
   * Accepts only an `Accept` that nginx can judge: a single type, none, or the list that a browser sends. The hub
   * judges all others.
   */
  #accept(as: Representation, isLast: boolean): string {
    const cases = [nginxQuoted(mediaTypeOf(as)), ...(isLast ? [NOTHING, '"*/*"'] : [])];
    // HTML has full weight in a browser's list, so no other type can be preferred to it.
    if (as === 'html') cases.push(expression(WANTS_PAGE, '~*'));
    return this.#gate(`hub_if_${as}${isLast ? '_or_any' : ''}`, '$http_accept', cases);
  }

  #gate(name: string, of: string, open: readonly string[]): string {
    const cases = open.map((value): Case => [value, NOTHING]);
    return this.#add(name, of, cases, nginxQuoted(NOWHERE));
  }

  #add(name: string, of: string, cases: readonly Case[], otherwise = 'other'): string {
    const lines = [`default ${otherwise};`, ...cases.map(([value, to]) => `${value} ${to};`)];
    const written = nginxBlock(`map ${of} $${name}`, lines);
    const before = this.#maps.get(name);
    if (before && before.join() !== written.join()) throw new Error(`two maps are called ${name}`);
    this.#maps.set(name, written);
    return name;
  }
}
