// `model-hub status`: shows the state of this hub.
import process from 'node:process';
import { shownLines } from '../../src/basics/shown-text.ts';
import { parseDuration } from '../../src/nouns/calendar.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  days?: string;
  check?: true;
  fresh?: string;
  wanted?: true;
  interest?: true;
  after?: string;
  json?: true;
}

export async function run({ days = '7', check, fresh, wanted, interest, after, json }: Options): Promise<void> {
  if (after !== undefined && !interest) throw new UsageFailure('--after goes with --interest.');
  if (check) return reportChecks(json);
  if (interest) return reportInterest(after, json);
  if (wanted) return reportWanted(json);
  if (fresh !== undefined) return reportFresh(fresh, json);
  if (!/^[1-9]\d{0,5}$/.test(days)) throw new UsageFailure('--days must be a whole number, 1 or more.');
  const config = readConfig(process.env);
  const { readService } = await import('../process/read-service.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const { readStatus, statusLines } = await import('../status/status-report.ts');
  const status = await readStatus(config, readService(config), Number(days), progressFor(json));
  printReport(json, status, statusLines(status));
}

async function reportChecks(json: true | undefined): Promise<void> {
  const { checkHub, findingLines } = await import('../status/check-hub.ts');
  const findings = await checkHub(process.env);
  printReport(json, { findings }, findings.flatMap(findingLines));
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
}

async function reportFresh(time: string, json: true | undefined): Promise<void> {
  const most = parseDuration(time);
  if (most === undefined) throw new UsageFailure('--fresh must be a time such as 36h, 90m or 2d.');
  const { readFreshness } = await import('../status/freshness.ts');
  const freshness = await readFreshness(readConfig(process.env), most, Date.now());
  if (json) process.stdout.write(`${JSON.stringify(freshness)}\n`);
  if (!freshness.fresh) throw new Failure(freshness.reason);
  if (!json) process.stdout.write(shownLines([freshness.reason]));
}

async function reportWanted(json: true | undefined): Promise<void> {
  const { readWanted } = await import('../accounts/wanted-models.ts');
  const { wantedLines } = await import('../accounts/account-lines.ts');
  const wanted = await readWanted(process.env);
  printReport(json, wanted, wantedLines(wanted));
}

async function reportInterest(after: string | undefined, json: true | undefined): Promise<void> {
  const { readInterests } = await import('../accounts/publisher-interests.ts');
  const { interestLines } = await import('../accounts/account-lines.ts');
  const page = await readInterests(process.env, after);
  printReport(json, page, interestLines(page));
}
