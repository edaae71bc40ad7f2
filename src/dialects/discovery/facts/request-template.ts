// A row of the route table as documents print it: its path, with braces for what the caller has to fill in.
import { own } from '../../../basics/own.ts';
import type { RequestDescriptor } from '../../../shapes/sections.ts';

/** The path of a row; params of `known` are filled in, the others stay in braces, a rest without its dots. */
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
