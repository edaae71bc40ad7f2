// Loads the marks of the saved list for a signed-in visitor, and nothing for anybody else.

function load(): void {
  if (document.documentElement.hasAttribute('data-account')) void import('./saved-marks.ts');
}

load();
// Somebody may have signed in before coming back to a page from the history.
addEventListener('pageshow', load);
