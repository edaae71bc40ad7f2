#!/usr/bin/env node
// The `model-hub` command: checks the runtime before anything that needs it is loaded, then hands over to cli.ts.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { basename } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// `npm run dev` names the paths to watch. With this variable, threads would also report each import to their parents, in
// between their answers.
delete process.env.WATCH_REPORT_DEPENDENCIES;

const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 12);
/** The Node that runs the command: this one, or if it is too old, the one that npm installed below or beside this package. */
const node = isOld
  ? ['../node_modules/.bin/node', '../../.bin/node']
      .map((path) => fileURLToPath(new URL(path, import.meta.url)))
      .find((path) => existsSync(path))
  : process.execPath;

if (node === undefined) {
  console.error(
    `model-hub needs Node 22.12 or newer and was started by ${process.versions.node}: run "npm ci" in its folder, which brings one, or install Node.`,
  );
  process.exitCode = 1;
} else if (process.features.typescript) {
  const { directory } = module.enableCompileCache();
  // Threads and child processes find the compile cache by this variable. Without it, each would strip the types of all
  // modules again.
  if (directory) process.env.NODE_COMPILE_CACHE = directory;
  // `npm pack` makes JavaScript of the code, because Node strips no types below node_modules.
  const hasSources = existsSync(new URL('./cli.ts', import.meta.url));
  const load = (path) => import(hasSources ? `./${path}.ts` : `../made/code/${basename(path)}.mjs`);
  // Our own imports name their files. Node would look for each file, its links and its package, which takes a quarter of
  // the time to load it.
  if (hasSources)
    module.registerHooks?.({
      resolve: (specifier, context, next) =>
        /^\..*\.ts$/.test(specifier)
          ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
          : next(specifier, context),
    });
  // cli.ts takes a while to load, and a signal that arrives meanwhile must already be heard.
  if (['index', 'day'].includes(process.argv[2])) (await load('process/stoppable')).hearSignals();
  await load('cli');
} else {
  // Node 22.12 to 22.17 need flags to run TypeScript and to have SQLite.
  const { spawn } = await import('node:child_process');
  const flags = ['--experimental-strip-types', '--experimental-sqlite', '--disable-warning=ExperimentalWarning'];
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, [...(isOld ? [] : flags), ...words], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
