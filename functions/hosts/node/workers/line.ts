// Connects two threads by a line: each end calls functions of the other end by name, and answers the other
// end's calls.

import { StoreUnavailable, StoreUnusable } from '../../../../src/service/account-store.ts';
import { StoreAway } from '../../../../src/tree/store.ts';

/** The calls that one end of a line answers. Arguments and results are copied from one thread to the other. */
type Calls<C> = { [Name in keyof C]: (...args: never[]) => unknown };
type Given<Call> = Call extends (...args: never[]) => infer R ? Awaited<R> : never;
type Args<Call> = Call extends (...args: infer A) => unknown ? A : never;

/** A message port, a thread, or the parent of this thread. */
interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

interface Call {
  name: string;
  args: unknown[];
}

/** A call or the answer to a call. A call without an id expects no answer. */
type Message = (Call & { id?: number }) | { answer: number; result: unknown } | { answer: number; fault: Fault };

/** The error classes that callers tell apart. A subclass comes before its base class. */
const CLASSES = { StoreAway, StoreUnusable, StoreUnavailable };

/** An error in the form in which threads pass it on. A plain copy would lose its class. */
interface Fault {
  message: string;
  stack: string | undefined;
  /** The class of the error; undefined for a class that is not in `CLASSES`. */
  kind: keyof typeof CLASSES | undefined;
}

export class Line<Theirs extends Calls<Theirs>> {
  readonly #port: Port;
  #own: Record<string, (...args: unknown[]) => unknown> = {};
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #last = 0;
  #ended: Error | undefined;

  constructor(port: Port) {
    this.#port = port;
  }

  /** Answers the other end's calls with `own` from now on. Calls that came earlier have waited until now. */
  answerBy<Own extends Calls<Own>>(own: Own): void {
    this.#own = own as never;
    this.#port.on('message', (message) => this.#take(message));
  }

  /**
   * Calls the other end. Rejects with the error of the other end, which keeps its class if `CLASSES` has that class.
   * Rejects also if the line ends before the answer.
   */
  ask<Name extends keyof Theirs & string>(name: Name, ...args: Args<Theirs[Name]>): Promise<Given<Theirs[Name]>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#port.postMessage({ id, name, args } satisfies Message);
    });
  }

  /** Calls the other end without waiting for an answer. */
  tell<Name extends keyof Theirs & string>(name: Name, ...args: Args<Theirs[Name]>): void {
    if (!this.#ended) this.#port.postMessage({ name, args } satisfies Message);
  }

  /** Ends the line, because the other end is gone. */
  end(error: Error): void {
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #take(message: Message): void {
    if ('answer' in message) this.#settle(message);
    else if (message.id === undefined) void this.#call(message);
    else void this.#answer(message.id, message);
  }

  #call({ name, args }: Call): unknown {
    // The other end is typed to ask for calls of ours alone.
    return this.#own[name]!(...args);
  }

  async #answer(id: number, call: Call): Promise<void> {
    try {
      const result = await this.#call(call);
      this.#port.postMessage({ answer: id, result } satisfies Message);
    } catch (error) {
      this.#port.postMessage({ answer: id, fault: faultOf(error) } satisfies Message);
    }
  }

  #settle(message: Extract<Message, { answer: number }>): void {
    const waiting = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    if ('fault' in message) waiting?.reject(errorOf(message.fault));
    else waiting?.resolve(message.result);
  }
}

function faultOf(error: unknown): Fault {
  const { message = String(error), stack } = (error ?? {}) as Partial<Error>;
  const kinds = Object.keys(CLASSES) as (keyof typeof CLASSES)[];
  return { message, stack, kind: kinds.find((name) => error instanceof CLASSES[name]) };
}

function errorOf({ message, stack, kind }: Fault): Error {
  const made = new (kind === undefined ? Error : CLASSES[kind])(message);
  if (stack !== undefined) made.stack = stack;
  return made;
}
