// The whole run at a glance: how much is done, how fast, what came of it; and the same for those who listen.
import { bytes, counted } from '../../../src/model/figures.ts';
import { type CheckedFile, isResumable, isUnderWay } from './checked-file.ts';
import { byId } from './element.ts';

/** Quarters are announced, not every step. */
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

  /** A run begins at `now`, in milliseconds, with these files in the list. */
  begin(files: readonly CheckedFile[], now: number): void {
    this.#began = now;
    this.#doneBefore = sum(files, hashedHere);
    this.#announced = 0;
    const todo = files.filter(isUnderWay);
    this.say(`Hashing ${counted(todo.length, 'file')}, ${bytes(sum(todo, ({ file }) => file.size))}.`);
  }

  /** Shows where the run stands. */
  show(files: readonly CheckedFile[], now: number): void {
    this.#run.hidden = files.length === 0;
    const running = files.some(isUnderWay);
    const size = sum(files, ({ file }) => file.size);
    const done = sum(files, ({ done }) => done);
    this.#total.value = size === 0 ? 1 : done / size;
    this.#total.hidden = !running;
    this.#pace.hidden = !running;
    this.#title.textContent = running ? 'Progress' : 'Result';
    this.#tally.textContent = running ? progressOf(files, done, size) : outcomeOf(files);
    this.#pace.textContent = running
      ? paceOf(sum(files, hashedHere) - this.#doneBefore, size - done, now - this.#began)
      : '';
    this.#swap(running, files.some(isResumable));
    const step = Math.floor((done / Math.max(size, 1)) * STEPS);
    if (running && step > this.#announced && step < STEPS) {
      this.#announced = step;
      this.say(`${(step * 100) / STEPS} percent hashed.`);
    }
  }

  /** Says something to those who listen. */
  say(sentence: string): void {
    this.#announcer.textContent = sentence;
  }

  /** A button that goes while it has the focus hands it on. */
  #swap(running: boolean, resumable: boolean): void {
    const hadFocus = document.activeElement;
    this.#stop.hidden = !running;
    this.#resume.hidden = running || !resumable;
    this.#clear.hidden = running;
    if (hadFocus instanceof HTMLElement && hadFocus.hidden)
      [this.#stop, this.#resume, this.#clear].find((button) => !button.hidden)?.focus();
  }
}

/** What came of the files, in one sentence. */
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
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${counted(files.length, 'file')}: ${told.join(', ')}.`;
}

/** Bytes of a file that were not done in an earlier run. */
function hashedHere({ done, resumedAt }: CheckedFile): number {
  return done - resumedAt;
}

function progressOf(files: readonly CheckedFile[], done: number, size: number): string {
  const finished = files.filter((file) => !isUnderWay(file)).length;
  return `${finished} of ${counted(files.length, 'file')}, ${bytes(done)} of ${bytes(size)}`;
}

/** Speed and time left, once there is enough to tell them from. */
function paceOf(done: number, left: number, elapsed: number): string {
  if (elapsed < 1000 || done <= 0) return '';
  const speed = (done / elapsed) * 1000;
  return `${bytes(speed)} a second, ${durationOf(left / speed)} left`;
}

/** Seconds as people say them. */
function durationOf(seconds: number): string {
  if (seconds < 90) return `about ${counted(Math.max(1, Math.round(seconds)), 'second')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${counted(Math.round(minutes / 60), 'hour')}`;
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((total, item) => total + of(item), 0);
}
