// Formats the table of fault scenarios: a row for each, with the day and the machine of the measurement.
import type { Fault, Outcome } from './fault.ts';

/** A scenario that has run, with its outcome. */
export interface RanFault extends Pick<Fault, 'name' | 'promise'>, Outcome {
  seconds: number;
}

export interface Measured {
  /** The day of the measurement, as YYYY-MM-DD. */
  day: string;
  /** The size of the machine, such as its cores and memory. */
  machine: string;
}

const HEAD = ['| Scenario | What must hold | Held | What was seen | Measured |', '| --- | --- | --- | --- | --- |'];

/**
 * Returns the text `page` with a row for each of `ran`. A new row replaces the row with the same name, or comes last if
 * no row has its name. Other rows stay. If `page` has no table, adds one at its end.
 */
export function withRows(page: string, ran: readonly RanFault[], measured: Measured): string {
  const lines = page.split('\n');
  const begin = lines.indexOf(HEAD[0]!);
  const rest = lines.findIndex((line, at) => at > begin && !line.startsWith('|'));
  const rows = begin < 0 ? [] : lines.slice(begin + HEAD.length, rest);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  for (const one of ran) byName.set(cell(one.name), rowOf(one, measured));
  const table = [...HEAD, ...byName.values()];
  if (begin < 0) return `${page}${table.join('\n')}\n`;
  return [...lines.slice(0, begin), ...table, ...lines.slice(rest)].join('\n');
}

function rowOf({ name, promise, held, figures, seconds }: RanFault, { day, machine }: Measured): string {
  const time = seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;
  const cells = [name, promise, held ? 'yes' : 'NO', figures, `${day}, ${machine}, ${time}`];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** Makes a table cell of one line. Escapes characters that would end the cell or begin HTML. */
const cell = (text: string) =>
  text.replace(/\s+/g, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '\\<');

function nameOf(row: string): string {
  return /^\| ((?:[^|\\]|\\.)*?) \|/.exec(row)?.[1] ?? row;
}
