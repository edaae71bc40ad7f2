// Tests the arguments of a tool call: what is taken, and the sentence for each kind of wrong ones.
import { expect, test } from 'vitest';
import { readArguments } from '../../../../functions/mcp/call-tool.ts';
import type { ToolName } from '../../../../src/tools/tools.ts';

const read = (tool: string, json: string) => readArguments(tool as ToolName, JSON.parse(json));

test.each<[tool: string, sent: string, given: object]>([
  ['search_models', '{}', {}],
  [
    'search_models',
    '{"search":"","author":"a","filter":["a","b"],"sort":"likes","limit":500}',
    { author: 'a', filter: ['a', 'b'], sort: 'likes', limit: '500' },
  ],
  // The search understands a text with commas.
  ['search_models', '{"filter":"a,b"}', { filter: ['a,b'] }],
  ['search_models', '{"limit":"5","fits":1.5,"direction":"1"}', { limit: '5', fits: '1.5', direction: '1' }],
  ['search_models', '{"sort":["likes"],"size":["0-1",null]}', { sort: 'likes', size: ['0-1'] }],
  // The search explains these values better.
  ['search_models', '{"size":["huge"],"fits":"lots","limit":1e300}', { size: ['huge'], fits: 'lots', limit: '1e+300' }],
  ['search_models', '{"query":"x","constructor":1,"__proto__":{},"a/b~c":1}', {}],
  ['get_model', '{"model":"a","revision":null}', { model: 'a' }],
  ['get_model', '{"model":7}', { model: '7' }],
  ['resolve_file', '{"model":"a/b","path":"c","source":"srca"}', { model: 'a/b', path: 'c', source: 'srca' }],
])('%s takes %s', (tool, json, given) => expect(read(tool, json)).toEqual(given));

const MODEL = 'get_model needs "model": The model’s id, owner/name, as search_models gives it.';

test.each([
  ['search_models', '{"filter":["a",true]}', 'Bad "filter": give a list of texts.'],
  ['search_models', '{"filter":{"0":"a"}}', 'Bad "filter": give a list of texts.'],
  ['search_models', '{"sort":["likes","downloads"]}', 'Bad "sort": give one text or number.'],
  ['search_models', '{"fits":{}}', 'Bad "fits": give one text or number.'],
  ['get_model', '{}', MODEL],
  ['get_model', '{"model":null}', MODEL],
  ['get_model', '{"revision":"main"}', MODEL],
  ['get_model', '{"model":true}', 'Bad "model": give one text or number.'],
])('%s refuses %s', (tool, json, sentence) => expect(read(tool, json)).toBe(sentence));
