// Checks out the code of an older commit beside the present code, with its own packages, so that one run measures both.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface BaseCode {
  /** The name of the commit, as the caller gave it. */
  commit: string;
  /** The folder of the checkout. */
  folder: string;
  /** Removes the checkout. */
  remove(): void;
}

/**
 * Checks `commit` out into a new `folder`, and installs the packages of its lock file. Throws if this repository has no
 * such commit.
 */
export function checkOut(commit: string, folder: string): BaseCode {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  git('worktree', 'add', '--detach', folder, commit);
  const remove = () => void git('worktree', 'remove', '--force', folder);
  try {
    const words = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  return { commit, folder, remove };
}
