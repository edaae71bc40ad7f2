// Reads the rules of an index (content/index.yaml): its sources, the wanted and unwanted models, and the limits of a
// run.
import { dirname, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parse } from 'yaml';
import { isDay } from '../../src/nouns/calendar.ts';
import { isCid } from '../../src/nouns/cid.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { isCommit } from '../../src/nouns/revision.ts';
import type { DayLimits } from '../aside/judge-day.ts';
import { readNamedFile } from '../files/named-file.ts';
import { Failure } from '../process/failure.ts';
import { indexRulesFile } from '../process/package-paths.ts';
import type { Limit } from './request-pace.ts';

/** The schema option of an object that may have no other members than the listed ones. */
const CLOSED = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });
const Some = Type.Integer({ minimum: 1 });
const Ids = Type.Array(Type.String());

const Search = Type.Object(
  {
    owner: Type.Optional(Type.String()),
    task: Type.Optional(Type.String()),
    tags: Type.Optional(Ids),
    text: Type.Optional(Type.String()),
    sort: Type.Optional(
      Type.Union(['downloads', 'likes', 'lastModified', 'trendingScore'].map((sort) => Type.Literal(sort)) as never),
    ),
    limit: Some,
  },
  CLOSED,
);

/**
 * The maximum number of requests in a window of `minutes`: to the API without a token, to the API with a token, and for
 * files.
 */
const Limits = Type.Object({ minutes: Some, api: Some, api_with_token: Type.Optional(Some), files: Some }, CLOSED);

const Budget = { requests: Some, bytes: Some, under_way: Some };

const Pin = Type.Object(
  { model: Type.String(), revision: Type.String(), root: Type.String(), pinned: Type.Optional(Type.String()) },
  CLOSED,
);

const Other = Type.Object(
  {
    source: Type.String(),
    names: Type.Optional(Type.Record(Type.String(), Type.String())),
    pins: Type.Optional(Type.Array(Pin)),
    most: Type.Optional(Type.Object(Budget, CLOSED)),
  },
  CLOSED,
);

const Rules = Type.Object(
  {
    source: Type.String(),
    wishes: Type.Object(
      {
        ids: Type.Optional(Ids),
        ids_file: Type.Optional(Type.String()),
        owners: Type.Optional(Ids),
        owners_file: Type.Optional(Type.String()),
        searches: Type.Optional(Type.Array(Search)),
        demand: Type.Optional(Type.Union([Some, Type.Object({ names: Some, models: Some }, CLOSED)])),
        refresh: Type.Optional(Type.Boolean()),
        refresh_days: Type.Optional(Some),
      },
      CLOSED,
    ),
    allow: Type.Optional(Ids),
    deny: Type.Optional(Ids),
    licences: Type.Optional(Ids),
    cards: Type.Optional(Type.Boolean()),
    most: Type.Object(
      {
        ...{ models: Some, files_of_a_model: Some, bytes_of_a_model: Some, ...Budget },
        ...{ minutes: Type.Optional(Some), requests_of_a_model: Type.Optional(Some) },
      },
      CLOSED,
    ),
    limits: Type.Optional(Limits),
    robots: Type.Optional(Type.Union([Type.Literal('obey'), Type.Literal('ignore')])),
    unreached_percent: Count,
    gone_percent: Type.Optional(Count),
    shrunk_percent: Type.Optional(Count),
    rewritten_percent: Type.Optional(Count),
    rewritten_in_place_percent: Type.Optional(Count),
    others: Type.Optional(Type.Array(Other)),
  },
  CLOSED,
);
export type IndexRules = Static<typeof Rules>;

const validator = Compile(Rules);

/**
 * The number of requested names that a run looks at for each model that it may index. Most names that people request do
 * not exist anywhere.
 */
const NAMES_A_MODEL = 10;

/**
 * Gives the maximum number of requests that a run may send for the files of one model. If the rules do not set it, it
 * is a fifth of the run's requests, and at least twenty.
 */
export function requestsOfAModel({ most }: IndexRules): number {
  return most.requests_of_a_model ?? Math.max(20, Math.floor(most.requests / 5));
}

/**
 * Gives the maximum number of names that a run looks at, and of models that it indexes, among those that people
 * requested. Both are 0 if the rules want none.
 */
export function demandOf({ wishes: { demand = 0 } }: IndexRules): { names: number; models: number } {
  return typeof demand === 'number' ? { names: demand * NAMES_A_MODEL, models: demand } : demand;
}

