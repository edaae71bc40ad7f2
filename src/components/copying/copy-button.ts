// The script of the copy buttons of a list of models: each holds the command that downloads its model.
import { copyText } from './clipboard.ts';

/** How long a button says that it worked, in milliseconds. */
const SAID = 1_600;

/** Puts the button's command on the clipboard and says so on the button; true when that worked. */
export async function copyFrom(button: HTMLButtonElement): Promise<boolean> {
  const copied = await copyText(button.dataset.copy ?? '');
  const word = button.firstChild;
  if (word && !button.dataset.said) {
    const before = word.textContent;
    button.dataset.said = '';
    word.textContent = copied ? 'Copied' : 'Failed';
    setTimeout(() => {
      word.textContent = before;
      delete button.dataset.said;
    }, SAID);
  }
  return copied;
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (button instanceof HTMLButtonElement) void copyFrom(button);
});
