// Writes what was found about a visitor's files: a row for each file, a card for each model, and a sentence for all.
import { type Html, html } from '../../basics/html.ts';
import { type CheckedFile, isUnderWay } from '../../checking/file-check.ts';
import type { ExpectedFile, HashMatch } from '../../checking/hash-lookup.ts';
import type { ModelReport } from '../../checking/judge-files.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { modelHref } from '../find/suggestion.ts';

/** The number of matches above the fold. A list with only one match more is not folded. */
const SHOWN = 3;
/** The maximum number of missing files that a card names. */
const MOST_ABSENT = 50;

/** The page that shows the results. */
export interface ResultView {
  /** The path of a model's page, with `{owner}` and `{name}`. */
  modelPage: string;
  /** The model whose page this is; undefined on a page for files of any model. */
  model: string | undefined;
}

const STATES = {
  waiting: ['Waiting', 'unknown'],
  hashing: ['Hashing', 'unknown'],
  looking: ['Looking up', 'unknown'],
  stopped: ['Stopped', 'unknown'],
  failed: ['Not checked', 'bad'],
} as const;

const kindsOf = ({ model }: ResultView) =>
  ({
    known: model ? ['Right', 'good'] : ['Known', 'good'],
    differs: ['Differs', 'bad'],
    unknown: [model ? 'Not of this model' : 'Unknown', 'unknown'],
  }) as const;

/** Returns the mark that shows the state of a file as a word. */
export function stateHtml({ state, verdict }: CheckedFile, view: ResultView): Html {
  const [word, colour] = state === 'judged' ? kindsOf(view)[verdict!.kind] : STATES[state];
  return html`<span class="state state-${colour}">${word}</span>`;
}

/** Makes the inside of a row: the state of the file, its path, its size, its progress, and what was found. */
export function rowHtml(file: CheckedFile, view: ResultView): Html {
  const { path, size, state, done } = file;
  const bar = html`<progress max="1" value="${String(size === 0 ? 1 : done / size)}" aria-label="Hashing ${path}"></progress>`;
  return html`${stateHtml(file, view)}<bdi class="file-path">${path}</bdi><span class="file-size">${bytes(size)}</span>
    ${state === 'hashing' ? bar : ''}<div class="file-body">${findings(file, view)}</div>`;
}

function findings({ state, reason, verdict, path, size, sha256, matches }: CheckedFile, view: ResultView): Html[] {
  const found: Html[] = [];
  if (state === 'failed') found.push(html`<p>It could not be checked: ${reason ?? ''}.</p>`);
  if (state === 'judged') {
    if (verdict?.kind === 'differs')
      found.push(
        html`<p><strong>Not the file of that name</strong> in ${link(verdict.model, view)}. ${difference(size, verdict.expected)}</p>`,
      );
    if (matches?.length === 0) found.push(html`<p>These bytes are unknown to this index.</p>`);
    const isAtPlace = view.model && verdict?.kind === 'known' && matches?.some((one) => path.endsWith(one.path));
    if (matches && matches.length > 0 && !isAtPlace) found.push(namesHtml(sorted(matches, path), view));
  }
  if (sha256 !== undefined) found.push(hashLine('SHA-256', sha256));
  if (verdict?.kind === 'differs') found.push(hashLine('Expected', verdict.expected.sha256));
  return found;
}

const link = (model: string, { modelPage }: ResultView) => html`<a href="${modelHref(modelPage, model)}">${model}</a>`;

const hashLine = (label: string, sha256: string) =>
  html`<p class="hash"><span>${label}</span> <code>${sha256}</code></p>`;

function difference(size: number, expected: ExpectedFile): string {
  return size === expected.size
    ? 'The size is the same, the bytes are not.'
    : `It has ${counted(size, 'byte')} instead of ${count(expected.size)}.`;
}

