// Appends to a log, backups and restores that are killed.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { checkLog } from '../../generator/log/check-log.ts';
import { readHead } from '../../generator/log/log-folder.ts';
import { startCommand } from '../faults/hub-command.ts';
import { compileCache } from '../fixtures/compile-cache.ts';
import { BackedHub } from '../unit/generator/backup/backed-hub.ts';
import { expectExtends, LogPlace, newSigner } from '../unit/generator/log/log-place.ts';
import { DAY_MS, modelsOfDay, NOW } from '../unit/generator/log/made-days.ts';
import { type KilledWork, told, untilThere, wholeRun } from './kill-loop.ts';
import { whole } from './killed-commands.ts';

const APPENDING = join(import.meta.dirname, '../unit/generator/log/log-days.ts');
/** The number of logs whose appends are killed at the same time. */
const LOGS = 4;

const logs: KilledWork = {
  name: 'kill-log',
  promise: 'An append to a log killed at any moment loses no published leaf and forks nothing.',
  kills: { short: 40, long: 400 },
  lanes: LOGS,
  steps: 1,
  async open(folder, kills) {
    const start = (log: Log, last = '') => {
      const words = [APPENDING, log.place.folder, String(log.day), log.signer.line, ...(last === '' ? [] : [last])];
      const env = { ...process.env, ...compileCache };
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], env });
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('day ')) log.day = Number(line.slice(4));
        else log.place.published.push(JSON.parse(line) as string);
      });
      return child;
    };
    const all = Array.from({ length: LOGS }, (_, at) => {
      const signer = newSigner();
      return { signer, place: new LogPlace([signer], undefined, join(folder, `log-${at}`)), day: 0, checked: 0 };
    });
    type Log = (typeof all)[number];
    let cut = 0;
    // This process runs to its end, so that it saves compiled code for those that are killed.
    const warm = new LogPlace(undefined, undefined, join(folder, 'warm'));
    const first = start({ signer: newSigner(), place: warm, day: 0, checked: 0 }, '1');
    return {
      // The time of two days.
      usual: await wholeRun(first, told(first)),
      start: (kill) => start(all[kill % LOGS]!),
      isAtWork: (child) => told(child),
      async isNew(kill) {
        const log = all[kill % LOGS]!;
        const { own, published } = log.place.places;
        const head = readHead(published);
        if (existsSync(join(own, 'state.new')) || readHead(own)?.text !== head?.text) cut++;
        if (!head) return false;
        const isNew = head.text !== log.place.published[log.checked];
        // Earlier checks have compared the checkpoints before the index `checked`.
        await expectExtends(published, log.place.published.slice(log.checked));
        // The log must extend the checkpoint in HUB_DATA, too.
        await expectExtends(own, [head.text]);
        log.checked = log.place.published.push(head.text) - 1;
        return isNew;
      },
      async end() {
        // Some kills happened during an append, or between an append and its publication.
        assert(cut > kills / 20, `${cut} of ${kills} kills came during an append`);
        assert(
          all.some(({ day }) => day > 0),
          'no day was logged',
        );
        for (const { place, day } of all) {
          place.now = NOW + (day + 1) * DAY_MS;
          const models = modelsOfDay(day + 1);
          await place.log(models);
          await place.prove(models);
          assert.deepEqual(await checkLog(place.places), []);
        }
      },
    };
  },
};

const DAY = '2026-11-18';

const restores: KilledWork = {
  name: 'kill-restore',
  promise: 'A restore killed at any moment leaves HUB_DATA as before, or restored.',
  kills: { short: 12, long: 60 },
  steps: 6,
  async open(folder) {
    const hub = new BackedHub(folder);
    await hub.import(DAY, ...Array.from({ length: 20 }, (_, at) => `a/model-${at}`));
    await hub.build();
    await hub.demand('who/asked');
    await hub.backup();
    const env = hub.env as Record<string, string>;
    const words = ['restore', hub.at('hub.tar')];
    const start = () => {
      hub.lose('data');
      return startCommand(words, env);
    };
    const atWork = (child: ChildProcess) => untilThere(hub.at('data.restore'), child);
    const first = start();
    let unfinished = 0;
    return {
      usual: await wholeRun(first, atWork(first)),
      start,
      isAtWork: atWork,
      async isNew() {
        if (existsSync(hub.at('data'))) {
          assert.equal(hub.snapshot, DAY);
          assert.deepEqual(await checkLog({ own: hub.at('data/log'), published: hub.at('dist/log') }), []);
          return true;
        }
        unfinished++;
        await whole(words, env);
        assert.deepEqual([hub.snapshot, hub.leaves, existsSync(hub.at('data/hub.db'))], [DAY, 21, true]);
        return false;
      },
      async end() {
        assert(unfinished > 0, 'no kill came before the end of a restore');
      },
    };
  },
};

const backups: KilledWork = {
  name: 'kill-backup',
  promise: 'A backup killed at any moment leaves the file as before, or the new one, whole.',
  kills: { short: 6, long: 60 },
  steps: 6,
  async open(folder) {
    const hub = new BackedHub(folder);
    await hub.import(DAY, ...Array.from({ length: 200 }, (_, at) => `a/model-${at}`));
    await hub.build();
    await hub.backup();
    const env = hub.env as Record<string, string>;
    const file = hub.at('hub.tar');
    const atWork = (child: ChildProcess) => untilThere(`${file}.parts`, child);
    const start = () => startCommand(['backup', file], env);
    const first = start();
    const usual = await wholeRun(first, atWork(first));
    return {
      usual,
      start() {
        rmSync(file, { force: true });
        return start();
      },
      isAtWork: atWork,
      async isNew() {
        if (!existsSync(file)) return false;
        await whole(['restore', file], { ...env, HUB_DATA: hub.at('restored') });
        rmSync(hub.at('restored'), { recursive: true });
        return true;
      },
      async end() {
        rmSync(file, { force: true });
        await whole(['backup', file], env);
        assert.deepEqual(readdirSync(folder).sort(), ['data', 'dist', 'hub.tar']);
      },
    };
  },
};

export const killedLogs: readonly KilledWork[] = [logs, restores, backups];
