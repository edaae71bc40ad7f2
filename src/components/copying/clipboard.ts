// Puts text on the clipboard, from pages with TLS and without.

/** Copies `text` to the clipboard, on pages with and without TLS; true on success. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Milliseconds for which a button says what came of it. */
const SAID = 1_600;

/** Makes a button say `word` for a while in place of its own. */
export function sayOn({ firstChild: own, dataset }: HTMLButtonElement, word: string): void {
  if (!own || 'said' in dataset) return;
  const before = own.textContent;
  dataset.said = '';
  own.textContent = word;
  setTimeout(() => {
    own.textContent = before;
    delete dataset.said;
  }, SAID);
}

/** Without TLS, as in one's own network, browsers have no clipboard for scripts, but they copy what is selected. */
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
