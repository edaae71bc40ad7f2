// The commands of the group "Take back".
import process from 'node:process';
import { defined } from '../../src/basics/records.ts';
import type { OptionsOf } from '../../src/docs/commands/command-row.ts';
import type { takeBackCommands } from '../../src/docs/commands/take-back.ts';
import { counted } from '../../src/model/figures.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { bucketPlace } from '../../src/service/config.ts';
import { WITHDRAWN_STATUSES, type Withdrawal } from '../../src/service/withdrawals.ts';
import { UsageFailure } from '../process/failure.ts';
import { checkModelIds, dayToMake, type RunsOf } from './command-call.ts';

export const takeBackRuns: RunsOf<typeof takeBackCommands> = {
  async withdraw(call, id?: string) {
    const { lift, list, purge, reason, from } = call.options;
    const { liftModel, listWithdrawals, withdrawModel, withdrawnModel } = await import('../withdraw/withdraw-model.ts');
    if (list) {
      if (id !== undefined || lift) throw new UsageFailure('--list stands alone: model-hub withdraw --list.');
      const all = await listWithdrawals(call.config);
      call.print(all, all.length === 0 ? ['Nothing is withdrawn.'] : all.map(lineOf));
      return;
    }
    if (id === undefined) throw new UsageFailure('Say which model: model-hub withdraw OWNER/NAME --reason "WHY".');
    checkModelIds([id]);
    if (lift && purge) throw new UsageFailure('Give one of --purge and --lift: --lift ends a withdrawal.');
    if (from && !purge) throw new UsageFailure('--from names buckets for --purge: give that too.');
    const asked = lift || (purge && reason === undefined) ? undefined : withdrawalOf(id, call.options);
    const places = (from ?? []).map((address) => bucketPlace(process.env, '--from', address));
    const { liftedLines, purgedLines, withdrawnLines } = await import('../withdraw/withdraw-model.ts');
    if (lift) {
      const report = await liftModel(call, id);
      call.print(report, liftedLines(report));
      return;
    }
    const report = asked ? await withdrawModel(call, asked) : await withdrawnModel(call, id);
    const { purgeObjects } = await import('../withdraw/purge-objects.ts');
    const purged = purge && (await purgeObjects(call.config, report.model, places));
    const lines = [...withdrawnLines(report), ...(purged ? purgedLines(purged) : [])];
    call.print({ ...report, ...(purged && { purged }) }, lines);
  },

  async rollback(call, to?: string) {
    if (to !== undefined && !isDay(to))
      throw new UsageFailure(`The day to go back to must be a day such as 2026-11-20, not ${JSON.stringify(to)}.`);
    const day = dayToMake(call.options.day);
    const { rollBack } = await import('../rollback/roll-back.ts');
    const { originOfNow } = await import('../import/run-import.ts');
    const report = await rollBack(call.config, { to, day, made: originOfNow() });
    const { of, catalog, isNew, models, removed, changed, returned } = report;
    const done = [
      `${day} has the models of ${of} again (${catalog}).`,
      `${counted(models, 'model')}: ${returned} returned, ${changed} changed back; ${removed} that came since are gone.`,
      'Next: model-hub build',
    ];
    call.print(report, isNew ? done : [`Nothing changed: ${day} has the models of ${of} already (${catalog}).`]);
  },

  async 'archive verify'(call) {
    const { checkArchive } = await import('../tree/check-archive.ts');
    const report = await checkArchive(call.config, call.progress);
    const { snapshot, models, faults, goneCards } = report;
    const result =
      faults.length === 0
        ? [`Every object of the days up to ${snapshot} is whole: ${counted(models, 'model')} read.`]
        : [...faults, `${counted(faults.length, 'fault')}.`];
    const gone = `Cards that are not here, taken down or gone at the hub that was mirrored: ${goneCards}.`;
    call.print(report, [...result, ...(goneCards === 0 ? [] : [gone])]);
    if (faults.length > 0) process.exitCode = 1;
  },

  async 'archive takedown'(call, id: string) {
    checkModelIds([id]);
    const { liftTakedown, takeDown } = await import('../cards/take-down.ts');
    if (call.options.lift) {
      const lifted = await liftTakedown(call.config, id);
      const said = lifted ? `The next day that has a card of ${id} keeps it.` : `The card of ${id} was not taken down.`;
      call.print({ model: id, lifted }, [said]);
      return;
    }
    const report = await takeDown(call.config, id);
    const { model, cards, removed } = report;
    const lines =
      cards.length === 0
        ? [`No day has a card of ${id}; from now on none is kept.`]
        : [
            `The card of ${model} is taken down: ${removed} of ${cards.length} objects were here and are removed.`,
            ...cards.map((card) => `  ${card}`),
            'Next: model-hub build',
          ];
    call.print(report, lines);
  },
};

/** The maximum length in letters of a reason. It goes into an HTTP header, so it must be short. */
const MOST_LETTERS = 300;

function withdrawalOf(
  model: string,
  { reason = '', status = '451', until }: OptionsOf<typeof takeBackCommands.withdraw>,
): Withdrawal {
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
