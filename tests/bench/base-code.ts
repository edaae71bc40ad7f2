// The code of an older commit, checked out beside ours with its own packages, so that one run measures both.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface BaseCode {
  /** The name as given. */
  commit: string;
  /** Its work tree. */
  folder: string;
  /** Removes it. */
  remove(): void;
}

/**
 * Checks `commit` out into `folder`, which it makes, and installs the packages of its lock file. Throws when it is no
 * commit of ours.
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
