// Reads the rules of an index (content/index.yaml): its sources, the wanted and unwanted models, and the limits of a
// run.
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parse } from 'yaml';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { DayLimits } from '../aside/judge-day.ts';
import { readNamedFile } from '../files/local-files.ts';
import { Failure } from '../process/failure.ts';
import { indexRulesFile } from '../process/package-paths.ts';

const Count = Type.Integer({ minimum: 0 });
const Some = Type.Integer({ minimum: 1 });
const Text = Type.String();
const Texts = Type.Array(Text);
const Flag = Type.Boolean();
const oneOf = <T extends string>(...words: T[]) => Type.Unsafe<T>(Type.Enum(words));

/** Makes the schema of an object that has the members of `must`, may have those of `may`, and has no others. */
const closed = <A extends Record<string, TSchema>, B extends Record<string, TSchema>>(must: A, may: B) =>
  Type.Object({ ...must, ...Type.Partial(Type.Object(may)).properties }, { additionalProperties: false });

const Search = closed(
  { limit: Some },
  {
    ...{ owner: Text, task: Text, tags: Texts, text: Text },
    sort: oneOf('downloads', 'likes', 'lastModified', 'trendingScore'),
  },
);
const Budget = { requests: Some, bytes: Some, under_way: Some };
const isModel = (id: string) => parseModelId(id) !== undefined;
const NO_MODEL = () => 'is no owner/name';
const Model = Type.Refine(Text, isModel, NO_MODEL);
const Names = Type.Refine(Type.Record(Text, Model), (names) => Object.keys(names).every(isModel), NO_MODEL);
const Other = closed({ source: Text }, { names: Names, most: closed(Budget, {}) });
const Wishes = closed(
  {},
  {
    ...{ ids: Type.Array(Model), owners: Texts, searches: Type.Array(Search) },
    demand: closed({ names: Some, models: Some }, {}),
    ...{ refresh: Flag, refresh_days: Some },
  },
);
const Rules = closed(
  {
    ...{ source: Text, wishes: Wishes, unreached_percent: Count },
    most: closed(
      { models: Some, files_of_a_model: Some, bytes_of_a_model: Some, ...Budget },
      { minutes: Some, requests_of_a_model: Some },
    ),
  },
  {
    ...{ deny: Texts, cards: Flag, robots: oneOf('obey', 'ignore') },
    // The maximum number of requests in a window: to the API without a token and with one, and for files.
    limits: closed({ minutes: Some, api: Some, files: Some }, { api_with_token: Some }),
    ...{ gone_percent: Count, shrunk_percent: Count, rewritten_percent: Count, rewritten_in_place_percent: Count },
    others: Type.Array(Other),
  },
);
export type IndexRules = Static<typeof Rules>;
export type OtherRule = Static<typeof Other>;

const validator = Compile(Rules);

/** Reads an index.yaml. Throws a Failure when it is missing, or names its wrong field. */
export function readIndexRules(path = indexRulesFile): IndexRules {
  let value: unknown;
  try {
    value = parse(readNamedFile(path));
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${path}: ${(error as Error).message.split('\n')[0]}`);
  }
  if (validator.Check(value)) return value;
  const { instancePath, message } = validator.Errors(value)[0]!;
  const field = instancePath === '' ? 'the file' : instancePath.slice(1).replaceAll('/', '.');
  // An unknown member breaks the schema `false`, whose own message tells people nothing.
  throw new Failure(`${path}: ${field} ${message === 'schema is false' ? 'is no field of the rules' : message}.`);
}

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

/** True if the rules refuse a model because of its id: `deny` has it or its owner. */
export function isDenied(id: string, { deny = [] }: IndexRules): boolean {
  const names = [id, `${id.slice(0, id.indexOf('/'))}/*`].map((name) => name.toLowerCase());
  return deny.some((one) => names.includes(one.toLowerCase()));
}
