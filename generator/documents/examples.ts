// Makes the examples of the API description: each is the hub's answer to the request that the description shows beside
// it.

import type { AskHub } from '../../functions/hosts/local-hub.ts';
import { own } from '../../src/basics/own.ts';
import { examplePath } from '../../src/openapi/examples/asked-parameters.ts';
import type { Shown, ShownAnswers } from '../../src/openapi/examples/shown-answers.ts';
import type { Operation, OtherMethod } from '../../src/openapi/operations/operation.ts';
import { operations } from '../../src/openapi/operations/operations.ts';
import { contentOf } from '../../src/openapi/responses/success-responses.ts';
import { mediaTypeOf } from '../../src/table/answer-facts.ts';
import { fileOf, type Row } from '../../src/table/route.ts';
import { type AnsweredName, routes } from '../../src/table/routes.ts';

/** Describes one example: what its request has beyond the route's path and `Accept`, and how its answer is cut. */
interface Wish {
  path?: string;
  headers?: Readonly<Record<string, string>>;
  /** Says how the answer is cut, or what the request has beyond a plain request. */
  summary?: string;
  /** Cuts parsed JSON, or text. */
  cut?: (body: never) => unknown;
  /** A fixed example, for which no request is made. */
  value?: unknown;
  /** A name for an example that several places of the description show. */
  name?: string;
}

/**
 * Maps names to wishes. A name is that of an answer with its media type (`manifest application/json`), that of an
 * answer alone, or a media type alone.
 */
export type Wishes = Readonly<Record<string, Wish>>;

type ShownAs = keyof ShownAnswers['requests'];

/** A question to the hub. It asks for an example of a route's answer with one method, status and media type. */
interface Question {
  row: Row;
  operation: Operation;
  method: string;
  shownAs: ShownAs;
  type: string;
  /** The status of the answer. */
  status: number;
}

/**
 * The maximum number of characters that an example shows. A longer text is cut. Longer JSON is left out, since a part
 * of it would be invalid.
 */
const MOST_TEXT = 1200;
const MOST_JSON = 16_384;

/**
 * Gets the example answers for every operation whose path can be filled in. `open` gives the hub to ask. Leaves out an
 * answer whose status or type differs from the description.
 */
export async function askExamples(
  open: (operation: Operation) => Promise<AskHub>,
  { params, requests }: Pick<ShownAnswers, 'params' | 'requests'>,
  wishes: Wishes,
): Promise<ShownAnswers['answers']> {
  const answers = new Map<ShownAs, Map<string, Shown>>();
  for (const question of everyQuestion()) {
    const { operation, method, shownAs, type, status, row } = question;
    const wish = own(wishes, `${shownAs} ${type}`) ?? own(wishes, shownAs) ?? own(wishes, type) ?? {};
    const shown = answers.get(shownAs) ?? new Map<string, Shown>();
    const path = wish.path ?? examplePath(question, params);
    if ('value' in wish) shown.set(type, wish as Shown);
    else if (path !== undefined) {
      const ask = await open(operation);
      const headers = { accept: type, ...tokenFor(operation), ...wish.headers };
      const response = await ask(path, { method, headers, ...exampleBody(requests[shownAs]) });
      const isIt = response.status === status && response.headers.get('content-type')?.split(';')[0] === type;
      const example = isIt && exampleOf(await response.text(), type, wish);
      if (example) shown.set(type, { ...nameOf(row, type), ...example });
    }
    if (shown.size > 0) answers.set(shownAs, shown);
  }
  return Object.fromEntries([...answers].map(([name, shown]) => [name, Object.fromEntries(shown)]));
}

function* everyQuestion(): Generator<Question> {
  for (const name of Object.keys(operations) as AnsweredName[]) {
    const row: Row = routes[name];
    const operation = operations[name];
    if ('partOf' in operation) continue;
    yield* questionsOf(row, operation, row.methods?.[0] ?? 'GET', name);
    for (const [method, other] of Object.entries(operation.also ?? {}))
      yield* questionsOf(row, other, method, `${name} ${method as OtherMethod}`);
  }
}

function questionsOf(row: Row, operation: Operation, method: string, shownAs: ShownAs): Question[] {
  const [status, success] = Object.entries(operation.answers)[0]!;
  const types = Object.keys(contentOf(row, operation, success));
  return types.map((type) => ({ row, operation, method, shownAs, type, status: Number(status) }));
}

const tokenFor = ({ token }: Operation) => (token === undefined ? {} : { authorization: 'Bearer token' });

/** Gives the first example of a request's body, with its media type. */
export function exampleBody(examples: ShownAnswers['requests'][ShownAs]): Pick<RequestInit, 'body'> {
  const [first] = Object.entries(examples ?? {});
  if (!first) return {};
  const [type, { value }] = first;
  return { body: new Blob([typeof value === 'string' ? value : JSON.stringify(value)], { type }) };
}

/** Names the example of a document, since several routes may answer with the same document. */
function nameOf(row: Row, type: string): Pick<Shown, 'name'> {
  const { as, pattern } = row;
  if (as === undefined || pattern.includes('{')) return {};
  const form = as.find((one) => mediaTypeOf(one) === type) ?? as[0]!;
  return { name: fileOf(row, {}, form).replace(/^\./, '').replaceAll(/[/.]/g, '-') };
}

function exampleOf(text: string, type: string, { cut, summary }: Wish): Shown | undefined {
  const isJson = type.includes('json');
  const whole: unknown = isJson ? JSON.parse(text) : text;
  const value = cut ? cut(whole as never) : isJson ? whole : beginning(text);
  if (isJson && JSON.stringify(value).length > MOST_JSON) return undefined;
  const said = value === whole && cut ? undefined : (summary ?? (value === whole ? undefined : 'Its beginning'));
  return said === undefined ? { value } : { summary: said, value };
}

/** Gives the text, or only its first lines if it is too long. */
function beginning(text: string): string {
  return text.length <= MOST_TEXT ? text : text.slice(0, text.lastIndexOf('\n', MOST_TEXT) + 1);
}
