// The parts of the API description that the route table lacks: the use of a row, its input and its answers.
import type { refuseOci } from '../../dialects/oci/registry/refusals.ts';
import type { ShapeName } from '../../shapes/components.ts';
import { type Refusal, type RefusalCode, refuse } from '../../table/refusals.ts';
import type { CacheLife } from '../../table/route.ts';
import type { AnsweredName } from '../../table/routes.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';
import type { RequestHeaderName } from '../parameters/request-headers.ts';
import type { HeaderName } from './headers.ts';
import type { TagName } from './tags.ts';
import type { TokenName } from './tokens.ts';

/** A JSON schema, or the name of one of `src/shapes`. */
export type Shape = ShapeName | { readonly [keyword: string]: unknown };

/** A link to a further request; its values are runtime expressions of OpenAPI. */
export interface Link {
  /** The `id` of an operation. */
  to: string;
  description: string;
  parameters: Readonly<Record<string, string>>;
}

/** A successful answer. */
export interface Success {
  /** One sentence, Markdown. */
  is: string;
  /** Its content by media type; by default that of the row, in the operation's `shape`. `{}` means no body. */
  content?: Readonly<Record<string, Shape>>;
  /** Headers beyond those that the row implies. */
  headers?: readonly HeaderName[];
  /** Cache lives that it may have; by default the row's. */
  cache?: readonly CacheLife[];
}

export interface RequestBody {
  description: string;
  /** True if the body may be absent. */
  optional?: true;
  content: Readonly<Record<string, Shape>>;
}

/** A refusal in the words that it has here; `detail` tells the example from others of the same code. */
export interface WordedRefusal {
  refusal: Refusal;
  detail: string;
}

/** The words of a row, or of one of its methods. Its chapter gives the tag, and the docs page where this names none. */
export interface OperationWords {
  /** A verb and a noun: `getModel`. */
  id: string;
  /** A paragraph, Markdown: what one calls it for and what to know. */
  why: string;
  /** The page of the documentation about it. */
  docs?: string;
  /** Params of the pattern whose meaning here differs from their name. */
  params?: Readonly<Record<string, ParameterName>>;
  query?: readonly QueryName[];
  /** Request headers that it reads. */
  headers?: readonly RequestHeaderName[];
  /** The token that it requires; absent if it is anonymous. */
  token?: TokenName;
  /** A token that it accepts but does not need. */
  welcome?: 'registryToken';
  request?: RequestBody;
  /** The shape of this row's JSON; absent if it has none. */
  shape?: Shape;
  /** Answers by status. A 304 and a 206 follow from the row. */
  answers: Readonly<Record<number, Success>>;
  /** True for a live row with an `ETag` that callers may revalidate. */
  tagged?: true;
  /** Refusals beyond those that follow from the row. */
  refusals?: readonly (RefusalCode | WordedRefusal)[];
  /** Refusals of the registry. */
  registryRefusals?: readonly Parameters<typeof refuseOci>[0][];
  /** Statuses of refusals that a browser gets as a page. */
  pages?: readonly number[];
  links?: Readonly<Record<string, Link>>;
  /** The statuses of `answers` that `HEAD` has, if not all of them. */
  head?: readonly number[];
  /** Describes the row's path behind a pin too: `id` is the operation's id there, `why` its use. */
  pinned?: { id: string; why: string };
  /** The operations of the row's other methods; the summary of each stands in its `why`. */
  also?: Partial<Record<OtherMethod, OperationWords>>;
}

export interface Operation extends OperationWords {
  tag: TagName;
  also?: Partial<Record<OtherMethod, Operation>>;
}

/** The words of most operations: `is` describes the one answer, a 200. */
export const operation = (id: string, why: string, is: string, more: Partial<OperationWords> = {}): OperationWords => ({
  ...{ id, why, answers: { 200: { is } } },
  ...more,
});

/** The refusal of a parameter, and of a body, in the words that it has here. */
export const badParameter = (name: string, fix: string): WordedRefusal => ({
  refusal: refuse('BadParameter', { name, fix }),
  detail: `.${name}`,
});
export const badBody = (name: string, fix: string): WordedRefusal => ({
  refusal: refuse('BadBody', { fix }),
  detail: `.${name}`,
});

/** Methods that a row may answer beside its first. */
export type OtherMethod = 'POST' | 'PATCH' | 'DELETE';

/** A row whose answers the operation of another row describes: its path is a value of that row's. */
export interface PartOf {
  partOf: AnsweredName;
}
