// Sends requests as bytes on kept connections and reads the answers. An HTTP client would refuse to send some of these
// requests.
import { connect, type Socket } from 'node:net';

export interface WireAsk {
  method: string;
  /** The target, as in a request line. */
  target: string;
  headers: Record<string, string>;
  body: Uint8Array | string;
}

/** The status of an answer, or the reason why there is no answer. */
type WireAnswer = { status: number } | { failure: string };

/** The maximum number of milliseconds to wait for an answer. */
const PATIENCE_MS = 60_000;

/** Methods that Node's parser accepts. */
const METHODS = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND'.split(' '));

/** True if every HTTP parser sees exactly one request, so that further requests can follow on the same connection. */
function isOneRequest({ method, target, headers }: WireAsk): boolean {
  const isPlain = /^[\x21-\x7e\x80-\xff]+$/.test(target);
  return (
    METHODS.has(method) && isPlain && Object.values(headers).every((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
  );
}

/**
 * A connection to the hub at `port`, which is opened again if the hub has closed it. It carries one request at a time.
 */
export class Wire {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request, and resolves to the answer or the failure. Never rejects. */
  async ask(ask: WireAsk): Promise<WireAnswer> {
    if (isOneRequest(ask)) {
      const answer = await this.#exchange(ask);
      // The hub may close a kept connection at the moment when a request uses it. The request is then sent again.
      return 'failure' in answer && answer.failure === UNUSED ? this.#exchange(ask) : answer;
    }
    const own = new Wire(this.#port);
    const answer = await own.#exchange(ask);
    own.close();
    // The hub may drop a malformed request without an answer.
    return 'failure' in answer && answer.failure !== LATE ? { status: 0 } : answer;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #exchange(ask: WireAsk): Promise<WireAnswer> {
    const isFresh = this.#socket === undefined;
    const socket = this.#socket ?? connect(this.#port, '127.0.0.1').setNoDelay(true);
    this.#socket = socket;
    return new Promise((resolve) => {
      const reading = new AnswerReading(ask.method === 'HEAD');
      const settle = (answer: WireAnswer, isOver: boolean) => {
        socket.removeAllListeners();
        socket.setTimeout(0);
        // No request is pending now, so only the end of the connection matters.
        socket.on('error', () => {}).on('close', () => this.#forget(socket));
        if (isOver) {
          this.#forget(socket);
          socket.destroy();
        }
        resolve(answer);
      };
      const lost = () => {
        const status = reading.end();
        if (status !== undefined) settle({ status }, true);
        else settle({ failure: isFresh || reading.hasBegun ? 'the connection ended' : UNUSED }, true);
      };
      socket.removeAllListeners();
      socket.setTimeout(PATIENCE_MS, () => settle({ failure: LATE }, true));
      socket.on('error', lost).on('close', lost);
      socket.on('data', (bytes) => {
        const status = reading.take(bytes);
        if (status !== undefined) settle({ status }, reading.isLast);
      });
      socket.write(bytesOf(ask, this.#port));
    });
  }

  #forget(socket: Socket): void {
    if (this.#socket === socket) this.#socket = undefined;
  }
}

const UNUSED = 'the connection ended before the request';
const LATE = 'no answer in time';

function bytesOf({ method, target, headers, body }: WireAsk, port: number): Buffer {
  const bytes = Buffer.from(body as string);
  const all = { host: `127.0.0.1:${port}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = bytes.length > 0 || method === 'POST' ? `Content-Length: ${bytes.length}\r\n` : '';
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}${length}\r\n`, 'latin1'),
    bytes,
  ]);
}

/** Reads one answer (RFC 9112 section 6.3), and keeps only its status. */
class AnswerReading {
  readonly #isHead: boolean;
  #bytes: Buffer = Buffer.alloc(0);
  #status: number | undefined;
  /** The number of bytes of the body that have not come; undefined if the body lasts until the connection ends. */
  #left: number | undefined;
  #isChunked = false;
  /** True if no further answer can follow on this connection. */
  isLast = false;

  constructor(isHead: boolean) {
    this.#isHead = isHead;
  }

  get hasBegun(): boolean {
    return this.#status !== undefined || this.#bytes.length > 0;
  }

  /** Adds bytes, and returns the status once the answer is complete. */
  take(bytes: Buffer): number | undefined {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    while (this.#status === undefined) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      this.#readHead(this.#bytes.toString('latin1', 0, end));
      this.#bytes = this.#bytes.subarray(end + 4);
    }
    if (this.#isChunked) return this.#skipChunks() ? this.#status : undefined;
    if (this.#left === undefined) {
      this.#bytes = Buffer.alloc(0);
      return undefined;
    }
    this.#left -= this.#bytes.length;
    this.#bytes = Buffer.alloc(0);
    return this.#left <= 0 ? this.#status : undefined;
  }

  /** Handles the end of the connection. Returns the status if that end completes the answer. */
  end(): number | undefined {
    return this.#left === undefined && !this.#isChunked ? this.#status : undefined;
  }

  #readHead(head: string): void {
    const [first = '', ...lines] = head.split('\r\n');
    const status = Number(first.split(' ')[1]);
    // This is an interim answer, and the final one follows.
    if (status < 200) return;
    this.#status = status;
    const value = (name: string) =>
      lines
        .find((line) => line.toLowerCase().startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim();
    this.isLast = value('connection')?.toLowerCase() === 'close';
    if (this.#isHead || status === 204 || status === 304) this.#left = 0;
    else if (value('transfer-encoding') === 'chunked') this.#isChunked = true;
    else if (value('content-length') !== undefined) this.#left = Number(value('content-length'));
  }

  /** True once the last chunk has come. */
  #skipChunks(): boolean {
    for (;;) {
      const end = this.#bytes.indexOf('\r\n');
      if (end < 0) return false;
      const size = Number.parseInt(this.#bytes.toString('latin1', 0, end), 16);
      if (this.#bytes.length < end + 2 + size + 2) return false;
      this.#bytes = this.#bytes.subarray(end + 2 + size + 2);
      if (size === 0) return true;
    }
  }
}
