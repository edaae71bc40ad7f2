// Tests the limits on chat templates: converting a hostile template costs little, and the next template is still
// converted.
import { expect, test } from 'vitest';
import { chatsOf } from '../../../../generator/tree/strangers-texts.ts';
import { ollamaChat } from '../../../../src/dialects/oci/llama/ollama-chat.ts';

const honest = (mark: string) =>
  `{% for m in messages %}{{ '${mark}' + m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}`;
const doubling = (start: string, times: number) =>
  `{% set ns = namespace(x=${start}) %}{% for i in range(${times}) %}{% set ns.x = ns.x + ns.x %}{% endfor %}`;

/** Returns the chat that is made of this template, and the peak memory of this process in MB. */
async function chatOf(chatTemplate: string) {
  const gguf = { chatTemplate };
  const chat = (await chatsOf([{ gguf }]))(gguf);
  return { chat, peak: process.resourceUsage().maxRSS / 1024 };
}

test('every chat is converted once, and a file without a template has none', async () => {
  const some = [{ chatTemplate: honest('@@') }, { chatTemplate: honest('##'), bosToken: '<s>' }, { name: 'bare' }];
  const find = await chatsOf([{}, ...some.map((gguf) => ({ gguf })), { gguf: some[0]! }]);
  for (const gguf of some) expect(find(gguf)).toEqual(ollamaChat(gguf));
  expect(find(some[0]!)).toBeDefined();
  expect(find(some[2]!)).toBeUndefined();
});

test.each([
  ['that never ends', '{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}{{ messages }}'],
  ['that counts to a billion', '{% set x = range(1000000000) %}{{ messages[0].content }}'],
  ['that doubles a list', `${doubling('[1, 2, 3]', 40)}{{ ns.x }}`],
  ['that doubles a text', `${doubling("'xyz'", 27)}{{ ns.x | upper }}`],
])('a template %s is not converted, and costs little', async (name, template) => {
  const before = process.resourceUsage().maxRSS / 1024;
  const { chat, peak } = await chatOf(template);
  expect(chat).toBeUndefined();
  expect(peak - before).toBeLessThan(64);
  // The next template is still converted.
  expect((await chatOf(honest(name))).chat).toEqual(ollamaChat({ chatTemplate: honest(name) }));
});

test('a template that calls itself without end is not converted', async () => {
  const { chat } = await chatOf(`{% macro a(x) %}{{ a(x) }}{% endmacro %}${honest('self')}{{ a(1) }}`);
  expect(chat).toBeUndefined();
});

// The depths below are well below or well above the limit, because the exact limit differs between runs: a process that
// has run for a while has room for a deeper stack, and a fast machine reads more white space.
const unread = (code: string) => `${honest('@@')}{% if false %}${code}{% endif %}`;
test.each([
  ['white space', ' ', '', 1.25],
  ['parentheses', '(', ')', 0.5],
  ['calls', '', '()', 1, 'a'],
  ['blocks', '{% if a %}', '{% endif %}', 1, ''],
  ['further conditions', '{% elif a %}', '', 1, ''],
])('a template with more %s than the limit is not converted', async (what, open, close, share, inner = '1') => {
  const nested = (times: number) => {
    const code = `${open.repeat(times * share)}${inner}${close.repeat(times * share)}`;
    if (what === 'further conditions') return `{% if a %}${code}{% endif %}`;
    return open.startsWith('{%') || open.startsWith(' ') ? code.replace('1', '') : `{{ ${code} }}`;
  };
  expect((await chatOf(unread(nested(180)))).chat).toEqual(ollamaChat({ chatTemplate: honest('@@') }));
  expect((await chatOf(unread(nested(222)))).chat).toBeUndefined();
});

test('a template that nests a value deeply is not converted, however large the stack is', async () => {
  const nesting = (times: number) =>
    `{% set ns = namespace(x=[]) %}{% for i in range(${times}) %}{% set ns.x = [ns.x] %}{% endfor %}{% set a = ns.x | tojson %}${honest('nest')}`;
  expect((await chatOf(nesting(20))).chat).toBeDefined();
  expect((await chatOf(nesting(400))).chat).toBeUndefined();
});
