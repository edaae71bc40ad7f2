// The facts that the API description needs beyond the route table: the use of a row, its input and its answers.
import type { refuseOci } from '../../dialects/oci/registry/refusals.ts';
import type { ShapeName } from '../../shapes/components.ts';
import { type Refusal, type RefusalCode, refuse, refuseParameter } from '../../table/refusals.ts';
import type { CacheLife } from '../../table/route.ts';
import type { AnsweredName } from '../../table/routes.ts';
import type { ParameterName } from '../parameters/parameters.ts';
import type { QueryName } from '../parameters/query.ts';
import type { RequestHeaderName } from '../parameters/request-headers.ts';
import type { HeaderName } from './headers.ts';
import type { TagName } from './tags.ts';
import type { TokenName } from './tokens.ts';

/** A JSON schema, or the name of a shape in `src/shapes`. */
export type Shape = ShapeName | { readonly [keyword: string]: unknown };

/** A link to another operation. Its values are runtime expressions of OpenAPI. */
export interface Link {
  /** The `id` of the operation. */
  to: string;
  description: string;
  parameters: Readonly<Record<string, string>>;
}

/** A successful answer. */
export interface Success {
  /** Describes the answer in one sentence, as Markdown. */
  is: string;
  /**
   * The content by media type. By default it has the row's media type and the operation's `shape`. `{}` means no body.
   */
  content?: Readonly<Record<string, Shape>>;
  /** Headers beyond those that the row implies. */
  headers?: readonly HeaderName[];
  /** The cache lives that the answer may have; by default that of the row. */
  cache?: readonly CacheLife[];
}

export interface RequestBody {
  description: string;
  /** True if the body may be absent. */
  optional?: true;
  content: Readonly<Record<string, Shape>>;
}

/**
 * A refusal with the sentence that it has at this operation. `detail` distinguishes its example from others with the
 * same code.
 */
export interface WordedRefusal {
  refusal: Refusal;
  detail: string;
}

/** Describes a row, or one of its methods. The chapter adds the tag, and the docs page if `docs` is absent. */
export interface OperationWords {
  /** The id of the operation, a verb and a noun: `getModel`. */
  id: string;
  /** Says what the operation is for and what callers should know, as a paragraph of Markdown. */
  why: string;
  /** The page of the documentation about the operation. */
  docs?: string;
  /** The components that describe params of the pattern whose usual component does not fit here. */
  params?: Readonly<Record<string, ParameterName>>;
  query?: readonly QueryName[];
  /** The request headers that the operation reads. */
  headers?: readonly RequestHeaderName[];
  /** The token that the operation requires; absent if callers are anonymous. */
  token?: TokenName;
  /** A token that the operation accepts but does not require. */
  welcome?: 'registryToken';
  request?: RequestBody;
  /** The shape of the JSON in the answer; absent if the row has none. */
  shape?: Shape;
  /** The answers by status. A 304 and a 206 are derived from the row. */
  answers: Readonly<Record<number, Success>>;
  /** True for a live row whose answers have an `ETag`, so that callers can revalidate them. */
  tagged?: true;
  /** Refusals beyond those that are derived from the row. */
  refusals?: readonly (RefusalCode | WordedRefusal)[];
  /** Refusals of the registry. */
  registryRefusals?: readonly Parameters<typeof refuseOci>[0][];
  /** Statuses of refusals that a browser gets as a page. */
  pages?: readonly number[];
  links?: Readonly<Record<string, Link>>;
  /** The statuses of `answers` that `HEAD` may have; absent if it may have all. */
  head?: readonly number[];
  /** Describes the pinned path of the row too: `id` is the id of the operation there, `why` says what it is for. */
  pinned?: { id: string; why: string };
  /** Describes the row's other methods. The `why` of each is also its summary. */
  also?: Partial<Record<OtherMethod, OperationWords>>;
}

export interface Operation extends OperationWords {
  tag: TagName;
  also?: Partial<Record<OtherMethod, Operation>>;
}

/** Describes an operation. A sentence for `answers` describes the only one, a 200. */
export const operation = (
  id: string,
  why: string,
  answers: string | OperationWords['answers'],
  more: Omit<OperationWords, 'id' | 'why' | 'answers'> = {},
): OperationWords => ({
  ...{ id, why, answers: typeof answers === 'string' ? { 200: { is: answers } } : answers },
  ...more,
});

/** Describes a redirect that nobody keeps. */
export const redirect = (is: string, headers: readonly HeaderName[] = ['Location']): Success => ({
  ...{ is, content: {}, headers, cache: ['no-store'] },
});

/** Makes the refusal of a wrong parameter, or of a wrong body. `fix` says what to send instead. */
export const badParameter = (name: string, fix: string): WordedRefusal => ({
  refusal: refuseParameter(name, fix),
  detail: `.${name}`,
});
export const badBody = (name: string, fix: string): WordedRefusal => ({
  refusal: refuse('BadBody', { fix }),
  detail: `.${name}`,
});

/** The methods that a row may answer besides its first. */
export type OtherMethod = 'POST' | 'PATCH' | 'DELETE';

/** A row that needs no operation of its own, since its path is one value of a param in the row `partOf`. */
export interface PartOf {
  partOf: AnsweredName;
}
