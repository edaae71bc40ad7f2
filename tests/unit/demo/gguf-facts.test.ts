/** The demo's import rows carry what the headers of its GGUF files say, and nothing for files that have none. */
import { expect, test } from 'vitest';
import { ggufFacts } from '../../demo/gguf-facts.ts';
import { importRow, tinyBert, tinyLlamaGguf } from '../../demo/tiny-models.ts';

test('each GGUF file of a row has the facts of its own header', async () => {
  const model = tinyLlamaGguf();
  const { files } = importRow(model, [{ source: 'srca' }], await ggufFacts(model)) as {
    files: { path: string; gguf?: Record<string, unknown> }[];
  };
  const types = Object.fromEntries(files.map(({ path, gguf }) => [path, gguf?.fileType]));
  expect(types).toEqual({
    '.gitattributes': undefined,
    'README.md': undefined,
    'tiny-Q4_K_M.gguf': 15,
    'tiny-Q8_0.gguf': 7,
  });
  const { parameters, context } = model.facts;
  for (const { gguf } of files.filter((file) => file.gguf))
    expect(gguf).toMatchObject({ architecture: 'llama', parameterCount: parameters, contextLength: context });
});

test('a model without GGUF files has none', async () => {
  expect(await ggufFacts(tinyBert())).toEqual(new Map());
});
