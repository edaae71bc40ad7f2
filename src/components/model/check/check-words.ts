// The words about a visitor's files: a line for each file, and a sentence for all.
import { type Html, html } from '../../../basics/html.ts';
import { own } from '../../../basics/own.ts';
import { type CheckedFile, isResumable } from '../../../checking/checked-file.ts';
import type { ExpectedFile } from '../../../checking/hash-lookup.ts';
import type { ModelReport } from '../../../checking/judge-files.ts';
import { bytes, count, counted } from '../../../model/figures.ts';

/** The most lines about skipped files, and about missing ones. */
const MOST_NAMED = 5;

/** The word and the mark of each state. */
export const STATES: Record<string, readonly [word: string, mark: string]> = {
  waiting: ['Waiting', 'unknown'],
  hashing: ['Hashing', 'unknown'],
  looking: ['Looking up', 'unknown'],
  stopped: ['Stopped', 'unknown'],
  failed: ['Not checked', 'bad'],
  known: ['Right', 'good'],
  differs: ['Differs', 'bad'],
  unknown: ['Not of this model', 'unknown'],
};

/** Makes the line of a file. */
export function lineHtml({ path, file, state, sha256, matches = [], done }: CheckedFile): Html {
  const [word, mark] = own(STATES, state.at === 'named' ? state.verdict.kind : state.at)!;
  const verdict = state.at === 'named' ? state.verdict : undefined;
  const at = state.at === 'hashing' && file.size > 0 ? ` ${Math.floor((done / file.size) * 100)} %` : '';
  const other = verdict?.kind === 'known' && !verdict.guess ? matches[0]?.path : undefined;
  const belongs = matches[0] ? html` These bytes belong at <code><bdi>${matches[0].path}</bdi></code>.` : '';
  const why =
    verdict?.kind === 'differs'
      ? html`<span class="note">${difference(file.size, verdict.expected)} Its SHA-256 is <code>${sha256 ?? ''}
        </code>, where <code><bdi>${verdict.expected.path}</bdi></code> has <code>${verdict.expected.sha256}
        </code>.${belongs}</span>`
      : state.at === 'failed'
        ? html`<span class="note">${state.reason}</span>`
        : other !== undefined
          ? html`<span class="note">These bytes are <code><bdi>${other}</bdi></code>.</span>`
          : '';
  return html`<span class="state state-${mark}">${word}${at}</span> <bdi class="check-path">${path}</bdi> <span class="note">${bytes(file.size)}</span>${why}`;
}

function difference(size: number, expected: ExpectedFile): string {
  return size === expected.size
    ? 'The size is right, the bytes are not.'
    : `It has ${counted(size, 'byte')} instead of ${count(expected.size)}.`;
}

/** Sums up all files in one sentence. */
export function outcome(files: readonly CheckedFile[], report: ModelReport | undefined): string {
  const named = (kind: string) =>
    files.filter(({ state }) => state.at === 'named' && state.verdict.kind === kind).length;
  const failed = files.filter(isResumable).length;
  const [right, wrong, other] = ['known', 'differs', 'unknown'].map(named) as [number, number, number];
  if (report && wrong + other + failed === 0 && report.absent.length === 0)
    return `Complete: all ${counted(report.files, 'file')} of this model are right.`;
  const parts = [
    right > 0 && `${count(right)} right`,
    wrong > 0 && `${count(wrong)} ${wrong === 1 ? 'differs' : 'differ'}`,
    other > 0 && `${count(other)} not of this model`,
    failed > 0 && `${count(failed)} not checked`,
  ].filter((part) => typeof part === 'string');
  return `${counted(files.length, 'file')}: ${parts.join(', ')}.`;
}

/** Names the files of the model that are missing; '' if another sentence says that already. */
export function absentInWords({ absent, files }: ModelReport): string {
  if (absent.length === 0 || absent.length === files) return '';
  return `Not among them: ${counted(absent.length, 'file')} of the model, ${some(absent)}.`;
}

/** Lists the first few of `paths`, as text. */
export function some(paths: readonly string[]): string {
  return paths.slice(0, MOST_NAMED).join(', ') + (paths.length > MOST_NAMED ? ' and others' : '');
}
