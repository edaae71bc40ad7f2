// Loads saved-marks.ts, which marks saved models, if a visitor is signed in.

function load(): void {
  if (document.documentElement.hasAttribute('data-account')) void import('./saved-marks.ts');
}

load();
// A page from the browser's history may be older than the visitor's sign-in.
addEventListener('pageshow', load);
