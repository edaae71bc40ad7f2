// The script of a model's page, which chooses versions.

const picker = document.querySelector<HTMLElement>('.picker');
if (picker) startVersions(picker);

/** Shows the version of a followed link without loading the page again; the tool and the shell stay as they are. */
function startVersions(picker: HTMLElement): void {
  picker.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.versions a') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const answer = await fetch(link.href, { headers: { Accept: 'text/html' } }).catch(() => undefined);
    const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
    const fresh = page.querySelector('.picker');
    // Without an answer, the browser follows the link and shows the error.
    if (!fresh) return location.assign(link.href);
    const kept = [...picker.querySelectorAll<HTMLInputElement>('input:checked')].map(({ id }) => id);
    picker.replaceChildren(...fresh.childNodes);
    for (const id of kept) picker.querySelector<HTMLInputElement>(`#${id}`)?.click();
    picker.querySelector<HTMLElement>('.versions [aria-current]')?.focus();
    history.replaceState(null, '', link.href);
  });
  // An export has one page for all versions, each with its command in its row.
  const row = document.getElementById(`v-${new URLSearchParams(location.search).get('v')?.toLowerCase()}`);
  const folds = row ? [row.closest('details'), row.querySelector('details')] : [];
  for (const fold of folds) fold?.setAttribute('open', '');
}
