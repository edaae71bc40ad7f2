// Describes `HEAD` of a row, which has the same status and headers as `GET`, without the body (RFC 9110 9.3.2).
import type { Row } from '../table/route.ts';
import type { Operation } from './operations/operation.ts';
import { refusalHeaders } from './responses/refusal-responses.ts';
import type { ShownRefusal } from './responses/refused-by.ts';
import type { SuccessResponse } from './responses/success-responses.ts';
import type { Components } from './schemas/components.ts';

/** The parts of the description of `GET` that are needed for `HEAD`. */
interface GetOperation {
  components: Components;
  row: Row;
  operation: Operation;
  /** The successful responses to `GET`, by status. */
  successes: Readonly<Record<string, SuccessResponse>>;
  refused: readonly ShownRefusal[];
}

/** True if a row answers `HEAD`. */
export function answersHead({ methods }: Row): boolean {
  return methods === undefined || methods.includes('HEAD');
}

/** Returns the id of the `HEAD` operation for the id of the `GET` operation. */
export const headId = (id: string): string => `${id}Head`;

/**
 * Makes the responses to `HEAD` from the responses to `GET`. They have no body, but they keep the media types, which
 * are the values of `Content-Type`. There is no 206, because `HEAD` ignores ranges (RFC 9110 14.2). Refusals are
 * grouped by class of status.
 */
export function headResponses({ components, row, operation, successes, refused }: GetOperation): object {
  const statuses = Object.keys(successes).map(Number);
  const shown = operation.head ?? statuses.filter((status) => status !== 206);
  const own = Object.entries(successes).filter(([status]) => shown.includes(Number(status)));
  const possible = refused.filter(({ code }) => code !== 'BadRange');
  // An answer and a refusal with the same status must share one response.
  const alike = Map.groupBy(possible, ({ status }) => (shown.includes(status) ? status : undefined));
  const classes = Map.groupBy(alike.get(undefined) ?? [], ({ status }) => `${Math.floor(status / 100)}XX`);
  return {
    ...Object.fromEntries(
      own.map(([status, { description, headers, content }]) => {
        const refusals = alike.get(Number(status));
        const types = refusals?.some(({ shape }) => shape !== 'nothing')
          ? { 'application/json': {}, ...content }
          : content;
        return [
          status,
          {
            description,
            headers: refusals ? refusalHeaders(components, row, refusals) : headers,
            ...(types && { content: withoutBody(components, types) }),
          },
        ];
      }),
    ),
    ...Object.fromEntries(
      [...classes].map(([statuses, some]) => [
        statuses,
        components.add('responses', nameOf(row, statuses, some), () => ({
          description: `Refused as \`GET\` is: ${statusList(some)}.`,
          headers: refusalHeaders(components, row, some),
        })),
      ]),
    ),
  };
}

/** Returns the media types of `content`, each with an empty example. */
function withoutBody(components: Components, content: object): object {
  const none = components.add('examples', 'NoBody', () => ({ summary: 'An answer to HEAD has no body', value: '' }));
  return Object.fromEntries(Object.keys(content).map((type) => [type, { examples: { none } }]));
}

/** Returns the name of the component for these refusals. Rows with the same refusals share the component. */
function nameOf({ dialect }: Row, statuses: string, refused: readonly ShownRefusal[]): string {
  const names = [...new Set(refused.map(({ name }) => name.replace(/\..*/, '')))];
  return `Head${dialect === 'oci' ? 'Oci' : ''}${statuses}${names.join('')}`;
}

const statusList = (refused: readonly ShownRefusal[]) =>
  [...new Set(refused.map(({ status }) => status))].sort().join(', ');
