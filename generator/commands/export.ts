// `model-hub export DIR`: writes the index as plain files for any file server.

import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { counted } from '../../src/model/figures.ts';
import type { ExportReport } from '../export/export-hub.ts';

const EXAMPLES = `
Every answer that is built ahead gets a file at its own address; where an address is a folder as well, the file is the
index.json or index.html in it. It writes changes and removes files that are gone, so the folder must be the
export's own: .export lists its files, which are not read again without --all.

_headers and _redirects in the folder are rules for Cloudflare Pages and Netlify; the report says which parts exceed a
host's limits. content/docs/static.md says what works without a hub. Caddy in front of a hub (deploy/Caddyfile) answers from
the folder while the hub is away.

With --attest each model gets a bundle for model_signing, and each of its manifests a signature for cosign, which
say: the index attests these bytes; it is not their maker (content/docs/proof.md).

Examples:
  $ model-hub export ./public-files
  $ model-hub export ./public-files --directions
  $ HUB_ATTESTATION_KEY=file:/etc/model-hub/attestation.pem model-hub export ./public-files --attest
  $ model-hub export /srv/www --compressed
  $ model-hub export ./public-files --dry-run --json
  $ python3 -m http.server --directory ./public-files`;

interface Options {
  compressed?: boolean;
  all?: boolean;
  dryRun?: boolean;
  directions?: boolean;
  attest?: boolean;
  json?: boolean;
}

export function define(program: Command): void {
  program
    .command('export')
    .argument('[folder]', 'an empty folder, or one that an export wrote (default: "public" in HUB_DIST)')
    .option('--compressed', 'put .br and .gz files beside those that have compressed forms')
    .option('--all', 'write everything again, after somebody else changed the folder')
    .option('--directions', 'add rules that lead files of models to their first source, where the host has redirects')
    .option('--attest', 'add signatures by HUB_ATTESTATION_KEY, which stock tools check')
    .option('--dry-run', 'list the files that would be written and removed, and do nothing')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(
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
