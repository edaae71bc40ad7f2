// Declares the shape of an import row (decision 0014): its fields, and the values of each.

import { type Static, type TOptional, type TString, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { own } from '../../../src/basics/records.ts';
import { MAX_CARD } from '../../../src/catalog/card-object.ts';
import { HASHED, type Hashed } from '../../../src/nouns/address.ts';
import { BROWSE_FACTS, type FactName } from '../../../src/nouns/browse-facts.ts';
import { PLACE_NAMES, type PlaceName } from '../../../src/nouns/source-kinds.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** The maximum length in characters of a text in a row, except for paths. */
export const LONGEST_TEXT = 512;

/**
 * The maximum length in characters of a chat template. A template is stored many times: in the model's object, and with
 * every quantisation.
 */
export const LONGEST_TEMPLATE = 65_536;

/**
 * The spelling of a data type in safetensors, such as BF16 or F8_E4M3, and the maximum number of data types in a file.
 */
export const DATA_TYPE = /^[A-Z][A-Z0-9_]{0,15}$/;
export const MOST_DATA_TYPES = 32;

/** The limit of a card counts bytes and not characters, since a character takes up to four bytes in UTF-8. */
export const CARD_DEMAND = `must be a text of 1 to ${MAX_CARD} bytes; leave it out if there is none`;

// Each schema describes its field's allowed values in `demand`.
const TEXT = `must be a text of 1 to ${LONGEST_TEXT} characters`;
const text = (demand = TEXT) => Type.String({ minLength: 1, maxLength: LONGEST_TEXT, demand });
const name = (demand = 'must be a text') => Type.String({ demand });
const number = (minimum: number, demand: string) => Type.Integer({ minimum, maximum: MOST, demand });
const whole = (unit: string | undefined) => `must be a whole number${unit === undefined ? '' : ` of ${unit}`}`;
const count = (unit?: string) => number(0, `${whole(unit)}, 0 or more`);
const flag = () => Type.Boolean({ demand: 'must be true or false' });
const sha256 = () => Type.String({ pattern: '^[0-9a-f]{64}$', demand: 'must be 64 lowercase hex characters' });

const Gguf = Type.Object(
  {
    architecture: Type.Optional(text()),
    name: Type.Optional(text()),
    fileType: Type.Optional(count()),
    contextLength: Type.Optional(count()),
    parameterCount: Type.Optional(count()),
    layerCount: Type.Optional(count()),
    keyValueHeads: Type.Optional(count()),
    headSize: Type.Optional(count()),
    chatTemplate: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST_TEMPLATE,
        demand: `must be a text of 1 to ${LONGEST_TEMPLATE} characters`,
      }),
    ),
    bosToken: Type.Optional(text()),
    eosToken: Type.Optional(text()),
  },
  { demand: 'must be an object with facts of the file’s GGUF header' },
);

const File = Type.Object(
  {
    path: name(),
    size: count('bytes'),
    sha256: sha256(),
    hashed: Type.Optional(Type.Unsafe<Hashed>({ enum: [...HASHED], demand: `must be ${HASHED.join(' or ')}` })),
    gguf: Type.Optional(Gguf),
    tensors: Type.Optional(
      Type.Record(Type.String({ pattern: DATA_TYPE.source }), count(), {
        minProperties: 1,
        maxProperties: MOST_DATA_TYPES,
        additionalProperties: false,
        demand: `must say of 1 to ${MOST_DATA_TYPES} data types, such as BF16, how many values there are`,
      }),
    ),
  },
  { demand: 'must be an object with path, size and sha256' },
);

const placeNames = Object.fromEntries(PLACE_NAMES.map((place) => [place, Type.Optional(text())])) as Record<
  PlaceName,
  TOptional<TString>
>;

const DAY = 'must be a day (YYYY-MM-DD)';

const Differing = Type.Object(
  { path: name(), sha256: sha256(), seen: Type.Optional(text(DAY)) },
  { demand: 'must be an object with path and sha256' },
);

const Source = Type.Object(
  {
    source: name(),
    ...placeNames,
    files: Type.Optional(Type.Array(name(TEXT), { demand: 'must be a list of paths' })),
    differs: Type.Optional(
      Type.Array(Differing, {
        minItems: 1,
        demand:
          'must be a list of at least one file of which the source has other bytes; leave it out if there is none',
      }),
    ),
    pinned: Type.Optional(Type.Union([Type.Boolean(), text()], { demand: `${DAY}, true or false` })),
    hidden: Type.Optional(flag()),
  },
  { demand: 'must be an object that names a source' },
);

