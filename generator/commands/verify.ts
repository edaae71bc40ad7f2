// `model-hub verify FILE|DIR`: are these the bytes the index names?
import process from 'node:process';
import type { Command } from 'commander';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';

interface Options {
  model?: string;
  sums?: string;
  partial?: true;
  strict?: true;
  json?: true;
}

const EXAMPLES = `
A folder is compared with one model: the one named, or the one whose bytes it holds. Wrong and missing files make
it fail. A file is looked up by its SHA-256. Everything is read as a stream and nothing is changed.

Examples:
  $ model-hub verify ./bert-base-uncased --model google-bert/bert-base-uncased
  $ model-hub verify ~/.cache/huggingface/hub/models--google-bert--bert-base-uncased
  $ model-hub verify model.safetensors
  $ model-hub verify ./download --sums SHA256SUMS`;

/** Adds the command to the program. */
export function define(program: Command): void {
  program
    .command('verify')
    .description('check downloaded files against the index')
    .argument('<path>', 'a file or a folder')
    .option('--model <id>', 'the model it should be (default: found by its bytes)')
    .option('--sums <file>', 'check against this SHA256SUMS file instead of the index')
    .option('--partial', 'missing files are fine')
    .option('--strict', 'extra files are not fine')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(path: string, options: Options): Promise<void> {
  if (options.model !== undefined && !parseModelId(options.model))
    throw new UsageFailure('--model must be owner/name.');
  if (options.model !== undefined && options.sums !== undefined)
    throw new UsageFailure('Give --model or --sums, not both.');
  const config = readConfig(process.env);
  const { createProgress, silent } = await import('../process/progress.ts');
  const { openToday } = await import('../days/today.ts');
  const { lookAt } = await import('../verify/local-files.ts');
  const { fileLines, folderLines, isFolderGood } = await import('../verify/verify-report.ts');
  const found = lookAt(path);
  if (!found) throw new Failure(`${path}: no such file or folder.`);
  const { model, sums } = options;
  const shared = {
    ...(model === undefined ? {} : { model }),
    ...(sums === undefined ? {} : { sums }),
    today: () => openToday(config),
    progress: options.json ? silent : createProgress(),
  };
  let answer: { good: boolean; report: object; lines: string[] };
  if (found.isDirectory()) {
    const { verifyFolder } = await import('../verify/verify-folder.ts');
    const report = await verifyFolder({ ...shared, folder: path });
    const strictness = { partial: options.partial ?? false, strict: options.strict ?? false };
    answer = { good: isFolderGood(report, strictness), report, lines: folderLines(report, strictness) };
  } else {
    const { verifyFile } = await import('../verify/verify-file.ts');
    const report = await verifyFile({ ...shared, file: path, size: found.size });
    answer = { good: report.places.length > 0, report, lines: fileLines(report) };
  }
  const { good, report, lines } = answer;
  process.stdout.write(`${options.json ? JSON.stringify({ good, ...report }, null, 2) : lines.join('\n')}\n`);
  if (!good) process.exitCode = 1;
}
