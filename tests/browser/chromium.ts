// Starts a Chromium: the system's if there is one, else npm's, unpacked once beside node_modules.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import packed, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright';
import { installedChromium } from './installed-chromium.ts';

/** These switch off what the tests check, or crash the whole browser with one page. */
const unwanted = ['--single-process', '--disable-web-security', '--allow-running-insecure-content'];

let kept: Promise<Browser> | undefined;

/** The browser that all test files of this thread share; it ends with the thread. Each file closes the windows that it opens. */
export const keptChromium = (): Promise<Browser> => (kept ??= launchChromium());

/** A headless browser, also for root and in containers without a desktop's libraries; `flags` are its own. Close it when done. */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = installedChromium();
  if (executablePath) return chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] });
  const folder = await unpack();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...packed.args.filter((flag) => !unwanted.includes(flag)), ...flags],
    env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), ...fontSettings(folder) },
  });
}

/** The unpacked browser's folder. It appears whole or not at all, so a killed or a second test run can't spoil it. */
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

/** A machine without settings of fontconfig uses the one typeface that comes with the browser. */
function fontSettings(folder: string): Record<string, string> {
  return existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
}

function fontsConf(folder: string): string {
  return `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>\n`;
}
