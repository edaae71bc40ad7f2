// The rules of an index: whom it asks, what it wants, what it leaves out, and how much a run may cost (content/index.yaml).
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parse } from 'yaml';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { Failure } from '../process/failure.ts';

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
  { additionalProperties: false },
);

const Budget = { requests: Some, bytes: Some, under_way: Some };

const Other = Type.Object(
  {
    source: Type.String(),
    names: Type.Optional(Type.Record(Type.String(), Type.String())),
    most: Type.Optional(Type.Object(Budget, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

const Rules = Type.Object(
  {
    source: Type.String(),
    wishes: Type.Object(
      {
        ids: Type.Optional(Ids),
        owners: Type.Optional(Ids),
        searches: Type.Optional(Type.Array(Search)),
        demand: Type.Optional(Some),
        refresh: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    allow: Type.Optional(Ids),
    deny: Type.Optional(Ids),
    licences: Type.Optional(Ids),
    cards: Type.Optional(Type.Boolean()),
    most: Type.Object(
      { models: Some, files_of_a_model: Some, bytes_of_a_model: Some, ...Budget },
      { additionalProperties: false },
    ),
    unreached_percent: Count,
    others: Type.Optional(Type.Array(Other)),
  },
  { additionalProperties: false },
);
export type IndexRules = Static<typeof Rules>;

const validator = Compile(Rules);

/** Reads the text of an index.yaml, which messages call `name`. Throws a Failure that names the field. */
export function parseIndexRules(text: string, name: string): IndexRules {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new Failure(`${name}: ${(error as Error).message.split('\n')[0]}`);
  }
  const [fault] = validator.Errors(value);
  if (fault) throw new Failure(`${name}: ${fieldOf(fault.instancePath)} ${fault.message}.`);
  const rules = value as IndexRules;
  for (const id of rules.wishes.ids ?? [])
    if (!parseModelId(id)) throw new Failure(`${name}: wishes.ids has ${JSON.stringify(id)}, which is no owner/name.`);
  for (const [id, other] of (rules.others ?? []).flatMap(({ names = {} }) => Object.entries(names)))
    for (const one of [id, other])
      if (!parseModelId(one))
        throw new Failure(`${name}: others.names has ${JSON.stringify(one)}, which is no owner/name.`);
  return rules;
}

const fieldOf = (path: string) => (path === '' ? 'the file' : path.slice(1).replaceAll('/', '.'));

/** True when a name or an owner of `list` is that of the model: `owner/name`, or `owner/*`. */
export function isNamed(id: string, list: readonly string[]): boolean {
  const owner = `${id.slice(0, id.indexOf('/'))}/*`.toLowerCase();
  return list.some((one) => one.toLowerCase() === id.toLowerCase() || one.toLowerCase() === owner);
}
