// The commands of the group "Fill".
import { basename, resolve } from 'node:path';
import process from 'node:process';
import { totalSize } from '../../src/basics/bytes.ts';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import type { OptionsOf } from '../../src/docs/commands/command-row.ts';
import type { fillCommands } from '../../src/docs/commands/fill.ts';
import { bytes, counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { isDay } from '../../src/nouns/calendar.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { parseBucketAddress } from '../../src/nouns/url-base.ts';
import type { AsideCommand, KeptAside } from '../aside/kept-aside.ts';
import type { DayRules } from '../aside/put-in-force.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { type CommandCall, checkModelIds, dayToMake, type RunsOf } from './command-call.ts';

type Options<Name extends 'index' | 'day' | 'publish'> = OptionsOf<(typeof fillCommands)[Name]>;

export const fillRuns: RunsOf<typeof fillCommands> = {
  async index(call, ids: string[]) {
    const { rules, retry = [], accept } = call.options;
    checkModelIds([...ids, ...retry]);
    const day = await dayToIndex(call);
    if (accept && (await publishAside(call, day))) return;
    const { originOfNow } = await import('../import/run-import.ts');
    const { stoppable } = await import('../process/stoppable.ts');
    const request = {
      ...{ ids, day, rules, isQuiet: call.isQuiet, made: originOfNow() },
      ...{ again: retry, isAccepted: accept === true },
    };
    const { runCrawl } = await import('../crawl/run-crawl.ts');
    const outcome = await stoppable((signal) => runCrawl(call.config, request, signal));
    const { crawlLines } = await import('../crawl/crawl-lines.ts');
    const isMade = outcome.crawl?.imported?.imported === true;
    call.print(outcome, [...crawlLines(outcome), ...(isMade ? ['Next: model-hub build'] : [])]);
    if (!isMade) process.exitCode = 1;
    const { asideOf } = await import('../import/import-report.ts');
    await failAside(asideOf(outcome.crawl?.imported));
  },

  async import(call, file: string) {
    const { accept, ...options } = call.options;
    const day = dayToMake(options.day);
    const { config } = call;
    const { runImport } = await import('../import/run-import.ts');
    const rules = await rulesOf('import', accept);
    const report = await runImport(config, { ...options, drop: options.drop ?? [], file, day, rules });
    const { asideOf, reportLines } = await import('../import/import-report.ts');
    call.print(report, reportLines(report), report.imported || call.isQuiet ? process.stdout : process.stderr);
    if (!report.imported) process.exitCode = 1;
    await failAside(asideOf(report));
  },

  async mirror(call, from?: string) {
    const { at, to, accept } = call.options;
    if (from === undefined && to === undefined)
      throw new UsageFailure('Name a hub or a folder to mirror, or a folder to write with --to.');
    const odd = from === undefined && (at === undefined ? accept && '--accept' : '--at');
    if (odd) throw new UsageFailure(`${odd} goes with the hub or the folder to mirror.`);
    if (at !== undefined && !isDay(at)) throw new UsageFailure('--at must be a day such as 2026-11-20.');
    const { mirrorLines, runMirror } = await import('../mirror/run-mirror.ts');
    const { config } = call;
    const rules = await rulesOf('mirror', accept);
    const report = await runMirror(config, { from, at, to, rules, isQuiet: call.isQuiet });
    call.print(report, mirrorLines(report));
    await failAside(report.mirrored?.aside);
  },

  async day(call, ids: string[]) {
    const { rules, accept } = call.options;
    checkModelIds(ids);
    const day = await dayToIndex(call);
    const request = {
      ...{ ids, day, rules, ...placesOf(call.options) },
      ...{ isAccepted: accept === true, isQuiet: call.isQuiet },
    };
    const { runDay } = await import('../daily/run-day.ts');
    const { endLine, failureSentence, stepLines } = await import('../daily/day-lines.ts');
    const say = (lines: readonly string[]) => {
      if (!call.isQuiet) process.stdout.write(shownLines(lines));
    };
    const report = await runDay(process.env, request, (step) => say(stepLines(step)));
    if (call.isQuiet) process.stdout.write(shownJson(report, 2));
    if (report.failed) throw new Failure(failureSentence(report));
    say([endLine(report)]);
  },

  async publish(call, path: string) {
    const { hub, model, name = basename(resolve(path)), chunkSize = '4' } = call.options;
    if (model !== undefined && !parseModelId(model)) throw new UsageFailure('--model must be owner/name.');
    const most = MAX_OBJECT / 2 ** 20;
    if (!/^\d{1,2}$/.test(chunkSize) || Number(chunkSize) < 1 || Number(chunkSize) > most)
      throw new UsageFailure(`--chunk-size must be a whole number from 1 to ${most}.`);
    const { config } = call;
    if (!config.publisherToken) throw new UsageFailure('Set HUB_PUBLISHER_TOKEN to the publisher token of the hub.');
    const { lookAt, localFiles } = await import('../files/local-files.ts');
    const { openClient } = await import('../objects/hub-address.ts');
    const { publishJoined, publishWhole } = await import('../objects/publish-files.ts');
    const found = lookAt(path);
    if (!found) throw new Failure(`${path}: no such file or folder.`);
    const client = openClient(config, hub, config.publisherToken);
    const isFolder = found.isDirectory();
    const files = isFolder ? localFiles(path, () => false) : [{ path: name, absolute: path, size: found.size }];
    const [first] = files;
    if (!first) throw new Failure('There is no file to publish.');
    const chunkBytes = Number(chunkSize) * 2 ** 20;
    const { kind, type } = call.options;
    const isSingle = !isFolder && model === undefined && first.size <= chunkBytes;
    if (!isSingle && (kind ?? type) !== undefined)
      throw new UsageFailure('--kind and --type describe a single object; this becomes chunks and a record.');
    const joined = async () => {
      const { progress } = call;
      const own = await filesOfModel(client, model, files, progress);
      return publishJoined({ client, ...own, chunkSize: chunkBytes, filename: `${name}.json`, progress });
    };
    const published = isSingle ? await publishWhole(client, first, { kind, type }) : await joined();
    const { id, chunks, sent } = published;
    const there = chunks === sent ? '' : `, ${chunks - sent} of them there already`;
    call.print(published, [
      `Published ${counted(published.files, 'file')}, ${counted(published.bytes, 'byte')} in ${counted(chunks, 'object')}${there}.`,
      id,
      `Fetch it with: model-hub fetch ${id} --hub ${client.base}`,
    ]);
  },
};

/**
 * Gives the rules of content/index.yaml by which a new day is judged. Gives undefined if the operator accepts the day.
 */
async function rulesOf(command: AsideCommand, accept: true | undefined): Promise<DayRules | undefined> {
  if (accept) return undefined;
  const { limitsOf, readIndexRules } = await import('../crawl/index-rules.ts');
  return { command, limits: limitsOf(readIndexRules()) };
}

/**
 * Gives the day that `index` must make: as `dayToMake` does, but with `--accept` alone the day that is kept aside.
 * Rejects with a UsageFailure for wrong options.
 */
async function dayToIndex({ options, config }: CommandCall<Options<'index'> | Options<'day'>>): Promise<string> {
  const { day, accept } = options;
  const { readAside } = await import('../aside/kept-aside.ts');
  const aside = day === undefined && accept ? readAside(config.data) : undefined;
  return aside?.command === 'index' ? aside.snapshot : dayToMake(day);
}

/** Throws a Failure that names the faults of `aside`, if a day was kept aside. */
async function failAside(aside: KeptAside | undefined): Promise<void> {
  if (!aside) return;
  const { asideSentence } = await import('../aside/kept-aside.ts');
  throw new Failure(asideSentence(aside));
}

/** Brings the day that is kept aside into force. Gives false if there is none. */
async function publishAside(call: CommandCall<object>, day: string): Promise<boolean> {
  const { acceptAside } = await import('../aside/kept-aside.ts');
  const { storeOf } = await import('../days/object-store.ts');
  const { inData } = await import('../files/lock.ts');
  const { config } = call;
  return inData(config, async () => {
    const aside = await acceptAside(config.data, storeOf(config), { command: 'index', day });
    if (!aside) return false;
    const report = { day, catalog: aside.catalog, isAccepted: true };
    call.print(report, [`${day} is in force: it was kept aside at ${aside.kept}.`, 'Next: model-hub build']);
    return true;
  });
}

/**
 * Reads the destinations of the day. Throws a UsageFailure if an option is given without another option that it needs.
 */
function placesOf({ export: to, attest, push }: Options<'day'>) {
  if (to === undefined && attest) throw new UsageFailure('--attest goes with --export.');
  if (push !== undefined && !parseBucketAddress(push))
    throw new UsageFailure(`${push} is no bucket: give --push s3://BUCKET/PREFIX.`);
  return {
    files: to === undefined ? undefined : { to, isAttested: attest === true },
    bucket: push,
  };
}

type Published = Parameters<typeof import('../objects/publish-files.ts').publishJoined>[0];

/** Gives the files to publish, and the address of their model. Only files of the model `id` stay, if it is given. */
async function filesOfModel(
  client: Published['client'],
  id: string | undefined,
  files: Published['files'],
  progress: Published['progress'],
): Promise<{ files: Published['files']; model: Address | null }> {
  if (id === undefined) return { files, model: null };
  const { indexFiles, indexModel } = await import('../objects/model-of-index.ts');
  const model = await indexModel(client, id);
  const task = progress.start('Checking', totalSize(files), bytes);
  const own = await indexFiles(model, files, task);
  task.done();
  return { files: own, model: model.address };
}
