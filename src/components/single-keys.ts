// Stores whether shortcuts of a single key are on. Such shortcuts may disturb other tools, so visitors can switch them
// off for good (WCAG 2.1.4).

/** True unless somebody switched the shortcuts off in this browser. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem('keys') !== 'off';
  } catch {
    return true;
  }
}

/** Switches the shortcuts on or off, on all pages of this site in this browser. */
export function keepKeysOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem('keys');
    else localStorage.setItem('keys', 'off');
  } catch {
    // If the browser stores nothing, the shortcuts stay on.
  }
}

/** True for a field in which people type, so that a typed letter does not count as a shortcut. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea, [contenteditable]');
}
