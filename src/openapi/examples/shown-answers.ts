// The answers in the description: one model of the catalog, values for the parameters of its addresses, and those answers.
import type { RouteName } from '../../table/routes.ts';
import type { OtherMethod } from '../operations/operation.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';

/** An answer that this hub gives, as the value of an OpenAPI example. */
export interface Shown {
  /** Answers with the same name are one answer, and are written once. */
  name?: string;
  /** Explains its cut, or its question. */
  summary?: string;
  /** The body: parsed JSON, or text. */
  value: unknown;
}

export interface ShownAnswers {
  /** The model's id. */
  id: string;
  revision: string;
  /** The path of a file of the model. */
  path: string;
  /** Tokens of the sources that hold that file. */
  holders: readonly string[];
  /** Tags of the model's repository. */
  tags: readonly string[];
  /** The bytes of the model's checksum file. */
  sumsBytes: number;
  /** The id of a gated model, which is refused. */
  gated: string;
  /** Values of path parameters for an existing answer; absent if the catalog has nothing to show. */
  params: Partial<Record<ParameterName, string>>;
  /** Values of query parameters with results. */
  query: Partial<Record<QueryName, string>>;
  /**
   * Answers by row and media type, without parameters of the type; `objects POST` is a row's answer to that method,
   * `healthz 503` its answer with an unusual status.
   */
  answers: Partial<Record<RouteName | `${RouteName} ${OtherMethod | 503}`, Readonly<Record<string, Shown>>>>;
  /** The body of a request to rows that need one. */
  requests: Partial<Record<RouteName | `${RouteName} ${OtherMethod}`, Readonly<Record<string, Shown>>>>;
}

/** The answers of an empty catalog: possible names without anything behind them. */
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
