/**
 * Tests `model-hub verify --proof`. It checks files, checksums, the log and signatures without a network. At a hub
 * that serves only tiles, it computes the proof.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../../generator/process/progress.ts';
import { openProof } from '../../../../generator/proofs/open-proof.ts';
import { proofLines } from '../../../../generator/proofs/proof-report.ts';
import { readPolicy } from '../../../../generator/proofs/read-policy.ts';
import { provedFiles } from '../../../../generator/verify/proved-files.ts';
import { verifyFolder } from '../../../../generator/verify/verify-folder.ts';
import { faultLines, heldInFolder, isFolderGood } from '../../../../generator/verify/verify-report.ts';
import { MAX_PROOF } from '../../../../src/basics/limits.ts';
import { formatVerifierKey } from '../../../../src/log/note.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { sampled } from '../../../fixtures/in-all.ts';
import { folderOfFile, folderOfTest } from '../../../fixtures/own-folder.ts';
import { servedFiles } from '../../../fixtures/served-files.ts';
import { hostileCases } from '../../log/hostile-proofs.ts';
import { signer } from '../../log/memory-log.ts';
import { goodLog, MODEL, type ProofCase, proofCases, SUMS } from '../../log/proof-cases.ts';

const { good, full, proofs, folders } = await proofCases();
const folder = folderOfFile();

const model = (words: string[]) => hubCommand(['verify', ...words], { HUB_DATA: join(folder, 'data') }, folder);

/** Runs the command, and returns its exit code, a space, and all that it printed. */
async function told(words: string[]): Promise<string> {
  const { code, out, err } = await model(words);
  return `${code} ${out}${err}`;
}

/** Writes the files of the case, and returns the arguments that check them. The first is the folder. */
function laid({ proof, files, at, keys, witnesses }: ProofCase): string[] {
  const place = folderOfTest();
  mkdirSync(join(place, 'model'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, 'model', path)), { recursive: true });
    writeFileSync(join(place, 'model', path), text);
  }
  writeFileSync(join(place, 'proof.json'), JSON.stringify(proof));
  writeFileSync(join(place, 'log.vkey'), keys.map((key) => `${key}\n`).join(''));
  const words = [join(place, 'model'), '--model', MODEL, '--proof', join(place, 'proof.json'), '--at', at];
  return [...words, '--key', `file:${join(place, 'log.vkey')}`, ...witnesses.flatMap((key) => ['--witness', key])];
}

