/** Finds the documentation's commands that are marked as runnable, and runs them against a demo hub. */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import matter from 'gray-matter';
import { remark } from 'remark';
import { visit } from 'unist-util-visit';
import { docsFolder } from '../../generator/process/package-paths.ts';
import { withOwnAddress } from '../../src/site/docs-page.ts';
import { type Finished, run } from '../clients/client-process.ts';
import type { DemoHub } from '../demo/demo-hub.ts';
import { runCommand } from '../demo/product.ts';
import { freePort } from '../fixtures/free-port.ts';

/** The commands that a page asks its reader to type, from top to bottom. */
export interface RunnablePage {
  slug: string;
  blocks: string[];
  /** The commands that the page needs and that not every system has. */
  tools: string[];
}

/** Lists every page with blocks marked `sh run`. The words after the mark name the commands that a block needs. */
export function runnablePages(): RunnablePage[] {
  const files = readdirSync(docsFolder).filter((file) => file.endsWith('.md'));
  return files.map(readPage).filter(({ blocks }) => blocks.length > 0);
}

const readPage = (file: string): RunnablePage =>
  runnable(file.slice(0, -'.md'.length), matter(readFileSync(join(docsFolder, file), 'utf8')).content);

function runnable(slug: string, text: string): RunnablePage {
  const blocks: string[] = [];
  const tools = new Set<string>();
  visit(remark().parse(text), 'code', ({ lang, meta, value }) => {
    const [mark, ...named] = meta?.split(' ') ?? [];
    if (lang !== 'sh' || mark !== 'run') return;
    blocks.push(value);
    for (const tool of named) tools.add(tool);
  });
  return { slug, blocks, tools: [...tools] };
}

/**
 * Lists the parts that run if only the commands of `has` exist: whole pages, and single sections of the other pages.
 */
export function runnableWith(has: (tool: string) => boolean): RunnablePage[] {
  const isEnough = ({ blocks, tools }: RunnablePage) => blocks.length > 0 && tools.every(has);
  return runnablePages().flatMap((page) => (isEnough(page) ? [page] : sectionsOf(page.slug).filter(isEnough)));
}

/** Reads each section of a page as if it were a page. */
function sectionsOf(slug: string): RunnablePage[] {
  const { content } = matter(readFileSync(join(docsFolder, `${slug}.md`), 'utf8'));
  return content.split(/^(?=## )/m).map((text) => runnable(`${slug}, ${text.slice(3, text.indexOf('\n'))}`, text));
}

/**
 * The replacements in the commands of pages, because the demo hub has other, smaller models and plain HTTP. A pattern
 * comes before every pattern that would match a part of its text.
 */
const STAND_INS: readonly [RegExp, string][] = [
  // Registry tools accept only lower case.
  [/(?<=[\w.]+(?::\d+)?\/)stabilityai\/stable-code-3b(?=:|$)/gm, 'demo-models/tiny-llama-gguf'],
  [/stabilityai\/stable-code-3b/g, 'demo-models/Tiny-Llama-GGUF'],
  [/stable-code-3b-Q5_K_M\.gguf/g, 'tiny-Q4_K_M.gguf'],
  [/Q5_K_M/g, 'Q4_K_M'],
  [/sentence-transformers\/all-MiniLM-L6-v2/g, 'demo-models/Tiny-Llama'],
  [/google-bert\/bert-base-uncased/g, 'demo-models/Tiny-Llama'],
  [/(?<=search[= ]|query: ')minilm/g, 'llama'],
  [/https:\/\/s3\.example/g, '$S3_URL'],
  [/(?<=AWS_[A-Z_]+=)…/g, 'test'],
  // The demo hub uses plain HTTP, for which pages explain the option.
  [/\boras (pull|repo tags)\b/g, '$& --plain-http'],
  [/\bskopeo list-tags\b/g, '$& --tls-verify=false'],
  [/\bskopeo copy\b/g, '$& --src-tls-verify=false'],
  [/\bmodctl pull\b/g, '$& --plain-http'],
];

/** Rewrites a command of a page for the demo hub. */
export function standIn(command: string, base: string): string {
  return STAND_INS.reduce((text, [from, to]) => text.replace(from, to), withOwnAddress(command, base));
}

/** The milliseconds that a page's commands may take. */
export const PAGE_LIMIT = 300_000;

/** Runs `npx model-hub`. `serve` ends when the hub listens. */
const NPX = `#!/bin/sh
shift
program=${fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url))}
[ "$1" = serve ] || exec node $program "$@"
node $program serve &
until curl -sf -o /dev/null http://127.0.0.1:$PORT/livez; do kill -0 $! && sleep 0.2; done
kill $!
`;

/** Makes the folder of an operator over the demo's sources: the index of two days and its tree, without a signed log. */
export async function operatorFolder({ environment, folder }: DemoHub): Promise<string> {
  const to = await folder();
  const { HUB_SIGNING_KEY, ...unsigned } = environment;
  const places = { ...unsigned, HUB_DATA: join(to, '.hub'), HUB_DIST: join(to, 'dist') };
  await cp(environment.HUB_DIST, places.HUB_DIST, { recursive: true, verbatimSymlinks: true });
  await rm(join(places.HUB_DIST, 'log'), { recursive: true });
  await cp(join(dirname(environment.HUB_SERVICE), 'rows.jsonl'), join(to, 'rows.jsonl'));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await runCommand(['import', join(to, 'rows.jsonl'), '--day', yesterday], places);
  await runCommand(['import', join(to, 'rows.jsonl')], places);
  await runCommand(['build'], places);
  return to;
}

interface Place {
  hub: DemoHub;
  /** The folder that `operatorFolder` made, for pages with `npx model-hub`. */
  operator?: string;
  /** Folders in which the page's commands are looked for first. */
  paths?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a page's blocks in one shell, as its reader does, in a new folder. Stops at the first command that fails.
 * Standard error names each block.
 */
export async function runPage(
  { blocks }: RunnablePage,
  { hub, operator, paths = [], environment }: Place,
): Promise<Finished> {
  const folder = join(await hub.folder(), 'page');
  const script = [
    'set -eu',
    ...blocks.map((block, at) => `echo "--- block ${at + 1}" >&2\n${standIn(block, hub.base)}`),
  ];
  await mkdir(join(folder, '.bin'), { recursive: true });
  if (operator !== undefined) await cp(operator, folder, { recursive: true, verbatimSymlinks: true });
  // A mirror begins with an empty index, because it goes on with no other chain of days.
  if (/mirror http/.test(script.join()))
    for (const place of ['.hub', 'dist/log']) await rm(join(folder, place), { recursive: true, force: true });
  await writeFile(join(folder, '.page.sh'), `${script.join('\n')}\n`);
  await writeFile(join(folder, '.bin/npx'), NPX, { mode: 0o755 });
  // The pages' scripts import packages that their reader has installed.
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const { HUB_DATA, HUB_DIST, HUB_SIGNING_KEY, ...settings } = hub.environment;
  return run('sh', ['.page.sh'], {
    folder,
    limit: PAGE_LIMIT,
    environment: {
      ...settings,
      PORT: String(await freePort()),
      PATH: [join(folder, '.bin'), ...paths, process.env.PATH].join(delimiter),
      HF_HOME: join(folder, '.hf'),
      HF_HUB_DISABLE_TELEMETRY: '1',
      HF_HUB_DISABLE_PROGRESS_BARS: '1',
      ...environment,
    },
  });
}
