// Writes the words about a visitor's files: a line for each file, and a sentence for all.
import { type Html, html } from '../../../basics/html.ts';
import { own } from '../../../basics/own.ts';
import { type CheckedFile, isResumable } from '../../../checking/checked-file.ts';
import type { ExpectedFile, HashMatch } from '../../../checking/hash-lookup.ts';
import type { ModelReport } from '../../../checking/judge-files.ts';
import { bytes, count, counted } from '../../../model/figures.ts';
import { modelHref } from '../../find/suggestion.ts';

/** The maximum number of files that a sentence about skipped or missing files names. */
const MOST_NAMED = 5;

/** The word for each state of a file, and its mark, which sets the colour. */
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

/** The id of the page’s model, and the pattern of a model’s page. */
interface LineView {
  model: string;
  modelPage: string;
}

/** Makes the line about one file: its state, its path, its size, and an explanation. */
export function lineHtml(checked: CheckedFile, view: LineView): Html {
  const { path, file, state, done } = checked;
  const [word, mark] = own(STATES, state.at === 'named' ? state.verdict.kind : state.at)!;
  const at = state.at === 'hashing' && file.size > 0 ? ` ${Math.floor((done / file.size) * 100)} %` : '';
  return html`<span class="state state-${mark}">${word}${at}</span> <bdi class="check-path">${path}</bdi> <span class="note">${bytes(file.size)}
    </span>${whyHtml(checked, view)}`;
}

/** Explains the state of a file if the word for the state does not; otherwise ''. */
function whyHtml({ file, state, sha256, matches = [] }: CheckedFile, view: LineView): Html | '' {
  const note = (text: Html | string) => html`<span class="note">${text}</span>`;
  if (state.at === 'failed') return note(state.reason);
  if (state.at !== 'named') return '';
  const { verdict } = state;
  const [first] = matches;
  if (verdict.kind === 'differs')
    return note(html`${difference(file.size, verdict.expected)} Its SHA-256 is <code>${sha256 ?? ''}</code>, where
      <code><bdi>${verdict.expected.path}</bdi></code> has <code>${verdict.expected.sha256}</code>.
      ${first ? placeHtml(first, matches.length - 1, view) : ''}`);
  if (verdict.kind === 'known')
    return verdict.guess || !first ? '' : note(html`These bytes are <code><bdi>${first.path}</bdi></code>.`);
  if (first) return note(placeHtml(first, matches.length - 1, view));
  return verdict.isNowhere ? note('No model of this index has it.') : '';
}

/** Says where the index has the bytes: in the page's own model, or in another model and `more` other places. */
function placeHtml({ model, path }: HashMatch, more: number, view: LineView): Html {
  const named = html`<code><bdi>${path}</bdi></code>`;
  if (model === view.model) return html` These bytes belong at ${named}.`;
  const rest = more === 0 ? '' : `, and in ${counted(more, 'other place')}`;
  return html` This file is ${named} of <a href="${modelHref(view.modelPage, model)}">${model}</a>${rest}.`;
}

function difference(size: number, expected: ExpectedFile): string {
  return size === expected.size
    ? 'The size is right, the bytes are not.'
    : `It has ${counted(size, 'byte')} instead of ${count(expected.size)}.`;
}

/** Sums up all of the visitor's files in one sentence. */
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

/** Names the files of the model that are missing; '' if none or all of them are missing. */
export function absentInWords({ absent, files }: ModelReport): string {
  if (absent.length === 0 || absent.length === files) return '';
  return `Not among them: ${counted(absent.length, 'file')} of the model, ${some(absent)}.`;
}

/** Lists the first `MOST_NAMED` of `paths` as text, separated by commas. */
export function some(paths: readonly string[]): string {
  return paths.slice(0, MOST_NAMED).join(', ') + (paths.length > MOST_NAMED ? ' and others' : '');
}
