// Plays the simulation on the home page: a file of twelve parts arrives from the first source that is up, and its hash
// is checked at the end. A source that lied is found by the check alone, as in a real download.
import { element } from '../element.ts';

/** Milliseconds for one part. */
const STEP = 220;

const stage = document.querySelector<HTMLElement>('.break-it')!;
const senders = [...stage.querySelectorAll<HTMLElement>('[data-sender]')].map((row) => ({
  name: row.dataset.sender!,
  state: row.querySelector('.state')!,
  stop: row.querySelector<HTMLInputElement>('[name=stop]')!,
  lie: row.querySelector<HTMLInputElement>('[name=lie]')!,
}));
const parts = [...stage.querySelectorAll<HTMLElement>('.parts i')];
const told = stage.querySelector('[role=status]')!;
const isStill = matchMedia('(prefers-reduced-motion: reduce)');
let run = 0;
let isRunning = false;

const mark = (element: Element, kind: string, word: string) => {
  element.className = `state state-${kind}`;
  element.textContent = word;
};
const say = (kind: string, word: string, text: string) =>
  told.replaceChildren(element('span', { class: `state state-${kind}` }, word), ` ${text}`);

/** Sends the file from its first part on. A later call ends this one. */
async function send(): Promise<void> {
  const mine = ++run;
  const caught = new Set<string>();
  let got: { from: string; isWrong: boolean }[] = [];
  isRunning = true;
  say('unknown', 'Arriving', 'Each part comes from the first source that is up.');
  while (mine === run && isRunning) {
    for (const { name, state, stop } of senders) {
      if (caught.has(name)) mark(state, 'bad', 'Caught');
      else mark(state, stop.checked ? 'bad' : 'good', stop.checked ? 'Down' : 'Up');
    }
    parts.forEach((part, at) => {
      part.textContent = part.dataset.from = got[at]?.from ?? '';
    });
    const liar = got.find(({ isWrong }) => isWrong)?.from;
    const sender = senders.find(({ name, stop }) => !stop.checked && !caught.has(name));
    if (got.length === parts.length && liar === undefined) {
      const liars = caught.size > 0 ? ` It gave away who lied: ${[...caught].join(' and ')}.` : '';
      say('good', 'Right', `The SHA-256 of what arrived is the one in the index.${liars}`);
      isRunning = false;
    } else if (got.length === parts.length) {
      caught.add(liar!);
      got = [];
      say(
        'bad',
        'Wrong',
        `The SHA-256 differs: source ${liar} lied. Nothing of it is kept, and the next source is asked.`,
      );
    } else if (sender) got.push({ from: sender.name, isWrong: sender.lie.checked });
    else {
      say('bad', 'Waiting', 'No source is left that can be asked. Nothing wrong is kept.');
      isRunning = false;
    }
    if (!isStill.matches) await new Promise((done) => setTimeout(done, STEP));
  }
}

stage.querySelector('button')!.addEventListener('click', () => void send());
// A change while the file arrives counts from the next part on; afterwards it sends the file again.
stage.addEventListener('change', () => {
  if (!isRunning) void send();
});
