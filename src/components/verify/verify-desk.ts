// Hashes a visitor's files, asks the index about them, and shows the results in the panel.

import { type CheckedFile, isUnderWay } from '../../checking/checked-file.ts';
import type { Chosen } from '../../checking/chosen-files.ts';
import { createLookup } from '../../checking/hash-lookup.ts';
import { HashPool } from '../../checking/hash-pool.ts';
import { indexJudge, type ModelReport } from '../../checking/judge-files.ts';
import { keptPlace } from '../../checking/kept-place.ts';
import { VerifyRun } from '../../checking/verify-run.ts';
import { counted } from '../../model/figures.ts';
import { byId, element } from '../element.ts';
import { VerifiedRow } from './file-row.ts';
import { readBytes, readJson } from './hub-files.ts';
import { modelCard } from './model-card.ts';
import { type ModelLink, modelLinkMaker } from './model-link.ts';
import { ProofDesk } from './proof-desk.ts';
import { outcomeOf, RunView } from './run-view.ts';

/** The maximum number of workers. More workers would only wait for the disk, and each uses a core. */
const MOST_WORKERS = 4;

export class VerifyDesk {
  readonly #view = new RunView();
  readonly #rows = new Map<CheckedFile, VerifiedRow>();
  readonly #list = byId('file-list');
  readonly #link: ModelLink;
  readonly #desk: ProofDesk;
  readonly #run: VerifyRun;
  #models: readonly ModelReport[] = [];
  #isDue = false;
  #numbered = 0;

  /** `newWorker` makes a worker of hash-worker.ts. On a page without an origin, the worker's code must be inlined. */
  constructor(newWorker: () => Worker) {
    const {
      hashes = '',
      tree = '',
      treeFile = '',
      model = '',
      proof = '',
      sums = '',
      checkpoint = '',
    } = byId('verify').dataset;
    const { place, lasting } = keptPlace(() => localStorage);
    this.#link = modelLinkMaker(model);
    this.#desk = new ProofDesk({
      places: { proof, sums, checkpoint },
      read: readBytes,
      say: (sentence) => this.#view.say(sentence),
    });
    this.#run = new VerifyRun({
      pool: new HashPool(newWorker, Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1))),
      judge: indexJudge(createLookup(readJson, { hashes, tree, treeFile })),
      place,
      now: () => Date.now(),
      onState: (file) => {
        this.#rows.get(file)?.show();
        this.#refresh();
      },
      onProgress: (file) => {
        this.#rows.get(file)?.advance();
        this.#refresh();
      },
      onIdle: (models) => {
        this.#showModels(models);
        // Shows the totals at once, because a background tab gets no animation frames.
        this.#view.show(this.#run.files, Date.now());
        this.#view.say(outcomeOf(this.#run.files));
      },
    });
    byId('stop').addEventListener('click', () => this.#run.stop());
    byId('resume').addEventListener('click', () => this.#begin(() => this.#run.resume()));
    byId('clear').addEventListener('click', () => this.#clear());
    if (lasting)
      byId('kept').textContent =
        'Half-done hashes of large files are kept in this browser, so that choosing the file again goes on from there.';
  }

  /** Adds files to the list, begins to hash new ones, and scrolls to the results. A drop also moves the focus there. */
  async take(chosen: Chosen, isDropped: boolean): Promise<void> {
    const { rest, broken } = await this.#desk.sift(chosen.files);
    const fresh = this.#run.add(rest);
    for (const file of fresh) {
      this.#numbered += 1;
      const row = new VerifiedRow(file, `file-${this.#numbered}`, this.#link);
      this.#rows.set(file, row);
      this.#list.append(row.element);
    }
    showLeftOut(chosen, broken);
    byId('checked').hidden = this.#run.files.length + chosen.leftOut.length + chosen.unreadable.length === 0;
    if (fresh.length > 0) this.#begin(() => this.#run.check(fresh));
    // A proof that comes without new files still changes the outcome of the files in the list.
    else if (!this.#run.files.some(isUnderWay)) this.#showModels(this.#models);
    this.#view.show(this.#run.files, Date.now());
    byId('verify').querySelector(':scope > section:not(.drop, [hidden])')?.scrollIntoView();
    // After a drop no element has the focus, so the result gets it.
    if (isDropped) byId('tally').focus({ preventScroll: true });
  }

  #begin(work: () => void): void {
    work();
    this.#view.begin(this.#run.files, Date.now());
    this.#refresh();
  }

  /** Shows the totals at most once per frame. */
  #refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#view.show(this.#run.files, Date.now());
    });
  }

  #clear(): void {
    this.#run.clear();
    this.#rows.clear();
    this.#desk.clear(true);
    this.#list.replaceChildren();
    this.#showModels([]);
    showLeftOut({ leftOut: [], unreadable: [] }, []);
    byId('checked').hidden = true;
    this.#refresh();
    byId('drop').querySelector('input')?.focus();
    this.#view.say('The list is empty.');
  }

  #showModels(reports: readonly ModelReport[]): void {
    this.#models = reports;
    this.#desk.clear(false);
    const { files } = this.#run;
    const proved = new Set<string>();
    const cards = reports.map((report) => {
      const { model, base } = report.guess;
      const card = modelCard(report, this.#link, (path) => {
        const file = files.find((one) => one.path === path);
        return file && this.#rows.get(file)?.element.id;
      });
      // Files without their folders may look like two copies of one model, but one proof covers both copies.
      if (proved.has(`${base}\n${model}`)) return card;
      proved.add(`${base}\n${model}`);
      const own = files.filter(({ path }) => path.startsWith(base));
      card.append(this.#desk.place(model, own));
      return card;
    });
    const found = new Set(reports.map(({ guess }) => guess.model));
    // A proof may be of a model that the hub does not know, or could not be asked about.
    for (const model of this.#desk.models.filter((one) => !found.has(one)))
      cards.push(element('li', { class: 'card' }, element('h3', {}, model), this.#desk.place(model, files)));
    byId('model-list').replaceChildren(...cards);
    byId('models').hidden = cards.length === 0;
  }
}

function showLeftOut({ leftOut, unreadable, advice }: Omit<Chosen, 'files'>, broken: readonly string[]): void {
  const note = byId('left-out');
  const sentences = [
    ...broken,
    leftOut.length > 0 &&
      `${counted(leftOut.length, 'file')} that tools put beside a model passed over: ${some(leftOut)}.`,
    unreadable.length > 0 && `Your browser would not open ${some(unreadable)}.`,
    unreadable.length > 0 && advice,
  ].filter((sentence) => typeof sentence === 'string');
  note.hidden = sentences.length === 0;
  note.textContent = sentences.join(' ');
}

/** Lists the first three of `paths` as text, separated by commas. */
function some(paths: readonly string[]): string {
  return paths.slice(0, 3).join(', ') + (paths.length > 3 ? ' and others' : '');
}
