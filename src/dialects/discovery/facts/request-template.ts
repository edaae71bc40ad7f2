// A row of the route table as documents print it: its path, with braces for values that the caller fills in.
import { own } from '../../../basics/own.ts';
import type { RequestDescriptor } from '../../../shapes/sections.ts';

/** Gives the path of a row; fills in the params in `known`, and leaves the others in braces, a rest without its dots. */
export function requestTemplate(row: { pattern: string }, known: Record<string, string> = {}): string {
  return row.pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => own(known, name) ?? `{${name}}`);
}

/** A GET that a section describes; `known` are params that it fills in. */
export const describedGet = (
  dialect: NonNullable<RequestDescriptor['dialect']>,
  row: { pattern: string },
  returns: string,
  known?: Record<string, string>,
): RequestDescriptor => ({ method: 'GET', url: requestTemplate(row, known), returns, dialect });
