// Tests the commands on the page of an unusual model: with shards, with odd names, on a hub without TLS, or without
// a GGUF.
import { describe, expect, test } from 'vitest';
import { choicesOf, usualCommands } from '../../../src/get-it/choices.ts';
import { type ModelPage, modelPage } from '../../../src/model-page/model-page.ts';

const revision = 'a1b2c3d4'.repeat(5);
const sha256 = '0123456789abcdef'.repeat(4);

function model(id: string, paths: string[], task?: string): ModelPage {
  return modelPage({
    license: null,
    places: [],
    sources: [],
    row: {
      id,
      modelId: id,
      sha: revision,
      private: false,
      gated: false,
      disabled: false,
      ...(task && { pipeline_tag: task }),
      hub: { manifest: `blake3:${sha256}`, files: paths.length },
    },
    files: [...paths].sort().map((path, at) => ({ path, size: 1_000 + at, sha256 })),
  });
}

function way(key: string, id: string, paths: string[], { baseUrl = 'https://hub.example', task = '' } = {}) {
  const forms = usualCommands(model(id, paths, task), baseUrl).find((one) => one.key === key)?.forms;
  return { block: forms?.[0]?.block, forms };
}

describe('the fetched files', () => {
  const formats = [
    'README.md',
    'config.json',
    'model.safetensors',
    'pytorch_model.bin',
    'onnx/model.onnx',
    'tf_model.h5',
  ];

  test('are one copy in the usual format, without files that have the same weights again', () => {
    const { block } = way('hf', 'o/m', formats);
    expect(block).toContain("hf download o/m \\\n  --exclude='onnx/*' \\\n  --exclude=");
    expect(block).toMatch(/--exclude='\*\.bin'/);
    // The command leaves out the other formats on purpose, so it must not fail because their files are missing.
    expect(block).not.toContain('--fail-on-missing-files');
    expect(choicesOf(model('o/m', formats))[0].bytes).toBeLessThan(3_100);
  });

  test('are one of several quantisations, and never all of them', () => {
    const paths = ['README.md', 'm-Q2_K.gguf', 'm-Q4_K_M.gguf', 'm-Q8_0.gguf'];
    expect(way('hf', 'o/m', paths).block).toContain('hf download o/m m-Q4_K_M.gguf \\');
    expect(way('curl', 'o/m', paths).block).toContain("grep -E '^.{66}(m-Q4_K_M\\.gguf)$' > SHA256SUMS");
  });
});

describe('GGUF', () => {
  const shards = [1, 2].map((at) => `BF16/m-BF16-0000${at}-of-00002.gguf`);

  test('all shards are fetched, and llama.cpp gets the first shard', () => {
    const { block } = way('llama-cpp', 'o/m-GGUF', ['README.md', ...shards]);
    expect(block).toContain(`hf download o/m-GGUF --include='BF16/m-BF16-*' \\\n  --revision ${revision}`);
    expect(block).toMatch(/\nllama-server -m m-GGUF\/BF16\/m-BF16-00001-of-00002\.gguf$/);
    expect(way('ollama', 'o/m-GGUF', shards).forms).toBeUndefined();
  });

  test('Q4_K_M comes first, and its tag is that of the registry', () => {
    const paths = ['m-Q2_K.gguf', 'm-Q4_K_M.gguf', 'm-Q8_0.gguf'];
    expect(way('ollama', 'Owner/M-GGUF', paths).block).toBe(
      [
        'ollama pull hub.example/owner/m-gguf:Q4_K_M &&',
        `ollama show --modelfile hub.example/owner/m-gguf:Q4_K_M |\n  grep -o sha256-${sha256} &&`,
        'ollama run hub.example/owner/m-gguf:Q4_K_M',
      ].join('\n'),
    );
    expect(way('ollama', 'o/m', ['only.gguf']).block).toContain('ollama pull hub.example/o/m:latest');
  });

  test('a projector is fetched with its model', () => {
    const { block } = way('llama-cpp', 'o/m', ['m-Q4_K_M.gguf', 'mmproj-F16.gguf']);
    expect(block).toContain('hf download o/m m-Q4_K_M.gguf mmproj-F16.gguf \\');
    expect(block).toMatch(/\nllama-server -m m\/m-Q4_K_M\.gguf --mmproj m\/mmproj-F16\.gguf$/);
  });
});