/** Sorts matches so that those come first whose model is named in the path of the visitor's file. */
function sorted(matches: readonly HashMatch[], path: string): HashMatch[] {
  const isNamed = ({ model }: HashMatch) => path.toLowerCase().includes(model.split('/')[1]!.toLowerCase());
  return matches.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

function namesHtml(matches: readonly HashMatch[], view: ResultView): Html {
  const names = matches.map(
    ({ model, path, revision }) =>
      html`${link(model, view)}, <code>${path}</code>, revision <code title="${revision}">${revision.slice(0, 12)}</code>`,
  );
  if (names.length === 1) return html`<p>Known as ${names[0]!}</p>`;
  const items = names.map((name) => html`<li>${name}</li>`);
  const rest = items.length > SHOWN + 1 ? items.splice(SHOWN) : [];
  const folded = html`<details><summary>and ${count(rest.length)} more</summary><ul class="matches">${rest}</ul></details>`;
  return html`<p>Known in ${count(names.length)} places</p><ul class="matches">${items}</ul>${rest.length > 0 ? folded : ''}`;
}

/** Makes the card of a model. `rowOf` gives the id of the row that shows a file. */
export function reportHtml(report: ModelReport, view: ResultView, rowOf: (path: string) => string | undefined): Html {
  const { model, revision, base = '', matching, differing, absent } = report;
  const jumps = differing.map((path) => html`<li><a href="#${rowOf(path) ?? ''}">${path}</a></li>`);
  const named = absent.slice(0, MOST_ABSENT).map((path) => html`<li>${path}</li>`);
  const more = absent.length - named.length;
  const missing = html`<details><summary>Not among them: ${counted(absent.length, 'file')}</summary>
    <ul class="paths">${named}</ul>${more > 0 ? html`<p class="note">and ${count(more)} more</p>` : ''}</details>`;
  return html`<li class="card"><h3>${link(model, view)}</h3>
    <p class="state state-${differing.length === 0 ? 'good' : 'bad'}">${sentenceOf(report)}</p>
    <p class="note">Revision <code>${revision}</code>${base === '' ? '' : `, in the folder ${base.replace(/\/$/, '')}`}</p>
    ${jumps.length > 0 ? html`<ul class="paths">${jumps}</ul>` : ''}
    ${absent.length > 0 && matching + differing.length > 0 ? missing : ''}</li>`;
}

/** Sums up in a sentence how the visitor's files compare with the model's files. */
function sentenceOf({ matching, differing, absent, files }: ModelReport): string {
  const wrong = differing.length;
  if (wrong > 0)
    return `${wrong} of ${counted(files, 'file')} ${wrong === 1 ? 'differs' : 'differ'}, ${matching} match`;
  if (absent.length === 0) return files === 1 ? 'Complete: its one file matches' : `Complete: all ${files} files match`;
  return `${matching} of ${counted(files, 'file')} ${matching === 1 ? 'is here, and matches' : 'are here, and match'}`;
}

/** Sums up in a sentence how many files are right, wrong, unknown, or were not checked. */
export function outcomeOf(files: readonly CheckedFile[], view: ResultView): string {
  const kind = (wanted: string) =>
    files.filter((file) => file.state === 'judged' && file.verdict?.kind === wanted).length;
  const state = (wanted: string) => files.filter((file) => file.state === wanted).length;
  const parts = [
    [kind('known'), kindsOf(view).known[0]],
    [kind('differs'), kind('differs') === 1 ? 'differs' : 'differ'],
    [kind('unknown'), kindsOf(view).unknown[0]],
    [state('stopped'), 'stopped'],
    [state('failed'), 'not checked'],
  ] as [number, string][];
  const counts = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word.toLowerCase()}`);
  return `${counted(files.length, 'file')}: ${counts.join(', ')}.`;
}

/** Adds up the sizes of the files, and the bytes that are hashed. */
export function bytesDone(files: readonly CheckedFile[]): { size: number; done: number } {
  const sum = (of: (file: CheckedFile) => number) => files.reduce((all, file) => all + of(file), 0);
  return { size: sum(({ size }) => size), done: sum(({ done }) => done) };
}

/** Says how many of the files are finished, and how many of their bytes are hashed. */
export function progressInWords(files: readonly CheckedFile[]): string {
  const { size, done } = bytesDone(files);
  const finished = files.filter((file) => !isUnderWay(file)).length;
  return `${finished} of ${counted(files.length, 'file')}, ${bytes(done)} of ${bytes(size)}`;
}

/** Describes the speed and the remaining time after `done` bytes in `elapsed` ms; '' in the first second. */
export function paceInWords(done: number, left: number, elapsed: number): string {
  if (elapsed < 1000 || done <= 0) return '';
  const seconds = (left / done) * (elapsed / 1000);
  const time =
    seconds < 90 ? counted(Math.max(1, Math.round(seconds)), 'second') : counted(Math.round(seconds / 60), 'minute');
  return `${bytes((done / elapsed) * 1000)} a second, about ${time} left`;
}
