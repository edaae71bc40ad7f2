// Builds the API reference page with Redocly's CLI when the description changed, and takes every third party out of it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readOwnFile } from '../../functions/hosts/node/files/plain-file.ts';
import { html } from '../../src/basics/html.ts';
import { COLOR_SCRIPT_HASH, redocOptions } from '../../src/table/reference-page.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { redocly, referenceScript } from '../documents/reference-script.ts';
import { referenceText } from '../documents/reference-text.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { codeKey } from '../keys/build-keys.ts';
import { keyOf } from '../keys/key-of.ts';
import { sourcesKey } from '../keys/source-files.ts';
import { Failure } from '../process/failure.ts';
import { packageFolder } from '../process/places.ts';
import { runProgram } from './run-program.ts';

const TEMPLATE = 'generator/documents/reference.hbs';

export interface ReferenceMaker {
  /** Changes with whatever makes another page of the same description. */
  key: string;
  make: (description: string) => string | Promise<string>;
}

/** Makes the page for the tree below `dist`. */
export function referenceMaker(dist: string): ReferenceMaker {
  const key = keyOf(codeKey('reference'), sourcesKey([TEMPLATE]));
  return { key, make: (text) => buildReference(dist, text, key) };
}

/**
 * The page of the API description `text`: made anew, or the one of the last build when nothing changed. Throws a
 * Failure when the page can't be made, or would ask a third party for something or run what its policy forbids.
 */
async function buildReference(dist: string, text: string, sources: string): Promise<string> {
  const folder = join(dist, 'references');
  const script = referenceScript();
  const key = keyOf(text, script.name, sources);
  const kept = join(folder, `${key}.html`);
  if (existsSync(kept)) return readOwnFile(kept).toString();
  const work = join(folder, `${key}.${process.pid}`);
  let whole: string;
  try {
    mkdirSync(work, { recursive: true });
    const page = await runRedocly(work, withoutHead(text));
    const served = withOwnScript(page, script.name);
    whole = served.replace('</body>', () => html`${referenceText(JSON.parse(text))}</body>`.text);
    writeFileSync(join(work, 'page.html'), whole);
    renameSync(join(work, 'page.html'), kept);
  } finally {
    removeIn(dist, join('references', `${key}.${process.pid}`));
  }
  for (const old of namesIn(dist, 'references')) if (old !== `${key}.html`) removeIn(dist, join('references', old));
  return whole;
}

/** The description without `HEAD`: it says of each path what `GET` says, and would double the page's list. */
function withoutHead(text: string): string {
  const description = JSON.parse(text) as { paths: Record<string, { head?: object }> };
  for (const item of Object.values(description.paths)) delete item.head;
  return JSON.stringify(description);
}

/** The page as `build-docs` makes it; it tells nobody. */
async function runRedocly(work: string, text: string): Promise<string> {
  const [input, output] = [join(work, 'openapi.json'), join(work, 'redoc.html')];
  writeFileSync(input, text);
  const options = `--openapi=${JSON.stringify(redocOptions(routes.openapi.pattern))}`;
  const { info } = JSON.parse(text) as { info: { title: string } };
  const words = [
    'build-docs',
    input,
    '-o',
    output,
    '-t',
    join(packageFolder, TEMPLATE),
    '--title',
    `${info.title} API`,
  ];
  const program = {
    module: join(redocly(), 'bin/cli.js'),
    words: [...words, options],
    folder: work,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  };
  await runProgram(program, 'The API reference could not be built');
  return readFileSync(output, 'utf8');
}

/**
 * Puts our own script in the place of the one on a CDN and of the description that the page holds, and writes the
 * links of the menu as the script does: behind a `#`, or they would lead to pages that are not there.
 */
export function withOwnScript(page: string, script: string): string {
  const src = href(routes.asset, { path: script });
  const served = page
    .replace(/<link rel="modulepreload"[^>]*>/, '')
    .replace(/<script type="module">[\s\S]*?<\/script>/, () => html`<script type="module" src="${src}"></script>`.text)
    .replace(/(<a [^>]*href=")(\/[^"]*"[^>]*data-discover)/g, '$1#$2');
  for (const [, attributes = '', script = ''] of served.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (script !== '' && hashOf(script) !== COLOR_SCRIPT_HASH)
      throw new Failure(`The API reference would run a script that its policy forbids: <script${attributes}>.`);
  const foreign = /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\/[^"]*"/.exec(served);
  if (foreign) throw new Failure(`The API reference would ask a third party: ${foreign[0]}.`);
  return served;
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
