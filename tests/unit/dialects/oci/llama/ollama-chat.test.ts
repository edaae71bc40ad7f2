/** Tests the conversion of chat templates into Ollama's language, and which templates are not converted. */
import { describe, expect, test } from 'vitest';
import { ollamaChat } from '../../../../../src/dialects/oci/llama/ollama-chat.ts';

const chatml =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + " +
  "'<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% " +
  'endif %}';
const llama3 =
  '{% set loop_messages = messages %}{% for message in loop_messages %}{% set content = ' +
  "'<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + " +
  "'<|eot_id|>' %}{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ " +
  "content }}{% endfor %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}";
const unheardOf = "{% for m in messages %}{{ '@@' + m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}";

test('a well-known template becomes a template of Go', () => {
  const chat = ollamaChat({ chatTemplate: chatml })!;
  expect(chat.template).toContain('<|im_start|>');
  expect(chat.template).toContain('{{ .Prompt }}');
  expect(chat.stop).toContain('<|im_end|>');
});

test('an unknown template is run, and the converted template gives the same text', () => {
  const chat = ollamaChat({ chatTemplate: unheardOf });
  expect(chat).toEqual({
    template:
      '{{ if .System }}@@system: {{ .System }}\n{{ end }}{{ if .Prompt }}@@user: {{ .Prompt }}\n{{ end }}@@assistant: {{ .Response }}\n',
    stop: ['@@user:'],
  });
  expect(ollamaChat({ chatTemplate: unheardOf })).toEqual(chat);
});

describe('no template is made from', () => {
  test('a template that prints the day', () =>
    expect(ollamaChat({ chatTemplate: `{{ strftime_now('%Y-%m-%d') }}${unheardOf}` })).toBeUndefined());
  test('a template that becomes longer than 64 KiB', () => {
    const bomb = (times: number) =>
      `{% set ns = namespace(x='x') %}{% for i in range(${times}) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x }}${unheardOf}`;
    expect(ollamaChat({ chatTemplate: bomb(10) })).toBeDefined();
    expect(ollamaChat({ chatTemplate: bomb(17) })).toBeUndefined();
  });
  test('a model that completes text but does not chat', () =>
    expect(ollamaChat({ chatTemplate: 'outetts-0.3' })).toBeUndefined());
  test('the first Llama 3, which the conversion takes for a fine-tune with ChatML', () =>
    expect(
      ollamaChat({ chatTemplate: llama3, bosToken: '<|begin_of_text|>', eosToken: '<|eot_id|>' }),
    ).toBeUndefined());
});
