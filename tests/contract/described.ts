// Checks answers against the API description: status, headers, content type and body.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Schema from 'typebox/schema';
import { readTarget, takePin } from '../../functions/request/request-target.ts';
import { describedRow } from '../../src/openapi/operations/operations.ts';
import { templateOf } from '../../src/openapi/parameters/path-template.ts';
import { createMatcher } from '../../src/table/matcher.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { READ, type Row, readsBy } from '../../src/table/route.ts';
import { isAnswered, type RouteName, routes } from '../../src/table/routes.ts';
import { tools } from '../../src/tools/tools.ts';
import type { Asked, Given } from './players.ts';

/** An object of the description. Its members are looked up by name and may be missing. */
export type Part = { [key: string]: Part };

/** Lists the parts of an answer that are not described, and promised parts that it lacks. A good answer gives none. */
export type Describer = (asked: Asked, given: Given) => string[];

const match = createMatcher<RouteName>(routes);
const EDGE = ['HubError', 'ApiError', 'OciError', 'JsonRpcResponse'];

/** Reads the description `text`, and compiles its schemas once. `tokens` are the sources that a pin may name. */
export function describer(text: string, tokens: readonly string[]): Describer {
  const description = JSON.parse(text) as Part;
  const faultsIn = checker(description);
  return (asked, given) => {
    // A preflight concerns only the browser and the edge, so the description has none.
    if (asked.method === 'OPTIONS' && given.status === 204) return [];
    const operation = operationAt(description, asked, tokens);
    // The description has no path for an id without its owner, which the hub redirects.
    const isRefused = given.status >= 400 || given.headers.some(([name]) => name === 'x-error-code');
    if (!operation) return isRefused ? edgeFaults(given, faultsIn) : ['is answered and not described'];
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
 * Finds the operation of a target. After a pin, a read has either a server of its own or its own path; other operations
 * have none.
 */
function operationAt(description: Part, { method, target }: Asked, tokens: readonly string[]): Part | undefined {
  const path = readTarget(target);
  const pin = isRefusal(path) ? undefined : takePin(path, tokens);
  if (isRefusal(path)) return undefined;
  if (pin && !('source' in pin)) path.segments.splice(path.segments[0] === 'v2' ? 1 : 0, 2);
  const found = match(path.segments, path.slash);
  if (!found || !isAnswered(found.name)) return undefined;
  // Behind a pin, the description has only operations that read, and only rows with such an operation.
  const row: Row = routes[found.name];
  const reads = (row.methods ?? READ).some((one) => readsBy(row, one));
  if (pin && (!reads || (row.methods?.includes(method) && !readsBy(row, method)))) return undefined;
  const template = templateOf(routes[describedRow(found.name)]);
  const item = (pin && description.paths?.[`/via/{source}${template}`]) ?? description.paths?.[template];
  // For an unsupported method, the hub's refusal is described at the path's first operation.
  return item?.[method.toLowerCase()] ?? item?.get ?? item?.post ?? item?.delete;
}

/** Gives the part that a reference names; any other part as it is. */
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
    if (name === 'content-type') continue;
    if (!header) faults.push(`${name} is sent and not described`);
    else {
      const typed = /^\d+$/.test(value) && `${header.schema?.type}` === 'integer' ? Number(value) : value;
      faults.push(...faultsIn(header.schema!, typed).map((fault) => `${name} ${fault}: ${value}`));
    }
  }
  for (const [name, header] of told)
    if (follow(description, header)?.required && !given.headers.some(([sent]) => sent === name))
      faults.push(`${name} is promised and not sent`);
  return faults;
}

function bodyFaults(response: Part, { method }: Asked, given: Given, faultsIn: Checker): string[] {
  const sent = given.headers.find(([name]) => name === 'content-type')?.[1];
  const type = sent?.split(';')[0];
  if (!response.content) return given.body.length === 0 ? [] : ['has a body that is not described'];
  const media = response.content[type ?? ''] ?? response.content['*/*'];
  // An answer without a body and a type is fine where X-Error-Code is optional.
  const isBare = sent === undefined && given.body.length === 0 && response.headers?.['X-Error-Code'] !== undefined;
  if (isBare && !response.headers!['X-Error-Code']!.required) return [];
  // HEAD may have no type where a GET redirects, because it has no body.
  if (!media) return method === 'HEAD' && sent === undefined ? [] : [`is of type ${sent}, which is not described`];
  if (method === 'HEAD' || given.status === 206 || !type!.endsWith('json')) return [];
  return media.schema ? faultsIn(media.schema, JSON.parse(plainBody(given))) : [];
}

function plainBody({ headers, body }: Given): string {
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1];
  const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
  return plain.toString();
}

/** Before the hub finds a row, a refusal has one of three forms: JSON with a sentence, a page, or nothing. */
function edgeFaults(given: Given, faultsIn: Checker): string[] {
  const type = given.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (!type.startsWith('application/json') || given.body.length === 0) return [];
  const body = JSON.parse(given.body.toString());
  const shapes = EDGE.map((name) => faultsIn({ $ref: `#/components/schemas/${name}` as unknown as Part }, body));
  return shapes.some((faults) => faults.length === 0) ? [] : ['is refused in no shape that is described'];
}

export type Checker = (schema: Part, value: unknown) => string[];

/** Makes a function that checks values by schemas that refer to components. Undeclared members are faults. */
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

/** Gives the same schemas, with objects that allow no undeclared members. */
function closed(part: Part): Part {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map(closed) as unknown as Part;
  const members = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const names = part.properties !== undefined && part.additionalProperties === undefined;
  return names ? { ...members, additionalProperties: false as unknown as Part } : members;
}
