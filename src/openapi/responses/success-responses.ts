// Describes answers that are no refusals: their media types, headers, examples and links.

import { own } from '../../basics/own.ts';
import { mediaTypeOf } from '../../table/answer-facts.ts';
import type { Row } from '../../table/route.ts';
import type { Shown } from '../examples/shown-answers.ts';
import type { Link, Operation, Shape, Success } from '../operations/operation.ts';
import type { Components } from '../schemas/components.ts';
import { schemaOf } from '../schemas/schema-of.ts';
import { isTagged, successHeaders } from './response-headers.ts';

/** A response that is no refusal, as an object of OpenAPI. */
export interface SuccessResponse {
  description: string;
  headers: object;
  content?: object;
  links?: object;
}

type Answers = Readonly<Record<string, Shown>>;

/**
 * Makes the successful responses of a row, by status. `shown` returns real answers by media type: the usual answers, or
 * the answers with the status 503.
 */
export function successResponses(
  components: Components,
  row: Row,
  operation: Operation,
  shown: (status?: 503) => Answers,
): Record<string, SuccessResponse> {
  const { answers, links } = operation;
  const all = Object.entries({ ...answers, ...derived(row, operation, answers[200]) });
  return Object.fromEntries(
    all.map(([status, success], at) => [
      status,
      {
        ...successResponse(
          components,
          row,
          operation,
          Number(status),
          success,
          at === 0 ? shown() : status === '503' ? shown(503) : {},
        ),
        ...(at === 0 && links ? { links: writtenLinks(links) } : {}),
      },
    ]),
  );
}

/** Makes the answers that follow from the row: a 304 if answers have an ETag, and a 206 if the row allows ranges. */
function derived(row: Row, operation: Operation, whole: Success | undefined): Record<number, Success> {
  if (!whole || !isTagged(row, operation)) return {};
  const is = 'Nothing changed since the answer whose tag was sent in `If-None-Match`.';
  const unchanged: Success = { ...whole, is, content: {} };
  if (!row.ranges) return { 304: unchanged };
  const types = Object.keys(contentOf(row, operation, whole));
  const content = Object.fromEntries(types.map((type) => [type, { description: 'The bytes asked for.' }]));
  return { 206: { ...whole, is: 'The range of bytes asked for.', content }, 304: unchanged };
}

function successResponse(
  components: Components,
  row: Row,
  operation: Operation,
  status: number,
  success: Success,
  shown: Answers,
): SuccessResponse {
  const content = Object.entries(contentOf(row, operation, success));
  const written = content.map(([type, shape]) => [type, media(components, shape, own(shown, type))]);
  return {
    description: success.is,
    headers: successHeaders(components, row, operation, status, success),
    ...(content.length === 0 ? {} : { content: Object.fromEntries(written) }),
  };
}

/** Returns the media types of an answer, each with the schema of its body. */
export function contentOf(row: Row, { shape }: Operation, success: Success): Readonly<Record<string, Shape>> {
  if (success.content) return success.content;
  const types = row.type === undefined ? (row.as ?? []).map(mediaTypeOf) : [row.type.split(';')[0]!];
  const of = (type: string): Shape => (type.includes('json') && shape ? shape : { type: 'string' });
  return Object.fromEntries(types.map((type) => [type, of(type)]));
}

function media(components: Components, shape: Shape, shown: Shown | undefined) {
  const schema = schemaOf(components, shape);
  if (shown === undefined) return { schema };
  const { name, summary = 'An answer of this service', value } = shown;
  const example =
    name === undefined ? { summary, value } : components.add('examples', name, () => ({ summary, value }));
  return { schema, examples: { [shown.summary === undefined ? 'real' : 'excerpt']: example } };
}

function writtenLinks(links: Readonly<Record<string, Link>>): object {
  return Object.fromEntries(
    Object.entries(links).map(([name, { to, description, parameters }]) => [
      name,
      { operationId: to, description, parameters },
    ]),
  );
}
