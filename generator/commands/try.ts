// The commands of the group "Try".
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { asGiven } from '../../functions/stores/bytes/file-modes.ts';
import { own } from '../../src/basics/records.ts';
import type { OptionsOf } from '../../src/docs/commands/command-row.ts';
import { allCommands } from '../../src/docs/commands/commands.ts';
import type { tryCommands } from '../../src/docs/commands/try.ts';
import { counted } from '../../src/model/figures.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import { publicBaseUrl } from '../../src/service/config.ts';
import type { Lock } from '../../src/shapes/log.ts';
import { UsageFailure } from '../process/failure.ts';
import { type CommandCall, checkModelIds, type RunsOf } from './command-call.ts';

export const tryRuns: RunsOf<typeof tryCommands> = {
  async start(call) {
    await (await import('./start.ts')).startHub(call);
  },

  async verify(call, path: string) {
    await (await import('./verify.ts')).verifyPath(call, path);
  },

  async pull(call, model: string, files: string[]) {
    const { pullModel } = await import('../pull/pull-model.ts');
    const hub = call.options.hub ?? process.env.HUB_URL ?? publicBaseUrl(call.config, call.service);
    const { ok } = await asGiven(() => pullModel(model, files, { ...call.options, hub }));
    if (!ok) process.exitCode = 1;
  },

  async lock(call, ids: string[]) {
    const { check, update } = call.options;
    checkModelIds(ids);
    if (check !== undefined && update !== undefined) throw new UsageFailure('Give one of --check and --update.');
    if (ids.length > 0 && check !== undefined)
      throw new UsageFailure('--check takes no ids: it uses those of the lock.');
    const file = check ?? update;
    if (file !== undefined) return compareLock(call, file === true ? 'models.lock' : file, ids);
    if (ids.length === 0) throw new UsageFailure('Name the models to lock, or a lock with --check or --update.');
    process.stdout.write(await textOf(await locked(call, ids)));
  },

  async fetch(call, text: string) {
    const address = parseAddress(text);
    if (!address) throw new UsageFailure('An address is blake3: and 64 lowercase hex digits.');
    const { hub, to, raw } = call.options;
    const { openClient } = await import('../objects/hub-address.ts');
    const { fetchObject } = await import('../objects/fetch-object.ts');
    const { onDisk } = await import('../files/full-disk.ts');
    const request = { client: openClient(call.config, hub), address, to, raw: raw === true, progress: call.progress };
    const advice = 'Make room and fetch again: it goes on where it ended.';
    const fetched = await onDisk([{ folder: folderAround(to) }], advice, () => asGiven(() => fetchObject(request)));
    const { files, bytes, fetchedBytes } = fetched;
    const count = `${counted(files, 'file')}, ${counted(bytes, 'byte')}`;
    const here = fetchedBytes < bytes ? `, ${bytes - fetchedBytes} of them here already` : '';
    // The report goes to standard error with `--to -`, because the file's bytes go to standard output.
    const out = fetched.to === '-' ? process.stderr : process.stdout;
    call.print(fetched, [`Fetched ${count}${here}, to ${fetched.to}; every byte hashed.`], out);
  },

  async completion(_, [shell]: string[]) {
    const { COMP_LINE: line, COMP_POINT: point } = process.env;
    if (line !== undefined)
      process.stdout.write(nextWords(line.slice(0, point === undefined ? undefined : Number(point))));
    else if (shell !== undefined && own(SHELLS, shell)) process.stdout.write(`${SHELLS[shell]}\n`);
    else throw new UsageFailure(`Name your shell: model-hub completion ${Object.keys(SHELLS).join('|')}.`);
  },
};

type LockCall = CommandCall<OptionsOf<typeof tryCommands.lock>>;

async function clientFor({ options, config }: LockCall, hub?: string) {
  const { openClient } = await import('../objects/hub-address.ts');
  return openClient(config, options.hub ?? process.env.HUB_URL ?? hub);
}

async function textOf(lock: Lock): Promise<string> {
  const { lockPieces } = await import('../../src/lock/lock.ts');
  return [...lockPieces(lock)].join('');
}

async function locked(call: LockCall, ids: Iterable<string>, before?: Lock): Promise<Lock> {
  const { lockByHub } = await import('../locks/hub-lock.ts');
  return lockByHub(await clientFor(call, before?.hub), ids, before);
}

/** Compares the lock in `file` with the hub. With --update, writes the lock anew. */
async function compareLock(call: LockCall, file: string, ids: readonly string[]): Promise<void> {
  const { readNamedLock } = await import('../locks/named-lock.ts');
  const { changeLine, lockChanges } = await import('../../src/lock/lock.ts');
  const before = readNamedLock(file);
  const after = await locked(call, new Set([...Object.keys(before.models), ...ids]), before);
  const changes = lockChanges(before, after);
  const moved = changes.length;
  const models = Object.keys(before.models).length;
  const end = moved === 0 ? `Nothing moved: ${models} models.` : `${moved} of ${models} models moved.`;
  call.print({ moved, changes }, [...changes.map(changeLine), end]);
  if (call.options.update === undefined) {
    if (moved > 0) process.exitCode = 1;
    return;
  }
  const { putWhole } = await import('../files/whole-file.ts');
  const text = await textOf({ ...after, models: { ...before.models, ...after.models } });
  await asGiven(async () => putWhole(file, text));
}

/** Gives the folder that is written to: `to` if it is a folder, otherwise its parent. */
function folderAround(to: string | undefined): string {
  if (to === undefined || to === '-') return process.cwd();
  const path = resolve(to);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
}

/**
 * The script with which each shell asks `model-hub completion` for words. Bash and zsh set COMP_LINE and COMP_POINT. Bash
 * also adds three arguments.
 */
const SHELLS: Readonly<Record<string, string>> = {
  bash: "complete -o default -C 'model-hub completion' model-hub",
  zsh: "autoload -U +X compinit bashcompinit && compinit && bashcompinit\ncomplete -o default -C 'model-hub completion' model-hub",
  fish: "complete -c model-hub -a '(COMP_LINE=(commandline -cp) model-hub completion)'",
};

/** Lists the commands or options that may come next in the command line `line`, one in a line. */
function nextWords(line: string): string {
  const before = line.split(/\s+/).slice(1);
  const last = before.pop() ?? '';
  const path = before.join(' ');
  const named = allCommands().filter(([name]) => `${path} `.startsWith(`${name} `));
  const words =
    named.length > 0
      ? named.flatMap(([, { options = {} }]) => Object.keys(options).map((flags) => flags.split(' ')[0]!))
      : allCommands()
          .filter(([name]) => path === '' || name.startsWith(`${path} `))
          .map(([name]) => name.split(' ')[before.length]!);
  return [...new Set(words)]
    .filter((word) => word.startsWith(last))
    .map((word) => `${word}\n`)
    .join('');
}
