// `model-hub day`: a hub's whole daily work as one command: index, build, export or push, check.
import process from 'node:process';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { parseBucketAddress } from '../../src/nouns/url-base.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { dayAsked } from './options/day-rules.ts';
import { checkModelIds } from './options/model-id.ts';

interface Options {
  day?: string;
  rules?: string;
  export?: string;
  compressed?: true;
  directions?: true;
  attest?: true;
  push?: string;
  prune?: true;
  dryRun?: true;
  accept?: true;
  json?: true;
}

export async function run(ids: string[], options: Options): Promise<void> {
  const { rules, dryRun, accept, json } = options;
  if (accept && dryRun) throw new UsageFailure('Give one of --accept and --dry-run.');
  const config = readConfig(process.env);
  checkModelIds(ids);
  const day = await dayAsked(config, options);
  const places = placesOf(options);
  const { runDay } = await import('../daily/run-day.ts');
  const { endLine, failureSentence, stepLines } = await import('../daily/day-lines.ts');
  const say = (lines: readonly string[]) => void process.stdout.write(shownLines(lines));
  const request = {
    ids,
    day,
    rules,
    ...places,
    isDry: dryRun === true,
    isAccepted: accept === true,
    isQuiet: json === true,
  };
  const report = await runDay(process.env, request, (step) => {
    if (!json) say(stepLines(step));
  });
  if (json) process.stdout.write(shownJson(report, 2));
  if (report.failed) throw new Failure(failureSentence(report));
  if (!json) say([endLine(report)]);
}

/**
 * Reads the destinations of the day. Throws a UsageFailure if an option is given without another option that it needs.
 */
function placesOf({ export: to, compressed, directions, attest, push, prune }: Options) {
  if (to === undefined && (compressed || directions || attest))
    throw new UsageFailure('--compressed, --directions and --attest go with --export.');
  if (push === undefined && prune) throw new UsageFailure('--prune goes with --push.');
  if (push !== undefined && !parseBucketAddress(push))
    throw new UsageFailure(`${push} is no bucket: give --push s3://BUCKET/PREFIX.`);
  const forms = {
    isCompressed: compressed === true,
    hasDirections: directions === true,
    isAttested: attest === true,
  };
  return {
    files: to === undefined ? undefined : { to, ...forms },
    bucket: push === undefined ? undefined : { address: push, prunes: prune === true },
  };
}
