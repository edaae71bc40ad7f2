// Single keys can be in the way of other tools, so visitors can switch them off for good (WCAG 2.1.4).

/** True unless somebody switched them off in this browser. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem('keys') !== 'off';
  } catch {
    return true;
  }
}

/** Switches them on or off. */
export function keepKeysOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem('keys');
    else localStorage.setItem('keys', 'off');
  } catch {
    // A browser may refuse to keep anything; the keys then stay on.
  }
}

/** True where letters are written, so that none is a key. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea, [contenteditable]');
}
