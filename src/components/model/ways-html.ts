// "Get it" as HTML: a radio button for each client, which style sheets turn into tabs, so that it works without script.

import { type Way, waysToGet } from '../../get-it/ways.ts';
import { docsLink } from '../../model-links.ts';
import type { ModelPage } from '../../model-page.ts';
import { escaped } from './escaped.ts';

/**
 * The tabs and what each shows. One that this model is not for says so, and where to go instead. `script` is where
 * remembered-client.js lies; it stands between the two.
 */
export function waysHtml(model: ModelPage, baseUrl: string, script: string): string {
  const ways = waysToGet(model, baseUrl);
  return `<fieldset class="tabs"><legend class="out-of-sight">Client</legend>${ways.map(tab).join('')}</fieldset><script src="${escaped(script)}"></script><div class="ways-in">${ways.map(panel).join('')}</div>`;
}

function tab(way: Way, at: number): string {
  const { key, label } = way;
  const [mark, word] =
    'missing' in way ? [' data-missing', '<span class="out-of-sight">, not for this model</span>'] : ['', ''];
  return `<input type="radio" name="client" id="get-${key}" value="${key}"${at === 0 ? ' checked' : ''}${mark}><label for="get-${key}">${label}${word}</label>`;
}

function panel(way: Way): string {
  const { key, label } = way;
  const start = `<div class="way" id="way-${key}"><h3 class="way-name">${label}</h3>`;
  if ('missing' in way)
    return `${start}<div class="way-missing"><p>${escaped(way.missing)}</p><p><a href="${escaped(way.onward.href)}">${escaped(way.onward.text)}</a></p></div></div>`;
  const short = way.short === undefined ? '' : `<code class="value">${escaped(way.short)}</code> `;
  return `${start}<div class="block"><pre><code>${escaped(way.block)}</code></pre><button type="button" class="copy">Copy<span class="out-of-sight"> the commands for ${label}</span></button></div><p class="note">${escaped(way.note)} ${short}<a href="${docsLink(way.docs)}">More on ${label}</a></p></div>`;
}
