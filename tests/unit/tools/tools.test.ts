// Tests the descriptions of MCP's tools: clients of every protocol version can use their names and schemas.
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../src/tools/tools.ts';

/**
 * The keywords that llama.cpp turns into a grammar (grammars/README.md of ggml-org/llama.cpp), and those that only
 * describe. It skips other keywords without a word, so a model could send what the tool refuses.
 */
const KNOWN = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...['title', 'description', 'default', 'examples', 'format'],
]);

type Schema = { readonly [keyword: string]: unknown };

/** Lists a schema and all schemas within it. */
function schemasIn(schema: Schema): Schema[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const lists = [anyOf, oneOf, allOf] as Schema[][];
  const within = [...Object.values(properties as object), items, additionalProperties, ...lists.flat()];
  const schemas = within.filter((one): one is Schema => typeof one === 'object');
  return [schema, ...schemas.flatMap(schemasIn)];
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('has a name that every protocol version allows, a title and a sentence', () => {
    expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    expect(tool.title).toMatch(/^[A-Z]/);
    expect(tool.description).toMatch(/\.$/);
  });

  test('takes null for every optional argument', () => {
    const { properties, required } = tool.inputSchema;
    const good = Object.fromEntries(required.map((argument) => [argument, 'a']));
    const unset = Object.fromEntries(Object.keys(properties).map((argument) => [argument, null]));
    expect(Compile(tool.inputSchema).Check({ ...unset, ...good })).toBe(true);
  });

  test.each(['inputSchema', 'outputSchema'] as const)(
    'has an %s that describes an object, needs no other schema and compiles',
    (which) => {
      const schema = tool[which];
      expect(schema.type).toBe('object');
      const text = JSON.stringify(schema);
      // A client would have to fetch the target of a `$ref`, and to send a parameter with `x-mcp-header` twice.
      expect(text).not.toMatch(/\$ref|x-mcp-header|\$schema/);
      // Inference engines turn patterns into grammars, or read them by RE2: these parts are beyond both.
      for (const [, pattern] of text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g))
        expect(pattern).toMatch(/^\^(?!.*(?:\(\?|\\[sdw])).*\$$/i);
      for (const one of schemasIn({ ...schema })) {
        expect(Object.keys(one).filter((keyword) => !KNOWN.has(keyword))).toEqual([]);
        // llama.cpp knows bounds of integers alone.
        if ('minimum' in one || 'maximum' in one) expect([one.type].flat()).toContain('integer');
      }
      expect(Compile(schema).Check('no object')).toBe(false);
      expect(Compile(schema).Check({ 'an unknown argument': 1 })).toBe(false);
    },
  );
});
