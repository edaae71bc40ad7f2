// Finds the commit of the running code, for the record of how a day was made.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { packageFolder } from './package-paths.ts';

/** The code that makes a day of rows. */
const CODE = ['src', 'generator', 'package-lock.json'];

/**
 * The commit that the package at `root` is checked out at, 40 hex. Undefined when that is not known for sure: no git, no
 * repository of its own, or code that is not as that commit has it.
 */
export function sourceCommit(root = packageFolder): string | undefined {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // Somebody else's repository may be around this package.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    if (git('status', '--porcelain', '--', ...CODE) !== '') return undefined;
    return /^[0-9a-f]{40}$/.exec(git('rev-parse', '--verify', 'HEAD'))?.[0];
  } catch {
    return undefined;
  }
}
