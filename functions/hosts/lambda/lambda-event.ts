// A request and an answer in the words of AWS Lambda: those of function URLs and HTTP APIs (payload format 2.0), and those of REST APIs and load balancers (1.0).
import type { Ask } from '../../request/answer.ts';
import { CREDENTIALS } from '../../request/credentials.ts';

/** What is read of an event of either format. */
export interface LambdaEvent {
  /** 2.0: as it was sent, but for the stage. */
  rawPath?: string;
  rawQueryString?: string;
  requestContext?: { http?: { method: string } };
  /** 1.0 */
  path?: string;
  httpMethod?: string;
  multiValueQueryStringParameters?: Record<string, string[]> | null;
  queryStringParameters?: Record<string, string> | null;
  multiValueHeaders?: Record<string, string[]> | null;
  headers?: Record<string, string> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** The request of `event`. */
export function lambdaAsk(event: LambdaEvent): Ask {
  const headers = headersOf(event);
  const query = event.rawQueryString ?? queryOf(event);
  return {
    method: event.requestContext?.http?.method ?? event.httpMethod ?? 'GET',
    target: `${event.rawPath ?? event.path ?? '/'}${query ? `?${query}` : ''}`,
    authorization: () => headers.get('authorization'),
    header: (name) => (CREDENTIALS.has(name) ? undefined : headers.get(name)),
    async body(limit) {
      const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
      return bytes.length > limit ? undefined : bytes;
    },
  };
}

function headersOf({ multiValueHeaders, headers }: LambdaEvent): Map<string, string> {
  const single = Object.entries(headers ?? {});
  const joined = Object.entries(multiValueHeaders ?? {}).map(([name, values]) => [name, values.join(', ')] as const);
  return new Map([...single, ...joined].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Format 1.0 gives names and values decoded; a load balancer gives them as they were sent, so what is encoded stays so. */
function queryOf({
  multiValueQueryStringParameters: several,
  queryStringParameters: single,
  requestContext,
}: LambdaEvent) {
  const written = Object.hasOwn(requestContext ?? {}, 'elb') ? (text: string) => text : encodeURIComponent;
  const pairs = several
    ? Object.entries(several).flatMap(([name, values]) => values.map((value) => [name, value] as const))
    : Object.entries(single ?? {});
  return pairs.map(([name, value]) => `${written(name)}=${written(value)}`).join('&');
}

/** Header names with their values; several lines of one name come joined, which all ours allow (RFC 9110 5.3). */
export function headersIn(flat: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (let at = 0; at < flat.length; at += 2) {
    const [name, value] = [flat[at]!, flat[at + 1]!];
    joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  }
  return Object.fromEntries(joined);
}
