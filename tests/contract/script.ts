// Reads a contract script. The README.md beside this file explains each kind of line.

/**
 * The state of a source at the last probe. A source that is `refusing` is up, but the hub knows that it refuses
 * every model. One that is `lying` sent wrong bytes.
 */
export type SourceIs = 'up' | 'down' | 'refusing' | 'lying';

/** A request, and the expected answer. */
export interface Exchange {
  line: number;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | undefined;
  status: number;
  expected: [name: string, value: string][];
  bodies: BodyClaim[];
  captures: Capture[];
  /** The state of each source during this request, by token. */
  health: Record<string, SourceIs>;
}

const CLAIMS = [
  ...(['= json', '~ json', '= text', '~ text', '= empty', '= sha256'] as const),
  ...(['~ made', '~ fails', '~ error'] as const),
];

export interface BodyClaim {
  kind: (typeof CLAIMS)[number];
  text: string;
}

export interface Capture {
  name: string;
  from: 'header' | 'json' | 'text' | 'sha256';
  /** The name of the header, or the path of the value in the JSON. */
  what: string;
  /** The first group of the match is kept. Without a pattern, the whole value is kept. */
  pattern: RegExp | undefined;
}

/** A test of the script: the title after `###`, and its requests. */
export interface Promised {
  title: string;
  only: string | undefined;
  exchanges: Exchange[];
}

/** Reads a whole script. Throws an error with the number of a wrong line. */
export function parseScript(text: string): Promised[] {
  const reader = new Reader();
  text.split('\n').forEach((line, index) => {
    reader.read(line, index + 1);
  });
  for (const { title, exchanges } of reader.promises)
    if (exchanges.length === 0 || exchanges.some(({ status }) => status === 0))
      throw new Error(`"${title}" asks nothing, or says no status`);
  return reader.promises;
}

/** Gives the pattern between slashes; undefined for any other text. */
export function asPattern(text: string): RegExp | undefined {
  return text.length > 1 && text.startsWith('/') && text.endsWith('/') ? new RegExp(text.slice(1, -1)) : undefined;
}

const NEWEST = '2026-07-28';
const META = `"_meta":{"io.modelcontextprotocol/protocolVersion":"${NEWEST}","io.modelcontextprotocol/clientCapabilities":{}}`;

/** Makes the request for a message to `/mcp`, if `verb` stands for one. */
function mcpRequest(verb: string, text: string): Pick<Exchange, 'method' | 'target' | 'headers' | 'body'> | undefined {
  const [, kind, year] = /^(SEND|RPC|CALL)(2026)?$/.exec(verb) ?? [];
  if (kind === undefined) return undefined;
  const [, word = '', given] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
  const method = kind === 'CALL' ? 'tools/call' : word;
  const params = kind === 'CALL' ? `{"name":"${word}","arguments":${given}}` : given;
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  let all = params;
  if (year) {
    const { name, uri } = JSON.parse(params ?? '{}') as Record<string, string | undefined>;
    const named = name ?? uri;
    headers.push(['MCP-Protocol-Version', NEWEST], ['Mcp-Method', method]);
    if (named !== undefined) headers.push(['Mcp-Name', named]);
    all = params ? `${params.slice(0, -1)},${META}}` : `{${META}}`;
  }
  const message = `{"jsonrpc":"2.0","id":7,"method":"${method}"${all ? `,"params":${all}` : ''}}`;
  return { method: 'POST', target: '/mcp', headers, body: kind === 'SEND' ? text : message };
}

class Reader {
  readonly promises: Promised[] = [];
  #number = 0;
  #exchange: Exchange | undefined;
  /** The expected body to which the next line belongs if that line does not begin with a sign, such as `<`. */
  #open: BodyClaim | undefined;
  #inRequest = false;
  #inRequestBody = false;
  #health: Record<string, SourceIs> = {};

  read(line: string, number: number): void {
    this.#number = number;
    const sign = /^(###|[#>+<=~@&])(?: |$)/.exec(line)?.[1];
    if (sign === undefined) this.#goOn(line);
    else {
      this.#open = undefined;
      if (sign !== '>') this.#inRequest = false;
      this.#sign(sign, line.slice(sign.length + 1));
    }
  }

  #sign(sign: string, rest: string): void {
    if (sign === '###') this.promises.push({ title: rest, only: undefined, exchanges: [] });
    else if (sign === '&') this.#direct(rest);
    else if (sign === '>') this.#request(rest);
    else if (sign === '+') this.#alike(rest);
    else if (sign === '<') this.#answer(rest);
    else if (sign === '@') this.#last().captures.push(this.#capture(rest));
    else if (sign !== '#') this.#claim(sign, rest);
  }

