// Makes every copy button of the page work: it copies the text that it holds, or else the code in its block.

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button.copy') : null;
  const code = button?.closest('.block')?.querySelector('code');
  const text = button?.dataset.copy ?? code?.textContent;
  if (!button || text == null) return;
  const copied = await copyText(text);
  // If the browser forbids copying, selects the code, so that one key press copies it.
  if (!copied && code) getSelection()?.selectAllChildren(code);
  sayOn(button, copied ? 'Copied' : code ? 'Selected' : 'Failed');
});

/** Copies `text` to the clipboard; true on success. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Milliseconds for which a button shows whether copying succeeded. */
const SAID = 1_600;

/** Makes a button show `word` for a while in place of its label. */
function sayOn({ firstChild: own, dataset }: HTMLButtonElement, word: string): void {
  if (!own || 'said' in dataset) return;
  const before = own.textContent;
  dataset.said = '';
  own.textContent = word;
  setTimeout(() => {
    own.textContent = before;
    delete dataset.said;
  }, SAID);
}

/**
 * Copies `text` by selecting it. On a page without TLS, such as one in a home network, browsers give scripts no
 * clipboard, but they copy a selection.
 */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'out-of-sight';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
