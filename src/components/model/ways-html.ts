// "Get it" as HTML: a radio button for each client, which style sheets turn into tabs, so that it works without script.

import { type Html, html } from '../../basics/html.ts';
import { type Way, waysToGet } from '../../get-it/ways.ts';
import { docsLink } from '../../model-page/model-links.ts';
import type { ModelPage } from '../../model-page/model-page.ts';

/**
 * The tabs and what each shows. One that this model is not for says so, and where to go instead. `script` is where
 * remembered-client.js lies; it stands between the two.
 */
export function waysHtml(model: ModelPage, baseUrl: string, script: string): Html {
  const ways = waysToGet(model, baseUrl);
  return html`<fieldset class="tabs"><legend class="out-of-sight">Client</legend>${ways.map(tab)}</fieldset><script src="${script}"></script><div class="ways-in">${ways.map(panel)}</div>`;
}

function tab(way: Way, at: number): Html {
  const { key, label } = way;
  const isMissing = 'missing' in way;
  const word = isMissing ? html`<span class="out-of-sight">, not for this model</span>` : '';
  return html`<input type="radio" name="client" id="get-${key}" value="${key}"${at === 0 ? ' checked' : ''}${isMissing ? ' data-missing' : ''}><label for="get-${key}">${label}${word}</label>`;
}

function panel(way: Way): Html {
  const { key, label } = way;
  if ('missing' in way)
    return html`<div class="way" id="way-${key}"><h3 class="way-name">${label}</h3><div class="way-missing"><p>${way.missing}</p><p><a href="${way.onward.href}">${way.onward.text}</a></p></div></div>`;
  const short = way.short === undefined ? '' : html`<code class="value">${way.short}</code> `;
  return html`<div class="way" id="way-${key}"><h3 class="way-name">${label}</h3><div class="block"><pre><code>${way.block}</code></pre><button type="button" class="copy">Copy<span class="out-of-sight"> the commands for ${label}</span></button></div><p class="note">${way.note} ${short}<a href="${docsLink(way.docs)}">More on ${label}</a></p></div>`;
}