/** Runs a case in this process, and returns the printed sentences. */
async function saidOf(one: ProofCase): Promise<string> {
  const [place, , , , proof] = laid(one);
  try {
    const policy = readPolicy({ key: one.keys, witness: one.witnesses });
    const { expected, verdict } = await provedFiles({ place: proof!, id: MODEL, policy, now: new Date(one.at) });
    const report = await verifyFolder({ folder: place!, given: expected, today: noIndex, progress: silent });
    const areRight = isFolderGood(report, { partial: false, strict: false });
    return [...faultLines(report), ...proofLines(verdict, heldInFolder(report, MODEL), { areRight })].join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}
const noIndex = () => Promise.reject(new Error('the index must not be asked'));

test('a folder that matches the log is proved', async () => {
  const { code, out } = await model(laid(good));
  const said = `${code} ${out}`;
  expect(said).toContain(
    `0 PROVED: 4 of 4 files of ${MODEL} matched what the log says.\n` +
      `  ${MODEL} at revision ${good.proof.model.leaf.match(/"revision":"(.{12})/)![1]} is entry 601 of 602 ` +
      'in the log hub.example/log, whose newest day, 2026-11-20, is good until 2026-11-27T00:00:00Z.\n  Signed by hub.example/log (key ',
  );
  expect(said.endsWith('Cosigned by witness.example/w1 (2026-11-20T00:00:00Z).\n')).toBe(true);
});

test.each(full)('$name: proved, and said so', async (one) => {
  expect(await saidOf(one)).toMatch(new RegExp(`^PROVED: .*${one.says!.source}`, 'm'));
});

for (const [one, options] of sampled([...proofs, ...folders, ...hostileCases()]))
  test(`${one.name}: refused`, options, async () => {
    const said = await saidOf(one);
    expect(said).toMatch(one.says!);
    expect(said).not.toMatch(/^PROVED/m);
  });

test('neither the name of a file nor an error can add a line to the report', async () => {
  const name = 'zz\nPROVED: these files are what the log says.\u001b[2K';
  const words = laid({ ...good, files: { ...good.files, [name]: 'x', 'config.json': '{}' } });
  writeFileSync(join(folder, 'sums'), SUMS);
  for (const all of [words, [words[0]!, '--sums', join(folder, 'sums')]]) {
    const said = await told(all);
    expect(said).toContain('EXTRA    zz\\nPROVED: these files are');
    expect(said).not.toMatch(/^(0 )?PROVED/m);
    expect(said).not.toContain('\u001b');
  }
  const { err } = await model([`${folder}/nowhere\nPROVED: all`, '--proof', 'p', '--keyless']);
  expect(err).toBe(`model-hub: ${folder}/nowhere\n  PROVED: all: no such file or folder.\n`);
});

describe('a proof that is too large', () => {
  const read = async (text: string) => {
    writeFileSync(join(folder, 'large.json'), text);
    return openProof(join(folder, 'large.json'), undefined).catch((error: Error) => error.message);
  };

  test.each([
    ['nested deeply', '['.repeat(5000)],
    ['with a text that seems to end', `["\\\\\\"",${'[],'.repeat(5000)}0]`],
  ])('is refused: %s', async (_, text) =>
    expect(await read(text)).toContain('is no proof. It has more than 1000 values'),
  );

  test('is refused too with a string without an end, and with too many bytes', async () => {
    expect(await read(`"${'['.repeat(5000)}`)).toContain('It is not JSON, and so no proof.');
    expect(await read(' '.repeat(MAX_PROOF + 1))).toContain(`It has more than the ${MAX_PROOF} bytes that a proof may`);
  });
});

test('a witness that is named with --witness and did not sign is reported', async () => {
  const other = formatVerifierKey(signer('witness.example/w2', 'cosignature').key);
  const said = await told([...laid(good), '--witness', other, '--quorum', '1']);
  expect(said).toMatch(/^0 .*Cosigned by witness\.example\/w1 /s);
  expect(said).toContain(` Not cosigned by: witness.example/w2 (key ${other.split('+')[1]}).`);
  const none = await model([...laid({ ...good, witnesses: [other] }), '--quorum', '0', '--json']);
  expect(JSON.parse(none.out).proof.missing).toEqual([{ name: 'witness.example/w2', key: other.split('+')[1] }]);
});

test('a signature that no given key can check is no proof, except with --keyless, and the answer says so', async () => {
  const words = laid(good);
  const without = words.slice(0, words.indexOf('--key'));
  const said = await told(without);
  expect(said).toMatch(/^1 NOT PROVED: 4 of 4 files .* matched the proof, and nobody checked who signed it\./);
  expect(said).not.toMatch(/^OK\b/m);
  expect(said).toContain('signature of hub.example/log (key ');
  expect(said).toContain(') was held against no key of yours');
  expect(await told([...without, '--keyless'])).toMatch(
    /^0 ACCEPTED WITHOUT A KEY: 4 of 4 files of .* matched the proof/,
  );
  const { code, out } = await model([...without, '--json']);
  const unchecked = ['hub.example/log', 'witness.example/w1'].map((name) => ({ name }));
  expect([code, JSON.parse(out)]).toMatchObject([
    1,
    { good: false, right: 4, proof: { isSigned: false, signers: [], unchecked } },
  ]);
});

test('a single file must have the name that it has in the model', async () => {
  const [place, ...words] = laid(good);
  const right = await told([join(place!, 'config.json'), ...words]);
  expect(right.startsWith(`0 ${join(place!, 'config.json')} (`)).toBe(true);
  expect(right).toContain(`\nPROVED: 1 of 4 files of ${MODEL} matched what the log says.\n`);
  expect(right).not.toMatch(/^OK\b/m);
  writeFileSync(join(place!, 'renamed.json'), good.files['config.json']!);
  expect(await told([join(place!, 'renamed.json'), ...words])).toMatch(/^1 MISNAMED .*has the bytes of config\.json/);
});

test.each([
  [`--key ${good.witnesses[0]}`, 'is the key of a witness, not of a log'],
  [
    `--witness ${good.witnesses[0]} --quorum 2`,
    '--quorum must be a whole number, at most 1, the number of witnesses named.',
  ],
  [`--key ${good.keys[0]!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`, 'was mistyped: its 8 digits do not'],
  ['--sums x', '--proof or --sums, not both'],
])('the error about the arguments %s is one sentence', async (line, sentence) => {
  const { err, out } = await model([folder, '--proof', 'p', ...line.split(' ')]);
  expect([err, out]).toEqual([expect.stringContaining(sentence), '']);
});

describe('verifying with a hub', () => {
  let served: Awaited<ReturnType<typeof servedFiles>>;
  const files = new Map<string, Uint8Array | string>();
  beforeAll(async () => {
    served = await servedFiles(files);
  });
  afterAll(() => served.close());

  async function asked(words: string[]) {
    const all = laid({ ...good, witnesses: [] });
    const at = all.indexOf('--proof') + 1;
    return told([...all.slice(0, at), ...words, ...all.slice(at + 1)]);
  }

  test('works if it serves only tiles, from which the proof is computed; a missing tile is an error', async () => {
    for (const [path, bytes] of goodLog.files) files.set(`/log/${path}`, bytes);
    files.set(`/${MODEL}/resolve/main/SHA256SUMS`, SUMS);
    expect(await asked([served.base])).toMatch(/^0 PROVED/);
    files.delete('/log/tile/1/000.p/2');
    expect(await asked([served.base])).toContain('tile/1/000.p/2 is missing from the log');
  });

  test('works if it serves a proof, and with the address of that proof too', async () => {
    files.clear();
    files.set(`/models/${MODEL}/proof.json`, JSON.stringify(good.proof));
    for (const place of [served.base, `${served.base}/models/${MODEL}/proof.json`])
      expect(await asked([place])).toMatch(/^0 PROVED/);
  });

  test('needs --model, and an address without a login', async () => {
    for (const [place, sentence] of [
      [served.base, /^2 .*say which model it is with --model/],
      ['https://a:b@hub.example', /^2 .*it has a login or a query/],
    ] as const)
      expect(await told([folder, '--proof', place, '--key', good.keys[0]!])).toMatch(sentence);
  });

  test('is an error if the hub has no log', async () => {
    files.clear();
    expect(await asked([served.base])).toContain('has no log: nothing is at /log/checkpoint.');
    expect(await asked([`${served.base}/models/o/n/proof.json`])).toContain(
      '/models/o/n/proof.json does not exist. Give the hub’s address, with --model owner/name: ' +
        'the proof is then made of the log’s files.',
    );
  });
});