/** Gives the limits of requests to the API, with or without a token, and for files. */
export function paceOf({ limits }: IndexRules, hasToken: boolean): Partial<Record<'api' | 'files', Limit>> {
  if (!limits) return {};
  const window = limits.minutes * 60_000;
  const api = hasToken ? (limits.api_with_token ?? limits.api) : limits.api;
  return { api: { requests: api, window }, files: { requests: limits.files, window } };
}

/** Reads an index.yaml, and the files of names that lie beside it. Throws a Failure when a file is missing or wrong. */
export function readIndexRules(path = indexRulesFile): IndexRules {
  const { wishes, ...rules } = parseIndexRules(readNamedFile(path), path);
  const { ids = [], ids_file, owners = [], owners_file, ...others } = wishes;
  const namesIn = (file: string | undefined) => (file === undefined ? [] : linesOf(resolve(dirname(path), file)));
  const listed = namesIn(ids_file);
  for (const [place, names] of [['wishes.ids', ids] as const, [ids_file, listed] as const])
    for (const id of names)
      if (!parseModelId(id)) throw new Failure(`${path}: ${place} has ${JSON.stringify(id)}, which is no owner/name.`);
  return { ...rules, wishes: { ...others, ids: [...ids, ...listed], owners: [...owners, ...namesIn(owners_file)] } };
}

/** Reads a file with one name a line. The text after a number sign is a remark. */
const linesOf = (path: string): string[] =>
  readNamedFile(path)
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');

/**
 * Gives the limits of the rules for a day. The default for changed bytes is lower at an unchanged revision, because
 * only a new revision should bring other bytes.
 */
export function limitsOf(rules: IndexRules): DayLimits {
  return {
    gone: rules.gone_percent ?? 10,
    shrunk: rules.shrunk_percent ?? 10,
    rewritten: rules.rewritten_percent ?? 50,
    rewritten_in_place: rules.rewritten_in_place_percent ?? 10,
  };
}

/** Parses an index.yaml. Throws a Failure that names the wrong field; the message calls the file `name`. */
function parseIndexRules(text: string, name: string): IndexRules {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new Failure(`${name}: ${(error as Error).message.split('\n')[0]}`);
  }
  const [fault] = validator.Errors(value);
  if (fault) throw new Failure(`${name}: ${faultWords(fault)}.`);
  const rules = value as IndexRules;
  const [wrong] = (rules.others ?? []).flatMap(otherFaults);
  if (wrong !== undefined) throw new Failure(`${name}: ${wrong}.`);
  return rules;
}

/** Lists the faults in the names and the pinned roots of a source under `others`. */
function otherFaults({ source, names = {}, pins = [] }: Static<typeof Other>): string[] {
  const named = Object.entries(names).flat();
  return [
    ...[...named, ...pins.map(({ model }) => model)]
      .filter((id) => !parseModelId(id))
      .map((id) => `others.${source} has ${JSON.stringify(id)}, which is no owner/name`),
    ...pins
      .filter(({ revision }) => !isCommit(revision))
      .map(({ model }) => `others.${source} pins ${model} at a revision that is no commit of 40 hex characters`),
    ...pins
      .filter(({ root }) => !isCid(root))
      .map(({ model }) => `others.${source} pins ${model} at a root that is no CID`),
    ...pins
      .filter(({ pinned }) => pinned !== undefined && !isDay(pinned))
      .map(({ model }) => `others.${source} pins ${model} since a day that is malformed: write YYYY-MM-DD`),
  ];
}

/**
 * Describes the fault of a field. An unknown member breaks the schema `false`, whose own message tells people nothing.
 */
const faultWords = ({ instancePath, message }: { instancePath: string; message: string }) =>
  `${fieldOf(instancePath)} ${message === 'schema is false' ? 'is no field of the rules' : message}`;

const fieldOf = (path: string) => (path === '' ? 'the file' : path.slice(1).replaceAll('/', '.'));

/** True if `list` has the model as `owner/name`, or its owner as `owner/*`. */
function isNamed(id: string, list: readonly string[]): boolean {
  const owner = `${id.slice(0, id.indexOf('/'))}/*`.toLowerCase();
  return list.some((one) => one.toLowerCase() === id.toLowerCase() || one.toLowerCase() === owner);
}

/** True if the rules refuse a model because of its id: `deny` has it, or `allow` lacks it. */
export const isDenied = (id: string, { allow, deny = [] }: IndexRules): boolean =>
  isNamed(id, deny) || (allow !== undefined && !isNamed(id, allow));

/** Says why the rules refuse a model's licence. Gives undefined for a licence that they accept. */
export function licenceFault(license: string | null | undefined, { licences }: IndexRules): string | undefined {
  if (!licences) return undefined;
  if (!license) return 'states no licence';
  return licences.includes(license) ? undefined : `has the licence ${license}`;
}