describe('programs that load the model', () => {
  const root = ['config.json', 'model.safetensors'];

  const script = (key: string, paths: string[], task = '') => way(key, 'o/m', paths, { task }).forms!.at(-1)!.block;

  test('are offered only if the model has files that they load', () => {
    const offered = (paths: string[]) =>
      usualCommands(model('o/m', paths), 'https://hub.example').map(({ key }) => key);
    expect(offered(['m-Q8_0.gguf'])).toEqual(['ollama', 'hf', 'llama-cpp', 'curl']);
    expect(offered(root)).toEqual(['hf', 'transformers', 'vllm', 'curl']);
    const source = { token: 'a', name: 'A', host: 'a.example' };
    const held = { ...model('o/m', root), sources: [source, { ...source, token: 'b' }] };
    expect(usualCommands(held, 'https://hub.example').map(({ label }) => label)).toContain(
      'Fastest: all sources at once',
    );
    expect(script('sentence-transformers', [...root, 'modules.json'])).toContain('SentenceTransformer("./m")');
    const pipeline = ['model_index.json', 'unet/config.json', 'unet/diffusion_pytorch_model.safetensors'];
    expect(script('diffusers', pipeline)).toContain('DiffusionPipeline.from_pretrained("./m"');
  });
});

describe('an adapter', () => {
  const paths = ['README.md', 'adapter_config.json', 'adapter_model.safetensors', 'tokenizer.json'];
  const page = (tags: string[]): ModelPage => ({ ...model('o/m-lora', paths), tags });

  test('is fetched with a note about its base model, and is started only with this model', () => {
    const ways = usualCommands(page(['base_model:adapter:meta/big-7b']), 'https://hub.example');
    const of = (key: string) => ways.find((one) => one.key === key)!;
    for (const key of ['hf', 'curl'])
      expect((of(key) as { note: string }).note, key).toContain('to be fetched as well: meta/big-7b.');
    for (const key of ['llama-cpp', 'ollama']) expect(of(key), key).toBeUndefined();
    const { block } = (of('peft') as { forms: { block: string }[] }).forms.at(-1)!;
    expect(block).toContain('base_model = AutoModelForCausalLM.from_pretrained("meta/big-7b")');
    expect(block).toContain('PeftModel.from_pretrained(base_model, "./m-lora")');
  });

  test.each([['by the name of its file', 'pytorch_lora_weights.safetensors', ['base_model:adapter:meta/pictures']]])(
    'of diffusers, recognised by %s, is loaded onto the pipeline of its base model',
    (_, file, tags) => {
      const ways = usualCommands({ ...model('o/m-lora', ['README.md', file]), tags }, 'https://hub.example');
      const way = ways.find(({ key }) => key === 'diffusers') as { forms: { block: string }[] };
      const { block } = way.forms.at(-1)!;
      expect(block).toContain('DiffusionPipeline.from_pretrained("meta/pictures"');
      expect(block).toContain('pipe.load_lora_weights("./m-lora")');
    },
  );

  test.each(['model_index.json', 'config.json', 'm-Q8_0.gguf'])(
    'is not assumed for a model with a %s of its own',
    (file) => {
      const whole = { ...model('o/m', [file, 'unet/m.safetensors']), tags: ['diffusers', 'base_model:adapter:o/b'] };
      for (const { note } of usualCommands(whole, 'https://hub.example')) expect(note).not.toContain('base model');
    },
  );
});

test('Ollama gets a flag for a hub without TLS', () => {
  const at = { baseUrl: 'http://127.0.0.1:4321' };
  expect(way('ollama', 'o/m', ['m-Q8_0.gguf'], at).block).toContain('ollama pull --insecure 127.0.0.1:4321/o/m:Q8_0');
});

test('every block names the full revision or a hash', () => {
  for (const one of usualCommands(model('o/m', ['config.json', 'model.safetensors']), 'https://hub.example')) {
    // `pull` asks the hub, which has only one revision of a model.
    if (one.key === 'pull') continue;
    // A program in Python loads the folder that the commands before it fetched.
    for (const { block } of one.forms.filter(({ key }) => key !== 'python'))
      expect(block, one.key).toMatch(new RegExp(`${revision}|${sha256}`));
  }
});
