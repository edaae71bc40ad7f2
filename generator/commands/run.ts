// The commands of the group "Run".
import process from 'node:process';
import type { runCommands } from '../../src/docs/commands/run.ts';
import { counted } from '../../src/model/figures.ts';
import { parseDuration } from '../../src/nouns/calendar.ts';
import { parseBucketAddress } from '../../src/nouns/url-base.ts';
import { bucketPlace, publicFolder } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import type { RunsOf } from './command-call.ts';

export const runRuns: RunsOf<typeof runCommands> = {
  async build(call) {
    const { buildHub, buildWebsite } = await import('../hub/build-hub.ts');
    // A build shows its progress in any case, since it takes minutes.
    const { createProgress } = await import('../process/progress.ts');
    const { config } = call;
    const progress = createProgress();
    const report = call.options.website
      ? await buildWebsite(config, progress).then(() => ({ website: config.dist }))
      : await buildHub(config, call.service, progress);
    call.print(report, []);
  },

  async serve() {
    await (await import('./serve.ts')).serveConfigured();
  },

  async export(call, place?: string) {
    const { runExport } = await import('../export/export-hub.ts');
    const to = place ?? publicFolder(call.config);
    const report = await runExport(process.env, { to, isAttested: call.options.attest === true }, call.progress);
    const { snapshot, files, bytes, removed } = report;
    const got = `got ${counted(files, 'file')} (${counted(bytes, 'byte')}) and lost ${removed}`;
    call.print(report, [`${to} ${got}; it holds the index of ${snapshot}.`]);
  },

  async push(call, address: string) {
    if (!parseBucketAddress(address)) throw new UsageFailure(`${address} is no bucket: give s3://BUCKET/PREFIX.`);
    const { runPush } = await import('../push/run-push.ts');
    const report = await runPush(process.env, address, call.progress);
    const { snapshot, files, bytes, requests, log } = report;
    const got = `got ${counted(files, 'file')} (${counted(bytes, 'byte')})`;
    const logged = log === undefined ? '' : ` and the log of ${counted(log, 'leaf', 'leaves')}`;
    const holds = `it holds the tree of ${snapshot}${logged}`;
    call.print(report, [`${address} ${got}, in ${counted(requests, 'request')}; ${holds}.`]);
  },

  async status(call) {
    const { days = '7', check, fresh, wanted, interest } = call.options;
    if (check) {
      const { checkHub, findingLines } = await import('../status/check-hub.ts');
      const findings = await checkHub(process.env);
      call.print({ findings }, findings.flatMap(findingLines));
      if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
    } else if (interest) {
      const { readInterests } = await import('../accounts/people.ts');
      const { interestLines } = await import('../accounts/account-lines.ts');
      const interests = await readInterests(process.env);
      call.print({ interests }, interestLines(interests));
    } else if (wanted) {
      const { readWanted } = await import('../accounts/people.ts');
      const { wantedLines } = await import('../accounts/account-lines.ts');
      const models = await readWanted(process.env);
      call.print(models, wantedLines(models));
    } else if (fresh !== undefined) {
      const most = parseDuration(fresh);
      if (most === undefined) throw new UsageFailure('--fresh must be a time such as 36h, 90m or 2d.');
      const { readFreshness } = await import('../status/freshness.ts');
      const freshness = await readFreshness(call.config, most, Date.now());
      if (call.isQuiet || freshness.fresh) call.print(freshness, [freshness.reason]);
      if (!freshness.fresh) throw new Failure(freshness.reason);
    } else {
      if (!/^[1-9]\d{0,5}$/.test(days)) throw new UsageFailure('--days must be a whole number, 1 or more.');
      const { readStatus, statusLines } = await import('../status/status-report.ts');
      const status = await readStatus(call.config, call.service, Number(days));
      call.print(status, statusLines(status));
    }
  },

  async prune(call) {
    const { dryRun, days, from = [] } = call.options;
    const { pruneLines, runPrune } = await import('../prune/run-prune.ts');
    const [, keep] = /^keep=([1-9]\d{0,5})$/.exec(days ?? '') ?? [];
    if (days !== undefined && !keep)
      throw new UsageFailure(`--days ${days} is no rule: write keep=30 for the newest 30 days.`);
    const { config } = call;
    const named = from.map((address) => bucketPlace(process.env, '--from', address));
    const buckets = 'bucket' in config.tree ? [config.tree.bucket, ...named] : named;
    const report = await runPrune(
      config,
      { isDry: dryRun === true, keep: keep ? Number(keep) : undefined, buckets },
      call.progress,
    );
    call.print(report, pruneLines(report));
  },

  async backup(call, file: string) {
    const { backupLines, writeBackup } = await import('../backup/write-backup.ts');
    const report = await writeBackup(call.config, file, call.progress);
    call.print(report, backupLines(report));
  },

  async restore(call, file: string) {
    const { log = [], goOn } = call.options;
    const { restoreLines, runRestore } = await import('../restore/run-restore.ts');
    const report = await runRestore(call.config, { file, logs: log, isAccepted: goOn === true }, call.progress);
    call.print(report, restoreLines(report));
  },

  async 'account show'(call, did: string) {
    const { withAdmin } = await import('../accounts/database.ts');
    const { accountLines } = await import('../accounts/account-lines.ts');
    const found = await withAdmin(call.config, (accounts) => accounts.find(did));
    if (!found) throw nothingOf(did);
    call.print(found, accountLines(found));
  },

  async 'account delete'(call, did: string) {
    const { withAdmin } = await import('../accounts/database.ts');
    if (!(await withAdmin(call.config, (accounts) => accounts.forget(did)))) throw nothingOf(did);
    call.print({}, [`Forgotten: ${printable(did)}`]);
  },
};

const nothingOf = (did: string) => new Failure(`Nothing is kept of ${printable(did)}.`);

/** Escapes an argument so that it fits into one line of a terminal. */
const printable = (text: string) => JSON.stringify(text).slice(1, -1);
