// Finds the headers of a response, and describes them.
import { isLivePage } from '../../table/answer-facts.ts';
import { pairsOf } from '../../table/headers.ts';
import type { CacheLife, Row } from '../../table/route.ts';
import { cacheHeader, type Header, type HeaderName, headers } from '../operations/headers.ts';
import type { Operation, Success } from '../operations/operation.ts';
import type { Components } from '../schemas/components.ts';

const ALWAYS: readonly HeaderName[] = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'X-Request-Id'];
const OF_PAGES: readonly HeaderName[] = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options'];

/** `as declared`: answers have the header as its component says. `sometimes`: only some answers have it. */
type Presence = 'as declared' | 'sometimes';

/** Returns a reference to the component of a header. */
export function headerReference(components: Components, name: HeaderName, presence: Presence) {
  const header: Header = headers[name];
  const optional = presence === 'sometimes' && header.required === true;
  return components.add('headers', optional ? `${name}.sometimes` : name, () => written(header, optional));
}

/** Returns a reference to the `Cache-Control` of answers with these cache lives. */
export function cacheReference(components: Components, lives: readonly CacheLife[]) {
  return components.add('headers', `Cache-Control.${lives.join('.')}`, () => written(cacheHeader(lives), false));
}

function written({ description, required, schema }: Header, optional: boolean) {
  return { description, ...(required && !optional ? { required } : {}), schema };
}

/** Returns the headers that every answer of the row has, with any status. */
export function commonHeaders(components: Components, row: Row): Record<string, unknown> {
  const names: HeaderName[] = row.dialect === 'oci' ? [...ALWAYS, 'Docker-Distribution-Api-Version'] : [...ALWAYS];
  return Object.fromEntries(names.map((name) => [name, headerReference(components, name, 'as declared')]));
}

/** True if the answers of this row have an ETag, so that callers can revalidate them. */
export function isTagged(row: Row, operation: Operation): boolean {
  return row.when === 'built' || row.as !== undefined || operation.tagged === true;
}

/** Returns the headers of a successful answer. */
export function successHeaders(
  components: Components,
  row: Row,
  operation: Operation,
  status: number,
  success: Success,
): Record<string, unknown> {
  const names = new Set<HeaderName>(success.headers);
  const isOfTree = isTagged(row, operation) && [200, 206, 304].includes(status);
  if (isOfTree) {
    names.add('ETag');
    if (row.compressed || row.as !== undefined) names.add('Vary');
    if (row.ranges) names.add('Accept-Ranges');
    for (const [name] of pairsOf(row.headers ?? [])) names.add(name as HeaderName);
    if (status === 206) names.add('Content-Range');
    if (status === 200 && (row.compressed || row.as !== undefined)) names.add('Content-Encoding');
  }
  if (row.csp !== undefined || isLivePage(row)) {
    for (const name of OF_PAGES) names.add(name);
    names.add('Vary');
    if (isLivePage(row)) names.add('Content-Encoding');
  }
  if (status !== 304 && status !== 204) names.add('Content-Length');
  return {
    ...commonHeaders(components, row),
    'Cache-Control': cacheReference(components, success.cache ?? [row.cache]),
    ...Object.fromEntries([...names].map((name) => [name, headerReference(components, name, 'as declared')])),
  };
}
