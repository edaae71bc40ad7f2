// Makes every document that depends only on `DocumentFacts`: the archive, security.txt (RFC 9116), the pins, those that
// other modules make, and those of filled-in templates, such as robots.txt (RFC 9309) and the API catalog (RFC 9727).

import { defined, own } from '../../basics/records.ts';
import { dayOf } from '../../nouns/calendar.ts';
import { sourceKind } from '../../nouns/source-kinds.ts';
import type { Archive, Pins } from '../../shapes/discovery.ts';
import { ARCHIVE_FORMAT, PINS_FORMAT, SECTIONS, type SectionName } from '../../shapes/formats.ts';
import { fileOf, href, type Representation, type Row, treePath } from '../../table/route.ts';
import { type DocumentName, routes } from '../../table/routes.ts';
import { INDEX_REPOSITORY } from '../oci/registry/own-repositories.ts';
import { briefValues } from './briefs/brief-values.ts';
import { type BriefValues, describeSection, fillBrief } from './briefs/sections.ts';
import { agentCard, descriptor } from './descriptor.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/**
 * Makes the archive, which lists every day. A day has an object for each of its models, so `addressed` equals `models`.
 */
function archive({ days, service }: DocumentFacts): Archive {
  return {
    format: ARCHIVE_FORMAT,
    days: days.map(({ date, catalog, models, files, bytes, archived, source }, i) => ({
      date,
      index: catalog,
      catalog,
      ...defined({ archived, source }),
      models,
      addressed: models,
      files,
      bytes,
      prev: days[i + 1]?.catalog ?? null,
    })),
    ...defined({ gateway: service.gateway, mirror: service.mirror }),
    registry: INDEX_REPOSITORY,
  };
}

/** The number of days from the snapshot until the file expires. RFC 9116 2.5.5 recommends less than a year. */
const GOOD_FOR_DAYS = 300;
const DAY_MS = 86_400_000;

/**
 * Returns the text of security.txt. Undefined if the operator names no contact that RFC 9116 allows: a web address must
 * be https.
 */
function securityText({ baseUrl, service: { contact }, snapshot }: DocumentFacts): string | undefined {
  if (contact === undefined || contact.startsWith('http:')) return undefined;
  const expires = dayOf(Date.parse(snapshot) + GOOD_FOR_DAYS * DAY_MS);
  const lines = [`Contact: ${contact}`, `Expires: ${expires}T00:00:00.000Z`, 'Preferred-Languages: en'];
  if (baseUrl.startsWith('https:')) lines.push(`Canonical: ${baseUrl}${routes.security.pattern}`);
  return `${lines.join('\n')}\n`;
}

/** A document that the build writes into the tree. */
export interface Document {
  /** The path of the document in the tree. */
  path: string;
  text: string;
}

/** The templates in content/briefs, by file name. */
export type Briefs = Readonly<Record<'home' | SectionName, string> & Record<string, string>>;

/** Makes the discovery documents. The same facts and templates give the same bytes. */
export function discoveryDocuments(facts: DocumentFacts, briefs: Briefs): Document[] {
  const known = briefValues(facts);
  const sections = SECTIONS.map((name) => describeSection(name, facts, briefs[name], known));
  const abouts = Object.fromEntries(sections.map(({ descriptor: { section, about } }) => [`${section}About`, about]));
  const values = { ...known, ...abouts };
  const security = securityText(facts);
  const pinned = pins(facts);
  const made = [
    json('descriptor', descriptor(facts)),
    document('home', 'markdown', fillBrief(briefs.home, values, 'home')),
    json('agentCard', agentCard(facts)),
    json('archive', archive(facts)),
    ...(pinned ? [json('pins', pinned)] : []),
    ...(security === undefined ? [] : [document('security', 'text', security)]),
    ...sections.flatMap(({ descriptor, brief }) => {
      const { section } = descriptor;
      const row = section === 'docs' ? section : (`${section}Section` as const);
      return [
        json(`${section}Descriptor`, descriptor),
        json(row, { ...descriptor, self: href(routes[row]) }),
        document(`${section}Brief`, 'markdown', brief),
      ];
    }),
  ];
  return [...made, ...briefDocuments(values, briefs, new Set(made.map(({ path }) => path)))];
}

/** The forms of documents that consist only of a filled-in template. */
const FORMS = ['markdown', 'text', 'json'] as const;

/** Makes the documents that consist only of a filled-in template, such as `/robots.txt` from `robots`. */
function briefDocuments(values: BriefValues, briefs: Briefs, made: ReadonlySet<string>): Document[] {
  return Object.values<Row>(routes).flatMap((row) => {
    const as = FORMS.find((form) => row.as?.includes(form));
    if (as === undefined || row.pattern.includes('{')) return [];
    const [path, brief] = [treePath(row, {}, as), fileOf(row, {}, as).replace(/^.*\/|\.(md|txt)$/g, '')];
    const text = own(briefs, brief);
    return text === undefined || made.has(path) ? [] : [{ path, text: fillBrief(text, values, brief) }];
  });
}

const document = (row: DocumentName, as: Representation, text: string): Document => ({
  path: treePath(routes[row], {}, as),
  text,
});
const json = (row: DocumentName, value: object) => document(row, 'json', `${JSON.stringify(value)}\n`);

/**
 * Lists the models that are pinned on IPFS, with the gateway that serves them. Undefined if no gateway is known, since
 * the document must name one.
 */
function pins({ service, pins: models }: DocumentFacts): Pins | undefined {
  const gateway = service.gateway ?? service.sources.find((source) => sourceKind(source) === 'ipfs')?.base;
  return gateway === undefined ? undefined : { format: PINS_FORMAT, gateway, models };
}
