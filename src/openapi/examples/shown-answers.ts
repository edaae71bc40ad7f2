// The examples in the description: one model of the catalog, values for the parameters of its addresses, and the
// answers to them.
import type { RouteName } from '../../table/routes.ts';
import type { OtherMethod } from '../operations/operation.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';

/** An answer that this hub gives, as the value of an OpenAPI example. */
export interface Shown {
  /** The name of an answer that several operations show. The description has it only once. */
  name?: string;
  /** Says how the answer was shortened, or which request it answers. */
  summary?: string;
  /** The body: parsed JSON, or text. */
  value: unknown;
}

export interface ShownAnswers {
  /** The id of the model that is shown. */
  id: string;
  revision: string;
  /** The path of a file of the model. */
  path: string;
  /** Tokens of the sources that hold that file. */
  holders: readonly string[];
  /** Tags of that model's repository. */
  tags: readonly string[];
  /** The bytes of that model's checksum file. */
  sumsBytes: number;
  /** The id of a gated model, which is refused. */
  gated: string;
  /** Values of path parameters that lead to an answer; a value is absent if the catalog has no such thing. */
  params: Partial<Record<ParameterName, string>>;
  /** Values of query parameters that find something. */
  query: Partial<Record<QueryName, string>>;
  /**
   * Answers by row and by media type without its parameters. A key such as `objects POST` names the row's answer to
   * that method; a key such as `healthz 503` names an answer with that status.
   */
  answers: Partial<Record<RouteName | `${RouteName} ${OtherMethod | 503}`, Readonly<Record<string, Shown>>>>;
  /** The bodies of requests, for rows that need one. */
  requests: Partial<Record<RouteName | `${RouteName} ${OtherMethod}`, Readonly<Record<string, Shown>>>>;
}

/** The examples for an empty catalog: possible names that lead to nothing. */
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
