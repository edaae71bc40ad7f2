// Makes the copy buttons of commands work: each copies the code in its block.
import { copyText, sayOn } from './clipboard.ts';

/** Makes every button of the class `copy` inside `root` work. */
export function startCopying(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    const code = button.closest('.block')?.querySelector('code');
    if (code) void copy(button, code);
  });
}

async function copy(button: HTMLButtonElement, code: HTMLElement): Promise<void> {
  const copied = await copyText(code.textContent ?? '');
  // If the browser forbids copying, selects the code, so that one key press copies it.
  if (!copied) getSelection()?.selectAllChildren(code);
  sayOn(button, copied ? 'Copied' : 'Selected');
}
