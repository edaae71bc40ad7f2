/** Makes the HTML page with the switches, styled like the website. */
import { type Html, html } from '../../src/basics/html.ts';
import { sourceState } from '../../src/components/health/source-state.ts';
import { bytes, count } from '../../src/model/figures.ts';
import { idParts } from '../../src/nouns/model-id.ts';
import type { SourceHealth } from '../../src/shapes/live.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { type DemoView, FAULTS, type Fault, type SourceView } from './switch-view.ts';

const WORDS: Record<Fault, readonly [name: string, does: string]> = {
  stop: ['Stop', 'refuses every connection'],
  slow: ['Slow', 'waits four seconds, then sends 50 kB a second'],
  lie: ['Lie', 'sends the right number of bytes, and wrong ones'],
};

/** A shell command, and a sentence about its purpose. */
export interface ShellLine {
  readonly does: string;
  readonly line: string;
}

/** Makes the whole HTML page. */
export function switchPage(view: DemoView, lines: readonly ShellLine[]): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Switches of the demo: Model Hub</title>
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/switches.css">
      <script type="module" src="/switches.js"></script>
    </head>
    <body>
      <header class="site-header"><div class="wrap">
        <a class="brand" href="/">Model Hub, the demo</a>
        <nav class="site-nav" aria-label="The hub">
          <a href="${view.hub}${href(routes.home, {})}">Home</a>
          <a href="${view.hub}${href(routes.browse, {})}">Models</a>
          <a href="${view.hub}${href(routes.healthPage, {})}">Health</a>
        </nav>
      </div></header>
      <main class="wrap" id="content">
        <div class="hero-text switch-hero">
          <h1>Break a source, and watch the hub</h1>
          <p class="lead">These three sources hold real bytes on this machine. The hub asks each of them every second, and
            sends downloads to the first one that is up and has right bytes.</p>
          <noscript><p><a href="/">Look again</a></p></noscript>
          <p class="notice" id="ended" role="status"></p>
        </div>
        <section aria-labelledby="sources-title">
          <h2 id="sources-title">Sources, in the order they are tried</h2>
          <div class="pair">${view.sources.map(sourceCard)}</div>
        </section>
        ${redirects(view)}
        <section aria-labelledby="try-title">
          <h2 id="try-title">Try it</h2>
          <div class="card">${lines.map(
            ({ does, line }) =>
              html`<figure class="command"><figcaption>${does}</figcaption><pre><code>${line}</code></pre></figure>`,
          )}</div>
        </section>
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function sourceCard(source: SourceView): Html {
  const { token, host, url, requests, sent, rate, on } = source;
  const { mark, word, sentence } = sourceState((source.health ?? { ok: true, checked: null }) as SourceHealth);
  return html`<section class="card" id="card-${token}" data-live aria-labelledby="name-${token}">
    <div class="switch-head"><h3 id="name-${token}">${host}</h3><span class="state state-${mark}">${word}</span></div>
    <p class="note">${sentence}. It is at <span class="address">${url}</span></p>
    <dl class="facts switch-facts">
      <div><dt>Sends now</dt><dd>${bytes(rate)}/s</dd></div>
      <div><dt>Sent</dt><dd>${bytes(sent)}</dd></div>
      <div><dt>Requests</dt><dd>${count(requests)}</dd></div>
    </dl>
    <form method="post" action="/" class="switches" aria-labelledby="name-${token}">
      <input type="hidden" name="source" value="${token}">
      ${FAULTS.map((fault) => switchOf(token, fault, on.has(fault)))}
    </form>
  </section>`;
}

function switchOf(token: string, fault: Fault, isOn: boolean): Html {
  const [name, does] = WORDS[fault];
  const id = `${token}-${fault}`;
  return html`<button class="switch" id="${id}" name="${fault}" value="${isOn ? 'off' : 'on'}" role="switch"
    aria-checked="${String(isOn)}" aria-describedby="${id}-does">
    <span class="switch-track" aria-hidden="true"></span>
    <span class="switch-words">${name}</span>
    <span class="switch-state" aria-hidden="true">${isOn ? 'on' : 'off'}</span>
  </button><p class="note switch-does" id="${id}-does">${does}</p>`;
}

function redirects({ hub, redirects: all }: DemoView): Html {
  return html`<section id="redirects" data-live aria-labelledby="redirects-title">
    <h2 id="redirects-title">Where a download goes now</h2>
    <div class="card"><ul class="sources">${all.map(
      ({ id, path, source, isUp }) => html`<li>
        <a class="source-name" href="${hub}${href(routes.modelPage, idParts(id))}">${id}</a>
        <span class="state state-${isUp ? 'good' : 'bad'}">${source === '' ? 'nowhere' : `to ${source}`}</span>
        <span class="source-note">${path}${isUp ? '' : ': no other source has it, and the hub says so'}</span>
      </li>`,
    )}</ul></div>
  </section>`;
}
