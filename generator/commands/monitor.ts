// `model-hub monitor URL`: checks that a hub's log only grows, and that models keep their bytes.
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLine, shownLines } from '../../src/basics/shown-text.ts';
import { parseDuration } from '../../src/nouns/duration.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { namedHub } from '../process/named-hub.ts';
import { gathered, type PolicyOptions } from '../proofs/policy-options.ts';

interface Options extends PolicyOptions {
  state?: string;
  every?: string;
  once?: true;
  json?: true;
}

const EXAMPLES = `
Reads every entry of the log once, and proves it against the signed checkpoint, which the next one must extend. Reports
new entries, a log that was forked, went back, lacks files or stands still, days that go back or list an old entry, and
models whose bytes changed at an unchanged revision. Keeps contradicting checkpoints in the state folder, below
"evidence", and names them at every look until they are removed. A stopped look continues where it ended.

Exit codes: 0 no fault, 1 a fault or no connection to the hub, 2 wrong arguments. Without --once it runs until it is
stopped.

Examples:
  $ model-hub monitor https://hub.example --key file:hub.vkey
  $ model-hub monitor https://hub.example --key file:hub.vkey --once --json
  $ model-hub monitor https://hub.example --key file:hub.vkey --witness file:witnesses.vkey --quorum 2 --every 15m`;

export function define(program: Command): void {
  program
    .command('monitor')
    .argument('<url>', 'the hub')
    .option('--key <key>', 'a verifier key of the log, or file:PATH (repeatable)', gathered)
    .option('--witness <key>', 'a verifier key of a witness, or file:PATH (repeatable)', gathered)
    .option('--quorum <n>', 'how many witnesses must have cosigned (default: all that are named)')
    .option('--state <folder>', 'the folder for its state (default: a folder in HUB_DATA)')
    .option('--every <time>', 'the time between two looks: 90s, 5m, 1h', '5m')
    .option('--once', 'look once')
    .option('--json', 'report as JSON, each look in a line; indented with --once')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(url: string, options: Options): Promise<void> {
  const base = namedHub(url);
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
      // The log's text is escaped, so that it can't add lines or control a terminal.
      process.stdout.write(options.json ? json() : shownLines(monitorLines(look)));
    },
    onAway: (sentence) => void process.stderr.write(`model-hub: ${shownLine(sentence)}\n`),
  });
  if (!isWell) process.exitCode = 1;
}
