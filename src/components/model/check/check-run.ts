// Hashes the files of a visitor in workers and shows of each, in the list and in the table of files, whether it is right.
import { type Html, html } from '../../../basics/html.ts';
import { own } from '../../../basics/own.ts';
import { type CheckedFile, isResumable, isUnderWay } from '../../../checking/checked-file.ts';
import type { Chosen } from '../../../checking/chosen-files.ts';
import type { ExpectedFile } from '../../../checking/hash-lookup.ts';
import { HashPool } from '../../../checking/hash-pool.ts';
import HashWorker from '../../../checking/hash-worker.ts?worker';
import type { ModelReport } from '../../../checking/judge-files.ts';
import { modelJudge, type WholeModel } from '../../../checking/judge-model.ts';
import { keptPlace } from '../../../checking/kept-place.ts';
import { hashedHere, paceInWords, progressInWords } from '../../../checking/pace.ts';
import { VerifyRun } from '../../../checking/verify-run.ts';
import { bytes, count, counted } from '../../../model/figures.ts';
import { setHtml } from '../../browse/set-html.ts';

/** More would wait for the disk, and each holds a core. */
const MOST_WORKERS = 4;
/** Lines shown of files that tools put beside a model, and of what is not here. */
const MOST_NAMED = 5;

const STATES: Record<string, readonly [word: string, mark: string]> = {
  waiting: ['Waiting', 'unknown'],
  hashing: ['Hashing', 'unknown'],
  looking: ['Looking up', 'unknown'],
  stopped: ['Stopped', 'unknown'],
  failed: ['Not checked', 'bad'],
  known: ['Right', 'good'],
  differs: ['Differs', 'bad'],
  unknown: ['Not of this model', 'unknown'],
};

export class CheckRun {
  readonly #panel: HTMLElement;
  readonly #run: VerifyRun;
  readonly #rows = new Map<string, HTMLTableRowElement>();
  readonly #lines = new Map<CheckedFile, HTMLLIElement>();
  readonly #tally = document.createElement('p');
  readonly #bar = document.createElement('progress');
  readonly #pace = document.createElement('p');
  readonly #stop = document.createElement('button');
  readonly #list = document.createElement('ul');
  readonly #passedOver = document.createElement('p');
  #began = 0;
  #doneBefore = 0;
  #isDue = false;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    for (const row of document.querySelectorAll<HTMLTableRowElement>('.files tbody tr:not(.group)')) {
      const sha256 = row.querySelector('code')?.textContent;
      const path = row.cells[0]?.querySelector('a, .path')?.textContent ?? row.cells[0]?.textContent?.trim();
      if (sha256 && path) this.#rows.set(`${sha256} ${path}`, row);
    }
    const size = Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
    let whole: Promise<WholeModel> | undefined;
    this.#run = new VerifyRun({
      pool: new HashPool(() => new HashWorker(), size),
      judge: modelJudge(() => {
        whole ??= wholeModel(panel.dataset);
        whole.catch(() => {
          whole = undefined;
        });
        return whole;
      }),
      place: keptPlace(() => localStorage).place,
      now: () => Date.now(),
      onState: (file) => this.#show(file),
      onProgress: (file) => this.#show(file),
      onIdle: ([report]) => this.#finish(report),
    });
    this.#build();
  }

  /** Takes files into the list and begins with those that are new. */
  take({ files, leftOut, unreadable }: Chosen): void {
    const fresh = this.#run.add(files);
    for (const file of fresh) {
      const line = document.createElement('li');
      this.#lines.set(file, line);
      this.#list.append(line);
    }
    const told = [
      leftOut.length > 0 && `Passed over, since tools put it beside a model: ${some(leftOut)}.`,
      unreadable.length > 0 && `Your browser would not open ${some(unreadable)}.`,
    ].filter((sentence) => typeof sentence === 'string');
    this.#passedOver.textContent = told.join(' ');
    if (fresh.length > 0) this.#begin(() => this.#run.check(fresh));
  }

  #build(): void {
    this.#tally.setAttribute('role', 'status');
    this.#bar.max = 1;
    this.#bar.setAttribute('aria-label', 'All files');
    this.#pace.className = 'note';
    this.#passedOver.className = 'note';
    this.#stop.type = 'button';
    this.#stop.addEventListener('click', () => {
      if (this.#run.files.some(isUnderWay)) this.#run.stop();
      else this.#begin(() => this.#run.resume());
    });
    this.#list.className = 'check-list';
    const parts = [this.#tally, this.#bar, this.#pace, this.#stop, this.#list, this.#passedOver];
    this.#panel.querySelector('.check-run')?.replaceChildren(...parts);
  }

  #begin(work: () => void): void {
    work();
    this.#began = Date.now();
    this.#doneBefore = hashedHere(this.#run.files);
    this.#tally.className = '';
    this.#refresh();
  }

  #show(file: CheckedFile): void {
    const line = this.#lines.get(file);
    if (line) setHtml(line, lineHtml(file));
    if (file.state.at === 'named') this.#mark(file);
    this.#refresh();
  }

  /** Marks the row of the file in the table of files. */
  #mark({ state, sha256, matches = [] }: CheckedFile): void {
    if (state.at !== 'named') return;
    const { verdict } = state;
    const expected = verdict.kind === 'differs' ? [verdict.expected] : matches.map(({ path }) => ({ path, sha256 }));
    const [word, mark] = STATES[verdict.kind]!;
    for (const { path, sha256: hash } of expected) {
      const cell = this.#rows.get(`${hash} ${path}`)?.cells[0];
      if (!cell) continue;
      cell.querySelector('.state')?.remove();
      cell.append(stateOf(word, mark));
      const fold = cell.closest('tbody')?.querySelector<HTMLInputElement>('.unfold');
      if (fold) fold.checked = true;
    }
  }

  /** Shows the totals once a frame, however many files report. */
  #refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#total();
    });
  }

  #total(): void {
    const { files } = this.#run;
    const running = files.some(isUnderWay);
    const size = files.reduce((sum, { file }) => sum + file.size, 0);
    const done = files.reduce((sum, file) => sum + file.done, 0);
    this.#bar.hidden = !running;
    this.#bar.value = size === 0 ? 1 : done / size;
    this.#stop.hidden = !running && !files.some(isResumable);
    this.#stop.textContent = running ? 'Stop' : 'Go on';
    if (!running) return;
    this.#tally.textContent = progressInWords(files);
    this.#pace.textContent = paceInWords(hashedHere(files) - this.#doneBefore, size - done, Date.now() - this.#began);
  }

  #finish(report: ModelReport | undefined): void {
    this.#total();
    this.#pace.textContent = report ? absentInWords(report) : '';
    const isRight = report !== undefined && report.differing.length === 0 && report.matching > 0;
    this.#tally.className = report?.differing.length ? 'state state-bad' : isRight ? 'state state-good' : '';
    this.#tally.textContent = outcome(this.#run.files, report);
  }
}

