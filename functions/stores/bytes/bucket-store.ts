// Reads a store over HTTP: the lists and packs of a bucket, by their names.
import { joined } from '../../../src/basics/joined-bytes.ts';
import { CURRENT, type Store, StoreAway } from '../../../src/tree/store.ts';
import { type Breaker, Late, PATIENCE_MS, whenLate } from '../waits/breaker.ts';

/**
 * A server that sends nothing for this number of milliseconds counts as away. This applies to answers that have begun,
 * and to requests for which no caller waits.
 */
const LONG_MS = 30_000;
/**
 * The maximum number of bytes under one name: if the server declares their number, if it does not, and for `current`,
 * which is one line.
 */
const [MOST_TOLD, MOST_UNTOLD, MOST_CURRENT] = [2 ** 30, 64 * 2 ** 20, 1000];
/** The number of attempts if a failure may be temporary, and the milliseconds between them. */
const [ATTEMPTS, PAUSE_MS] = [2, 100];

/** Sends a request for a name of a store, as `fetch` does for a URL. */
type AskFor = (name: string, init: RequestInit) => Promise<Response>;

/** Returns the maximum size in bytes of the object with this name. */
type MostOf = (name: string) => number;
const mostOfTree: MostOf = (name) => (name === CURRENT ? MOST_CURRENT : MOST_TOLD);

/** The settings of a store that sends a request for each read. */
interface Asking {
  /** Returns the maximum number of bytes under each name. By default it is the limit for names of a tree. */
  mostOf?: MostOf | undefined;
  /** Stops requests while the store does not answer. It is undefined if no caller waits for the requests. */
  breaker?: Breaker | undefined;
}

/** Makes a store of the names of `bucket`, or of the names below a folder in it. */
export function bucketStore(bucket: { address: string; ask: AskFor }, asking?: Asking, folder?: string): Store {
  if (folder === undefined) return askedStore(bucket.address, (name, init) => bucket.ask(name, init), asking);
  return askedStore(`${bucket.address}/${folder}`, (name, init) => bucket.ask(`${folder}/${name}`, init), asking);
}

/**
 * Makes a store that sends requests by `ask`. Messages call it `place`. Its reads reject with a StoreAway if there is
 * no answer, or if the answer has more bytes than `mostOf` allows. They reject too if the status is none of 200, 206,
 * 404 and 416.
 */
export function askedStore(place: string, ask: AskFor, asking: Asking = {}): Store {
  const asked = new Asked(place, ask, asking);
  return {
    get: (name) => asked.bytes(name),
    async range(name, start, end) {
      if (end <= start) return new Uint8Array();
      return asked.bytes(name, { start, end });
    },
    size: (name) => asked.answer(name, { method: 'HEAD' }, async ({ headers }) => lengthIn(headers)),
    stream: (name, length) => ({ length, open: (start, end) => asked.stream(name, { start, end }) }),
  };
}

interface Span {
  start: number;
  end: number;
}

const rangeOf = ({ start, end }: Span) => ({ Range: `bytes=${start}-${end - 1}` });

/**
 * Throws unless `length` is the length of `span`, or of the part of `span` before the end of the file (RFC 9110 14.4).
 */
function checkPart({ start, end }: Span, contentRange: string | null, length: number): void {
  const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(contentRange ?? '') ?? [];
  const isPart = Number(first) === start && Number(last) === start + length - 1;
  const isWhole = length === end - start || (length < end - start && Number(all) === start + length);
  if (!isPart || !isWhole)
    throw new Error(`it sent ${length} bytes as "${contentRange}" when asked for ${start}-${end - 1}`);
}

const lengthIn = (headers: Headers) => {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
};

class Asked {
  readonly #place: string;
  readonly #ask: AskFor;
  readonly #mostOf: MostOf;
  readonly #breaker: Breaker | undefined;

  constructor(place: string, ask: AskFor, { mostOf = mostOfTree, breaker }: Asking) {
    this.#place = place;
    this.#ask = ask;
    this.#mostOf = mostOf;
    this.#breaker = breaker;
  }

