// The script of the copy buttons in a list of models. Each button holds the command that downloads its model.
import { copyText, sayOn } from './clipboard.ts';

/** Copies the button's command, and shows on the button whether that succeeded; true on success. */
export async function copyFrom(button: HTMLButtonElement): Promise<boolean> {
  const copied = await copyText(button.dataset.copy ?? '');
  sayOn(button, copied ? 'Copied' : 'Failed');
  return copied;
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (button instanceof HTMLButtonElement) void copyFrom(button);
});
