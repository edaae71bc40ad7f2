// Tests that words in a search that mean a filter become that filter, and that all other words are searched for.
import { expect, test } from 'vitest';
import { browseAddress } from '../../../../src/components/questions/browse-question.ts';
import { questionInWords } from '../../../../src/components/questions/question-in-words.ts';

const asked = (text: string) => {
  const meant = questionInWords(text);
  return (
    meant && { ...meant, query: [...new URL(browseAddress('http://x/', meant.question)).searchParams].map(String) }
  );
};

test.each([
  ['chat 8gb', 'Models for text generation, running in 8 GB', ['pipeline_tag,text-generation', 'fits,8 GB']],
  ['Chat model that runs in 8 GB', 'Models for text generation, running in 8 GB', undefined],
  [
    'small embedding model',
    'Models for sentence similarity or feature extraction, under 3B parameters',
    [
      ...['pipeline_tag,sentence-similarity', 'pipeline_tag,feature-extraction'],
      ...['parameters,0-1', 'parameters,1-3'],
    ],
  ],
  [
    'apache gguf speech to text',
    'Models for automatic speech recognition, gguf, apache-2.0',
    ['pipeline_tag,automatic-speech-recognition', 'license,apache-2.0', 'format,gguf'],
  ],
  ['qwen 24GiB', 'Models called “qwen”, running in 24 GiB', ['search,qwen', 'fits,24 GiB']],
  ['text-to-image 12,5 gb', 'Models for text to image, running in 12,5 GB', undefined],
])('%j becomes filters', (text, title, query) => {
  const meant = asked(text);
  expect(meant?.title).toBe(title);
  if (query) expect(meant?.query).toEqual(query);
});

test.each(['chat', 'embedding', 'qwen gguf', 'gguf', 'llama 3.1 8b', 'qwen2.5-7b', 'a 5.8gbx', ''])(
  '%j is searched for as it is',
  (text) => expect(questionInWords(text)).toBeUndefined(),
);
