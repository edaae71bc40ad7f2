// Tests that the documentation page about packages gives a reason for each package of package.json, and for no
// other.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the page lists exactly the packages of package.json', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const rows = readFileSync('content/docs/packages.md', 'utf8').match(/^\| `[^|]*/gm) ?? [];
  const listed = rows.flatMap((row) => row.match(/(?<=`)[^`, ]+(?=`)/g) ?? []);
  expect(listed.sort()).toEqual(names.sort());
});
