// `model-hub verify FILE|DIR`: checks that files have the bytes that the index names.
import process from 'node:process';
import type { OptionsOf } from '../../src/docs/commands/command-row.ts';
import type { tryCommands } from '../../src/docs/commands/try.ts';
import { parseMoment } from '../../src/nouns/calendar.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { openToday } from '../days/days-back.ts';
import { lookAt } from '../files/local-files.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { type HeldFiles, isProved, type ProofVerdict, proofLines } from '../proofs/proof-report.ts';
import { readPolicy } from '../proofs/read-policy.ts';
import { filesOfSums, idInPath } from '../verify/expected-files.ts';
import { type ProvedFiles, provedFiles } from '../verify/proved-files.ts';
import { type FileToVerify, verifyFile } from '../verify/verify-file.ts';
import { type FolderToVerify, verifyFolder } from '../verify/verify-folder.ts';
import {
  faultLines,
  fileLines,
  folderLines,
  heldInFolder,
  isFileGood,
  isFolderGood,
  partialAdvice,
} from '../verify/verify-report.ts';
import type { CommandCall } from './command-call.ts';

type Options = OptionsOf<typeof tryCommands.verify>;

/** Checks the file or folder at `path`, and prints what was found. */
export async function verifyPath(call: CommandCall<Options>, path: string): Promise<void> {
  const { options, config, progress } = call;
  checkOptions(options);
  const found = lookAt(path);
  if (!found) throw new Failure(`${path}: no such file or folder.`);
  const proved = await provedBy(path, options);
  const given = proved?.expected ?? (options.sums === undefined ? undefined : filesOfSums(options.sums));
  const request = { model: options.model, given, today: () => openToday(config), progress };
  const { good, report, lines } = found.isDirectory()
    ? await folderAnswer({ ...request, folder: path }, options, proved)
    : await fileAnswer({ ...request, file: path, size: found.size }, options, proved);
  const result = { good, ...report, ...(proved && { proof: proved.verdict }) };
  // Other people wrote the proof and the file names. `print` escapes both, so that they can't control the terminal.
  call.print(result, lines);
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
  const policy = readPolicy(options);
  const now = at === undefined ? new Date() : new Date(parseMoment(at)!);
  return provedFiles({ place, id: model ?? idInPath(path), policy, now });
}

async function folderAnswer(
  request: FolderToVerify,
  options: Options,
  proved: ProvedFiles | undefined,
): Promise<Answer> {
  const report = await verifyFolder(request);
  const strictness = { partial: options.partial === true, strict: options.strict === true };
  const good = isFolderGood(report, strictness);
  if (!proved) return { good, report, lines: folderLines(report, strictness) };
  const { verdict } = proved;
  const advice = partialAdvice(report, strictness);
  const reading = { areRight: good, isKeyless: options.keyless === true, isStrict: strictness.strict, advice };
  const held = heldInFolder(report, verdict.model);
  return withProof({ report, lines: faultLines(report) }, verdict, held, reading);
}

async function fileAnswer(
  request: FileToVerify,
  { keyless }: Options,
  proved: ProvedFiles | undefined,
): Promise<Answer> {
  const report = await verifyFile(request);
  const good = isFileGood(report, proved !== undefined);
  const lines = fileLines(report, proved !== undefined);
  if (!proved) return { good, report, lines };
  const { verdict, expected } = proved;
  const held = { model: verdict.model, right: good ? 1 : 0, files: expected.files.length, missing: [], extra: [] };
  return withProof({ report, lines }, verdict, held, { areRight: good, isKeyless: keyless === true });
}

/** Adds the result of the proof to `report` and `lines`. */
function withProof(
  { report, lines }: Omit<Answer, 'good'>,
  verdict: ProofVerdict,
  held: HeldFiles,
  reading: { areRight: boolean; isKeyless: boolean },
): Answer {
  return {
    good: reading.areRight && isProved(verdict, reading.isKeyless),
    report,
    lines: [...lines, ...proofLines(verdict, held, reading)],
  };
}
