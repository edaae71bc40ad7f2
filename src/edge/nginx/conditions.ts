// When nginx answers by itself, as `map`s: each variable is empty where it may, and leads nowhere where the hub has to be asked.
import { escaped } from '../../basics/escaped.ts';
import { MAX_URL } from '../../basics/limits.ts';
import { mediaTypeOf, REPRESENTATION_TYPES, readsOf } from '../../table/answer-facts.ts';
import { OWN_FOLDER, type Representation, type Row } from '../../table/route.ts';
import { listingVariant } from '../../tree/static-tree.ts';
import { WANTS_PAGE } from '../away.ts';
import type { EdgeAnswer } from '../edge-rule.ts';
import { expression, nginxBlock, nginxQuoted } from './nginx-text.ts';

/** Put before the path of a file, it makes one that never exists: the next file is tried, and then the hub asked. */
const NOWHERE = `/${OWN_FOLDER}/nowhere`;

/** The empty value: nginx tries no expression on it. */
const NOTHING = '""';

/** A value of a map, and what it is mapped to. */
type Case = readonly [value: string, to: string];

/** A segment of a path that has one spelling alone: no encoded dot, slash, backslash or control character, no dot segment. */
const SEGMENT =
  "(?!\\.{1,2}[/? ])(?:[\\w.~!$&'()*+,;=:@-]++|%(?:2[0-9A-Da-d]|[3489A-Fa-f][0-9A-Fa-f]|5[0-9ABD-Fabd-f]|6[0-9A-Fa-f]|7[0-9A-Ea-e]))++";

/**
 * A read whose target and host can be taken at their word. The hub refuses a target longer than it allows, and counts the
 * headers where they may be too many; a request with a condition that refuses (`If-Match`, `If-Unmodified-Since`) goes to
 * the hub too, since nginx can't ask it once it has found the file. All in one expression, which every request has to pass.
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

/** How the host of an address may be named: in any case, with the port of its scheme, or a colon alone, or without. */
function hostLike(address: string): string {
  const { host, port, protocol } = new URL(address);
  const usual = protocol === 'https:' ? 443 : 80;
  return `(?i:${escaped(host)})${port === '' ? `(?::(?:${usual})?)?` : ':?'}`;
}

/** The conditions that a configuration needs, each written once, and as text that stands for its variable. */
export class NginxConditions {
  readonly #maps = new Map<string, string[]>();

  /** `appsUrl` is the address of apps, where they have one of their own: all of it is the hub's. */
  constructor(appsUrl: string | undefined) {
    // A host in the target counts before the header (RFC 9112 3.2.2); HTTP/1.0 names none.
    this.#add('hub_host', '$http_host', [[NOTHING, '$host']], '$http_host');
    const absolute = expression('^\\S+ https?://(?<hub_authority>[^/?# ]+)', '~*');
    this.#add('hub_named', '$request', [[absolute, '$hub_authority']], '$hub_host');
    this.#gate('hub_if_read', `"${READ.of}"`, [expression(READ.like(appsUrl))]);
  }

  /** Every condition that a file of this row has to meet: put before its path. */
  of(row: Row, answer: EdgeAnswer, hasForms: boolean): string {
    const names = ['hub_if_read'];
    if (hasForms) names.push(this.#coding());
    if (row.ranges) names.push(this.#range());
    const reads = readsOf(row);
    if (reads) names.push(this.#query(reads, row));
    if (answer.as !== undefined) names.push(this.#accept(answer.as, answer.isLast));
    return names.map((name) => `$${name}`).join('');
  }

  /** The variable with the name of the file that the query asks for, where the row has several. */
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

  /** The variable with a header that one representation alone has. */
  header(name: string, value: string, as: Representation): string {
    const variable = `hub_${name.toLowerCase().replaceAll('-', '_')}`;
    const type = REPRESENTATION_TYPES[as];
    this.#add(variable, '$sent_http_content_type', [[nginxQuoted(type), nginxQuoted(value)]], NOTHING);
    return `$${variable}`;
  }

  /** The maps as lines. */
  lines(): string[] {
    return [...this.#maps.values()].flat();
  }

  /** A list of codings without weights: the first that is there is sent. */
  #coding(): string {
    return this.#gate('hub_if_coding', '$http_accept_encoding', [NOTHING, expression('^[A-Za-z, ]+$')]);
  }

  /**
   * No range, or one from the first byte on, which there always is: what nginx refuses of a range it sends with the
   * headers of the file. A HEAD that names one is answered as if it did not.
   */
  #range(): string {
    return this.#gate('hub_if_range', '"$request_method $http_range"', [
      expression('^\\S+ $'),
      expression('^GET bytes=0-\\d*$'),
    ]);
  }

  /** Nothing in the query that the row reads, or a value that has a file of its own. */
  #query(reads: NonNullable<Row['reads']>, { variants }: Row): string {
    if (reads === 'any') return this.#gate('hub_if_no_query', '$args', [NOTHING]);
    const names = reads.map(escaped).join('|');
    // A name that is written in another way might be one of them.
    const other = `(?!(?:${names})(?:[=&]|$))[\\w.~-]*(?:=[^&]*)?`;
    const values = Object.values(variants?.values ?? {}).flat();
    const one = values.length > 0 ? `(?:${other}&)*${variants!.query}=(?:${values.join('|')})(?:&${other})*|` : '';
    return this.#gate(`hub_if_no_${reads.join('_')}`, '$args', [
      NOTHING,
      expression(`^(?:${one}${other}(?:&${other})*)$`),
    ]);
  }

  /** Lets only a plain `Accept` pass: one type and nothing else, nothing, or a browser's list. */
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
