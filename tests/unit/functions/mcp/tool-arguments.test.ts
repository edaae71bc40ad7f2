// Tests the arguments of a tool call: valid ones, and the sentence for each kind of invalid ones.
import { expect, test } from 'vitest';
import { argumentsFault } from '../../../../functions/mcp/tool-arguments.ts';
import type { ToolName } from '../../../../src/tools/tools.ts';

const faultOf = (tool: string, json: string) => argumentsFault(tool as ToolName, JSON.parse(json));

test.each([
  ['search_models', '{}'],
  ['search_models', '{"search":"","author":"a","filter":["a","b"],"sort":"likes","limit":500}'],
  // The schema accepts a text instead of a list, and another spelling of an order, because the search understands
  // both.
  ['search_models', '{"filter":"a,b"}'],
  ['search_models', '{"filter":"a","sort":"trending_score"}'],
  ['search_models', '{"size":["0-1","4-8"],"sources":2,"fits":"16GB"}'],
  ['search_models', '{"fits":8}'],
  ['search_models', '{"fits":1.5}'],
  ['search_models', '{"order":"size","direction":1}'],
  // The schema accepts these invalid values, because the search explains them better.
  ['search_models', '{"size":["huge"],"fits":"lots"}'],
  ['search_models', '{"fits":-8}'],
  ['get_model', '{"model":"a"}'],
  ['resolve_file', '{"model":"a/b","path":"c","source":"srca"}'],
])('%s accepts %s', (tool, json) => expect(faultOf(tool, json)).toBeUndefined());

const SEARCH =
  'it takes search, author, pipeline_tag, library, filter, size, sources, fits, sort, order, direction, limit.';
const MODEL = 'get_model needs "model": The model’s id, owner/name, as search_models gives it.';
const LIMIT = 'Bad "limit": give a whole number from 1 to 500.';
const many = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`q${at}`, 1])));

test.each([
  ['search_models', '{"limit":0,"query":"x"}', `search_models has no argument "query": ${SEARCH}`],
  ['search_models', many, `search_models has no argument "q0": ${SEARCH}`],
  ['search_models', '{"constructor":1}', `search_models has no argument "constructor": ${SEARCH}`],
  ['search_models', '{"__proto__":{}}', `search_models has no argument "__proto__": ${SEARCH}`],
  ['search_models', '{"a/b~c":1}', `search_models has no argument "a/b~c": ${SEARCH}`],
  ['search_models', '{"limit":501}', LIMIT],
  ['search_models', '{"limit":"5"}', LIMIT],
  ['search_models', '{"limit":1.5}', LIMIT],
  ['search_models', '{"limit":1e300}', LIMIT],
  ['search_models', '{"sort":"size","filter":"a","limit":0}', LIMIT],
  ['search_models', '{"filter":["a",1]}', 'Bad "filter": give a list of texts.'],
  ['search_models', '{"filter":{"0":"a"}}', 'Bad "filter": give a list of texts.'],
  ['search_models', '{"sort":["likes"]}', 'Bad "sort": give a text.'],
  ['search_models', '{"sources":10}', 'Bad "sources": give a whole number from 1 to 9.'],
  ['search_models', '{"fits":[16]}', 'Bad "fits": give a text or a number.'],
  ['get_model', '{}', MODEL],
  ['get_model', '{"revision":"main"}', MODEL],
  ['get_model', '{"model":7}', 'Bad "model": give a text.'],
])('%s refuses %s', (tool, json, sentence) => expect(faultOf(tool, json)).toBe(sentence));
