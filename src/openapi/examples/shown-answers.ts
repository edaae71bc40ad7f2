// The answers that the description shows: one model of the catalog, the places of its answers, and those answers.
import type { RouteName } from '../../table/routes.ts';
import type { OtherMethod } from '../operations/operation.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';

/** An answer that this hub gives, as the value of an OpenAPI example. */
export interface Shown {
  /** Answers of one name are one answer, and are written once. */
  name?: string;
  /** Says how it was cut, or which question it answers. */
  summary?: string;
  /** The body: parsed JSON, or text. */
  value: unknown;
}

export interface ShownAnswers {
  /** The model's id. */
  id: string;
  revision: string;
  /** A file of the model. */
  path: string;
  /** Tokens of the sources that hold that file. */
  holders: readonly string[];
  /** Tags of the model's repository. */
  tags: readonly string[];
  /** Bytes of the model's checksum file. */
  sumsBytes: number;
  /** A model that is refused as gated. */
  gated: string;
  /** Values of path parameters that lead somewhere; absent where the catalog has nothing to show. */
  params: Partial<Record<ParameterName, string>>;
  /** Values of query parameters that find something. */
  query: Partial<Record<QueryName, string>>;
  /**
   * Answers by row and media type, without parameters of the type; `objects POST` is a row's answer to that method,
   * `healthz 503` the one with a status that is not its usual one.
   */
  answers: Partial<Record<RouteName | `${RouteName} ${OtherMethod | 503}`, Readonly<Record<string, Shown>>>>;
  /** The body of a request to rows that take one. */
  requests: Partial<Record<RouteName | `${RouteName} ${OtherMethod}`, Readonly<Record<string, Shown>>>>;
}

/** The answers of an empty catalog: names that could be, and nothing behind them. */
export const NOTHING_SHOWN: ShownAnswers = {
  id: 'owner/name',
  revision: '0'.repeat(40),
  path: 'config.json',
  holders: [],
  tags: ['latest'],
  sumsBytes: 0,
  gated: 'owner/gated-model',
  params: {},
  query: {},
  answers: {},
  requests: {},
};
