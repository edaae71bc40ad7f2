// Commands for what runs GGUF files: llama.cpp and Ollama; and what to say when a model has none for them.
import { parseGgufShardFilename } from '@huggingface/gguf';
import { bytes } from '../model/figures.ts';
import { browseBy, docsLink } from '../model-page/model-links.ts';
import { encodePath } from '../nouns/file-path.ts';
import type { AskedModel } from './asked-model.ts';
import { downloaded } from './shell-ways.ts';
import { shellPath, shellWord } from './shell-word.ts';
import type { WayBody } from './way-body.ts';

/** What is said where a model has no file for the client, and where to look. */
export function withoutGguf(client: string, { name }: AskedModel): WayBody {
  return {
    missing: `${client} runs GGUF files, and this model has none.`,
    onward: {
      text: 'Look for a GGUF build of it',
      href: `${browseBy('search', name.replace(/-(hf|fp16|bf16)$/i, ''))}&filter=gguf`,
    },
  };
}

export function llamaCpp(asked: AskedModel): WayBody {
  const { gguf, filesUrl, model, baseUrl, folder } = asked;
  if (!gguf) return withoutGguf('llama.cpp', asked);
  const { path, sha256, size } = gguf.file;
  if (gguf.sharded) {
    const shard = parseGgufShardFilename(path);
    return {
      block: [
        ...downloaded(asked, ` --include ${shellWord(`${shard?.prefix ?? path}*`)}`),
        `llama-cli -m ${folder}/${shellWord(path)}`,
      ].join('\n'),
      note: 'This model comes in shards: llama.cpp is given the first and finds the others beside it. It hashes nothing, so the second command of hf does.',
      docs: 'llama-cpp',
    };
  }
  const file = shellPath(path.slice(path.lastIndexOf('/') + 1));
  return {
    block: [
      `curl -fL -o ${file} \\\n  ${filesUrl}${encodePath(path)}`,
      `echo ${shellWord(`${sha256}  ${path.slice(path.lastIndexOf('/') + 1)}`)} |\n  sha256sum --strict -c`,
      `llama-cli -m ${file}`,
    ].join('\n'),
    note: `${gguf.tag === 'latest' ? 'One file' : gguf.tag}, ${bytes(size)}${others(model.quants.length)}. llama.cpp hashes nothing, so the second command does. Not bound to this revision:`,
    short: `MODEL_ENDPOINT=${baseUrl}/ llama-cli -hf ${model.id}${gguf.tag === 'latest' ? '' : `:${gguf.tag}`}`,
    docs: 'llama-cpp',
  };
}

export function ollama(asked: AskedModel): WayBody {
  const { gguf, owner, name, plain, repository, model } = asked;
  if (!gguf) return withoutGguf('Ollama', asked);
  if (gguf.sharded)
    return {
      missing: 'Ollama takes models of one file, and the GGUF of this one comes in shards only.',
      onward: { text: 'llama.cpp runs shards', href: docsLink('llama-cpp') },
    };
  if (owner.includes('.') || owner.length > 80 || name.length > 80)
    return {
      missing: 'Ollama’s own rules for names leave this one out: no dot in an owner, no part over 80 characters.',
      onward: { text: 'What Ollama takes', href: docsLink('ollama') },
    };
  const reference = `${repository}:${gguf.tag}`;
  return {
    block: [
      `ollama pull ${plain ? '--insecure ' : ''}${reference}`,
      `ollama show --modelfile ${reference} |\n  grep -o sha256-${gguf.file.sha256}`,
      `ollama run ${reference}`,
    ].join('\n'),
    note: `${gguf.tag === 'latest' ? 'One file' : gguf.tag}, ${bytes(gguf.file.size)}${others(model.quants.length)}. Ollama hashes every layer itself. A tag moves with the index: the second command prints the hash if what you have is this revision’s file.`,
    docs: 'ollama',
  };
}

/** How many more there are to choose from, as the rest of a sentence. */
export function others(quants: number): string {
  return quants > 1 ? `, one of ${quants} quantisations listed under Files` : '';
}
