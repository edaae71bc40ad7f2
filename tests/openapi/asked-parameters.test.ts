// Tests that the hub refuses exactly the values of parameters that the schemas of the API description refuse.
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { follow, type Part } from '../contract/described.ts';
import { inMemory } from '../contract/players.ts';
import { baseUrl, openInMemory, origin, service, treeText } from '../fixtures/hub.ts';

/** A parameter of an operation in the description. */
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
  schema: { type?: string; items?: Parameter['schema']; pattern?: string; enum?: string[] };
}

const { dist } = inject('fixture');
const description = JSON.parse(treeText(dist, treePath(routes.openapi, {}))) as Part;
const publishing = { open: true, holdsToken: () => true, limit: MAX_OBJECT_AT_EDGE };
const ask = inMemory(createMemoryHub(openInMemory(dist), { sources: service.sources, origin, baseUrl, publishing }));

/** Paths with the parameter `cursor`. Its form is private to the hub, so no schema describes it. */
const OPAQUE = ['/api/models', '/via/{source}/api/models'];

const asked = Object.entries(description.paths!).flatMap(([template, item]) => {
  const parametersOf = (part: Part | undefined) =>
    ((part?.parameters as unknown as Part[] | undefined) ?? []).map(
      (one) => follow(description, one) as unknown as Parameter,
    );
  const own = ['get', 'post'].flatMap((method) => parametersOf(item[method]).map((one) => [method, one] as const));
  const all = [...parametersOf(item), ...own.map(([, one]) => one)];
  const path = template.replace(/\{(\w+)\}/g, (_, name) => `${all.find((one) => one.name === name)?.example}`);
  return own
    .filter(([, one]) => one.in !== 'path' && !(one.name === 'cursor' && OPAQUE.includes(template)))
    .map(([method, one]) => [method.toUpperCase(), template, one.name, path, one] as const);
});

/**
 * Makes valid, nearly valid and arbitrary values for a parameter. A query parameter is never empty, because an
 * empty one counts as absent.
 */
function texts({ in: place, schema, example }: Parameter): fc.Arbitrary<string> {
  const { pattern, enum: known } = { ...schema, ...schema.items };
  const some = fc.oneof(
    fc.string(),
    fc.integer({ min: -2, max: 2000 }).map(String),
    fc.constantFrom('007', '1e2', '1.0', 'TRUE', '10000000', '10000001', '1000000000', `${[example].flat()[0] ?? 'x'}`),
    ...(known ? [fc.constantFrom(...known), fc.constantFrom(...known).map((one) => `${one} `)] : []),
    // The generator of texts does not support lookahead, so the pattern is used without it.
    ...(pattern ? [fc.stringMatching(new RegExp(pattern.replace(/\(\?=.*?\)/, '')))] : []),
  );
  // The value of a header has no space around it (RFC 9110 5.5).
  return place === 'header' ? some.map((text) => text.trim()) : some.filter((text) => text !== '');
}

test.each(asked)('%s %s refuses the same values of %s as its schema', async (method, _, name, path, parameter) => {
  const { schema, in: place } = parameter;
  const check = Compile((schema.items ?? schema) as object);
  const isTaken = (text: string) => check.Check(schema.type === 'integer' ? whole(text) : text);
  await fc.assert(
    fc.asyncProperty(texts(parameter), async (text) => {
      // Skips lists with commas, and ranges whose end is below their start, because a schema can't describe them.
      fc.pre(!(text.includes(',') && (schema.type === 'array' || name === 'num_parameters')));
      const target = place === 'query' ? `${path}?${new URLSearchParams({ [name]: text })}` : path;
      const headers: [string, string][] = place === 'header' ? [[name, text]] : [];
      const given = (await ask({ method, target, headers, body: undefined }))!;
      expect([text, given.status === 400]).toEqual([text, !isTaken(text)]);
    }),
    { numRuns: 60 },
  );
});

/** Reads a whole number as JSON writes it. Any other text stays a text. */
const whole = (text: string) => (/^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text);
