// Shows the progress, the speed and the outcome of hashing all files, also to screen readers.

import { type CheckedFile, isResumable, isUnderWay } from '../../checking/checked-file.ts';
import { bytesDone, hashedHere, paceInWords, progressInWords } from '../../checking/pace.ts';
import { bytes, counted } from '../../model/figures.ts';
import { byId } from '../element.ts';

/** The number of steps at which progress is announced to screen readers; more would be tiresome. */
const STEPS = 4;

export class RunView {
  readonly #run = byId('run');
  readonly #title = byId('run-title');
  readonly #tally = byId('tally');
  readonly #total = byId<HTMLProgressElement>('total');
  readonly #pace = byId('pace');
  readonly #announcer = byId('announcer');
  readonly #stop = byId('stop');
  readonly #resume = byId('resume');
  readonly #clear = byId('clear');
  #began = 0;
  #doneBefore = 0;
  #announced = 0;

  /** Begins a run at `now`, in milliseconds, with these files in the list. */
  begin(files: readonly CheckedFile[], now: number): void {
    this.#began = now;
    this.#doneBefore = hashedHere(files);
    this.#announced = 0;
    const todo = files.filter(isUnderWay);
    this.say(`Hashing ${counted(todo.length, 'file')}, ${bytes(bytesDone(todo).size)}.`);
  }

  /** Shows the progress of the run, or its outcome once no file is waiting or being hashed. */
  show(files: readonly CheckedFile[], now: number): void {
    this.#run.hidden = files.length === 0;
    const running = files.some(isUnderWay);
    const { size, done } = bytesDone(files);
    this.#total.value = size === 0 ? 1 : done / size;
    this.#total.hidden = !running;
    this.#pace.hidden = !running;
    this.#title.textContent = running ? 'Progress' : 'Result';
    this.#tally.textContent = running ? progressInWords(files) : outcomeOf(files);
    this.#pace.textContent = running
      ? paceInWords(hashedHere(files) - this.#doneBefore, size - done, now - this.#began)
      : '';
    this.#swap(running, files.some(isResumable));
    const step = Math.floor((done / Math.max(size, 1)) * STEPS);
    if (running && step > this.#announced && step < STEPS) {
      this.#announced = step;
      this.say(`${(step * 100) / STEPS} percent hashed.`);
    }
  }

  /** Announces a sentence to screen readers. */
  say(sentence: string): void {
    this.#announcer.textContent = sentence;
  }

  /** Swaps the buttons. If a focused button disappears, the focus moves to a visible button. */
  #swap(running: boolean, resumable: boolean): void {
    const hadFocus = document.activeElement;
    this.#stop.hidden = !running;
    this.#resume.hidden = running || !resumable;
    this.#clear.hidden = running;
    if (hadFocus instanceof HTMLElement && hadFocus.hidden)
      [this.#stop, this.#resume, this.#clear].find((button) => !button.hidden)?.focus();
  }
}

/** Sums up in a sentence how many files are known, differ, are unknown, or were not checked. */
export function outcomeOf(files: readonly CheckedFile[]): string {
  const named = (kind: string) =>
    files.filter(({ state }) => state.at === 'named' && state.verdict.kind === kind).length;
  const at = (place: string) => files.filter(({ state }) => state.at === place).length;
  const parts = [
    [named('known'), 'known'],
    [named('differs'), named('differs') === 1 ? 'differs' : 'differ'],
    [named('unknown'), 'unknown'],
    [at('stopped'), 'stopped'],
    [at('failed'), 'not checked'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${counted(files.length, 'file')}: ${counts.join(', ')}.`;
}
