// Collects the refused lines of an import with their faults, and counts each reason.

import { defined } from '../../../src/basics/records.ts';
import { type Fault, generic } from './row-shape.ts';

/** A line that can't be imported. */
export interface BadLine {
  line: number;
  id?: string;
  faults: Fault[];
}

/** The maximum number of faults of one line that the report names. */
const MOST_FAULTS = 8;

export class FaultLedger {
  readonly badLines: BadLine[] = [];
  readonly #reasons = new Map<string, number>();

  /** Records a bad line. Only the first of `faults` is counted as its reason. */
  add(line: number, faults: Fault[], id?: string): void {
    this.badLines.push({ line, ...defined({ id }), faults: faults.slice(0, MOST_FAULTS) });
    const reason = inWords({ ...faults[0]!, field: generic(faults[0]!.field) });
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** Gives the number of refused lines for each reason, the most frequent first. */
  byReason(): Record<string, number> {
    return Object.fromEntries([...this.#reasons].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  }
}

/**
 * Returns a fault in words, such as `files[3].size is missing`. A fault of the whole line reads `the line is not JSON`.
 */
export function inWords({ field, reason }: Fault): string {
  return `${field || 'the line'} ${reason}`;
}
