// The copy buttons: each takes the code that stands in the same block, or the address that its row of a table links to.
import { copyText } from '../copying/clipboard.ts';

/** How long a button says what came of it, in milliseconds. */
const SAID = 1_600;

/** Makes every `.copy` inside `root` work. */
export function startCopying(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    const link = 'link' in button.dataset ? button.closest('tr')?.querySelector('a') : undefined;
    const code = link ?? button.closest('.block')?.querySelector('code');
    if (code) void copy(button, code);
  });
}

async function copy(button: HTMLButtonElement, code: HTMLElement): Promise<void> {
  const copied = await copyText(code instanceof HTMLAnchorElement ? code.href : (code.textContent ?? ''));
  // Where nothing may be copied the code is selected, so that one key press does it.
  if (!copied) getSelection()?.selectAllChildren(code);
  const word = button.firstChild;
  if (!word || button.dataset.said) return;
  const before = word.textContent;
  word.textContent = copied ? 'Copied' : 'Selected';
  button.dataset.said = '';
  setTimeout(() => {
    word.textContent = before;
    delete button.dataset.said;
  }, SAID);
}
