// Declares a row in the table of results: the hub's figure, that of the yardstick, and the target for their ratio. A
// yardstick is a simple program or another tool that does comparable work.
interface Figure {
  value: number;
  /** The unit, such as `requests/s`, `ms`, `s`, `MiB`. */
  unit: string;
}

export interface Row {
  /** The name of the measurement, such as `redirect`. */
  name: string;
  ours: Figure;
  /** The figure of the yardstick, measured in turn with the hub's in the same run. */
  yardstick: Figure;
  /** The hub's figure divided by the yardstick's. With several rounds, the median of their ratios. */
  ratio: number;
  /** The ratio that must be reached; absent if the row is only for information. */
  target?: { at: 'least' | 'most'; ratio: number };
  /** Notes about the method and further results. */
  note: string;
}

/** The code of an older commit. */
export interface BaseCode {
  /** The name of the commit, as the caller gave it. */
  commit: string;
  /** The folder with its files. */
  folder: string;
}

/** The settings that every benchmark gets. */
export interface BenchSettings {
  /** True for smaller inputs, which show quickly whether the benchmark runs, without judging its targets. */
  quick: boolean;
  /** A folder for this run, which is removed at the end. */
  folder: string;
  /** The older code to compare with, if `--base` named a commit. */
  base?: BaseCode | undefined;
  /** Prints a line of progress. */
  say(line: string): void;
}

/** A benchmark: measures one thing, and resolves to one or more rows. */
export type Bench = (settings: BenchSettings) => Promise<Row[]>;

/** True if the row meets its target; undefined if it has none. */
export function isMet({ ratio, target }: Row): boolean | undefined {
  if (!target) return undefined;
  return target.at === 'least' ? ratio >= target.ratio : ratio <= target.ratio;
}

/**
 * Makes a row of figures in one unit. Their ratio is that of the figures, unless another is given, such as the median
 * of several rounds.
 */
export function rowOf(
  name: string,
  unit: string,
  { ours, yardstick, ratio = ours / yardstick }: { ours: number; yardstick: number; ratio?: number },
  target: readonly [at: 'least' | 'most', ratio: number] | undefined,
  note = '',
): Row {
  return {
    ...{ name, ours: { value: ours, unit }, yardstick: { value: yardstick, unit }, ratio, note },
    ...(target && { target: { at: target[0], ratio: target[1] } }),
  };
}

/** Returns the rows that miss their target. */
export function missedRows(rows: readonly Row[]): Row[] {
  return rows.filter((row) => isMet(row) === false);
}

/** Formats the table as text: a line for each row, with the notes below. */
export function formatTable(rows: readonly Row[]): string {
  const head = ['Row', 'Ours', 'Yardstick', 'Ratio', 'Target', 'Met'];
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  table.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  const notes = rows.filter((row) => row.note !== '').map((row) => `${row.name}: ${row.note}`);
  return `${table.join('\n')}\n\n${notes.join('\n')}\n`;
}

function cells(row: Row): string[] {
  const { name, ours, yardstick, ratio, target } = row;
  const met = isMet(row);
  return [
    name,
    formatFigure(ours),
    formatFigure(yardstick),
    rounded(ratio),
    target ? `${target.at === 'least' ? '>=' : '<='} ${target.ratio}` : '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

/** Formats a figure, such as `12,345 requests/s` or `0.123 s`. */
function formatFigure({ value, unit }: Figure): string {
  return `${value >= 1000 ? Math.round(value).toLocaleString('en') : rounded(value)} ${unit}`;
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(3);
}
