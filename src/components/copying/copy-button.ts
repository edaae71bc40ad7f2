// The script of the copy buttons in a list of models. Each button holds the command that downloads its model.
import { copyText, sayOn } from './clipboard.ts';

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  sayOn(button, (await copyText(button.dataset.copy ?? '')) ? 'Copied' : 'Failed');
});
