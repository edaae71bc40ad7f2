// Shows in the page what is found about a visitor's files, also to screen readers.

import { html } from '../../basics/html.ts';
import type { Chosen } from '../../checking/chosen-files.ts';
import { type CheckedFile, FileCheck, isResumable, isUnderWay } from '../../checking/file-check.ts';
import { createLookup } from '../../checking/hash-lookup.ts';
import type { ModelReport } from '../../checking/judge-files.ts';
import { bytes, counted } from '../../model/figures.ts';
import { byId, element, setHtml } from '../element.ts';
import {
  bytesDone,
  outcomeOf,
  paceInWords,
  progressInWords,
  type ResultView,
  reportHtml,
  rowHtml,
} from './results-html.ts';

/** The number of steps at which progress is announced to screen readers; more would be tiresome. */
const STEPS = 4;

export class CheckDesk {
  readonly #view: ResultView;
  readonly #check: FileCheck;
  readonly #rows = new Map<CheckedFile, HTMLLIElement>();
  readonly #list = byId('file-list');
  readonly #models = byId('model-list');
  readonly #tally = byId('tally');
  readonly #buttons = [byId('stop'), byId('resume'), byId('clear')] as const;
  #numbered = 0;
  /** The time at which the present run began, and the bytes that were hashed by then. */
  #began = { at: 0, done: 0 };
  #announced = 0;
  #isDue = false;

  /**
   * `panel` names the paths of the hub and, on a model's page, the model. `newWorker` makes a worker of hash-worker.ts:
   * on a page without an origin, the worker's code must be inlined. `onJudged` is called for each judged file.
   */
  constructor(
    { dataset }: HTMLElement,
    newWorker: () => Worker,
    onJudged: (file: CheckedFile, view: ResultView) => void = () => {},
  ) {
    const { hashes = '', tree = '', treeFile = '', modelPage = '', model, revision = '' } = dataset;
    this.#view = { modelPage, model };
    this.#check = new FileCheck({
      newWorker,
      lookup: createLookup({ hashes, tree, treeFile }),
      model: model === undefined ? undefined : { model, revision },
      onChange: (file) => {
        const row = this.#rows.get(file);
        if (row) setHtml(row, rowHtml(file, this.#view));
        if (file.state === 'judged') onJudged(file, this.#view);
        this.#refresh();
      },
      onIdle: (models) => {
        this.#showModels(models);
        // Shows the totals at once, because a background tab gets no animation frames.
        this.#show();
        this.#say(outcomeOf(this.#check.files, this.#view));
      },
    });
    const [stop, resume, clear] = this.#buttons;
    stop.addEventListener('click', () => this.#check.stop());
    resume.addEventListener('click', () => {
      this.#check.resume();
      this.#begin();
    });
    clear.addEventListener('click', () => this.#clear());
  }

  /** Adds files to the list, begins to hash new ones, and scrolls to the result. A drop also moves the focus there. */
  take({ files, ...passedOver }: Chosen, isDropped: boolean): void {
    const fresh = this.#check.add(files);
    for (const file of fresh) {
      this.#numbered += 1;
      const row = element('li', { class: 'file', id: `checked-${this.#numbered}`, tabindex: '-1' });
      setHtml(row, rowHtml(file, this.#view));
      this.#rows.set(file, row);
      this.#list.append(row);
    }
    showPassedOver(passedOver);
    if (fresh.length > 0) this.#begin();
    this.#show();
    this.#tally.scrollIntoView({ block: 'center' });
    // After a drop no element has the focus, so the result gets it.
    if (isDropped) this.#tally.focus({ preventScroll: true });
  }

  #begin(): void {
    const todo = bytesDone(this.#check.files.filter(isUnderWay));
    this.#began = { at: Date.now(), done: bytesDone(this.#check.files).done };
    this.#announced = 0;
    this.#say(`Hashing ${counted(this.#check.files.filter(isUnderWay).length, 'file')}, ${bytes(todo.size)}.`);
    this.#refresh();
  }

  /** Shows the totals at most once per frame. */
  #refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#show();
    });
  }

  /** Shows the progress of the run, or its outcome once no file is waiting or being hashed. */
  #show(): void {
    const { files } = this.#check;
    const isRunning = files.some(isUnderWay);
    const { size, done } = bytesDone(files);
    const total = byId<HTMLProgressElement>('total');
    const pace = byId('pace');
    for (const place of [byId('run'), this.#list]) place.hidden = files.length === 0;
    for (const place of [total, pace]) place.hidden = !isRunning;
    total.value = size === 0 ? 1 : done / size;
    this.#tally.textContent = isRunning ? progressInWords(files) : outcomeOf(files, this.#view);
    pace.textContent = paceInWords(done - this.#began.done, size - done, Date.now() - this.#began.at);
    this.#swap(isRunning, files.some(isResumable));
    const step = Math.floor((done / Math.max(size, 1)) * STEPS);
    if (!isRunning || step <= this.#announced || step >= STEPS) return;
    this.#announced = step;
    this.#say(`${(step * 100) / STEPS} percent hashed.`);
  }

  /** Swaps the buttons. If a focused button disappears, the focus moves to a visible button. */
  #swap(isRunning: boolean, canResume: boolean): void {
    const focused = document.activeElement;
    const [stop, resume, clear] = this.#buttons;
    stop.hidden = !isRunning;
    resume.hidden = isRunning || !canResume;
    clear.hidden = isRunning;
    if (focused instanceof HTMLElement && focused.hidden) this.#buttons.find((button) => !button.hidden)?.focus();
  }

  /** Announces a sentence to screen readers. */
  #say(sentence: string): void {
    byId('announcer').textContent = sentence;
  }

  #clear(): void {
    this.#check.clear();
    this.#rows.clear();
    this.#list.replaceChildren();
    this.#showModels([]);
    showPassedOver({ leftOut: [], unreadable: [] });
    this.#show();
    byId('drop').querySelector('input')?.focus();
    this.#say('The list is empty.');
  }

  #showModels(models: readonly ModelReport[]): void {
    const rows = new Map([...this.#rows].map(([{ path }, { id }]) => [path, id]));
    setHtml(this.#models, html`${models.map((report) => reportHtml(report, this.#view, (path) => rows.get(path)))}`);
    this.#models.hidden = models.length === 0;
  }
}

function showPassedOver({ leftOut, unreadable, advice }: Omit<Chosen, 'files'>): void {
  const some = (paths: readonly string[]) => paths.slice(0, 3).join(', ') + (paths.length > 3 ? ' and others' : '');
  const sentences = [
    leftOut.length > 0 &&
      `${counted(leftOut.length, 'file')} that tools put beside a model passed over: ${some(leftOut)}.`,
    unreadable.length > 0 && `Your browser would not open ${some(unreadable)}.`,
    unreadable.length > 0 && advice,
  ].filter((sentence) => typeof sentence === 'string');
  const note = byId('left-out');
  note.hidden = sentences.length === 0;
  note.textContent = sentences.join(' ');
}