  /** Returns all bytes of a name, or the bytes of a span; undefined if the store lacks the name. */
  bytes(name: string, span?: Span): Promise<Uint8Array | undefined> {
    return this.answer(name, span ? { headers: rangeOf(span) } : {}, async (answer, patience) => {
      const bytes = await readAll(`${this.#place}/${name}`, answer, patience, this.#mostOf(name));
      if (!span) return bytes;
      // A server without ranges sends the whole file (RFC 9110 14.2).
      if (answer.status === 200) return bytes.subarray(span.start, span.end);
      checkPart(span, answer.headers.get('content-range'), bytes.length);
      return bytes;
    });
  }

  /** Returns the bytes of a span as a stream. */
  async stream(name: string, span: Span): Promise<ReadableStream<Uint8Array>> {
    const patience = new Patience(this.#breaker);
    const answer = await this.#once(name, { headers: rangeOf(span) }, patience).finally(() => patience.end());
    // A server without ranges sends the whole file, which suffices if the span is the whole file.
    if (!answer?.body || lengthIn(answer.headers) !== span.end - span.start) {
      await answer?.body?.cancel();
      throw new StoreAway(`${this.#place}/${name} gives no part of itself`, true);
    }
    patience.relax();
    const pieces = answer.body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        async pull(taker) {
          // The clock runs only while the hub waits for bytes: a slow client must not count against the server.
          patience.renew();
          const { done, value } = await pieces.read().finally(() => patience.end());
          if (done) taker.close();
          else taker.enqueue(value);
        },
        cancel: () => pieces.cancel(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Returns the result of `use` on the answer; undefined if the store lacks the name. */
  async answer<T>(
    name: string,
    init: RequestInit,
    use: (answer: Response, patience: Patience) => Promise<T>,
  ): Promise<T | undefined> {
    for (let attempt = 1; ; attempt++) {
      const patience = new Patience(this.#breaker);
      try {
        const answer = await this.#once(name, init, patience);
        return answer && (await use(answer, patience));
      } catch (error) {
        const away = error instanceof StoreAway ? error : this.#unreached(name, error);
        if (away.isLasting || attempt === ATTEMPTS) throw away;
      } finally {
        patience.end();
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #once(name: string, init: RequestInit, patience: Patience): Promise<Response | undefined> {
    this.#breaker?.check();
    // In a compressed body, a range would select other bytes.
    const headers = { 'Accept-Encoding': 'identity', ...init.headers };
    const answer = await this.#ask(name, { ...init, headers, signal: patience.signal }).catch((error: unknown) => {
      throw this.#unreached(name, error);
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 416) return undefined;
    throw new StoreAway(
      `${this.#place}/${name} answered ${answer.status}`,
      answer.status < 500 && answer.status !== 429,
    );
  }

  /**
   * Makes an error with the address and the reason of a failure. The message of `error` itself is only `fetch failed`.
   */
  #unreached(name: string, error: unknown): StoreAway {
    const { message } = ((error as Error).cause as Error | undefined) ?? (error as Error);
    return new StoreAway(`${this.#place}/${name} can't be reached: ${message}`, false, error);
  }
}

/** Aborts a request that brings nothing for a while. The whole request may take any time. */
class Patience {
  readonly #given = new AbortController();
  /** The breaker that counts requests which get no answer in time. */
  #breaker: Breaker | undefined;
  #end: () => void;

  constructor(breaker: Breaker | undefined) {
    this.#breaker = breaker;
    this.#end = this.#start();
  }

  get signal(): AbortSignal {
    return this.#given.signal;
  }

  renew(): void {
    this.#end();
    this.#end = this.#start();
  }

  end(): void {
    this.#end();
  }

  /** Waits longer from now on: a client receives the answer, and a pause is better for a client than an abort. */
  relax(): void {
    this.#breaker = undefined;
  }

  #start(): () => void {
    return whenLate(this.#breaker ? PATIENCE_MS : LONG_MS, () => {
      this.#breaker?.late();
      this.#given.abort(new Late());
    });
  }
}

/** Reads the whole body. Rejects as soon as the body is longer than its declared length, or than `most`. */
async function readAll(
  what: string,
  { body, headers }: Response,
  patience: Patience,
  most: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const announced = lengthIn(headers);
  const room = Math.min(announced ?? MOST_UNTOLD, most);
  for await (const piece of body ?? []) {
    patience.renew();
    pieces.push(piece);
    length += piece.length;
    if (length > room) throw new StoreAway(`${what} sends more than ${room} bytes`, true);
  }
  if (announced !== undefined && announced !== length)
    throw new Error(`it ended after ${length} of ${announced} bytes`);
  return joined(pieces);
}
