// Finds the commit of the running code, to record how a day was made.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { packageFolder } from './package-paths.ts';

/** The paths of the code that makes a day. */
const CODE = ['src', 'generator', 'package-lock.json'];

/**
 * Returns the commit (40 hex digits) of the checkout at `root`. Returns undefined if git is missing, if the package has
 * no repository of its own, or if the code differs from the commit.
 */
export function sourceCommit(root = packageFolder): string | undefined {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // The package may be inside the repository of another project.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    if (git('status', '--porcelain', '--', ...CODE) !== '') return undefined;
    return /^[0-9a-f]{40}$/.exec(git('rev-parse', '--verify', 'HEAD'))?.[0];
  } catch {
    return undefined;
  }
}
