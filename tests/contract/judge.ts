// Holds an answer against what a script says of it, and keeps what the script wants kept.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Given } from './players.ts';
import { asPattern, type BodyClaim, type Capture, type Exchange } from './script.ts';

/** What `{name}` stands for; throws when nobody knows. */
export type Scope = (name: string) => string;

/** `text` with everything in braces filled in; JSON's own braces are left alone. */
export function fill(text: string, scope: Scope): string {
  return text.replace(/\{(\w)\*(\d+)\}|\{([a-z][^{}"]*)\}/g, (_, char: string, times: string, name: string) =>
    char === undefined ? scope(name) : char.repeat(Number(times)),
  );
}

/** Throws an assertion error when `given` is not what the exchange expects. */
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
      return void expect(lack(JSON.parse(body.toString()), JSON.parse(wanted), 'body'), told).toBeUndefined();
  }
}

/** Where `found` lacks something of `wanted`, in words; undefined when it holds all of it. */
function lack(found: unknown, wanted: unknown, at: string): string | undefined {
  if (wanted === '(absent)') return found === undefined ? undefined : `${at} is there: ${JSON.stringify(found)}`;
  const other = `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`;
  if (typeof wanted === 'string' && wanted.startsWith('~'))
    return typeof found === 'string' && new RegExp(wanted.slice(1)).test(found) ? undefined : other;
  if (wanted === null || typeof wanted !== 'object') return found === wanted ? undefined : other;
  if (found === null || typeof found !== 'object' || Array.isArray(found) !== Array.isArray(wanted)) return other;
  const open = !Array.isArray(wanted) || wanted.at(-1) === '...';
  const members = Object.entries(wanted).filter(([, value]) => value !== '...');
  if (!open && (found as unknown[]).length !== members.length) return other;
  for (const [key, value] of members) {
    const fault = lack((found as Record<string, unknown>)[key], value, `${at}.${key}`);
    if (fault) return fault;
  }
  return undefined;
}

/** What a capture keeps of an answer. Throws when there is nothing. */
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
