// `model-hub monitor URL`: does a hub's log only grow, and do models keep their bytes?
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLine, shownLines } from '../../src/basics/shown-text.ts';
import { parseDuration } from '../../src/nouns/duration.ts';
import { parseUrlBase } from '../../src/nouns/url-base.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { gathered, type PolicyOptions } from '../proofs/policy-options.ts';

interface Options extends PolicyOptions {
  state?: string;
  every?: string;
  once?: true;
  json?: true;
}

const EXAMPLES = `
Every entry of the log is read once, and proved to be what its signed checkpoint stands for; the next checkpoint has to
go on from there. Told are new entries, a log that was forked, went back, lacks files or stands still, days that go back
or list an old entry, and models whose bytes changed at an unchanged revision. Checkpoints that do not fit together are
kept in the state folder, below "evidence", and named by every look until they are removed. A look that was stopped
goes on where it ended.

Exit codes: 0 nothing is wrong, 1 something is or the hub can't be reached, 2 the command was called wrongly. Without
--once it goes on until it is ended.

Examples:
  $ model-hub monitor https://hub.example --key file:hub.vkey
  $ model-hub monitor https://hub.example --key file:hub.vkey --once --json
  $ model-hub monitor https://hub.example --key file:hub.vkey --witness file:witnesses.vkey --quorum 2 --every 15m`;

/** Adds the command to the program. */
export function define(program: Command): void {
  program
    .command('monitor')
    .description('follow the log of a hub, and say what is wrong with it')
    .argument('<url>', 'the hub')
    .option('--key <key>', 'a verifier key of the log, or file:PATH (repeatable)', gathered)
    .option('--witness <key>', 'a verifier key of a witness, or file:PATH (repeatable)', gathered)
    .option('--quorum <n>', 'how many witnesses have to have cosigned (default: all that are named)')
    .option('--state <folder>', 'where it is kept what was seen (default: a folder in HUB_DATA)')
    .option('--every <time>', 'the time between two looks: 90s, 5m, 1h', '5m')
    .option('--once', 'look once')
    .option('--json', 'report as JSON, each look in a line; indented with --once')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(url: string, options: Options): Promise<void> {
  const base = parseUrlBase(url);
  if (base === undefined)
    throw new UsageFailure(
      `A hub is named by an http(s) address such as https://hub.example, not ${JSON.stringify(url)}.`,
    );
  const every = parseDuration(options.every!);
  if (every === undefined) throw new UsageFailure('--every must be a time such as 90s, 5m or 1h.');
  const config = readConfig(process.env);
  const { readPolicy } = await import('../proofs/read-policy.ts');
  const policy = readPolicy(options);
  const { runMonitor } = await import('../monitor/run-monitor.ts');
  const { monitorLines } = await import('../monitor/monitor-lines.ts');
  const isWell = await runMonitor(config, {
    ...{ base, policy, folder: options.state, isQuiet: options.json === true },
    every: options.once ? undefined : every,
    onLook(look) {
      const json = () => shownJson({ good: look.findings.length === 0, ...look }, options.once ? 2 : 0);
      // Escapes the log's own words: they must not make lines or steer a terminal.
      process.stdout.write(options.json ? json() : shownLines(monitorLines(look)));
    },
    onAway: (sentence) => void process.stderr.write(`model-hub: ${shownLine(sentence)}\n`),
  });
  if (!isWell) process.exitCode = 1;
}
