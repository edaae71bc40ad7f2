// The facts that the API description needs beyond the route table: what a row is for, its input and its answers.
import type { RegistryRefusal } from '../../dialects/oci/registry/refusals.ts';
import type { ShapeName } from '../../shapes/components.ts';
import type { RefusalCode } from '../../table/refusals.ts';
import type { CacheLife } from '../../table/route.ts';
import type { AnsweredName } from '../../table/routes.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';
import type { RequestHeaderName } from '../parameters/request-headers.ts';
import type { HeaderName } from './headers.ts';
import type { TagName } from './tags.ts';
import type { TokenName } from './tokens.ts';

/** A JSON schema, or the name of a schema in `src/shapes`. */
export type Shape = ShapeName | { readonly [keyword: string]: unknown };

/** A link from an answer to another operation. The values of `parameters` are runtime expressions of OpenAPI. */
export interface Link {
  /** The id of the other operation. */
  operationId: string;
  description: string;
  parameters: Readonly<Record<string, string>>;
}

/** A successful answer. */
export interface Success {
  /** Describes the answer in one sentence, as Markdown. */
  is: string;
  /**
   * The schema of the body by media type. The default is the row's media type with the operation's `shape`. `{}` means
   * no body.
   */
  content?: Readonly<Record<string, Shape>>;
  /** Headers besides those that the row implies. */
  headers?: readonly HeaderName[];
  /** The cache lives that the answer may have; the default is the row's. */
  cache?: readonly CacheLife[];
}

export interface RequestBody {
  description: string;
  /** True if the body may be absent. */
  optional?: true;
  content: Readonly<Record<string, Shape>>;
  /** An example of the first type. */
  example: unknown;
}

/**
 * The words about a row, or about one of its methods. The chapter adds the tag, and the docs page if `docs` is absent.
 */
export interface OperationWords {
  /** The id of the operation, a verb and a noun: `getModel`. */
  id: string;
  /** Says what the operation is for and what callers should know. It is one paragraph of Markdown. */
  why: string;
  /** The page of the documentation about the operation. */
  docs?: string;
  /** Other components for those params of the pattern whose usual component does not fit this operation. */
  params?: Readonly<Record<string, ParameterName>>;
  query?: readonly QueryName[];
  /** The request headers that the operation reads. */
  headers?: readonly RequestHeaderName[];
  /** The token that the operation requires; absent if callers are anonymous. */
  token?: TokenName;
  /** A token that the operation accepts, but does not require. */
  welcome?: 'registryToken';
  request?: RequestBody;
  /** The schema of JSON answers; absent if the row has none. */
  shape?: Shape;
  /** The answers by status. A 304 and a 206 follow from the row. */
  answers: Readonly<Record<number, Success>>;
  /** True for a live row whose answers have an `ETag`, so that callers can revalidate them. */
  tagged?: true;
  /** The refusals besides those that follow from the row. */
  refusals?: readonly RefusalCode[];
  /** The registry's own refusals that the operation may give. */
  registryRefusals?: readonly RegistryRefusal[];
  links?: Readonly<Record<string, Link>>;
  /**
   * The words about the row's path below `/via/{source}`: the id of the operation at this path, and what the operation
   * is for.
   */
  pinned?: { id: string; why: string };
  /** Describes the row's other methods, each by an operation of its own. */
  also?: Partial<Record<OtherMethod, OperationWords>>;
}

export interface Operation extends OperationWords {
  tag: TagName;
  also?: Partial<Record<OtherMethod, Operation>>;
}

/** Describes an operation. A text for `answers` describes the only answer, with status 200. */
export const operation = (
  id: string,
  why: string,
  answers: string | OperationWords['answers'],
  more: Omit<OperationWords, 'id' | 'why' | 'answers'> = {},
): OperationWords => ({
  ...{ id, why, answers: typeof answers === 'string' ? { 200: { is: answers } } : answers },
  ...more,
});

/** Describes a redirect that no cache may keep. */
export const redirect = (is: string, headers: readonly HeaderName[] = ['Location']): Success => ({
  ...{ is, content: {}, headers, cache: ['no-store'] },
});

/** The methods that a row may answer besides its first method. */
export type OtherMethod = 'POST' | 'PATCH' | 'DELETE';

/**
 * Marks a row that needs no operation of its own. Its path has a fixed value where the pattern of the row `partOf` has
 * a param.
 */
export interface PartOf {
  partOf: AnsweredName;
}
