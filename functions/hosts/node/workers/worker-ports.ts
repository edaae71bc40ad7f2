// Makes the ports of a worker to everything that exists once: each port calls the main thread.
import type { Address } from '../../../../src/nouns/address.ts';
import type { AccountStore } from '../../../../src/service/account-store.ts';
import type { Rates } from '../../../ports/allowance.ts';
import type { ObjectsPort } from '../../../ports/objects-port.ts';
import type { DemandPort } from '../../../ports/ports.ts';
import { LineLosses } from '../../../rim/output/line-losses.ts';
import type { SharedObjects } from '../../../stores/objects/object-files.ts';
import { accountsOf } from '../../../stores/open-stores.ts';
import type { SqlStore } from '../../../stores/sql/sql-store.ts';
import { WriteBehind } from '../../../stores/sql/write-behind.ts';
import { limitedDemand } from '../limited-demand.ts';
import type { MainCalls, Wish } from './calls.ts';
import type { Line } from './line.ts';
import type { SharedCounts } from './shared-counts.ts';

type ToMain = Line<MainCalls>;

/** Makes the interface to the accounts in the main thread's database. */
export function accountsOver(main: ToMain): AccountStore {
  const call = (method: keyof SqlStore, ...args: readonly unknown[]) => main.ask('store', method, args);
  return accountsOf({ call: call as never, check: () => main.ask('checkStore') }, () => new Date());
}

/** Makes the limits of requests. The main thread counts the requests of all workers together. */
export function ratesOver(main: ToMain): Rates {
  return {
    take: (did, kind) => main.ask('take', did, kind),
    async within(lane, work) {
      const place = await main.ask('enter', lane);
      if (place === undefined) return undefined;
      try {
        return await work();
      } finally {
        main.tell('leave', place);
      }
    },
  };
}

/**
 * Reads published objects through `own`. The main thread writes and lists objects, and knows which of them are hidden.
 */
export function objectsOver(main: ToMain, own: SharedObjects): ObjectsPort {
  return {
    kept: (address) => own.kept(address),
    async read(address: Address) {
      const kept = own.kept(address);
      if (kept) return kept;
      return (await main.ask('hidesObject', address)) ? undefined : own.read(address);
    },
    publish: (bytes, facts) => main.ask('publish', bytes, facts),
    answers: () => main.ask('objectsAnswer'),
    list: (count, place) => main.ask('listObjects', count, place),
  };
}

/** The maximum number of models that wait for the next report. */
const WAITING = 10_000;
/** The milliseconds between two reports. */
const EVERY_MS = 1000;

/** Collects demand, and reports it to the main thread once a second. `flush` reports the rest at once. */
export function demandOver(
  main: ToMain,
  onFault: (error: unknown) => void,
): DemandPort & { flush(): Promise<unknown> } {
  const waiting = new WriteBehind<Wish>({
    ...{ room: WAITING, every: EVERY_MS, onFault },
    write: async (wishes) => main.tell('missed', wishes),
  });
  // The main thread limits the wishes of each client. The key names the client as well, so that both wishes are
  // reported if two clients ask for the same model.
  const record: DemandPort['record'] = (model, client) => waiting.put(`${client} ${model}`, { model, client });
  return { ...limitedDemand({ record }), flush: () => waiting.flush() };
}

/** The maximum total length in characters of the log lines of all workers that wait for the main thread. */
const LOG_UNDER_WAY = 8 * 1024 * 1024;

/**
 * Makes a function that sends lines of the log to the main thread. If too many lines wait there, it drops new ones and
 * counts them in `lost`.
 */
export function logOver(
  main: ToMain,
  underWay: SharedCounts,
  thread: number,
  lost: { threads: number },
): (lines: string) => void {
  const losses = new LineLosses({
    ...{ name: 'The main thread', lines: 'log lines' },
    tell: (sentence) => main.tell('notice', sentence),
    onLost: (count) => {
      lost.threads += count;
    },
  });
  return (lines) => {
    if (underWay.sum(0) + lines.length > LOG_UNDER_WAY) return losses.add(lines.split('\n').length - 1, 'is behind');
    underWay.add(thread, 0, lines.length);
    main.tell('log', lines);
    losses.over();
  };
}
