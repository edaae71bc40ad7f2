// Gets the code of an older commit beside the present code, with its own packages, so that one run measures both.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withServer } from './child.ts';
import type { BaseCode, BenchSettings, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Writes the files of `commit` into a new `folder`, and installs the packages of its lock file. Throws if this
 * repository has no such commit.
 */
export function codeOf(commit: string, folder: string): BaseCode {
  mkdirSync(folder);
  const input = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input });
  const words = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return { commit, folder };
}

/**
 * Serves a hub of `models` models, made and served by the code of `--base`, and measures it as the yardstick.
 * Resolves to no rows without `--base`.
 */
export async function againstBase(
  settings: BenchSettings,
  models: number,
  measure: (yardstick: string, how: string) => Promise<Row[]>,
): Promise<Row[]> {
  const { base } = settings;
  if (!base) return [];
  const folder = await builtHub(settings, models, base);
  return withServer(
    'hub-server.ts',
    [folder],
    (url) => measure(url, `yardstick the hub of ${base.commit}`),
    base.folder,
  );
}
