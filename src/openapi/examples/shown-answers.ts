// The examples in the API description: one model of the catalog, values for the parameters of its addresses, and the
// answers at these addresses.
import type { RouteName } from '../../table/routes.ts';
import type { OtherMethod } from '../operations/operation.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';

/** An answer of this hub, as the value of an OpenAPI example. */
export interface Shown {
  /** The name of the example, if several operations show it. The description then has it only once. */
  name?: string;
  /** Says how the answer was shortened, or to which request it belongs. */
  summary?: string;
  /** The body: a parsed JSON value, or text. */
  value: unknown;
}

export interface ShownAnswers {
  /** The id of the example model. */
  id: string;
  revision: string;
  /** The path of a file of the model. */
  path: string;
  /** The tokens of the sources that hold this file. */
  holders: readonly string[];
  /** The tags of the model's repository in the registry. */
  tags: readonly string[];
  /** The size in bytes of the model's checksum file. */
  sumsBytes: number;
  /** The id of a gated model, for the example of its refusal. */
  gated: string;
  /** Values of path parameters for which the hub has an answer. A value is absent if the catalog has none. */
  params: Partial<Record<ParameterName, string>>;
  /** Values of query parameters for which a search finds something. */
  query: Partial<Record<QueryName, string>>;
  /**
   * The answers of each row, by media type without parameters. A key such as `objects POST` names the row's answer to
   * this method. A key such as `healthz 503` names the row's answer with this status.
   */
  answers: Partial<Record<RouteName | `${RouteName} ${OtherMethod | 503}`, Readonly<Record<string, Shown>>>>;
  /** The bodies of requests by media type, for rows that need a body. */
  requests: Partial<Record<RouteName | `${RouteName} ${OtherMethod}`, Readonly<Record<string, Shown>>>>;
}

/** The examples for an empty catalog: well-formed names for which the hub has no answer. */
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
