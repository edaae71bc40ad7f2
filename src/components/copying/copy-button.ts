// The script of the copy buttons of a list of models: each holds the command that downloads its model.
import { copyText, sayOn } from './clipboard.ts';

/** Puts the button's command on the clipboard and says so on the button; true when that worked. */
export async function copyFrom(button: HTMLButtonElement): Promise<boolean> {
  const copied = await copyText(button.dataset.copy ?? '');
  sayOn(button, copied ? 'Copied' : 'Failed');
  return copied;
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (button instanceof HTMLButtonElement) void copyFrom(button);
});
