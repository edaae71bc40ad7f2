// Finds the commit of the running code, to record how a day was made.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { packageFolder } from './package-paths.ts';

/** The paths of the code that makes a day. */
const CODE = ['src', 'generator', 'package-lock.json'];

/**
 * Gives the commit (40 hex) of the checkout at `root`. Gives undefined if it is not certain: without git, if the
 * package has no repository of its own, or if the code differs from the commit.
 */
export function sourceCommit(root = packageFolder): string | undefined {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // The package may be inside somebody else's repository.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    if (git('status', '--porcelain', '--', ...CODE) !== '') return undefined;
    return /^[0-9a-f]{40}$/.exec(git('rev-parse', '--verify', 'HEAD'))?.[0];
  } catch {
    return undefined;
  }
}
