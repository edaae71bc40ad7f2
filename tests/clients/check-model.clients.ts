/** `check_model.py` of the documentation, in Python with the package that it names: what is well, and all that is not. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type TestContext, test } from 'vitest';
import { MODEL, type ProofCase, proofCases } from '../unit/log/proof-cases.ts';
import { need, run } from './client-process.ts';

const program = fileURLToPath(new URL('../../content/programs/check_model.py', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'check-model-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { good, proofs, folders } = await proofCases();

async function checked(context: TestContext, { proof, files, at, keys, witnesses }: ProofCase, more: string[] = []) {
  const python = join(need(context, 'cryptography'), 'python');
  const place = await mkdtemp(join(folder, 'case-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(place, 'model', path)), { recursive: true });
    await writeFile(join(place, 'model', path), text);
  }
  await writeFile(join(place, 'proof.json'), JSON.stringify(proof));
  const named = [...keys.flatMap((key) => ['--key', key]), ...witnesses.flatMap((key) => ['--witness', key])];
  const words = [program, join(place, 'model'), join(place, 'proof.json'), '--model', MODEL, '--at', at, ...named];
  // A program that asks the network for anything is found out where there is none to be had.
  return run('unshare', ['--net', '--map-root-user', python, ...words, ...more]).then((got) =>
    /unshare/.test(got.errors) ? run(python, [...words, ...more]) : got,
  );
}

test('it has at most 150 lines', async () => {
  const lines = (await readFile(program, 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('a folder that is what the log says', async (context) => {
  const { code, output, errors } = await checked(context, good);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toMatch(/PROVED: acme\/tiny-bert at [0-9a-f]{40}, in the index of 2026-11-20, good until 2026-11-27/);
});

test.for([...proofs, ...folders])('$name: refused', async (one, context) => {
  const { code, output, errors } = await checked(context, one);
  expect([code, output + errors]).toEqual([1, expect.stringMatching(one.says!)]);
  expect(errors).toMatch(/^NOT PROVED\. /);
  expect(output).not.toContain('PROVED');
});

test('a key that was mistyped is told', async (context) => {
  const { code, errors } = await checked(context, { ...good, keys: [good.keys[0]!.replace(/.$/, 'A')] });
  expect([code, errors]).toEqual([1, expect.stringMatching(/was mistyped/)]);
});
