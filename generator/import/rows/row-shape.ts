// Declares the shape of an import row (decision 0014): its fields, and the values of each.

import { type Static, type TOptional, type TString, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { own } from '../../../src/basics/own.ts';
import { MAX_CARD } from '../../../src/catalog/card-object.ts';
import { BROWSE_FACTS, type FactName } from '../../../src/nouns/browse-facts.ts';
import { HASHED, type Hashed } from '../../../src/nouns/hashed.ts';
import { PLACE_NAMES, type PlaceName } from '../../../src/nouns/source-kinds.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const Count = Type.Integer({ minimum: 0, maximum: MOST });

/** The longest text of a row, in characters, paths aside. */
export const LONGEST_TEXT = 512;
const Text = Type.String({ minLength: 1, maxLength: LONGEST_TEXT });

/** Every quantisation of a model repeats its template, and so does its object. */
export const LONGEST_TEMPLATE = 65_536;

/** A data type as safetensors spells it, such as BF16 or F8_E4M3, and how many different ones a file may have. */
export const DATA_TYPE = /^[A-Z][A-Z0-9_]{0,15}$/;
export const MOST_DATA_TYPES = 32;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const Gguf = Type.Object({
  architecture: Type.Optional(Text),
  name: Type.Optional(Text),
  fileType: Type.Optional(Count),
  contextLength: Type.Optional(Count),
  parameterCount: Type.Optional(Count),
  layerCount: Type.Optional(Count),
  keyValueHeads: Type.Optional(Count),
  headSize: Type.Optional(Count),
  chatTemplate: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_TEMPLATE })),
  bosToken: Type.Optional(Text),
  eosToken: Type.Optional(Text),
});

const File = Type.Object({
  path: Type.String(),
  size: Count,
  sha256: Sha256,
  hashed: Type.Optional(Type.Unsafe<Hashed>({ enum: [...HASHED] })),
  gguf: Type.Optional(Gguf),
  tensors: Type.Optional(
    Type.Record(Type.String({ pattern: DATA_TYPE.source }), Count, {
      minProperties: 1,
      maxProperties: MOST_DATA_TYPES,
      additionalProperties: false,
    }),
  ),
});

const placeNames = Object.fromEntries(PLACE_NAMES.map((name) => [name, Type.Optional(Text)])) as Record<
  PlaceName,
  TOptional<TString>
>;

const Source = Type.Object({
  source: Type.String(),
  ...placeNames,
  files: Type.Optional(Type.Array(Type.String())),
  differs: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), sha256: Sha256, seen: Type.Optional(Text) }), { minItems: 1 }),
  ),
  pinned: Type.Optional(Type.Union([Type.Boolean(), Text])),
  hidden: Type.Optional(Type.Boolean()),
});

const Texts = Type.Array(Text);
const Size = Type.Integer({ minimum: 1, maximum: MOST });
const Whole = Type.Integer({ minimum: -MOST, maximum: MOST });

/** The schema for each kind of fact. */
const FACT = { text: Text, texts: Texts, moment: Text, count: Count, size: Size, integer: Whole };
const factFields = Object.fromEntries(
  Object.entries(BROWSE_FACTS).map(([name, { is }]) => [name, Type.Optional(FACT[is])]),
) as { [N in FactName]: TOptional<(typeof FACT)[(typeof BROWSE_FACTS)[N]['is']]> };

const Row = Type.Object({
  id: Type.String(),
  revision: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  files: Type.Array(File, { minItems: 1 }),
  ...factFields,
  listed: Type.Optional(Type.Boolean()),
  gated: Type.Optional(Type.Boolean()),
  complete: Type.Optional(Type.Boolean()),
  sources: Type.Optional(Type.Array(Source, { minItems: 1 })),
  card: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_CARD })),
});

/** The fields of a file's `gguf`. */
export const GGUF_FIELDS = Object.keys(Gguf.properties) as (keyof Static<typeof Gguf>)[];

/** A row whose fields have the right types; their values are not checked yet. */
export type ShapedRow = Static<typeof Row>;
export type ShapedSource = Static<typeof Source>;

const validator = Compile(Row);

const TEXT = `must be a text of 1 to ${LONGEST_TEXT} characters`;
const COUNT = 'must be a whole number, 0 or more';
const MISSING = 'is missing';
const FLAG = 'must be true or false';

/** A card in UTF-8 may have more bytes than characters, so both are looked at. */
export const CARD_DEMAND = `must be a text of 1 to ${MAX_CARD} bytes; leave it out if there is none`;

const FACT_DEMANDS = {
  text: TEXT,
  texts: 'must be a list of texts',
  moment: TEXT,
  count: COUNT,
  size: 'must be a whole number, 1 or more',
  integer: 'must be a whole number',
};

const demandOf = (fact: (typeof BROWSE_FACTS)[FactName]) =>
  'unit' in fact ? FACT_DEMANDS[fact.is].replace('number', `number of ${fact.unit}s`) : FACT_DEMANDS[fact.is];

