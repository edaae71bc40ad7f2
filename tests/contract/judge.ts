// Compares an answer with the expectations of a script, and reads the values that the script keeps for later
// requests.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Given } from './players.ts';
import { asPattern, type BodyClaim, type Capture, type Exchange } from './script.ts';

/** Returns the value of `{name}` in a script. Throws if the name is unknown. */
export type Scope = (name: string) => string;

/** Replaces all names in braces in `text`, and `{x*9}` by nine times `x`. Other braces, such as those of JSON, stay. */
export function fill(text: string, scope: Scope): string {
  return text.replace(/\{(\w)\*(\d+)\}|\{([a-z][^{}"]*)\}/g, (_, char: string, times: string, name: string) =>
    char === undefined ? scope(name) : char.repeat(Number(times)),
  );
}

/** Throws an assertion error if `given` is not what the exchange expects. */
export function judge(exchange: Exchange, given: Given, scope: Scope): void {
  const told = `line ${exchange.line}: ${exchange.method} ${exchange.target.slice(0, 200)}`;
  expect(given.status, `${told}\n${given.body.toString().slice(0, 1000)}`).toBe(exchange.status);
  for (const [name, value] of exchange.expected) {
    const found = given.headers.filter(([one]) => one === name.toLowerCase()).map(([, one]) => one);
    judgeHeader(`${told}: ${name}`, found, fill(value, scope));
  }
  for (const claim of exchange.bodies) judgeBody(told, claim, given.body, scope);
}

function judgeHeader(told: string, found: string[], wanted: string): void {
  if (wanted === '(absent)') return void expect(found, told).toEqual([]);
  expect(found, told).toHaveLength(1);
  const pattern = asPattern(wanted);
  if (pattern) expect(found[0], told).toMatch(pattern);
  else if (wanted !== '(any)') expect(found[0], told).toBe(wanted);
}

function judgeBody(told: string, { kind, text }: BodyClaim, body: Buffer, scope: Scope): void {
  const wanted = fill(text, scope);
  switch (kind) {
    case '= empty':
      return void expect(body.toString(), told).toBe('');
    case '= sha256':
      return void expect(sha256(body), told).toBe(wanted);
    case '= text':
      return void expect(body.toString(), told).toBe(wanted.replace(/\\n$/, '\n'));
    case '~ text':
      return void expect(body.toString(), told).toMatch(asPattern(wanted)!);
    case '= json':
      return void expect(JSON.parse(body.toString()), told).toEqual(JSON.parse(wanted));
    case '~ json':
      return void expectPart(told, JSON.parse(body.toString()), JSON.parse(wanted));
    case '~ made':
    case '~ fails':
    case '~ error':
      return void expectPart(told, JSON.parse(body.toString()), mcpAnswer(kind, wanted));
  }
}

/** Returns the parts that an answer of MCP must have: the result of a tool, its failure, or an error of JSON-RPC. */
function mcpAnswer(kind: '~ made' | '~ fails' | '~ error', text: string): object {
  const absent = '(absent)';
  if (kind === '~ made') return { error: absent, result: { isError: absent, structuredContent: JSON.parse(text) } };
  const [, code, pattern] = /^(-?\d+)? ?(".*")?$/.exec(text)!;
  const told = pattern ? `~${JSON.parse(pattern)}` : '~.';
  if (kind === '~ error') return { result: absent, error: { code: Number(code), message: told } };
  return { error: absent, result: { isError: true, structuredContent: absent, content: [{ text: told }] } };
}

/** Throws an error of one line if `received` lacks a part of `expected`. */
function expectPart(told: string, received: unknown, expected: unknown): void {
  const fault = lack(received, expected, 'body');
  if (fault !== undefined) expect.fail(`${told}: ${fault}`);
}

/** Describes the part of `expected` that `received` lacks; undefined if nothing is missing. */
function lack(received: unknown, expected: unknown, at: string): string | undefined {
  const fault = `${at}: expected ${expected === '(absent)' ? 'nothing' : shortened(expected)}, received ${shortened(received)}`;
  if (expected === '(absent)') return received === undefined ? undefined : fault;
  if (typeof expected === 'string' && expected.startsWith('~'))
    return typeof received === 'string' && new RegExp(expected.slice(1)).test(received) ? undefined : fault;
  if (expected === null || typeof expected !== 'object') return received === expected ? undefined : fault;
  if (received === null || typeof received !== 'object' || Array.isArray(received) !== Array.isArray(expected))
    return fault;
  const open = !Array.isArray(expected) || expected.at(-1) === '...';
  const members = Object.entries(expected).filter(([, value]) => value !== '...');
  if (!open && (received as unknown[]).length !== members.length) return fault;
  for (const [key, value] of members) {
    const inner = lack((received as Record<string, unknown>)[key], value, `${at}.${key}`);
    if (inner) return inner;
  }
  return undefined;
}

const SHOWN = 200;

/** Returns a value as one readable line of limited length. */
function shortened(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  const count = Array.isArray(value) ? `${value.length} entries ` : '';
  return text.length > SHOWN ? `${count}${text.slice(0, SHOWN)}…` : text;
}

/** Returns the part of an answer that a script keeps for later requests. Throws if the part is missing. */
export function captured({ name, from, what, pattern }: Capture, given: Given): string {
  const read = {
    sha256: () => sha256(given.body),
    json: () => within(given.body, what),
    text: () => given.body.toString(),
    header: () => header(given, what),
  };
  const whole = read[from]();
  const found = pattern ? pattern.exec(whole)?.[1] : whole;
  if (found === undefined) throw new Error(`nothing to keep as ${name} in ${whole}`);
  return found;
}

function header(given: Given, name: string): string {
  return given.headers.find(([one]) => one === name.toLowerCase())?.[1] ?? '';
}

function within(body: Buffer, path: string): string {
  const steps = path.split('.').filter((step) => step !== '');
  const value = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], JSON.parse(body.toString()));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
