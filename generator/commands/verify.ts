// `model-hub verify FILE|DIR`: checks that files have the bytes that the index names.
import process from 'node:process';
import { parseMoment } from '../../src/nouns/calendar.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import type { HeldFiles, ProofVerdict } from '../proofs/proof-report.ts';
import type { PolicyOptions } from '../proofs/read-policy.ts';
import type { Expected } from '../verify/expected-files.ts';
import type { ProvedFiles } from '../verify/proved-files.ts';
import type { FileToVerify } from '../verify/verify-file.ts';
import type { FolderToVerify } from '../verify/verify-folder.ts';
import { printReport } from './options/print-report.ts';

interface Options extends PolicyOptions {
  model?: string;
  sums?: string;
  proof?: string;
  at?: string;
  keyless?: true;
  partial?: true;
  strict?: true;
  json?: true;
}

export async function run(path: string, options: Options): Promise<void> {
  checkOptions(options);
  const config = readConfig(process.env);
  const { progressFor } = await import('../process/progress-for.ts');
  const { openToday } = await import('../days/today.ts');
  const { lookAt } = await import('../files/local-files.ts');
  const found = lookAt(path);
  if (!found) throw new Failure(`${path}: no such file or folder.`);
  const proved = await provedBy(path, options);
  const given = proved?.expected ?? (await sumsOf(options));
  const request = {
    ...{ model: options.model, given },
    today: () => openToday(config),
    progress: progressFor(options.json),
  };
  const { good, report, lines } = found.isDirectory()
    ? await folderAnswer({ ...request, folder: path }, options, proved)
    : await fileAnswer({ ...request, file: path, size: found.size }, options, proved);
  const result = { good, ...report, ...(proved && { proof: proved.verdict }) };
  // Other people wrote the proof and the file names. printReport escapes both, so that they can't control the terminal.
  printReport(options.json, result, lines);
  if (!good) process.exitCode = 1;
}

const OF_PROOF = ['key', 'witness', 'quorum', 'at', 'keyless'] as const;

function checkOptions(options: Options): void {
  const { model, sums, proof, keyless, key, at } = options;
  if (model !== undefined && !parseModelId(model)) throw new UsageFailure('--model must be owner/name.');
  if (model !== undefined && sums !== undefined) throw new UsageFailure('Give --model or --sums, not both.');
  if (proof !== undefined && sums !== undefined) throw new UsageFailure('Give --proof or --sums, not both.');
  const odd = OF_PROOF.find((name) => options[name] !== undefined);
  if (proof === undefined && odd) throw new UsageFailure(`--${odd} goes with --proof.`);
  if (keyless && key) throw new UsageFailure('Give --key or --keyless, not both.');
  if (at !== undefined && parseMoment(at) === undefined)
    throw new UsageFailure('--at must be a time such as 2026-11-20T12:00:00Z.');
}

interface Answer {
  good: boolean;
  report: object;
  lines: string[];
}

/** Reads and checks the proof that `--proof` names. */
async function provedBy(path: string, options: Options): Promise<ProvedFiles | undefined> {
  const { proof: place, model, at } = options;
  if (place === undefined) return undefined;
  const { readPolicy } = await import('../proofs/read-policy.ts');
  const policy = readPolicy(options);
  const { provedFiles } = await import('../verify/proved-files.ts');
  const { idInPath } = await import('../verify/guess-model.ts');
  const now = at === undefined ? new Date() : new Date(parseMoment(at)!);
  return provedFiles({ place, id: model ?? idInPath(path), policy, now });
}

async function sumsOf({ sums }: Options): Promise<Expected | undefined> {
  if (sums === undefined) return undefined;
  const { filesOfSums } = await import('../verify/expected-files.ts');
  return filesOfSums(sums);
}

async function folderAnswer(
  request: FolderToVerify,
  options: Options,
  proved: ProvedFiles | undefined,
): Promise<Answer> {
  const { verifyFolder } = await import('../verify/verify-folder.ts');
  const words = await import('../verify/verify-report.ts');
  const report = await verifyFolder(request);
  const strictness = { partial: options.partial === true, strict: options.strict === true };
  const good = words.isFolderGood(report, strictness);
  if (!proved) return { good, report, lines: words.folderLines(report, strictness) };
  const { verdict } = proved;
  const advice = words.partialAdvice(report, strictness);
  const reading = { areRight: good, isKeyless: options.keyless === true, isStrict: strictness.strict, advice };
  const held = words.heldInFolder(report, verdict.model);
  return withProof({ report, lines: words.faultLines(report) }, verdict, held, reading);
}

async function fileAnswer(
  request: FileToVerify,
  { keyless }: Options,
  proved: ProvedFiles | undefined,
): Promise<Answer> {
  const { verifyFile } = await import('../verify/verify-file.ts');
  const { fileLines, isFileGood } = await import('../verify/verify-report.ts');
  const report = await verifyFile(request);
  const good = isFileGood(report, proved !== undefined);
  const lines = fileLines(report, proved !== undefined);
  if (!proved) return { good, report, lines };
  const { verdict, expected } = proved;
  const held = { model: verdict.model, right: good ? 1 : 0, files: expected.files.length, missing: [], extra: [] };
  return withProof({ report, lines }, verdict, held, { areRight: good, isKeyless: keyless === true });
}

/** Adds the result of the proof to `report` and `lines`. */
async function withProof(
  { report, lines }: Omit<Answer, 'good'>,
  verdict: ProofVerdict,
  held: HeldFiles,
  reading: { areRight: boolean; isKeyless: boolean },
): Promise<Answer> {
  const { isProved, proofLines } = await import('../proofs/proof-report.ts');
  return {
    good: reading.areRight && isProved(verdict, reading.isKeyless),
    report,
    lines: [...lines, ...proofLines(verdict, held, reading)],
  };
}
