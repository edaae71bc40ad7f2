// Checks answers against the API description: status, headers, content type and body.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Schema from 'typebox/schema';
import { readName, readTarget, takePin } from '../../functions/request/request-target.ts';
import { createMatcher } from '../../src/table/matcher.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { READ, type Row, readsBy, templateOf } from '../../src/table/route.ts';
import { type AnsweredName, isAnswered, type RouteName, routes } from '../../src/table/routes.ts';
import { tools } from '../../src/tools/tools.ts';
import type { Asked, Given } from './players.ts';

/** An object of the description. Its members are looked up by name and may be missing. */
export type Part = { [key: string]: Part };

/** Lists the faults of an answer: parts that the API description lacks, and members of its body that are missing. */
export type Describer = (asked: Asked, given: Given) => string[];

const match = createMatcher<RouteName>(routes);
/** Headers that any answer may have, by HTTP and CORS. The description says so once, and no operation names them. */
const OF_HTTP = new Set([
  ...['accept-ranges', 'access-control-allow-origin', 'access-control-expose-headers', 'cache-control'],
  ...['content-encoding', 'content-length', 'content-security-policy', 'content-type', 'referrer-policy', 'vary'],
  ...['x-content-type-options', 'x-request-id'],
]);
const EDGE = ['HubError', 'ApiError', 'OciError', 'JsonRpcResponse'];

/** Returns the name of the row whose words describe the row `name`; undefined if only browsers ask for the row. */
export function describedRow(name: AnsweredName): AnsweredName | undefined {
  if (name === 'sha256sums') return 'resolve';
  return (routes[name] as Row).why === undefined ? undefined : name;
}

/** Reads the description `text`, and compiles its schemas once. `tokens` are the sources that a pin may name. */
export function describer(text: string, tokens: readonly string[]): Describer {
  const description = JSON.parse(text) as Part;
  const faultsIn = checker(description);
  return (asked, given) => {
    // The description leaves out CORS preflights, which concern only the browser.
    if (asked.method === 'OPTIONS' && given.status === 204) return [];
    const operation = operationAt(description, asked, tokens);
    // The description has no path for an id without its owner. The hub redirects such an id with X-Error-Code, so a
    // redirect may be a refusal too.
    const isRefused = given.status >= 400 || given.headers.some(([name]) => name === 'x-error-code');
    if (!operation || operation === 'for browsers')
      return isRefused ? edgeFaults(given, faultsIn) : operation ? [] : ['is answered and not described'];
    const byStatus = operation.responses ?? {};
    const response = follow(description, byStatus[given.status] ?? byStatus[`${String(given.status)[0]}XX`]);
    if (!response) return [`${operation.operationId} does not say that it answers ${given.status}`];
    return [
      ...headerFaults(description, response, given, faultsIn),
      ...bodyFaults(response, asked, given, faultsIn),
      ...toolFaults(asked, given, faultsIn),
    ];
  };
}

/** Checks the result of an MCP tool by the schema that `tools/list` promises for it. */
function toolFaults({ target, body }: Asked, given: Given, faultsIn: Checker): string[] {
  if (target !== '/mcp' || given.status !== 200 || !body) return [];
  const asked = objectIn(body.toString());
  const made = objectIn(given.body.toString())?.result?.structuredContent;
  const tool = tools.find(({ name }) => name === (asked?.params?.name as unknown));
  return tool && made ? faultsIn(tool.outputSchema as unknown as Part, made) : [];
}

function objectIn(text: string): Part | undefined {
  try {
    return JSON.parse(text) as Part;
  } catch {
    return undefined;
  }
}

/**
 * Finds the described operation for a request. Under `/via/{source}`, only reads are described: by a path of their
 * own, or by a second server address. The rows that only browsers ask for have none.
 */
