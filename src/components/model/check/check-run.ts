// Hashes a visitor's files in workers. Shows for each file, in the list and in the table of files, whether it is right.

import { type CheckedFile, isResumable, isUnderWay } from '../../../checking/checked-file.ts';
import type { Chosen } from '../../../checking/chosen-files.ts';
import { createLookup, expectedFiles } from '../../../checking/hash-lookup.ts';
import { HashPool } from '../../../checking/hash-pool.ts';
import HashWorker from '../../../checking/hash-worker.ts?worker';
import type { ModelReport } from '../../../checking/judge-files.ts';
import { modelJudge, type WholeModel } from '../../../checking/judge-model.ts';
import { keptPlace } from '../../../checking/kept-place.ts';
import { bytesDone, hashedHere, paceInWords, progressInWords } from '../../../checking/pace.ts';
import { VerifyRun } from '../../../checking/verify-run.ts';
import { element, setHtml } from '../../element.ts';
import { readJson } from '../../verify/hub-files.ts';
import { absentInWords, lineHtml, outcome, STATES, some } from './check-words.ts';

/** The maximum number of workers. More workers would only wait for the disk, and each uses a core. */
const MOST_WORKERS = 4;

export class CheckRun {
  readonly #panel: HTMLElement;
  readonly #run: VerifyRun;
  /** The `summary` of each row in the table of files, by the file's hash and path. */
  readonly #rows = new Map<string, Element>();
  readonly #lines = new Map<CheckedFile, HTMLLIElement>();
  readonly #tally = element('p', { role: 'status', tabindex: '-1' });
  readonly #bar = element('progress', { max: '1', 'aria-label': 'All files' });
  readonly #pace = element('p', { class: 'note' });
  readonly #stop = element('button', { type: 'button' });
  readonly #list = element('ul', { class: 'check-list' });
  readonly #passedOver = element('p', { class: 'note' });
  #began = 0;
  #doneBefore = 0;
  #isDue = false;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    for (const row of document.querySelectorAll<HTMLTableRowElement>('.files tbody tr:not(.group)')) {
      const name = row.querySelector('summary');
      if (name) this.#rows.set(`${row.cells[2]?.textContent?.trim()} ${name.querySelector('bdi')?.textContent}`, name);
    }
    const size = Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
    const { hashes = '', list = '' } = panel.dataset;
    const index = createLookup(readJson, { hashes, tree: list, treeFile: list });
    let whole: Promise<WholeModel> | undefined;
    this.#run = new VerifyRun({
      pool: new HashPool(() => new HashWorker(), size),
      judge: modelJudge(() => {
        whole ??= wholeModel(panel.dataset);
        whole.catch(() => {
          whole = undefined;
        });
        return whole;
      }, index.matches),
      place: keptPlace(() => localStorage).place,
      now: () => Date.now(),
      onState: (file) => this.#show(file),
      onProgress: (file) => this.#show(file),
      onIdle: ([report]) => this.#finish(report),
    });
    this.#build();
  }

  /** Adds files to the list, and begins to hash the new ones. */
  take({ files, leftOut, unreadable }: Chosen): void {
    const fresh = this.#run.add(files);
    for (const file of fresh) {
      const line = element('li');
      this.#lines.set(file, line);
      this.#list.append(line);
    }
    const sentences = [
      leftOut.length > 0 && `Passed over, since tools put it beside a model: ${some(leftOut)}.`,
      unreadable.length > 0 && `Your browser would not open ${some(unreadable)}.`,
    ].filter((sentence) => typeof sentence === 'string');
    this.#passedOver.textContent = sentences.join(' ');
    if (fresh.length > 0) this.#begin(() => this.#run.check(fresh));
  }

  /** Scrolls to the verdict. After a drop, the verdict also gets the focus. */
  showVerdict(isDropped: boolean): void {
    this.#tally.scrollIntoView({ block: 'center' });
    if (isDropped) this.#tally.focus({ preventScroll: true });
  }

  #build(): void {
    this.#stop.addEventListener('click', () => {
      if (this.#run.files.some(isUnderWay)) this.#run.stop();
      else this.#begin(() => this.#run.resume());
    });
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
    const { model = '', modelPage = '' } = this.#panel.dataset;
    if (line) setHtml(line, lineHtml(file, { model, modelPage }));
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
      const name = this.#rows.get(`${hash} ${path}`);
      if (!name) continue;
      name.querySelector('.state')?.remove();
      name.append(element('span', { class: `state state-${mark}` }, word));
      const fold = name.closest('tbody')?.querySelector<HTMLInputElement>('.unfold');
      if (fold) fold.checked = true;
    }
  }

  /** Shows the totals at most once per frame. */
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
    const { size, done } = bytesDone(files);
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
  return { model, revision, files: expectedFiles(await response.json()) };
}
