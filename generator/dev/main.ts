// `npm run dev`: serves the shipped catalog, remakes the parts that an edit touches, and reloads the page.
import module from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { keepFilesPrivate } from '../../functions/stores/bytes/file-modes.ts';
import { readConfig } from '../../src/service/config.ts';
import { packageFolder } from '../process/package-paths.ts';
import { openFront } from './front.ts';
import { LiveHub } from './live-hub.ts';
import { startWebsite } from './website.ts';

keepFilesPrivate();
process.chdir(packageFolder);
const config = readConfig(process.env);
// The tree for development has a folder of its own, because it lacks the pages of models, which the website makes on
// request.
const dist = resolve(config.dist, 'dev');
const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;
// Astro's configuration and the child processes use the same compile cache. Without it, they would strip the types of
// all modules again.
const { directory: compiled } = module.enableCompileCache();
Object.assign(process.env, { HUB_DIST: dist, HUB_BASE_URL: baseUrl, NODE_COMPILE_CACHE: compiled });

const front = openFront();
try {
  await front.listen(config);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
const website = await startWebsite(front.server, join(dist, 'site'));
const hub = new LiveHub({ pages: website.pages, reload: website.reload, dist, baseUrl });
front.answerBy({ website, hub });
await hub.start();
process.stdout.write(`\n${baseUrl}/ shows the working copy: edit, and the page reloads. Ctrl-C stops it.\n\n`);

const stop = () => {
  // Removes the listeners, so that a second signal ends the process at once.
  process.off('SIGINT', stop).off('SIGTERM', stop);
  void Promise.all([hub.stop(), website.stop()]).finally(() => process.exit());
};
process.on('SIGINT', stop).on('SIGTERM', stop);