/** The schema for each kind of fact. If a number has a unit, the number's `demand` names it. */
const FACT = {
  text: () => text(),
  texts: () => Type.Array(text(), { demand: 'must be a list of texts' }),
  moment: () => text(),
  count,
  size: (unit?: string) => number(1, `${whole(unit)}, 1 or more`),
  integer: (unit?: string) => number(-MOST, whole(unit)),
};
const factFields = Object.fromEntries(
  Object.entries(BROWSE_FACTS).map(([fact, about]) => [
    fact,
    Type.Optional(FACT[about.is]('unit' in about ? `${about.unit}s` : undefined)),
  ]),
) as { [N in FactName]: TOptional<ReturnType<(typeof FACT)[(typeof BROWSE_FACTS)[N]['is']]>> };

const Row = Type.Object({
  id: name('must be a text, owner/name'),
  revision: Type.String({ pattern: '^[0-9a-f]{40}$', demand: 'must be a commit: 40 lowercase hex characters' }),
  files: Type.Array(File, { minItems: 1, demand: 'must be a list of at least one file' }),
  ...factFields,
  listed: Type.Optional(flag()),
  gated: Type.Optional(flag()),
  complete: Type.Optional(flag()),
  sources: Type.Optional(
    Type.Array(Source, {
      minItems: 1,
      demand: 'must be a list of at least one source; leave it out for the usual one',
    }),
  ),
  card: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_CARD, demand: CARD_DEMAND })),
});

/** The fields of a file's `gguf`. */
export const GGUF_FIELDS = Object.keys(Gguf.properties) as (keyof Static<typeof Gguf>)[];

/** A row whose fields have the right types; their values are not checked yet. */
export type ShapedRow = Static<typeof Row>;
export type ShapedSource = Static<typeof Source>;

const validator = Compile(Row);

const MISSING = 'is missing';

/** A fault of a row: the field, such as `files[3].size`, and the reason. */
export interface Fault {
  field: string;
  reason: string;
}

/** Finds the type faults in `row`, eight at most. A row without faults is a ShapedRow. */
export function shapeFaults(row: Record<string, unknown>): Fault[] {
  if (validator.Check(row)) return [];
  return validator.Errors(row).flatMap((error) => {
    // A row may choose any name for a data type, even a strange one, so the fault names only the field.
    const field = fieldOf(error.instancePath).replace(/(^files\[\d+\]\.tensors).*$/s, '$1');
    // A union has an error for each of its parts and one for itself. Only the last counts.
    if (/\/anyOf\/\d+$/.test(error.schemaPath)) return [];
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((name) => ({
        field: field ? `${field}.${name}` : name,
        reason: MISSING,
      }));
    return [{ field, reason: isNull(row, error.instancePath) ? MISSING : demandAt(error.instancePath) }];
  });
}

interface Demanding {
  demand?: string;
  items?: Demanding;
  properties?: Record<string, Demanding>;
}

/**
 * Returns the demand on the field at this path. A single entry of `tensors` has none of its own: it gets the demand on
 * all of `tensors`.
 */
function demandAt(instancePath: string): string {
  let schema: Demanding = Row as Demanding;
  for (const part of instancePath.split('/').slice(1))
    schema = schema.items ?? own(schema.properties ?? {}, part) ?? schema;
  return schema.demand ?? TEXT;
}

/** True if the value is null. Null means unknown, so for a required field it counts as absent. */
function isNull(row: unknown, instancePath: string): boolean {
  let value = row;
  for (const part of instancePath.split('/').slice(1)) value = own(value as Record<string, unknown>, part);
  return value === null;
}

/** Writes `files[3].size` as `files[].size`: the field without its index. */
export function generic(field: string): string {
  return field.replace(/\[\d+\]/g, '[]');
}

const ROW_FIELDS = new Set(Object.keys(Row.properties));
const FILE_FIELDS = new Set(Object.keys(File.properties));
const GGUF_FIELD_NAMES = new Set<string>(GGUF_FIELDS);
const SOURCE_FIELDS = new Set(Object.keys(Source.properties));

/** Calls `tell` with the name of every unknown field of `row`. */
export function unknownFields(row: Record<string, unknown>, tell: (name: string) => void): void {
  for (const name of Object.keys(row)) if (!ROW_FIELDS.has(name)) tell(name);
  for (const file of listIn(row.files) as { gguf?: unknown }[]) {
    for (const name of Object.keys(file)) if (!FILE_FIELDS.has(name)) tell(`files[].${name}`);
    for (const name of Object.keys(file.gguf ?? {})) if (!GGUF_FIELD_NAMES.has(name)) tell(`files[].gguf.${name}`);
  }
  for (const source of listIn(row.sources))
    for (const name of Object.keys(source)) if (!SOURCE_FIELDS.has(name)) tell(`sources[].${name}`);
}

/** Gives the objects of a list. The value may be anything in a gated row, whose fields nobody has checked. */
function listIn(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && typeof item === 'object') : [];
}

/** Writes `/files/3/size` as `files[3].size`. */
function fieldOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index > 0 ? `.${part}` : part))
    .join('');
}
