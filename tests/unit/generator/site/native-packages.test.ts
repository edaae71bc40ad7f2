// Tests the error on a machine for which package-lock.json lacks packages with machine code.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import {
  missingNativePackages,
  nativePackagesSentence,
  thisMachine,
} from '../../../../generator/site/native-packages.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

test('no package with machine code is missing on this machine', () => {
  expect(missingNativePackages(thisMachine())).toEqual([]);
  expect(nativePackagesSentence()).toBeUndefined();
});

test.each([
  ['linux', 'arm64', false, 'linux-arm64-gnu'],
  ['linux', 'arm64', true, 'linux-arm64-musl'],
  ['win32', 'x64', false, 'win32-x64-msvc'],
  ['darwin', 'arm64', false, 'darwin-arm64'],
  ['darwin', 'x64', false, 'darwin-x64'],
])('%s %s (musl: %s) gets the command that adds its packages', (platform, arch, isMusl, ending) => {
  // This simulates a machine that lacks the packages, because npm ci has installed only the packages for the machine
  // of the test.
  const machine = { platform, arch, isMusl };
  const missing = missingNativePackages(machine);
  const version = missing[0]?.split('@').at(-1);
  expect(missing[0]).toBe(`@astrojs/compiler-binding-${ending}@${version}`);
  expect(missing).toHaveLength(4);
  expect(missing.every((each) => /^[@a-z0-9/-]+@\d+\.\d+\.\d+$/.test(each))).toBe(true);
  const sentence = nativePackagesSentence(machine)!;
  expect(sentence).toContain(`run "npm install --no-save ${missing.join(' ')}"`);
  expect(sentence.split('\n')).toHaveLength(1);
});

test('on a machine for which no packages with machine code exist, their loaders report their own errors', () => {
  expect(nativePackagesSentence({ platform: 'sunos', arch: 'sparc', isMusl: false })).toBeUndefined();
});

test('the command `start` reports missing packages in one sentence, and nothing fails before', () => {
  const folder = folderOfTest();
  const bin = join(import.meta.dirname, '../../../../generator/bin.mjs');
  const otherMachine =
    'data:text/javascript,for(const[name,value]of[["platform","linux"],["arch","arm64"]])Object.defineProperty(process,name,{value})';
  const started = spawnSync(process.execPath, ['--import', otherMachine, bin, 'start'], {
    env: { ...process.env, HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist'), PORT: '0' },
    encoding: 'utf8',
  });
  expect(started.status).toBe(1);
  expect(started.stderr).toMatch(
    /^model-hub: The website can’t be built on linux-arm64.* yet: run "npm install --no-save @astrojs\/compiler-binding/,
  );
  expect(started.stderr).toMatch(/-linux-arm64-\S+ [^"]*" and then the same command again\.\n$/);
});
