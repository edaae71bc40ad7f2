// `model-hub export DIR`: writes the index as plain files for any file server.

import process from 'node:process';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { counted } from '../../src/model/figures.ts';
import type { ExportReport } from '../export/export-hub.ts';

interface Options {
  compressed?: boolean;
  all?: boolean;
  dryRun?: boolean;
  directions?: boolean;
  attest?: boolean;
  json?: boolean;
}

export async function run(
  place: string | undefined,
  { compressed = false, all = false, dryRun = false, directions = false, attest = false, json = false }: Options,
): Promise<void> {
  const { publicFolder, readConfig } = await import('../../src/service/config.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const { runExport } = await import('../export/run-export.ts');
  const to = place ?? publicFolder(readConfig(process.env));
  const request = {
    to,
    isCompressed: compressed,
    isDry: dryRun,
    isAgain: all,
    hasDirections: directions,
    isAttested: attest,
  };
  const report = await runExport(process.env, request, progressFor(json));
  // The export lacks files whose paths clash, so the command fails.
  if (report.clashes.length > 0) process.exitCode = 1;
  process.stdout.write(json ? shownJson(report) : sentences(report, to, dryRun));
}

const SHOWN = 5;

function sentences(
  { snapshot, files, bytes, removed, clashes, limits }: ExportReport,
  to: string,
  isDry: boolean,
): string {
  const [wrote, removes] = isDry ? ['would get', 'would lose'] : ['got', 'lost'];
  const lines = [
    `${to} ${wrote} ${counted(files, 'file')} (${counted(bytes, 'byte')}) and ${removes} ${removed}; it holds the index of ${snapshot}.`,
    ...clashes
      .slice(0, SHOWN)
      .map(
        (path) =>
          `${path} has no file: a folder stands there, or no folder where its own should be. Answer it by the ` +
          `hub, or keep it elsewhere and add a rule such as "/${path} /ELSEWHERE 200" to _redirects.`,
      ),
    ...limits,
  ];
  if (clashes.length > SHOWN) lines.push(`and ${clashes.length - SHOWN} more (--json lists all)`);
  return shownLines(lines);
}
