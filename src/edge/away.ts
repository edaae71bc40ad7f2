// The answer that a server in front of the hub gives while it can't reach the hub. Browsers get a page, and other
// clients get the refusal in the path's dialect.
import { escaped } from '../basics/escaped.ts';
import { html } from '../basics/html.ts';
import { codeHeaders, type ShapedRefusal } from '../dialects/refusal-shape.ts';
import { mediaTypeOf, REPRESENTATION_TYPES } from '../table/answer-facts.ts';
import { refuse } from '../table/refusals.ts';

const SECONDS = 5;

/**
 * The seconds for which the server in front waits for an instance of the hub. `read` is for the answer to a `GET` or
 * `HEAD`, and `connect` for a connection. `write` is for the answer to any other method, which may change something and
 * so gets more time.
 */
export const PATIENCE = { read: 3, write: 60, connect: 2 };

export const AWAY = refuse('Unreachable', undefined, ['Retry-After', String(SECONDS)]);

/**
 * A regular expression for an `Accept` that names HTML without a weight, as browsers do. HTML then has full weight, so
 * no other type can be preferred to it. Use the expression without regard to case.
 */
export const WANTS_PAGE = `(?:^|, ?)${escaped(mediaTypeOf('html'))} ?(?:,|$)`;

/**
 * The page. nginx allows at most four kilobytes and no dollar sign in it; Caddy allows no line feed and no backquote.
 */
const PAGE = [
  html`<!doctype html><html lang="en"><head><meta charset="utf-8">`,
  html`<meta name="viewport" content="width=device-width, initial-scale=1">`,
  html`<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>Away just now · Model Hub</title>`,
  // Without this link, a browser would request an icon.
  html`<link rel="icon" href="data:,"><style>`,
  html`body{margin:0;font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;`,
  html`color:light-dark(#191d1b,#e8ece9);background:light-dark(#fcfcfa,#111514);color-scheme:light dark}`,
  html`header{background:light-dark(#ffffff,#181d1b);border-bottom:1px solid light-dark(#dfe2db,#2d3532)}`,
  html`header,main{padding:0 max(1rem,50vw - 37rem)}`,
  html`header p{display:flex;gap:.75rem;align-items:center;min-height:3.5rem;margin:0;font-weight:660}`,
  html`main{padding-block:2.5rem}main>p{max-width:40rem;margin:1rem 0}`,
  html`.code{display:inline-block;padding:.25rem .75rem;margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;`,
  html`color:light-dark(#0b6454,#74cdb6);background:light-dark(#e3f0ec,#17302a);border-radius:1rem}`,
  html`h1{margin:1rem 0;font-size:clamp(1.875rem,1.4rem + 2.1vw,2.875rem);line-height:1.2;letter-spacing:-.022em}`,
  html`.lead{font-size:1.125rem;color:light-dark(#58615c,#a2ada7)}`,
  html`a{display:inline-block;padding:.6rem 1.5rem;font-weight:600;color:light-dark(#ffffff,#07231c);text-decoration:none;`,
  html`background:light-dark(#0b6454,#74cdb6);border-radius:.375rem}`,
  html`a:focus-visible{outline:2px solid light-dark(#0b6454,#74cdb6);outline-offset:2px}`,
  html`</style></head><body><header><p>`,
  html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6454"/>`,
  html`<path d="M8 10h16M8 16h9M8 22h5M17 21.5l3 3 5.5-7" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`,
  html`</svg>Model Hub</p></header>`,
  html`<main><p class="code">${AWAY.status}</p><h1>The hub is away just now</h1>`,
  html`<p class="lead">This web server does not reach the hub behind it, which may be starting again. `,
  html`Nothing is wrong with the address that you asked for.</p>`,
  html`<p>Try again in ${SECONDS} seconds.</p><p><a href="">Try again</a></p></main></body></html>`,
]
  .map(({ text }) => text)
  .join('');

/** The page as a refusal. The page needs no other file, because no file could be loaded. */
export const AWAY_PAGE: ShapedRefusal = {
  status: AWAY.status,
  headers: [
    ...codeHeaders(AWAY),
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  ],
  type: REPRESENTATION_TYPES.html,
  body: PAGE,
  shape: 'text',
};
