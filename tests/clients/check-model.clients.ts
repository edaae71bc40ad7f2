/**
 * Runs `check_model.py`, which the documentation offers, in Python with its package, on good proofs and on bad ones.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type TestContext, test } from 'vitest';
import { formatVerifierKey } from '../../src/log/note.ts';
import { hostileCases, proofOf } from '../unit/log/hostile-proofs.ts';
import { signer } from '../unit/log/memory-log.ts';
import { MODEL, type ProofCase, proofCases, SUMS } from '../unit/log/proof-cases.ts';
import { need, run } from './client-process.ts';

const program = fileURLToPath(new URL('../../content/programs/check_model.py', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'check-model-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { good, full, proofs, folders } = await proofCases();

async function checked(context: TestContext, { proof, files, at, keys, witnesses }: ProofCase, more: string[] = []) {
  const python = join(need(context, 'cryptography'), 'python');
  const place = await mkdtemp(join(folder, 'case-'));
  await mkdir(join(place, 'model'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(place, 'model', path)), { recursive: true });
    await writeFile(join(place, 'model', path), text);
  }
  await writeFile(join(place, 'proof.json'), JSON.stringify(proof));
  const named = [...keys.flatMap((key) => ['--key', key]), ...witnesses.flatMap((key) => ['--witness', key])];
  const words = [program, join(place, 'model'), join(place, 'proof.json'), '--model', MODEL, '--at', at, ...named];
  // Runs without a network if possible, so that a program that needs a network fails.
  return run('unshare', ['--net', '--map-root-user', python, ...words, ...more]).then((got) =>
    /unshare/.test(got.errors) ? run(python, [...words, ...more]) : got,
  );
}

test('proves a folder whose files equal what the log says', async (context) => {
  const { code, output, errors } = await checked(context, good);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toMatch(
    /^PROVED: 4 of 4 files of acme\/tiny-bert matched what the log says\.\n {2}Revision [0-9a-f]{40}, in a log whose newest day, 2026-11-20, is good until 2026-11-27/,
  );
});

test.for(full)('$name: proved, and the program says so', async (one, context) => {
  const { code, output, errors } = await checked(context, one);
  expect([code, errors, output]).toEqual([0, '', expect.stringMatching(`PROVED: .*${one.says!.source}`)]);
});

test.for([...proofs, ...folders])('$name: refused', async (one, context) => {
  const { code, output, errors } = await checked(context, one);
  expect([code, output + errors]).toEqual([1, expect.stringMatching(one.says!)]);
  expect(errors).toMatch(/^NOT PROVED\. /);
  expect(output).not.toContain('PROVED');
});

test('control characters in a name do not reach the terminal', async (context) => {
  const { code, output } = await checked(context, { ...good, files: { ...good.files, 'a\u001b[2Jb': '' } });
  expect([code, output]).toEqual([0, expect.stringContaining('Not of the model, and not proved: a?[2Jb.')]);
});

const SUMS_OF_NOBODY: [string, string][] = [
  ['no files', ''],
  ['a comment', `# of a hub\n${SUMS}`],
  ['a mark of binary files', SUMS.replace('  ', ' *')],
  ['a file named twice', SUMS + SUMS],
  ['an end that is cut', SUMS.slice(0, -1)],
];
test.for(SUMS_OF_NOBODY)('SHA256SUMS with %s: refused', async ([, sums], context) => {
  const { code, output, errors } = await checked(context, { ...good, proof: proofOf({ sums }) });
  expect([code, errors]).toEqual([1, expect.stringMatching(/^NOT PROVED\. /)]);
  expect(output).not.toContain('PROVED');
});

test.for(hostileCases())('$name: adds no verdict to the output', async (one, context) => {
  const { output, errors } = await checked(context, one);
  expect((output + errors).match(/^(NOT )?PROVED/gm)).toHaveLength(1);
  for (const none of ['\u001b', 'Traceback']) expect(output + errors).not.toContain(none);
});

test('keys may be in a file, log and witnesses together, and the quorum is an option', async (context) => {
  const other = formatVerifierKey(signer('witness.example/w2', 'cosignature').key);
  const file = join(folder, 'hub.vkey');
  await writeFile(file, ['# of a hub', ...good.keys, '', ...good.witnesses, other].join('\n'));
  const named = { ...good, keys: [`file:${file}`], witnesses: [`file:${file}`] };
  const all = await checked(context, named);
  expect([all.code, all.errors]).toEqual([1, expect.stringMatching(/Too few witnesses cosigned: 1 instead of 2\./)]);
  const { code, output } = await checked(context, named, ['--quorum', '1']);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/Not cosigned by: witness\.example\/w2 \(key [0-9a-f]{8}\)\./),
  ]);
  await writeFile(file, good.witnesses.join('\n'));
  expect((await checked(context, named)).errors).toMatch(/hub\.vkey holds no key of a log\./);
});

test('missing paths and malformed times are named in the error', async (context) => {
  const python = join(need(context, 'cryptography'), 'python');
  const words = [program, folder, join(folder, 'nowhere.json'), '--model', MODEL, '--key', good.keys[0]!];
  expect(await run(python, words)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/nowhere\.json can't be read: No/),
  });
  const elsewhere = words.with(1, join(folder, 'nowhere'));
  expect(await run(python, elsewhere)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/nowhere: no such folder\.$/m),
  });
  const when = await run(python, [...words, '--at', 'yesterday']);
  expect([when.code, when.errors]).toEqual([2, expect.stringMatching(/argument --at: .*yesterday/)]);
});
