// When nginx answers by itself, as `map`s: each variable is empty where it may, and leads nowhere where the hub has to be asked.
import { escaped } from '../../basics/escaped.ts';
import { MAX_URL } from '../../basics/limits.ts';
import { mediaTypeOf, REPRESENTATION_TYPES, readsOf } from '../../table/answer-facts.ts';
import { OWN_FOLDER, type Representation, type Row } from '../../table/route.ts';
import { listingVariant } from '../../tree/static-tree.ts';
import { WANTS_PAGE } from '../away.ts';
import type { EdgeAnswer } from '../edge-rule.ts';
import { expression, nginxBlock, nginxQuoted } from './nginx-text.ts';

/**
 * Before the path of a file, it makes a path that never exists: nginx then tries the next file, and finally asks the hub.
 */
const NOWHERE = `/${OWN_FOLDER}/nowhere`;

/** The empty value, on which nginx tries no expression. */
const NOTHING = '""';

/** A value of a map, and its result. */
type Case = readonly [value: string, to: string];

/**
 * Matches a segment of a path with only one spelling: no encoded dot, slash, backslash or control character, no dot
 * segment.
 */
const SEGMENT =
  "(?!\\.{1,2}[/? ])(?:[\\w.~!$&'()*+,;=:@-]++|%(?:2[0-9A-Da-d]|[3489A-Fa-f][0-9A-Fa-f]|5[0-9ABD-Fabd-f]|6[0-9A-Fa-f]|7[0-9A-Ea-e]))++";

/**
 * Matches a read whose target and host are unambiguous. The hub refuses a target that is too long, and counts headers if
 * there may be too many. A request with a condition that may refuse (`If-Match`, `If-Unmodified-Since`) goes to the hub
 * too, since nginx can't ask it after it has found the file. It is one expression, because every request passes it.
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

/** Matches the spellings of a host: in any case, with the port of its scheme, with just a colon, or without. */
function hostLike(address: string): string {
  const { host, port, protocol } = new URL(address);
  const usual = protocol === 'https:' ? 443 : 80;
  return `(?i:${escaped(host)})${port === '' ? `(?::(?:${usual})?)?` : ':?'}`;
}

/** The conditions that a configuration needs. Each is written once, and used by its variable. */
export class NginxConditions {
  readonly #maps = new Map<string, string[]>();

  /** `appsUrl` is the address of apps, if they have one of their own: the hub answers all of it. */
  constructor(appsUrl: string | undefined) {
    // A host in the target takes precedence over the header (RFC 9112 3.2.2); HTTP/1.0 names none.
    this.#add('hub_host', '$http_host', [[NOTHING, '$host']], '$http_host');
    const absolute = expression('^\\S+ https?://(?<hub_authority>[^/?# ]+)', '~*');
    this.#add('hub_named', '$request', [[absolute, '$hub_authority']], '$hub_host');
    this.#gate('hub_if_read', `"${READ.of}"`, [expression(READ.like(appsUrl))]);
  }

  /** Joins every condition for a file of this row, to be put before its path. */
  of(row: Row, answer: EdgeAnswer, hasForms: boolean): string {
    const names = ['hub_if_read'];
    if (hasForms) names.push(this.#coding());
    if (row.ranges) names.push(this.#range());
    const reads = readsOf(row);
    if (reads) names.push(this.#query(reads, row));
    if (answer.as !== undefined) names.push(this.#accept(answer.as, answer.isLast));
    return names.map((name) => `$${name}`).join('');
  }

  /** Gives the variable with the name of the file that the query selects, if the row has several. */
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

  /** Gives the variable for a header that only one representation has. */
  header(name: string, value: string, as: Representation): string {
    const variable = `hub_${name.toLowerCase().replaceAll('-', '_')}`;
    const type = REPRESENTATION_TYPES[as];
    this.#add(variable, '$sent_http_content_type', [[nginxQuoted(type), nginxQuoted(value)]], NOTHING);
    return `$${variable}`;
  }

  /** Gives the maps as lines. */
  lines(): string[] {
    return [...this.#maps.values()].flat();
  }

  /** Accepts a list of codings without weights: the first existing form is sent. */
  #coding(): string {
    return this.#gate('hub_if_coding', '$http_accept_encoding', [NOTHING, expression('^[A-Za-z, ]+$')]);
  }

  /**
   * True without a range, or with one from the first byte on, which nginx can always satisfy: when nginx refuses a
   * range, it sends the headers of the file. A range in a HEAD is ignored.
   */
  #range(): string {
    return this.#gate('hub_if_range', '"$request_method $http_range"', [
      expression('^\\S+ $'),
      expression('^GET bytes=0-\\d*$'),
    ]);
  }

  /** Accepts a query without a name that the row reads, or with a value that has a file. */
  #query(reads: NonNullable<Row['reads']>, { variants }: Row): string {
    if (reads === 'any') return this.#gate('hub_if_no_query', '$args', [NOTHING]);
    const names = reads.map(escaped).join('|');
    // A name in another spelling might be one of them.
    const other = `(?!(?:${names})(?:[=&]|$))[\\w.~-]*(?:=[^&]*)?`;
    const values = Object.values(variants?.values ?? {}).flat();
    const one = values.length > 0 ? `(?:${other}&)*${variants!.query}=(?:${values.join('|')})(?:&${other})*|` : '';
    return this.#gate(`hub_if_no_${reads.join('_')}`, '$args', [
      NOTHING,
      expression(`^(?:${one}${other}(?:&${other})*)$`),
    ]);
  }

  /** Accepts only a plain `Accept`: a single type, nothing, or a browser's list. */
  #accept(as: Representation, isLast: boolean): string {
    const cases = [nginxQuoted(mediaTypeOf(as)), ...(isLast ? [NOTHING, '"*/*"'] : [])];
    // At full weight nothing is preferred to it.
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