/** Says in words what each field must be; `[]` means any place in a list. */
const DEMANDS: Record<string, string> = {
  id: 'must be a text, owner/name',
  revision: 'must be a commit: 40 lowercase hex characters',
  files: 'must be a list of at least one file',
  'files[]': 'must be an object with path, size and sha256',
  'files[].path': 'must be a text',
  'files[].size': 'must be a whole number of bytes, 0 or more',
  'files[].sha256': 'must be 64 lowercase hex characters',
  'files[].hashed': `must be ${HASHED.join(' or ')}`,
  'files[].gguf': 'must be an object with facts of the file’s GGUF header',
  'files[].tensors': `must say of 1 to ${MOST_DATA_TYPES} data types, such as BF16, how many values there are`,
  'files[].gguf.fileType': COUNT,
  'files[].gguf.contextLength': COUNT,
  'files[].gguf.parameterCount': COUNT,
  'files[].gguf.layerCount': COUNT,
  'files[].gguf.keyValueHeads': COUNT,
  'files[].gguf.headSize': COUNT,
  'files[].gguf.chatTemplate': `must be a text of 1 to ${LONGEST_TEMPLATE} characters`,
  ...Object.fromEntries(Object.entries(BROWSE_FACTS).map(([name, fact]) => [name, demandOf(fact)])),
  card: CARD_DEMAND,
  listed: FLAG,
  gated: FLAG,
  complete: FLAG,
  sources: 'must be a list of at least one source; leave it out for the usual one',
  'sources[]': 'must be an object that names a source',
  'sources[].source': 'must be a text',
  'sources[].files': 'must be a list of paths',
  'sources[].differs': 'must be a list of at least one file that it has with other bytes; leave it out for none',
  'sources[].differs[]': 'must be an object with path and sha256',
  'sources[].differs[].path': 'must be a text',
  'sources[].differs[].sha256': 'must be 64 lowercase hex characters',
  'sources[].differs[].seen': 'must be a day (YYYY-MM-DD)',
  'sources[].pinned': 'must be a day (YYYY-MM-DD), true or false',
  'sources[].hidden': FLAG,
};

/** A fault of a row: its place, such as `files[3].size`, and the reason. */
export interface Fault {
  field: string;
  reason: string;
}

/** Finds the type faults in `row`, eight at most; a row without any is a ShapedRow. */
export function shapeFaults(row: Record<string, unknown>): Fault[] {
  if (validator.Check(row)) return [];
  return validator.Errors(row).flatMap((error) => {
    // The names of data types are as strange as a row makes them.
    const field = fieldOf(error.instancePath).replace(/(^files\[\d+\]\.tensors).*$/s, '$1');
    // A union reports each of its parts, and then itself.
    if (/\/anyOf\/\d+$/.test(error.schemaPath)) return [];
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((name) => ({
        field: field ? `${field}.${name}` : name,
        reason: MISSING,
      }));
    return [{ field, reason: isNull(row, error.instancePath) ? MISSING : (own(DEMANDS, generic(field)) ?? TEXT) }];
  });
}

/** Null says that nobody knows, which for a field that must be there is the same as its absence. */
function isNull(row: unknown, instancePath: string): boolean {
  let value = row;
  for (const part of instancePath.split('/').slice(1)) value = own(value as Record<string, unknown>, part);
  return value === null;
}

/** Writes `files[3].size` as `files[].size`: the field without its place in the list. */
export function generic(field: string): string {
  return field.replace(/\[\d+\]/g, '[]');
}

const ROW_FIELDS = new Set(Object.keys(Row.properties));
const FILE_FIELDS = new Set(Object.keys(File.properties));
const GGUF_FIELD_NAMES = new Set<string>(GGUF_FIELDS);
const SOURCE_FIELDS = new Set(Object.keys(Source.properties));

/** Calls `tell` with the name of every field of `row` that means nothing to us. */
export function unknownFields(row: Record<string, unknown>, tell: (name: string) => void): void {
  for (const name of Object.keys(row)) if (!ROW_FIELDS.has(name)) tell(name);
  for (const file of listIn(row.files) as { gguf?: unknown }[]) {
    for (const name of Object.keys(file)) if (!FILE_FIELDS.has(name)) tell(`files[].${name}`);
    for (const name of Object.keys(file.gguf ?? {})) if (!GGUF_FIELD_NAMES.has(name)) tell(`files[].gguf.${name}`);
  }
  for (const source of listIn(row.sources))
    for (const name of Object.keys(source)) if (!SOURCE_FIELDS.has(name)) tell(`sources[].${name}`);
}

/** The objects of a list; a gated row may hold anything there. */
function listIn(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && typeof item === 'object') : [];
}

/** `/files/3/size` as `files[3].size`. */
function fieldOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index > 0 ? `.${part}` : part))
    .join('');
}
