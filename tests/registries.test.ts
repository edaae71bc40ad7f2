// Tests that no file of the project names a package registry or an archive of a distribution, because users set their
// own mirrors in npm, pip, Cargo, Go, Maven and apt. Images have full names, because podman accepts a short name only
// with an alias.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The hosts of registries, with a comma in place of the last dot, because the test reads this file too. */
const HOSTS = [
  'registry.npmjs,org registry.yarnpkg,com registry.npmmirror,com npm.pkg.github,com pypi,org pythonhosted,org',
  'crates,io proxy.golang,org sum.golang,org index.golang,org goproxy,io goproxy,cn rubygems,org',
  'maven,org maven.apache,org maven.google,com dl-cdn.alpinelinux,org nodesource,com',
  'deb.debian,org security.debian,org ftp.debian,org snapshot.debian,org debian,net',
  'archive.ubuntu,com security.ubuntu,com ports.ubuntu,com',
].flatMap((line) => line.replaceAll(',', '.').split(' '));

/** Files that `.gitignore` names are not part of the project, so the test skips them. */
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
const isOurs = (name: string) => name !== '.git' && !ignored.includes(`${name}/`) && !ignored.includes(name);

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => isOurs(name) && isOurs(join(folder, name)) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });
}

test('no file names the host of a package registry', () => {
  const files = filesIn('');
  expect(files).toContain('package-lock.json');
  expect(files).toContain(join('deploy', 'container', 'build.sh'));
  const naming = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'latin1');
    return HOSTS.filter((host) => text.includes(host)).map((host) => `${path}: ${host}`);
  });
  expect(naming).toEqual([]);
});
