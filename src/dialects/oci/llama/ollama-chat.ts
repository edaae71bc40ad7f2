// A GGUF's chat template in the words of Ollama: the public hub's own conversion, and what of it is fit to be kept.

import { convertGGUFTemplateToOllama } from '@huggingface/ollama-utils';
import { defined } from '../../../basics/defined.ts';
import type { GgufFacts } from '../../../shapes/objects.ts';
import { isWithinBounds } from './template-bounds.ts';

export interface OllamaChat {
  /** A Go template. */
  template: string;
  /** The texts that end an answer. */
  stop: string[];
}

/** Characters of a template with its stop words: a short program can print megabytes. */
const MOST_CHAT = 64 * 1024;

/** How special tokens look: `<|im_end|>`, `[/INST]`, `<s>`, and DeepSeek's with its wide bars. */
const SPECIAL_TOKEN = /<\/?[|\w]+>|\[\/?[A-Z_]+\]|<\uff5c[\u2581\w]+\uff5c>/g;

/**
 * Converts the chat template of a GGUF header. Undefined when there is none, when it can't be said in Go, when it is
 * no chat, when it is beyond the parser's bounds or comes out longer than MOST_CHAT, or when what comes out speaks
 * another model's language; a runner then goes by the template in the file.
 *
 * An unknown template is run to see what it prints. It is a stranger's program and may never end: the
 * caller must set a time limit, and should remember answers, since thousands of files share one template.
 */
export function ollamaChat(gguf: GgufFacts): OllamaChat | undefined {
  const { chatTemplate } = gguf;
  if (chatTemplate === undefined || !isWithinBounds(chatTemplate)) return undefined;
  const converted = convert({
    chat_template: chatTemplate,
    ...defined({ bos_token: gguf.bosToken, eos_token: gguf.eosToken }),
  });
  if (!converted) return undefined;
  // A template that runs today would hold today's date, and be another blob tomorrow.
  if (converted.model === 'auto-conversion' && chatTemplate.includes('strftime_now')) return undefined;
  const { template, params } = converted.ollama;
  const stop = params?.stop ?? [];
  if (stop.reduce((sum, { length }) => sum + length, template.length) > MOST_CHAT) return undefined;
  if (!sharesTokens(template, `${chatTemplate}${gguf.bosToken ?? ''}${gguf.eosToken ?? ''}`)) return undefined;
  // Temperatures and the like come from whichever known model has a template like this one: the index does not state them.
  return { template, stop };
}

/**
 * False when `template` is full of special tokens and `origin` has none of them. The conversion takes two templates for
 * one when they begin alike, and so would have the original Llama 3 and Mixtral speak the dialect of a fine-tune.
 */
function sharesTokens(template: string, origin: string): boolean {
  const tokens = template.match(SPECIAL_TOKEN) ?? [];
  return tokens.length === 0 || tokens.some((token) => origin.includes(token));
}

function convert(gguf: Parameters<typeof convertGGUFTemplateToOllama>[0]) {
  try {
    return convertGGUFTemplateToOllama(gguf);
  } catch {
    // It throws for models that speak and don't chat.
    return undefined;
  }
}