  #goOn(line: string): void {
    if (line.trim() === '') this.#open = undefined;
    else if (this.#open) this.#open.text += this.#open.text === '' ? line : `\n${line}`;
    else this.#fail('has no sign and follows no body');
  }

  #direct(rest: string): void {
    const [what = '', value = ''] = rest.split(' ');
    if (what === 'only') this.#promise().only = value;
    else if (value === 'up' || value === 'down' || value === 'refusing' || value === 'lying')
      this.#health = { ...this.#health, [what]: value };
    else this.#fail('is no directive');
  }

  #request(rest: string): void {
    if (!this.#inRequest) {
      if (this.#promise().exchanges.at(-1)?.status === 0) this.#fail('follows a request without an answer');
      const [, method, target] = /^(\S+) (\S.*)$/.exec(rest) ?? this.#fail('is no request line');
      this.#exchange = {
        ...(mcpRequest(method!, target!) ?? { method: method!, target: target!, headers: [], body: undefined }),
        line: this.#number,
        status: 0,
        expected: [],
        bodies: [],
        captures: [],
        health: this.#health,
      };
      this.#promise().exchanges.push(this.#exchange);
      this.#inRequest = true;
      this.#inRequestBody = false;
    } else if (this.#inRequestBody) {
      const { body } = this.#last();
      this.#last().body = body === undefined ? rest : `${body}\n${rest}`;
    } else if (rest === '') this.#inRequestBody = true;
    else this.#requestHeader(this.#header(rest));
  }

  /** Adds a header. In a message of MCP, it replaces one that the message would have by itself. */
  #requestHeader([name, value]: [string, string]): void {
    const { headers } = this.#last();
    const own = /^mcp-/i.test(name) ? headers.findIndex(([one]) => one === name) : -1;
    if (own >= 0) headers.splice(own, 1);
    if (value !== '(absent)') headers.push([name, value]);
  }

  /** Adds the same request with another target, method, header or body. It shares the answer, which follows. */
  #alike(part: string): void {
    if (this.#last().status > 0) this.#fail('follows an answer');
    const alike = { ...this.#last(), line: this.#number };
    const [, method, target] = /^(?:([A-Z]+) )?((?:\/|\{|\w+:\/\/).*)$/.exec(part) ?? [];
    if (part.startsWith('= ')) alike.body = part.slice(2);
    else if (target !== undefined) Object.assign(alike, { target, ...(method && { method }) });
    else {
      const [name, value] = this.#header(part);
      alike.headers = [...alike.headers.filter(([one]) => one !== name), [name, value]];
    }
    this.#promise().exchanges.push(alike);
  }

  #answer(rest: string): void {
    if (this.#last().status > 0) return void this.#last().expected.push(this.#header(rest));
    const [, status, code] = /^(\d{3})(?: (\w+))?$/.exec(rest) ?? this.#fail('is no status');
    for (const one of this.#promise().exchanges.filter((asked) => asked.status === 0)) one.status = Number(status);
    if (code) this.#last().expected.push(['X-Error-Code', code]);
  }

  #claim(sign: string, rest: string): void {
    const [, word = '', text = ''] = /^(\w+) ?(.*)$/.exec(rest) ?? [];
    const kind = `${sign} ${word}`;
    const known = CLAIMS.find((one) => one === kind) ?? this.#fail('is no claim');
    this.#open = { kind: known, text };
    this.#last().bodies.push(this.#open);
  }

  #capture(rest: string): Capture {
    const [, text, inText] = /^(\w+) = text (.*)$/.exec(rest) ?? [];
    if (text !== undefined) return { name: text, from: 'text', what: '', pattern: asPattern(inText!) };
    const found = /^(\w+) = (header|json|sha256) ?(\S*) ?(.*)$/.exec(rest);
    if (!found) this.#fail('keeps nothing');
    const pattern = asPattern(found[4]!);
    return { name: found[1]!, from: found[2] as Capture['from'], what: found[3]!, pattern };
  }

  #header(rest: string): [string, string] {
    const colon = rest.indexOf(':');
    if (colon < 1) this.#fail('is no header');
    return [rest.slice(0, colon), rest.slice(colon + 1).trim()];
  }

  #promise(): Promised {
    return this.promises.at(-1) ?? this.#fail('stands before the first ###');
  }

  #last(): Exchange {
    return this.#exchange ?? this.#fail('follows no request');
  }

  #fail(fault: string): never {
    throw new Error(`line ${this.#number} ${fault}`);
  }
}
