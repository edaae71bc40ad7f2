// Shows in the page what is found about a visitor's files, also to screen readers.
import { html } from '../../basics/html.ts';
import { type CheckedFile, checkFiles } from '../../checking/check-files.ts';
import { createLookup } from '../../checking/hash-lookup.ts';
import type { Report } from '../../checking/hash-worker.ts';
import { bytes, counted } from '../../model/figures.ts';
import { byId, element, setHtml } from '../element.ts';
import { bytesOf, outcomeOf, progressInWords, reportHtml, rowHtml } from './results-html.ts';
import type { Chosen } from './take-files.ts';

/**
 * Makes the function that checks files and shows the results in `panel`. Files replace those before them. `newWorker`
 * makes a worker of hash-worker.ts: on a page without an origin, the worker's code must be inlined.
 */
export function createDesk({ dataset }: HTMLElement, newWorker: () => Worker) {
  const { hashes = '', tree = '', treeFile = '', modelPage = '' } = dataset;
  const lookup = createLookup({ hashes, tree, treeFile });
  // The page of a model links its own files.
  const meant = new URLSearchParams(location.hash.slice(1)).get('model') || undefined;
  if (meant !== undefined) byId('drop-title').textContent = `Drop files of ${meant} here, or their folder`;
  let run = new AbortController();
  byId('stop').addEventListener('click', () => run.abort());
  return async ({ files, ...passedOver }: Chosen, isDropped: boolean): Promise<void> => {
    run.abort();
    const own = new AbortController();
    run = own;
    const checked = files.map((one): CheckedFile => ({ ...one, state: 'waiting', done: 0, matches: [] }));
    const rows = new Map(
      checked.map((file, at) => [file, element('li', { class: 'file', id: `checked-${at + 1}`, tabindex: '-1' })]),
    );
    const show = (file: CheckedFile) => setHtml(rows.get(file)!, rowHtml(file, modelPage));
    const tally = byId('tally');
    const progress = () => {
      const { size, done } = bytesOf(checked);
      byId<HTMLProgressElement>('total').value = size === 0 ? 1 : done / size;
      tally.textContent = progressInWords(checked);
    };
    checked.forEach(show);
    showPassedOver(passedOver);
    byId('file-list').replaceChildren(...rows.values());
    byId('model-list').hidden = true;
    for (const id of ['run', 'file-list']) byId(id).hidden = checked.length === 0;
    if (checked.length === 0) return;
    for (const id of ['total', 'stop']) byId(id).hidden = false;
    progress();
    tally.scrollIntoView({ block: 'center' });
    // After a drop no element has the focus, so the result gets it.
    if (isDropped) tally.focus({ preventScroll: true });
    byId('announcer').textContent = `Hashing ${counted(checked.length, 'file')}, ${bytes(bytesOf(checked).size)}.`;
    const reports = await checkFiles(checked, {
      ...{ hash: hashIn(newWorker, own.signal), lookup, signal: own.signal },
      meant,
      onChange(file) {
        show(file);
        if (run === own) progress();
      },
    });
    if (run !== own) return;
    const rowOf = (file: CheckedFile) => rows.get(file)!.id;
    setHtml(byId('model-list'), html`${reports.map((report) => reportHtml(report, modelPage, rowOf))}`);
    byId('model-list').hidden = reports.length === 0;
    if (document.activeElement === byId('stop')) tally.focus();
    for (const id of ['total', 'stop']) byId(id).hidden = true;
    for (const id of ['tally', 'announcer']) byId(id).textContent = outcomeOf(checked);
  };
}

/** Makes the function that hashes a file in a worker, one at a time. */
function hashIn(newWorker: () => Worker, signal: AbortSignal) {
  let worker: Worker | undefined;
  return (file: File, onProgress: (done: number) => void): Promise<string> =>
    new Promise((resolve, reject) => {
      worker ??= newWorker();
      const hasher = worker;
      const end = (reason: string) => {
        hasher.terminate();
        worker = undefined;
        reject(new Error(reason));
      };
      signal.addEventListener('abort', () => end('stopped'), { once: true });
      hasher.onmessage = ({ data }: MessageEvent<Report>) => {
        if ('done' in data) onProgress(data.done);
        else if ('sha256' in data) resolve(data.sha256);
        else reject(new Error(data.fault));
      };
      // A worker that could not be loaded or has crashed can't be used any more.
      hasher.onerror = ({ message }) => end(message || 'the part of this page that hashes could not be loaded');
      hasher.postMessage(file);
    });
}

function showPassedOver({ leftOut, unreadable }: Omit<Chosen, 'files'>): void {
  const some = (paths: readonly string[]) => paths.slice(0, 3).join(', ') + (paths.length > 3 ? ' and others' : '');
  const sentences = [
    leftOut.length > 0 &&
      `${counted(leftOut.length, 'file')} that tools put beside a model passed over: ${some(leftOut)}.`,
    unreadable.length > 0 && `Your browser would not open ${some(unreadable)}: choose it with the button.`,
  ].filter((sentence) => typeof sentence === 'string');
  const note = byId('left-out');
  note.hidden = sentences.length === 0;
  note.textContent = sentences.join(' ');
}
