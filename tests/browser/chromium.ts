// Starts Chromium: the system's if there is one, otherwise npm's, which is unpacked once below node_modules.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import packed, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright';
import { installedChromium } from './installed-chromium.ts';

/**
 * Flags that npm's Chromium has by default and tests can't use: they switch off security checks, let one page crash the
 * whole browser, or let the processor imitate a graphics card, which takes a third of the processor's time.
 */
const unwanted = [
  ...['--single-process', '--disable-web-security', '--allow-running-insecure-content'],
  ...['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
];

let kept: Promise<Browser> | undefined;

/**
 * Returns the browser that all test files of this thread share. It ends with the thread; each file closes its own
 * windows.
 */
export const keptChromium = (): Promise<Browser> => (kept ??= launchChromium());

/**
 * Starts a headless browser, also for root and in containers without desktop libraries. `flags` are further flags. The
 * caller must close it.
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = installedChromium();
  if (executablePath) return chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] });
  const folder = await unpack();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...packed.args.filter((flag) => !unwanted.includes(flag)), '--disable-gpu', ...flags],
    env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), ...fontSettings(folder) },
  });
}

/**
 * Unpacks npm's browser into a folder that appears whole or not at all, so a killed or a second test run can't damage
 * it.
 */
async function unpack(): Promise<string> {
  const home = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));
  const archives = join(home, 'bin');
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  const temporary = env.TMPDIR;
  env.TMPDIR = staging; // The package unpacks into the temporary folder and has no option for another one.
  try {
    await packed.executablePath(archives);
    await inflate(join(archives, 'al2023.tar.br'));
  } finally {
    if (temporary === undefined) delete env.TMPDIR;
    else env.TMPDIR = temporary;
  }
  await writeFile(join(staging, 'fonts.conf'), fontsConf(folder));
  await rename(staging, folder).catch(async (error) => {
    await rm(staging, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** Returns settings for a machine without fontconfig: the browser then uses the typeface that comes with it. */
function fontSettings(folder: string): Record<string, string> {
  return existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
}

function fontsConf(folder: string): string {
  return `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>\n`;
}
