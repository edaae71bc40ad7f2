// Tests that the documentation page about packages gives a reason for each package of package.json, and for no
// other.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageNames, packagesTable } from '../../../src/docs/packages.ts';

test('the page lists exactly the packages of package.json', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(packageNames.toSorted()).toEqual(names.toSorted());
});

test('packages with the same reason share a row', () => {
  expect(packagesTable()).toMatch(/^\| `kysely`, `pg` \| one typed SQL layer/m);
});
