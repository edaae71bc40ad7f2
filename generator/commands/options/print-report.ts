// Prints what a command did.
import process from 'node:process';
import { shownJson, shownLines } from '../../../src/basics/shown-text.ts';

/** Prints `report` for programs where `json` asks for that, else `lines` for people. */
export function printReport(json: boolean | undefined, report: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? shownJson(report, 2) : shownLines(lines));
}
