// The copy buttons: each copies the code in its block, or the facts in its row of the table of files.
import { fileCommand } from '../../get-it/shell/one-file.ts';
import { copyText, sayOn } from './clipboard.ts';

/** Makes every `.copy` inside `root` work. */
export function startCopying(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    const code = button.closest('.block')?.querySelector('code');
    if (code) void copy(button, code, textOf(button, code));
  });
}

/**
 * Gives the text that a button copies: the code of its block, or of a row of files the address of the file or the
 * command that fetches it.
 */
function textOf({ dataset }: HTMLButtonElement, code: HTMLElement): string {
  const sha256 = code.textContent ?? '';
  const link = dataset.copies === undefined ? undefined : code.closest('tr')?.querySelector('a');
  if (!link) return sha256;
  if (dataset.copies === 'link') return link.href;
  const isPowershell = document.querySelector<HTMLInputElement>('#shell-powershell')?.checked === true;
  return fileCommand(link.href, { path: link.textContent ?? '', sha256 }, isPowershell);
}

async function copy(button: HTMLButtonElement, code: HTMLElement, text: string): Promise<void> {
  const copied = await copyText(text);
  // If copying is not allowed, the code is selected, so that one key press copies it.
  if (!copied) getSelection()?.selectAllChildren(code);
  sayOn(button, copied ? 'Copied' : 'Selected');
}