async function wholeModel({ list = '', model = '', revision = '' }: DOMStringMap): Promise<WholeModel> {
  const response = await fetch(list, { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (!response?.ok) throw new Error('the list of files of this model can’t be had now');
  const entries = (await response.json()) as { oid: string; path: string; size: number }[];
  const files = entries.map(({ oid, path, size }): ExpectedFile => ({ path, sha256: oid, size }));
  return { model, revision, files };
}

function lineHtml({ path, file, state, sha256, matches = [], done }: CheckedFile): Html {
  const [word, mark] = own(STATES, state.at === 'named' ? state.verdict.kind : state.at)!;
  const verdict = state.at === 'named' ? state.verdict : undefined;
  const at = state.at === 'hashing' && file.size > 0 ? ` ${Math.floor((done / file.size) * 100)} %` : '';
  const other = verdict?.kind === 'known' && !verdict.guess ? matches[0]?.path : undefined;
  const why =
    verdict?.kind === 'differs'
      ? html`<span class="note">${difference(file.size, verdict.expected)} Its SHA-256 is <code>${sha256 ?? ''}</code>, where <code>${verdict.expected.path}</code> has <code>${verdict.expected.sha256}</code>.</span>`
      : state.at === 'failed'
        ? html`<span class="note">${state.reason}</span>`
        : other !== undefined
          ? html`<span class="note">These bytes are <code>${other}</code>.</span>`
          : '';
  return html`<span class="state state-${mark}">${word}${at}</span> <span class="check-path">${path}</span> <span class="note">${bytes(file.size)}</span>${why}`;
}

function difference(size: number, expected: ExpectedFile): string {
  return size === expected.size
    ? 'The size is right, the bytes are not.'
    : `It has ${count(size)} bytes instead of ${count(expected.size)}.`;
}

function stateOf(word: string, mark: string): HTMLElement {
  const state = document.createElement('span');
  state.className = `state state-${mark}`;
  state.textContent = word;
  return state;
}

/** What came of all files, in one sentence. */
function outcome(files: readonly CheckedFile[], report: ModelReport | undefined): string {
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

function absentInWords({ absent, files }: ModelReport): string {
  if (absent.length === 0 || absent.length === files) return '';
  return `Not among them: ${counted(absent.length, 'file')} of the model, ${some(absent)}.`;
}

/** The first few of `paths`, as text. */
function some(paths: readonly string[]): string {
  return paths.slice(0, MOST_NAMED).join(', ') + (paths.length > MOST_NAMED ? ' and others' : '');
}
