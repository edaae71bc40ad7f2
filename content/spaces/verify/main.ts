// Connects the page: passes chosen and dropped files to the run, and shows the run's results.

import { type CheckedFile, isUnderWay } from '../../../src/checking/checked-file.ts';
import { type Chosen, filesOfInput } from '../../../src/checking/chosen-files.ts';
import { createLookup } from '../../../src/checking/hash-lookup.ts';
import { HashPool } from '../../../src/checking/hash-pool.ts';
// A page without an origin gets no worker from a separate file.
import HashWorker from '../../../src/checking/hash-worker.ts?worker&inline';
import { indexJudge, type ModelReport } from '../../../src/checking/judge-files.ts';
import { keptPlace } from '../../../src/checking/kept-place.ts';
import { VerifyRun } from '../../../src/checking/verify-run.ts';
import { byId, element } from '../../../src/components/element.ts';
import { counted } from '../../../src/model/figures.ts';
import { takeDrops } from './drop-field.ts';
import { VerifiedRow } from './file-row.ts';
import { readBytes, readJson } from './hub-files.ts';
import { modelCard } from './model-card.ts';
import { modelLinkMaker } from './model-link.ts';
import { ProofDesk } from './proof-desk.ts';
import { outcomeOf, RunView } from './run-view.ts';

/** The most workers: more would wait for the disk, and each uses a core. */
const MOST_WORKERS = 4;

const {
  hashes = '',
  tree = '',
  treeFile = '',
  model = '',
  proof = '',
  sums = '',
  checkpoint = '',
} = byId('content').dataset;
const { place, lasting } = keptPlace(() => localStorage);
const link = modelLinkMaker(model);
const view = new RunView();
const rows = new Map<CheckedFile, VerifiedRow>();
const list = byId('file-list');
const desk = new ProofDesk({
  places: { proof, sums, checkpoint },
  read: readBytes,
  say: (sentence) => view.say(sentence),
});

const run = new VerifyRun({
  pool: new HashPool(() => new HashWorker(), Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1))),
  judge: indexJudge(createLookup(readJson, { hashes, tree, treeFile })),
  place,
  now: () => Date.now(),
  onState(file) {
    rows.get(file)?.show();
    refresh();
  },
  onProgress(file) {
    rows.get(file)?.advance();
    refresh();
  },
  onIdle(models) {
    showModels(models);
    // Shows it at once: the sentence is on the page already, and a background tab gets no frame.
    view.show(run.files, Date.now());
    view.say(outcomeOf(run.files));
  },
});

/** Shows the totals at most once per frame. */
let isDue = false;
function refresh(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    view.show(run.files, Date.now());
  });
}

let numbered = 0;
async function take(chosen: Chosen): Promise<void> {
  const { rest, broken } = await desk.sift(chosen.files);
  const fresh = run.add(rest);
  for (const file of fresh) {
    const row = new VerifiedRow(file, `file-${++numbered}`, link);
    rows.set(file, row);
    list.append(row.element);
  }
  showLeftOut(chosen, broken);
  byId('checked').hidden = run.files.length + chosen.leftOut.length + chosen.unreadable.length === 0;
  if (fresh.length > 0) begin(() => run.check(fresh));
  // A proof without new files still changes the files that are here.
  else if (!run.files.some(isUnderWay)) showModels(shownModels);
}

function begin(work: () => void): void {
  work();
  view.begin(run.files, Date.now());
  refresh();
}

function showLeftOut({ leftOut, unreadable, advice }: Omit<Chosen, 'files'>, broken: readonly string[]): void {
  const note = byId('left-out');
  const told = [
    ...broken,
    leftOut.length > 0 &&
      `${counted(leftOut.length, 'file')} that tools put beside a model passed over: ${some(leftOut)}.`,
    unreadable.length > 0 && `Your browser would not open ${some(unreadable)}.`,
    unreadable.length > 0 && advice,
  ].filter((sentence) => typeof sentence === 'string');
  note.hidden = told.length === 0;
  note.textContent = told.join(' ');
}

/** Lists the first few of `paths`, as text. */
function some(paths: readonly string[]): string {
  return paths.slice(0, 3).join(', ') + (paths.length > 3 ? ' and others' : '');
}

let shownModels: readonly ModelReport[] = [];
function showModels(reports: readonly ModelReport[]): void {
  shownModels = reports;
  desk.clear(false);
  const rowOf = (path: string) => run.files.find((file) => file.path === path);
  const proved = new Set<string>();
  const cards = reports.map((report) => {
    const { model, base } = report.guess;
    const card = modelCard(report, link, (path) => {
      const file = rowOf(path);
      return file && rows.get(file)?.element.id;
    });
    // Files without their folders may make up one model twice; the proof covers all of them.
    if (proved.has(`${base}\n${model}`)) return card;
    proved.add(`${base}\n${model}`);
    const files = run.files.filter(({ path }) => path.startsWith(base));
    card.append(desk.place(model, files));
    return card;
  });
  const found = new Set(reports.map(({ guess }) => guess.model));
  // Adds models that the hub does not know, or that were looked up while it was away.
  for (const model of desk.models.filter((one) => !found.has(one)))
    cards.push(element('li', { class: 'card' }, element('h3', {}, model), desk.place(model, run.files)));
  byId('model-list').replaceChildren(...cards);
  byId('models').hidden = cards.length === 0;
}

for (const id of ['files', 'folder', 'dropped-folder']) {
  const input = byId<HTMLInputElement>(id);
  input.addEventListener('change', () => {
    void take(filesOfInput(input));
    // The same choice made again counts as a new choice.
    input.value = '';
  });
}
// Accepts a whole folder: no standard has this attribute, so the page can't contain it.
for (const id of ['folder', 'dropped-folder']) byId<HTMLInputElement>(id).webkitdirectory = true;
byId('folder-choice').hidden = !('webkitdirectory' in HTMLInputElement.prototype);

byId('stop').addEventListener('click', () => run.stop());
byId('resume').addEventListener('click', () => begin(() => run.resume()));
byId('clear').addEventListener('click', () => {
  run.clear();
  rows.clear();
  desk.clear(true);
  list.replaceChildren();
  showModels([]);
  showLeftOut({ leftOut: [], unreadable: [] }, []);
  byId('checked').hidden = true;
  refresh();
  byId('files').focus();
  view.say('The list is empty.');
});

if (lasting)
  byId('kept').textContent =
    'Half-done hashes of large files are kept in this browser, so that choosing the file again goes on from there.';
takeDrops(take);
