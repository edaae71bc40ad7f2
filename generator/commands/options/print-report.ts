// Prints the report of a command.
import process from 'node:process';
import { shownJson, shownLines } from '../../../src/basics/shown-text.ts';

/** Prints `report` as JSON if `json` is true; otherwise prints `lines` for people. */
export function printReport(json: boolean | undefined, report: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? shownJson(report, 2) : shownLines(lines));
}
