// Tests the API description as HTML: its texts never become markup, whatever characters they contain.
import { expect, test } from 'vitest';
import { referenceParts } from '../../../../src/components/reference/reference-html.ts';

const markup = `'"><img src=x>&amp;`;

test('no text of a description becomes markup, except `code`', () => {
  const about = `${markup} and \`${markup}\`\n\nmore`;
  const operation = {
    operationId: markup,
    summary: about,
    description: about,
    tags: ['t'],
    parameters: [{ name: markup, in: markup, description: about }],
    'x-error-codes': [markup],
    responses: {
      200: {
        description: about,
        content: { 'text/plain': {}, [markup]: {} },
      },
      302: { $ref: '#/components/responses/no' },
      '4XX': { $ref: '#/components/responses/no' },
    },
  };
  const {
    chapters,
    lead,
    about: intro,
  } = referenceParts({
    info: { title: markup, summary: about, description: about },
    servers: [{ url: markup }],
    tags: [{ name: 't', description: about }],
    paths: { [`/${markup}`]: { get: operation } },
    components: { responses: { no: { description: 'No.' } } },
  });
  const [chapter] = chapters;
  const text = [lead, ...intro, chapter!.about, ...chapter!.operations].map((part) => part.text).join('');
  expect(text).not.toContain('<img');
  expect(text).toContain('<code>&#39;&quot;&gt;&lt;img src=x&gt;&amp;amp;</code></p><p>more</p>');
  expect(text).toContain(' <code>text/plain</code>, <code>&#39;');
  expect(text).toContain('<dt>302</dt><dd>No.</dd><dt>Refusals</dt><dd><code>&#39;');
  expect(text).not.toContain('4XX');
});
