// Tests the download commands of an export, which contact sources directly. A content-addressed store gets the hash
// of a file, which the shell reads from the checksum file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualCommands } from '../../../src/get-it/choices.ts';
import type { ModelPage } from '../../../src/model-page/model-page.ts';
import { barePage } from '../../fixtures/bare-page.ts';
import { folderOfTest } from '../../fixtures/own-folder.ts';

const FILES = [
  { path: 'config.json', size: 2, sha256: 'a'.repeat(64) },
  { path: 'sub/two.bin', size: 3, sha256: 'b'.repeat(64) },
];
const STORE = 'https://store.example/v2/models/blobs/sha256:';
const HUB = 'https://a.example/acme/one/resolve/main/';

const page = (sources: ModelPage['sources']) => barePage({ files: FILES, isDirect: true, sources });
const store = { token: 'store', name: 'Store', host: 'store.example', direct: STORE, isByHash: true } as const;
const hub = { token: 'srca', name: 'Source A', host: 'a.example', direct: HUB };

/**
 * Runs the block with a simulated curl that sends the checksum file. Returns the addresses that curl requested.
 * Requests for addresses that begin with `fails` fail.
 */
function asked(model: ModelPage, fails: string): string[] {
  const way = usualCommands(model, 'https://hub.example').find(({ key }) => key === 'curl')!;
  const folder = folderOfTest();
  const sums = model.files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
  writeFileSync(join(folder, 'sums'), sums);
  const curl =
    `curl() { for last; do :; done; case "$last" in *SHA256SUMS) cat ../sums;; ${fails || 'nothing'}*) ` +
    'echo "$last" >> ../asked; return 1;; *) echo "$last" >> ../asked;; esac; }';
  const { block: written } = (way as { forms: { block: string }[] }).forms[0]!;
  const block = written.replace(/^sha256sum .*$/m, 'true');
  execFileSync('bash', ['-c', `${curl}\n${block}`], { cwd: folder });
  return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
}

test('every file of a content-addressed store is requested by its hash, whatever its path is', () => {
  const odd = FILES.map((file) => ({ ...file, path: `${file.path}  ä 'b"` }));
  expect(asked({ ...page([store]), files: odd }, '')).toEqual(FILES.map(({ sha256 }) => STORE + sha256));
});

test('the second source gets requests only for files that the first source does not send', () => {
  const paths = [`${HUB}config.json`, `${HUB}sub/two.bin`];
  const [one, two] = FILES.map(({ sha256 }) => STORE + sha256);
  expect(asked(page([store, hub]), STORE)).toEqual([one, paths[0], two, paths[1]]);
  expect(asked(page([hub, store]), HUB)).toEqual([paths[0], one, paths[1], two]);
});
