// Finds the commit of the running code, for the record of how a day was made.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { packageFolder } from './package-paths.ts';

/** The code that makes a day of rows. */
const CODE = ['src', 'generator', 'package-lock.json'];

/**
 * Gives the commit, 40 hex, of the checkout at `root`. Undefined unless it is certain: without git, without a repository
 * of its own, or with code that differs from the commit.
 */
export function sourceCommit(root = packageFolder): string | undefined {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // The package may lie in somebody else's repository.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    if (git('status', '--porcelain', '--', ...CODE) !== '') return undefined;
    return /^[0-9a-f]{40}$/.exec(git('rev-parse', '--verify', 'HEAD'))?.[0];
  } catch {
    return undefined;
  }
}
