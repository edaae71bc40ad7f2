// Does the work of `pull`, both for the command `model-hub pull` and for the one-file program.
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import v8 from 'node:v8';
import { defined } from '../../src/basics/records.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { onDisk, WriteFailure } from '../files/full-disk.ts';
import { readNamedLock } from '../locks/named-lock.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { namedHub } from '../process/named-hub.ts';
import { hostTokens, PULL_TOKENS } from './environment.ts';
import { inFolder, ownSentence } from './placement.ts';
import { type PullPlan, planOfHub, wantedFiles } from './plan.ts';
import { tellPerson, tellProgram } from './pull-lines.ts';
import { runPull } from './pull-run.ts';
import { WireClient } from './wire-client.ts';

export interface PullOptions {
  hub?: string | undefined;
  include?: string[] | undefined;
  exclude?: string[] | undefined;
  to?: string | undefined;
  json?: boolean | undefined;
}

/**
 * Pulls the model `reference` from a hub, or all models of the lock file `reference`, for which no hub is needed.
 * Reports progress and results. `ok` is true if every file is in place. Throws a Failure if it can't begin.
 */
export async function pullModel(
  reference: string,
  names: readonly string[],
  options: PullOptions,
  env: Record<string, string | undefined> = process.env,
): Promise<{ ok: boolean }> {
  const { to, json, hub = env.HUB_URL, include = [], exclude = [] } = options;
  // An empty text comes from an unset variable of a shell.
  if (to === '') throw new UsageFailure('--to must name a folder, such as --to ./model.');
  const tell = json ? tellProgram(process.stdout) : tellPerson(process.stderr, process.stdout);
  const lock = isLock(reference) ? readNamedLock(reference) : undefined;
  const { id, quant } = lock ? {} : parseReference(reference);
  const base = lock ? '' : hubBase(hub);
  // The flag saves memory. Without it, V8 collects short-lived pieces only after they take about three times as many
  // bytes.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  const client = new WireClient({
    env,
    tokens: hostTokens(env[PULL_TOKENS]),
    userAgent: 'model-hub-pull/1',
  });
  const pullOne = (all: PullPlan, folder: string) => {
    const files = wantedFiles(all.files, { names, quant, include, exclude }, (patterns) =>
      tell({ event: 'unmatched', patterns }),
    );
    const plan = { ...all, files };
    const placement = inFolder(folder, to ?? '.');
    return onDisk([{ folder: placement.work }], 'Make room and pull again: it goes on where it ended.', () =>
      runPull(plan, { client, placement, tell }),
    );
  };
  const unhear = onSignal(() => tell({ event: 'stopped' }));
  try {
    if (!lock) {
      const plan = await planOfHub(client, base, id!);
      return await pullOne(plan, to ?? join('.', plan.id.slice(plan.id.indexOf('/') + 1)));
    }
    let ok = true;
    for (const [model, { revision, files }] of Object.entries(lock.models))
      try {
        // Each model gets its own folder, since two models may have files with the same name.
        const pulled = await pullOne({ id: model, revision, files }, join(to ?? '.', model));
        ok &&= pulled.ok;
      } catch (error) {
        const reason = ownReason(error);
        if (reason === undefined) throw error;
        tell({ event: 'refused', id: model, reason });
        ok = false;
      }
    return { ok };
  } finally {
    unhear();
    client.close();
  }
}

/**
 * Calls `say` on SIGINT or SIGTERM, and then ends the process by that signal. Returns a function that stops listening.
 */
function onSignal(say: () => void): () => void {
  const end = (signal: NodeJS.Signals) => {
    say();
    unhear();
    process.kill(process.pid, signal);
    // The first process of a container is not ended by its own signal, so it exits here.
    process.exit(128 + constants.signals[signal]);
  };
  const unhear = () => void process.off('SIGINT', end).off('SIGTERM', end);
  process.on('SIGINT', end).on('SIGTERM', end);
  return unhear;
}

/** Returns the reason why one model of several can't be pulled; undefined if the error ends the pull of all models. */
function ownReason(error: unknown): string | undefined {
  if (error instanceof WriteFailure) return undefined;
  if (error instanceof Failure) return error.message;
  return ownSentence(error, (error as NodeJS.ErrnoException).path ?? 'the operating system');
}

/** True if a file named `reference` exists, or if `reference` can only be the name of a lock. */
function isLock(reference: string): boolean {
  if (statSync(reference, { throwIfNoEntry: false })?.isFile()) return true;
  return reference.endsWith('.lock') && !parseModelId(reference);
}

function parseReference(text: string): { id: string; quant?: string } {
  const [, id = '', quant] = /^([^:]+)(?::([\w.-]+))?$/.exec(text) ?? [];
  if (!parseModelId(id))
    throw new UsageFailure(`Name a model as owner/name or owner/name:Q4_K_M, not ${JSON.stringify(text)}.`);
  return { id, ...defined({ quant }) };
}

function hubBase(given: string | undefined): string {
  if (given === undefined) throw new UsageFailure('Name the hub: --hub https://hub.example, or HUB_URL.');
  return namedHub(given);
}
