// Helpers for the schemas of requests and answers: hashes, addresses, days and counts (decision 0011). The schemas in
// this folder describe answers and test them. No module that serves requests imports the schemas, because loading the
// schema library takes longer than starting the hub.
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { ADDRESS_PATTERN, type Address, HASHED, SHA256_PATTERN } from '../nouns/address.ts';
import { COMMIT_PATTERN, ID_PART } from '../nouns/model-id.ts';

/** Returns the schema of an object that has a name. `title` is the name in the API description. */
export const shape = <P extends TProperties>(title: string, description: string, members: P, more: object = {}) =>
  Type.Object(members, { title, description, ...more });

export const optional = Type.Optional;
export const booleanShape = (description: string) => Type.Boolean({ description });
export const listOf = <S extends TSchema>(item: S, description: string) => Type.Array(item, { description });
export const texts = (description: string) => listOf(Type.String(), description);

/** Returns the schema of a text that is one of `values`. */
export const choice = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });

/** Returns a reference to a schema, which the API description contains once. The schema needs a `title`. */
export function part<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S>>({ $ref: `#/components/schemas/${(schema as { title?: string }).title}` });
}

/** Returns a reference to a list of names that comes from the operator's `service.yaml`. */
export function vocabulary(name: 'SourceName' | 'SourceHost') {
  return Type.Unsafe<string>({ $ref: `#/components/schemas/${name}` });
}

/** Returns the schema of an object with any keys, whose values have the schema `value`. */
export function mapOf<S extends TSchema>(value: S, description: string) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: value, description });
}

/** A count, of bytes as well. Generators of clients take an integer without a format for one of 32 bits. */
export const COUNT = { type: 'integer', format: 'int64', minimum: 0 } as const;

/** Returns the schema of an object with any keys, whose values are counts. */
export const countsBy = (description: string) => mapOf(Type.Integer(COUNT), description);

/** Returns the schema of a text or null. */
export function textOrNull(description: string, facts: { pattern?: string; format?: string; maxLength?: number } = {}) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...facts, description });
}

/** Returns the schema of a whole number or null. */
export function countOrNull(description: string) {
  return Type.Unsafe<number | null>({ ...COUNT, type: ['integer', 'null'], description });
}

export const DIGEST_PATTERN = '^sha256:[0-9a-f]{64}$';

/** Returns the schema of a text that is never empty. */
export const textShape = (description: string) => Type.String({ minLength: 1, description });
export const countShape = (description: string) => Type.Integer({ ...COUNT, description });
export const address = (description: string) => Type.String({ pattern: ADDRESS_PATTERN, description });
/** Returns the schema of an object's address, with the type `Address` instead of `string`. */
export const parsedAddress = (description?: string) =>
  Type.Unsafe<Address>({ type: 'string', pattern: ADDRESS_PATTERN, ...(description && { description }) });
/** Returns the schema of an object's address or null. */
export const addressOrNull = (description: string) => textOrNull(description, { pattern: ADDRESS_PATTERN });
export const sha256Shape = (description: string) => Type.String({ pattern: SHA256_PATTERN, description });
export const hashed = choice(
  HASHED,
  'How the SHA-256 was obtained: `read`, the bytes were hashed for this index; `declared`, a source of the model says so. Absent where that is not known.',
);
export const digest = (description: string) =>
  Type.Unsafe<`sha256:${string}`>({ type: 'string', pattern: DIGEST_PATTERN, description });
export const commit = (description: string) => Type.String({ pattern: COMMIT_PATTERN, description });
export const modelId = (description: string) => Type.String({ pattern: `^${ID_PART}/${ID_PART}$`, description });
export const dayShape = (description: string) => Type.String({ format: 'date', description });
export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const url = (description: string) => Type.String({ format: 'uri', description });
export const never = (description: string) => Type.Literal(false, { description });
export const constant = <const T extends string | number>(value: T, description: string) =>
  Type.Literal(value, { description });
