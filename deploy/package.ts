// Makes what the npm package holds besides content: `npm pack` runs this before it packs. The code becomes a few modules
// of JavaScript, because Node strips no types below node_modules. The website, the apps and `pull.mjs` are made here, so
// that the machine that installs the package needs none of the tools that make them.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { bundlePull } from '../generator/documents/bundle-pull.ts';
import { spacesFile, spacesFolder } from '../generator/process/package-paths.ts';
import { buildSite } from '../generator/site/build-site.ts';
import { bundleSpace } from '../generator/spaces/bundle-space.ts';
import { readSpaces } from '../generator/spaces/read-spaces.ts';

const project = join(import.meta.dirname, '..');
const made = join(project, 'made');

/** The modules that generator/bin.mjs and Lambda load. */
const ENTRIES = {
  cli: 'generator/cli.ts',
  stoppable: 'generator/process/stoppable.ts',
  lambda: 'functions/hosts/lambda/index.mjs',
};
/**
 * The modules that `serve` loads one after the other until it answers: they and what they import become one file,
 * because each of a hundred files takes time to find and to link.
 */
const STARTED =
  /\/(generator\/(commands\/serve|hub\/kept-service)|functions\/(hosts\/local-hub|hosts\/node\/serve|models\/resolve|stores\/sql\/sqlite))\.ts$/;
/** Packages with machine code, which npm installs beside this one, and the tools that have done their work here. */
const OUTSIDE = ['satteri', 'vite', 'rolldown', 'pg-native', 'pg-cloudflare'];

/** Makes an entry of each module that the code starts as a thread or as a process, and gives it the entry's address. */
const startedModules: Plugin = {
  name: 'started-modules',
  transform(code, id) {
    if (id.includes('node_modules')) return null;
    return code.replace(/new URL\('([^']+)\.ts', import\.meta\.url\)/g, (_, path: string) => {
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName: `${basename(path)}.mjs` });
      return `new URL('./${basename(path)}.mjs', import.meta.url)`;
    });
  },
};

async function bundleCode(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: ENTRIES,
    cwd: project,
    platform: 'node',
    external: OUTSIDE,
    transform: { target: 'node22' },
    plugins: [startedModules],
    // A reader of front matter has `eval` for a language that no page uses. A module that is imported later may be in the same file.
    checks: { eval: false, ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    codeSplitting: { groups: [{ name: 'serve', test: STARTED }] },
  });
  await bundle.close();
  writeFileSync(join(made, 'LICENSES.txt'), licencesOf(output.filter((one) => one.type === 'chunk')));
}

/** Returns the licences of all packages with code in `chunks`, each once. */
function licencesOf(chunks: readonly OutputChunk[]): string {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  const folders = modules
    .map((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0])
    .filter((one) => one !== undefined);
  return [...new Set(folders)].sort().map(licenceOf).join('\n\n');
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return `${name} ${version}: ${license}\n${text === undefined ? '' : readFileSync(join(folder, text), 'utf8')}`;
}

rmSync(made, { recursive: true, force: true });
mkdirSync(made);
await bundleCode(join(made, 'code'));
await buildSite(made);
renameSync(join(made, 'sites', readdirSync(join(made, 'sites'))[0]!), join(made, 'website'));
for (const name of ['site', 'sites']) rmSync(join(made, name), { recursive: true });
for (const { id } of readSpaces(spacesFile)) await bundleSpace(join(spacesFolder, id), join(made, 'spaces', id));
writeFileSync(join(made, 'pull.mjs'), await bundlePull());
