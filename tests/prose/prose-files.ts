// Lists the files whose prose is checked.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const FOLDERS = ['src', 'functions', 'generator', 'tests', 'content', 'deploy'];
const ALONE = ['README.md', 'CONTRIBUTING.md', 'astro.config.mjs'];

/**
 * Lists all files of the project with prose, relative to the project. Leaves out the catalog, which has other people's
 * words, and the page of changes, whose entries are short notes.
 */
export function proseFiles(): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return [...found, ...ALONE]
    .filter((file) => /\.(ts|mjs|astro|md|http)$/.test(file))
    .filter((file) => !/^content\/(catalog\/|docs\/changes\.md)/.test(file))
    .sort();
}
