// `model-hub withdraw`: takes a model out of the hub. The model's routes answer with a notice from then on.
import process from 'node:process';
import { defined } from '../../src/basics/records.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { bucketPlace, readConfig } from '../../src/service/config.ts';
import { WITHDRAWN_STATUSES, type Withdrawal } from '../../src/service/withdrawals.ts';
import { UsageFailure } from '../process/failure.ts';
import { checkModelIds } from './options/model-id.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  reason?: string;
  status?: string;
  until?: string;
  lift?: true;
  list?: true;
  purge?: true;
  from?: string[];
  json?: true;
}

export async function run(id: string | undefined, options: Options): Promise<void> {
  const { json, lift, list } = options;
  const print = (report: object, lines: readonly string[]) => printReport(json, report, lines);
  if (list) {
    if (id !== undefined || lift) throw new UsageFailure('--list stands alone: model-hub withdraw --list.');
    const { listWithdrawals } = await import('../withdraw/withdraw-model.ts');
    const all = await listWithdrawals(readConfig(process.env));
    print(all, all.length === 0 ? ['Nothing is withdrawn.'] : all.map(lineOf));
    return;
  }
  const model = modelNamed(id);
  if (lift && options.purge) throw new UsageFailure('Give one of --purge and --lift: --lift ends a withdrawal.');
  if (options.from && !options.purge) throw new UsageFailure('--from names buckets for --purge: give that too.');
  const asked = lift || (options.purge && options.reason === undefined) ? undefined : withdrawalOf(model, options);
  const places = (options.from ?? []).map((address) => bucketPlace(process.env, '--from', address));
  const work = await workFor(json);
  const { liftModel, withdrawModel, withdrawnModel } = await import('../withdraw/withdraw-model.ts');
  const { liftedLines, purgedLines, withdrawnLines } = await import('../withdraw/withdraw-lines.ts');
  if (lift) {
    const report = await liftModel(work, model);
    print(report, liftedLines(report));
    return;
  }
  const report = asked ? await withdrawModel(work, asked) : await withdrawnModel(work, model);
  const { purgeObjects } = await import('../withdraw/purge-objects.ts');
  const purged = options.purge && (await purgeObjects(work.config, report.model, places));
  print({ ...report, ...(purged && { purged }) }, [...withdrawnLines(report), ...(purged ? purgedLines(purged) : [])]);
}

async function workFor(json: true | undefined) {
  const { readService } = await import('../process/read-service.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const config = readConfig(process.env);
  return { config, service: readService(config), progress: progressFor(json) };
}

function modelNamed(id: string | undefined): string {
  if (id === undefined) throw new UsageFailure('Say which model: model-hub withdraw OWNER/NAME --reason "WHY".');
  checkModelIds([id]);
  return id;
}

/** The maximum length in letters of a reason. It goes into an HTTP header, so it must be short. */
const MOST_LETTERS = 300;

function withdrawalOf(model: string, { reason = '', status = '451', until }: Options): Withdrawal {
  const day = dayOf(Date.now());
  const code = WITHDRAWN_STATUSES.find((one) => String(one) === status);
  if (!code) throw new UsageFailure(`--status ${status} is not one of ${WITHDRAWN_STATUSES.join(' and ')}.`);
  const said = reason.trim();
  if (said === '' || said.length > MOST_LETTERS || /\p{Cc}/u.test(said))
    throw new UsageFailure(`--reason "WHY" says why, in one line of at most ${MOST_LETTERS} letters.`);
  if (until !== undefined && (!isDay(until) || until <= day))
    throw new UsageFailure(`--until ${until} is not a day after today: write YYYY-MM-DD.`);
  return { model, status: code, reason: said, day, ...defined({ until }) };
}

const lineOf = ({ model, status, reason, day, until, inForce }: Withdrawal & { inForce: boolean }) =>
  `${model}  ${status}  ${day}${until === undefined ? '' : ` until ${until}${inForce ? '' : ' (over)'}`}  ${reason}`;
