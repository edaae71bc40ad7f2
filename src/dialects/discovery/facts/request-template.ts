// Writes the path of a row of the route table for documents. The params that a caller fills in stay in braces.
import { own } from '../../../basics/own.ts';
import type { RequestDescriptor } from '../../../shapes/sections.ts';

/**
 * Returns the path of a row. Fills in the params in `known`. All others stay in braces, without the dots of
 * `{path...}`.
 */
export function requestTemplate(row: { pattern: string }, known: Record<string, string> = {}): string {
  return row.pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => own(known, name) ?? `{${name}}`);
}

/** Describes a GET request of a section. `known` has the values of params that the caller need not fill in. */
export const describedGet = (
  dialect: NonNullable<RequestDescriptor['dialect']>,
  row: { pattern: string },
  returns: string,
  known?: Record<string, string>,
): RequestDescriptor => ({ method: 'GET', url: requestTemplate(row, known), returns, dialect });
