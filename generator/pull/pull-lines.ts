// Declares the events that a pull reports, and shows them to a person: one changing line on a terminal, plain lines
// elsewhere.
import { shownLine } from '../../src/basics/shown-text.ts';
import { bytes, counted, timeLeft } from '../../src/model/figures.ts';

/** The number of bytes that each source sent, by the source's name. */
type Shares = Record<string, number>;

export type PullEvent =
  | { event: 'plan'; id: string; revision: string; folder: string; files: number; bytes: number; sources: string[] }
  /** `left` is the number of seconds left; absent while it is unknown. */
  | { event: 'progress'; bytes: number; total: number; rate: number; left?: number; sources: Shares }
  | { event: 'checking'; bytes: number; total: number }
  | { event: 'file'; path: string; bytes: number; sources: string[] }
  /**
   * The first fault of its kind, or the fault after which a source is left. `times` counts faults in a row. `again` is
   * the number of seconds until the source is asked again; absent if it is not.
   */
  | { event: 'source'; source: string; fault: string; path?: string; times?: number; again?: number }
  /** No source sends anything, and the pull ends in this number of seconds if that lasts. */
  | { event: 'waiting'; seconds: number }
  | { event: 'unmatched'; patterns: string[] }
  | { event: 'failed'; path: string; reason: string }
  /** Reports that one of several models can't be pulled at all. */
  | { event: 'refused'; id: string; reason: string }
  /** A signal ended the pull before its end. */
  | { event: 'stopped' }
  | ({ event: 'done' } & PullSummary);

export interface PullSummary {
  id: string;
  revision: string;
  folder: string;
  /** True if every file is in place with its hash. */
  ok: boolean;
  files: number;
  bytes: number;
  /** The numbers of files and of bytes that were in place before the run. */
  here: { files: number; bytes: number };
  /** The number of bytes that came over the network. */
  fetched: number;
  seconds: number;
  /** The number of bytes that each source sent. `gone` is the reason why a source is not asked any more. */
  sources: { source: string; bytes: number; gone?: string }[];
  failed: { path: string; reason: string }[];
}

export type Tell = (event: PullEvent) => void;

interface TextStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The number of milliseconds between two lines of progress if the output is no terminal. */
const EVERY_MS = 10_000;

/** Makes a receiver of events that writes progress to `progress`, and the summary to `out`. */
export function tellPerson(progress: TextStream, out: TextStream): Tell {
  let shown = performance.now();
  let isOpen = false;
  const reasons = new Set<string>();
  const close = () => {
    if (isOpen) progress.write('\r\u001b[K');
    isOpen = false;
  };
  const say = (line: string) => {
    close();
    progress.write(`${shownLine(line)}\n`);
  };
  const state = (line: string) => {
    if (progress.isTTY) {
      progress.write(`\r${shownLine(line).slice(0, (progress.columns ?? 80) - 1)}\u001b[K`);
      isOpen = true;
    } else if (performance.now() - shown >= EVERY_MS) say(line);
    else return;
    shown = performance.now();
  };
  return (event) => {
    if (event.event === 'progress') state(progressLine(event));
    else if (event.event === 'checking') state(`Checking what is here: ${percent(event.bytes, event.total)}`);
    else if (event.event === 'done') {
      close();
      for (const line of summaryLines(event)) out.write(`${shownLine(line)}\n`);
    } else if (event.event !== 'failed' || !reasons.has(event.reason)) {
      // A thousand files may fail for the same reason, which is said once.
      if (event.event === 'failed') reasons.add(event.reason);
      const line = lineOf(event);
      if (line !== undefined) say(line);
    }
  };
}

/** Makes a receiver that writes each event as a line of JSON. */
export const tellProgram =
  (out: TextStream): Tell =>
  (event) => {
    // `checking` events get no line, because there is one for every hashed piece.
    if (event.event !== 'checking') out.write(`${JSON.stringify(event)}\n`);
  };

function lineOf(event: PullEvent): string | undefined {
  if (event.event === 'plan') {
    const { id, revision, files, sources, folder } = event;
    const from = sources.length === 0 ? 'no source' : sources.join(', ');
    return `${id} at ${revision.slice(0, 12)}: ${counted(files, 'file')}, ${bytes(event.bytes)}, from ${from}, to ${folder}`;
  }
  if (event.event === 'source') return sourceLine(event);
  if (event.event === 'waiting')
    return `No source sends anything. The pull ends once no source is asked any more, in ${timeLeft(event.seconds)} at most; later, the same command goes on.`;
  if (event.event === 'unmatched') return `No file matches ${event.patterns.join(', ')}.`;
  if (event.event === 'stopped') return 'Stopped; what came is kept, and the same command goes on.';
  if (event.event === 'refused') return `${event.id} is not pulled. ${event.reason}`;
  return event.event === 'failed' ? `${event.path} failed. ${event.reason}` : undefined;
}

/** Returns a line such as `srca breaks off, 3 times in a row; asked again in 2 s`. */
function sourceLine({ source, fault, path, times, again }: Extract<PullEvent, { event: 'source' }>): string {
  if (times === undefined) return `${source} ${fault}${path === undefined ? '' : `: ${path}`}`;
  const next = again === undefined ? 'asked no more' : `asked again in ${timeLeft(again)}`;
  return `${source} ${timesInARow(fault, times)}; ${next}`;
}

type Progress = Extract<PullEvent, { event: 'progress' }>;

/** Describes a fault that happened several times in a row. */
export const timesInARow = (fault: string, times: number): string =>
  times === 1 ? fault : `${fault}, ${times} times in a row`;

/** Returns a line such as `42 % of 9.6 GB  118 MB/s  srca 64 %, srcb 36 %  12 s left`. */
function progressLine({ bytes: done, total, rate, left, sources }: Progress): string {
  const sum = Object.values(sources).reduce((all, one) => all + one, 0);
  const shares = Object.entries(sources)
    .filter(([, sent]) => sent > 0)
    .map(([name, sent]) => `${name} ${percent(sent, sum)}`);
  return [
    `${percent(done, total)} of ${bytes(total)}`,
    `${bytes(rate)}/s`,
    ...(shares.length > 0 ? [shares.join(', ')] : []),
    ...(left === undefined ? [] : [`${timeLeft(left)} left`]),
  ].join('  ');
}

const percent = (part: number, whole: number) => `${whole > 0 ? Math.floor((part / whole) * 100) : 100} %`;

/** Returns lines about the fetched bytes, the sources that sent them, and the files that failed. */
function summaryLines(summary: PullSummary): string[] {
  const { files, failed, fetched, folder, here, seconds, sources } = summary;
  const right = files - failed.length;
  const rate = fetched > 0 && seconds > 0 ? `, ${bytes(fetched / seconds)}/s` : '';
  const kept = here.files > 0 ? `, ${counted(here.files, 'file')} of them here before` : '';
  return [
    `${counted(right, 'file')} right${kept}: ${bytes(fetched)} in ${seconds.toFixed(1)} s${rate}.`,
    ...sources.map(
      ({ source, bytes: sent, gone }) =>
        `  ${source}: ${bytes(sent)}${sent > 0 ? ` (${percent(sent, fetched)})` : ''}${gone === undefined ? '' : `; asked no more: it ${gone}`}`,
    ),
    failed.length === 0
      ? `Every file has the SHA-256 of the index: ${folder}`
      : `${counted(failed.length, 'file')} failed; nothing wrong is in place, and the next run goes on: ${folder}`,
  ];
}
