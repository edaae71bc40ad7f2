// The API description as HTML for readers without script: its words are text, whatever marks stand in them.
import { expect, test } from 'vitest';
import { referenceText } from '../../../../generator/documents/reference-text.ts';

const markup = `'"><img src=x>&amp;`;

test('no word of a description is markup, but `code` is code', () => {
  const about = `${markup} and \`${markup}\`\n\nmore`;
  const operation = {
    ...{ operationId: markup, summary: about, description: about, tags: ['t'] },
    parameters: [{ name: markup, in: markup, description: about }],
    responses: {
      200: { description: about, content: { 'text/plain': {}, [markup]: {} } },
      404: { $ref: '#/components/responses/no' },
    },
  };
  const { text } = referenceText({
    info: { title: markup, summary: about, description: about },
    servers: [{ url: markup }],
    tags: [{ name: 't', description: about }],
    paths: { [`/${markup}`]: { get: operation } },
    components: { responses: { no: { description: 'No.' } } },
  });
  expect(text).not.toContain('<img');
  expect(text).toContain('<code>&#39;&quot;&gt;&lt;img src=x&gt;&amp;amp;</code></p><p>more</p>');
  expect(text).toContain(' <code>text/plain</code>, <code>&#39;');
  expect(text).toContain('<dt>404</dt><dd>No.</dd>');
});
