// Declares the shape of an import row (decision 0014): its fields, and the values of each.

import { type Static, type TOptional, type TSchema, type TString, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { totalSize } from '../../../src/basics/bytes.ts';
import { isRecord, own } from '../../../src/basics/records.ts';
import { holdsControl } from '../../../src/basics/shown-text.ts';
import { MAX_CARD } from '../../../src/catalog/catalog-object.ts';
import { HASHED, type Hashed } from '../../../src/nouns/address.ts';
import { BROWSE_FACTS, type FactName } from '../../../src/nouns/browse-facts.ts';
import { isDay, parseMoment } from '../../../src/nouns/calendar.ts';
import { filePathFault } from '../../../src/nouns/file-path.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import { PLACE_NAMES, type PlaceName } from '../../../src/nouns/source-kinds.ts';
import { reservedOwners } from '../../../src/table/routes.ts';

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
const CARD_DEMAND = `must be a text of 1 to ${MAX_CARD} bytes; leave it out if there is none`;

/** Makes a schema for the values of `schema` in which `fault` finds no fault. */
const without = <S extends TSchema>(schema: S, fault: (value: Static<S>) => string | undefined) =>
  Type.Refine(
    schema,
    (value) => fault(value as Static<S>) === undefined,
    (value) => fault(value as Static<S>)!,
  );

// Each schema describes its field's allowed values in `demand`.
const TEXT = `must be a text of 1 to ${LONGEST_TEXT} characters`;
const text = (demand = TEXT) => Type.String({ minLength: 1, maxLength: LONGEST_TEXT, demand });
const plain = () =>
  without(text(), (value) =>
    holdsControl(value) || !value.isWellFormed() ? 'holds a control character or half a surrogate pair' : undefined,
  );
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
    path: without(name(), filePathFault),
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
  {
    path: name(),
    sha256: sha256(),
    seen: Type.Optional(without(text(DAY), (seen) => (isDay(seen) ? undefined : DAY))),
  },
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
    pinned: Type.Optional(
      Type.Union([Type.Boolean(), without(text(), (day) => (isDay(day) || parseMoment(day) ? undefined : DAY))], {
        demand: `${DAY}, true or false`,
      }),
    ),
    hidden: Type.Optional(flag()),
  },
  { demand: 'must be an object that names a source' },
);

const MOMENT = 'must be a date and time such as 2026-01-31T09:30:00Z';

/** The schema for each kind of fact. If a number has a unit, the number's `demand` names it. */
const FACT = {
  text: plain,
  texts: () => Type.Array(plain(), { demand: 'must be a list of texts' }),
  moment: () => without(text(), (moment) => (parseMoment(moment) === undefined ? MOMENT : undefined)),
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
  id: without(name('must be a text, owner/name'), idFault),
  revision: Type.String({ pattern: '^[0-9a-f]{40}$', demand: 'must be a commit: 40 lowercase hex characters' }),
  files: without(Type.Array(File, { minItems: 1, demand: 'must be a list of at least one file' }), (files) =>
    totalSize(files) > MOST ? 'has sizes that add up to more than 2^53 bytes' : undefined,
  ),
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
  card: Type.Optional(
    without(Type.String({ minLength: 1, maxLength: MAX_CARD, demand: CARD_DEMAND }), (card) => {
      if (!card.isWellFormed()) return 'holds half a surrogate pair';
      return Buffer.byteLength(card) > MAX_CARD ? CARD_DEMAND : undefined;
    }),
  ),
});

/** A row whose fields have the right types, and whose values are right by themselves. */
export type ShapedRow = Static<typeof Row>;
export type ShapedSource = Static<typeof Source>;

const validator = Compile(Row);

function idFault(id: string): string | undefined {
  const owner = parseModelId(id)?.owner.toLowerCase();
  if (owner === undefined)
    return 'must be owner/name, each of 1 to 96 of A-Z a-z 0-9 . _ - and beginning with no . or -';
  return reservedOwners.has(owner) ? `has an owner that is the first segment of a path of ours, /${owner}` : undefined;
}

/** A fault of a row: the field, such as `files[3].size`, and the reason. */
export interface Fault {
  field: string;
  reason: string;
}

/**
 * Returns a fault in words, such as `files[3].size is missing`. A fault of the whole line reads `the line is not JSON`.
 */
export function inWords({ field, reason }: Fault): string {
  return `${field || 'the line'} ${reason}`;
}

/** Finds the faults of single fields in `row`, eight at most. A row without faults is a ShapedRow. */
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
        reason: 'is missing',
      }));
    return [{ field, reason: error.keyword === '~refine' ? error.message : demandAt(error.instancePath) }];
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

/**
 * Removes nulls from a row, because null means unknown, as absence does; and unknown fields, whose names go to `tell`
 * in the form `files[].name`.
 */
export const tidy = (row: Record<string, unknown>, tell: (name: string) => void) =>
  tidyValue(row, Row as Demanding, '', tell);

function tidyValue(
  value: unknown,
  { items, properties }: Demanding,
  field: string,
  tell: (name: string) => void,
): void {
  if (items && Array.isArray(value)) for (const item of value) tidyValue(item, items, `${field}[]`, tell);
  if (!properties || !isRecord(value)) return;
  const path = (name: string) => (field ? `${field}.${name}` : name);
  for (const name of Object.keys(value)) {
    const schema = own(properties, name);
    if (!schema) tell(path(name));
    if (!schema || value[name] === null) delete value[name];
    else if (typeof value[name] === 'object') tidyValue(value[name], schema, path(name), tell);
  }
}

/** Writes `/files/3/size` as `files[3].size`. */
function fieldOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index > 0 ? `.${part}` : part))
    .join('');
}
