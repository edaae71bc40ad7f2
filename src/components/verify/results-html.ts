// Writes what was found about a visitor's files: a row for each file, a card for each model, and a sentence for all.
import { type Html, html } from '../../basics/html.ts';
import type { CheckedFile, ModelReport } from '../../checking/check-files.ts';
import type { ExpectedFile, HashMatch } from '../../checking/hash-lookup.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { idParts } from '../../nouns/model-id.ts';
import { href } from '../../table/route.ts';

/** The maximum number of places that a row names, and of missing files that a card names. */
const [MOST_PLACES, MOST_ABSENT] = [5, 50];

const STATES: Readonly<Record<CheckedFile['state'], readonly [word: string, colour: 'good' | 'bad' | 'unknown']>> = {
  waiting: ['Waiting', 'unknown'],
  hashing: ['Hashing', 'unknown'],
  looking: ['Looking up', 'unknown'],
  stopped: ['Stopped', 'unknown'],
  failed: ['Not checked', 'bad'],
  known: ['Known', 'good'],
  differs: ['Differs', 'bad'],
  unknown: ['Unknown', 'unknown'],
};

/**
 * Makes the inside of a row: the state of the file, its path, its size, its progress, and what was found. `modelPage` is
 * the path of a model's page, with `{owner}` and `{name}`.
 */
export function rowHtml({ path, state, done, file, ...found }: CheckedFile, modelPage: string): Html {
  const { sha256, matches, expected, reason = '' } = found;
  const { size } = file;
  const [word, colour] = STATES[state];
  return html`<span class="state state-${colour}">${word}</span><bdi class="file-path">${path}</bdi>
    <span class="file-size">${bytes(size)}</span>
    ${state === 'hashing' ? html`<progress max="1" value="${String(size === 0 ? 1 : done / size)}" aria-label="Hashing ${path}"></progress>` : ''}
    <div class="file-body">
    ${state === 'failed' ? html`<p>It could not be checked: ${reason}. Choose it again.</p>` : ''}
    ${expected ? html`<p><strong>Not the file of that name</strong> in ${link(expected.model, modelPage)}. ${difference(size, expected)}</p>` : ''}
    ${matches.length > 0 ? placesHtml(matches, modelPage) : ''}
    ${state === 'unknown' || (expected && matches.length === 0) ? html`<p>These bytes are unknown to this index.</p>` : ''}
    ${sha256 === undefined ? '' : hashLine('SHA-256', sha256)}
    ${expected ? hashLine('Expected', expected.sha256) : ''}</div>`;
}

const link = (model: string, modelPage: string) =>
  html`<a href="${href({ pattern: modelPage as '/{owner}/{name}' }, idParts(model))}">${model}</a>`;

const hashLine = (label: string, sha256: string) =>
  html`<p class="hash"><span>${label}</span> <code>${sha256}</code></p>`;

const difference = (size: number, expected: ExpectedFile) =>
  size === expected.size
    ? 'The size is the same, the bytes are not.'
    : `It has ${counted(size, 'byte')} instead of ${count(expected.size)}.`;

function placesHtml(matches: readonly HashMatch[], modelPage: string): Html {
  const places = matches
    .slice(0, MOST_PLACES)
    .map(
      ({ model, path, revision }) =>
        html`${link(model, modelPage)}, <code>${path}</code>, revision <code title="${revision}">${revision.slice(0, 12)}</code>`,
    );
  if (matches.length === 1) return html`<p>Known as ${places}</p>`;
  const more = matches.length - places.length;
  return html`<p>Known in ${count(matches.length)} places</p><ul class="matches">${places.map((one) => html`<li>${one}</li>`)}
    ${more > 0 ? html`<li>and ${count(more)} more</li>` : ''}</ul>`;
}

/** Makes the card of a model. `rowOf` gives the id of the row that shows a file. */
export function reportHtml(report: ModelReport, modelPage: string, rowOf: (file: CheckedFile) => string): Html {
  const { model, revision, base, matching, differing, absent } = report;
  const jumps = differing.map((file) => html`<li><a href="#${rowOf(file)}">${file.path}</a></li>`);
  const named = absent.slice(0, MOST_ABSENT).map((path) => html`<li>${path}</li>`);
  const more = absent.length - named.length;
  const missing = html`<details><summary>Not among them: ${counted(absent.length, 'file')}</summary>
    <ul class="paths">${named}</ul>${more > 0 ? html`<p class="note">and ${count(more)} more</p>` : ''}</details>`;
  return html`<li class="card"><h3>${link(model, modelPage)}</h3>
    <p class="state state-${differing.length === 0 ? 'good' : 'bad'}">${sentenceOf(report)}</p>
    <p class="note">Revision <code>${revision}</code>${base === '' ? '' : `, in the folder ${base.replace(/\/$/, '')}`}</p>
    ${jumps.length > 0 ? html`<ul class="paths">${jumps}</ul>` : ''}${absent.length > 0 && matching > 0 ? missing : ''}</li>`;
}

/** Sums up in a sentence how the visitor's files compare with the model's files. */
function sentenceOf({ matching, differing, absent }: ModelReport): string {
  const [wrong, files] = [differing.length, matching + differing.length + absent.length];
  if (wrong > 0)
    return `${wrong} of ${counted(files, 'file')} ${wrong === 1 ? 'differs' : 'differ'}, ${matching} match`;
  if (absent.length === 0) return files === 1 ? 'Complete: its one file matches' : `Complete: all ${files} files match`;
  return `${matching} of ${counted(files, 'file')} ${matching === 1 ? 'is here, and matches' : 'are here, and match'}`;
}

/** Sums up in a sentence how many files are in which state. */
export function outcomeOf(files: readonly CheckedFile[]): string {
  const counts = Map.groupBy(files, ({ state }) => state);
  const words = (['known', 'differs', 'unknown', 'stopped', 'failed'] as const).flatMap((state) => {
    const number = counts.get(state)?.length ?? 0;
    const word = state === 'differs' && number > 1 ? 'differ' : STATES[state][0].toLowerCase();
    return number === 0 ? [] : `${number} ${word}`;
  });
  return `${counted(files.length, 'file')}: ${words.join(', ')}.`;
}

/** Adds up the sizes of the files, and the bytes that are hashed. */
export function bytesOf(files: readonly CheckedFile[]): { size: number; done: number } {
  const sum = (of: (file: CheckedFile) => number) => files.reduce((all, file) => all + of(file), 0);
  return { size: sum(({ file }) => file.size), done: sum(({ done }) => done) };
}

/** Says how many of the files are hashed, and how many of their bytes. */
export function progressInWords(files: readonly CheckedFile[]): string {
  const { size, done } = bytesOf(files);
  const finished = files.filter(({ state }) => state !== 'waiting' && state !== 'hashing').length;
  return `${finished} of ${counted(files.length, 'file')}, ${bytes(done)} of ${bytes(size)}`;
}