function operationAt(
  description: Part,
  { method, target }: Asked,
  tokens: readonly string[],
): Part | 'for browsers' | undefined {
  const path = readTarget(target);
  const pin = isRefusal(path) ? undefined : takePin(path, tokens);
  if (isRefusal(path)) return undefined;
  readName(path);
  const found = match(path.segments, path.slash);
  if (!found || !isAnswered(found.name)) return undefined;
  // Under `/via/{source}`, the description has only reads, so it leaves out rows without a read.
  const row: Row = routes[found.name];
  const reads = (row.methods ?? READ).some((one) => readsBy(row, one));
  if (pin && (!reads || (row.methods?.includes(method) && !readsBy(row, method)))) return undefined;
  const described = describedRow(found.name);
  if (described === undefined) return 'for browsers';
  const template = templateOf(routes[described]);
  const item = (pin && description.paths?.[`/via/{source}${template}`]) ?? description.paths?.[template];
  // The hub's refusal of an unsupported method is described at the first operation of the path.
  return item?.[method.toLowerCase()] ?? item?.get ?? item?.post ?? item?.delete;
}

/** Follows a `$ref` to the part that it names. Returns any other part unchanged. */
export function follow(description: Part, part: Part | undefined): Part | undefined {
  const reference = part?.$ref as unknown as string | undefined;
  if (reference === undefined) return part;
  const steps = reference.slice('#/'.length).split('/');
  return steps.reduce<Part | undefined>((at, step) => at?.[step], description);
}

function headerFaults(description: Part, response: Part, given: Given, faultsIn: Checker): string[] {
  const told = new Map(Object.entries(response.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]));
  const faults: string[] = [];
  for (const [name, value] of given.headers) {
    const header = follow(description, told.get(name));
    if (OF_HTTP.has(name)) continue;
    if (!header) faults.push(`${name} is sent and not described`);
    else {
      const typed = /^\d+$/.test(value) && `${header.schema?.type}` === 'integer' ? Number(value) : value;
      faults.push(...faultsIn(header.schema!, typed).map((fault) => `${name} ${fault}: ${value}`));
    }
  }
  return faults;
}

function bodyFaults(response: Part, { method }: Asked, given: Given, faultsIn: Checker): string[] {
  const sent = given.headers.find(([name]) => name === 'content-type')?.[1];
  const type = sent?.split(';')[0];
  if (!response.content) return given.body.length === 0 ? [] : ['has a body that is not described'];
  const media = response.content[type ?? ''] ?? response.content['*/*'];
  // A refusal of a malformed pin, and a redirect, may lack both body and content type.
  const isBare = sent === undefined && given.body.length === 0 && response.headers?.['X-Error-Code'] !== undefined;
  if (isBare) return [];
  // The answer to HEAD may lack a type, because it has no body.
  if (!media) return method === 'HEAD' && sent === undefined ? [] : [`is of type ${sent}, which is not described`];
  if (method === 'HEAD' || given.status === 206 || !type!.endsWith('json')) return [];
  return media.schema ? faultsIn(media.schema, JSON.parse(plainBody(given))) : [];
}

function plainBody({ headers, body }: Given): string {
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1];
  const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
  return plain.toString();
}

/**
 * Checks a refusal whose path the description lacks. A JSON body must have one of the shapes in `EDGE`; a page or
 * an empty body is fine.
 */
function edgeFaults(given: Given, faultsIn: Checker): string[] {
  const type = given.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (!type.startsWith('application/json') || given.body.length === 0) return [];
  const body = JSON.parse(given.body.toString());
  const shapes = EDGE.map((name) => faultsIn({ $ref: `#/components/schemas/${name}` as unknown as Part }, body));
  return shapes.some((faults) => faults.length === 0) ? [] : ['is refused in no shape that is described'];
}

export type Checker = (schema: Part, value: unknown) => string[];

/**
 * Makes a function that lists how a value differs from its schema. Members that the schema does not declare are
 * faults.
 */
export function checker(description: Part): Checker {
  const components = closed(description.components!);
  const compiled = new Map<string, ReturnType<typeof Schema.Compile>>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    let check = compiled.get(key);
    if (!check) {
      check = Schema.Compile({ ...closed(schema), components });
      compiled.set(key, check);
    }
    if (check.Check(value)) return [];
    return check.Errors(value)[1].map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`);
  };
}

/** Returns a copy of the schemas in which no object allows undeclared members. */
function closed(part: Part): Part {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map(closed) as unknown as Part;
  const members = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const names = part.properties !== undefined && part.additionalProperties === undefined;
  return names ? { ...members, additionalProperties: false as unknown as Part } : members;
}
