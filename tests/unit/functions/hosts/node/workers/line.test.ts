// Tests messages between two threads: calls and answers, errors with their class, and pending calls when the line
// ends.
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { Line } from '../../../../../../functions/hosts/node/workers/line.ts';
import { StoreUnavailable, StoreUnusable } from '../../../../../../src/service/account-store.ts';
import { StoreAway } from '../../../../../../src/tree/store.ts';

const errors = { away: StoreUnavailable, unusable: StoreUnusable, elsewhere: StoreAway, ours: Error };

interface Answers {
  double(value: number): Promise<number>;
  fail(kind: keyof typeof errors): never;
  note(text: string): void;
  wait(): Promise<never>;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function lines() {
  const { port1, port2 } = new MessageChannel();
  closers.push(() => port1.close());
  const noted: string[] = [];
  const asking = new Line<Answers>(port1);
  asking.answerBy({});
  const answering = new Line<Record<string, never>>(port2);
  const answer = () =>
    answering.answerBy({
      double: async (value: number) => 2 * value,
      fail(kind: keyof typeof errors) {
        throw new errors[kind](`it is ${kind}`);
      },
      note: (text: string) => void noted.push(text),
      wait: () => new Promise<never>(() => {}),
    });
  return { asking, answer, noted };
}

describe('a line', () => {
  test('gives each call its own answer, also when many calls wait', async () => {
    const { asking, answer, noted } = lines();
    const early = [1, 2, 3].map((value) => asking.ask('double', value));
    asking.tell('note', 'first');
    answer();
    expect(await Promise.all(early)).toEqual([2, 4, 6]);
    expect(noted).toEqual(['first']);
  });

  test.each([
    ['away', StoreUnavailable],
    ['unusable', StoreUnusable],
    ['elsewhere', StoreAway],
    ['ours', Error],
  ] as const)('an error that is %s keeps its class and its sentence', async (kind, type) => {
    const { asking, answer } = lines();
    answer();
    const error = await asking.ask('fail', kind).catch((fault: unknown) => fault);
    expect((error as Error).constructor).toBe(type);
    expect((error as Error).message).toBe(`it is ${kind}`);
  });

  test('rejects unanswered and later calls after its end', async () => {
    const { asking, answer } = lines();
    answer();
    const waiting = asking.ask('wait');
    asking.end(new Error('nobody is there'));
    await expect(waiting).rejects.toThrow('nobody is there');
    await expect(asking.ask('double', 1)).rejects.toThrow('nobody is there');
    asking.tell('note', 'to nobody');
  });
});
