// Converts the chat template of a GGUF file to a template for Ollama, with the converter of the public hub. Discards
// results that can't be used.

import { convertGGUFTemplateToOllama } from '@huggingface/ollama-utils';
import { defined } from '../../../basics/defined.ts';
import type { GgufFacts } from '../../../shapes/objects.ts';
import { isWithinBounds } from './template-bounds.ts';

export interface OllamaChat {
  /** The template in the language of Go templates. */
  template: string;
  /** The texts at which an answer ends. */
  stop: string[];
}

/**
 * The maximum length in characters of a template with its stop texts. Even a short chat template can print megabytes.
 */
const MOST_CHAT = 64 * 1024;

/** Matches special tokens such as `<|im_end|>`, `[/INST]` and `<s>`, and those of DeepSeek with wide bars. */
const SPECIAL_TOKEN = /<\/?[|\w]+>|\[\/?[A-Z_]+\]|<\uff5c[\u2581\w]+\uff5c>/g;

/**
 * Converts the chat template of a GGUF header. Returns undefined if there is no template, if it is not for chats, if Go
 * templates can't express it, or if it exceeds the parser's limits. Also returns undefined if the result is longer than
 * `MOST_CHAT` or has the tokens of another model. A runner then uses the template in the file. The conversion runs the
 * template, which is a stranger's program and may never end. So the caller must set a time limit. The caller should
 * also cache results, since thousands of files share one template.
 */
export function ollamaChat(gguf: GgufFacts): OllamaChat | undefined {
  const { chatTemplate } = gguf;
  if (chatTemplate === undefined || !isWithinBounds(chatTemplate)) return undefined;
  const converted = convert({
    chat_template: chatTemplate,
    ...defined({ bos_token: gguf.bosToken, eos_token: gguf.eosToken }),
  });
  if (!converted) return undefined;
  // The converter would run a template that asks for the date, and keep the output with today's date. The blob would
  // differ tomorrow.
  if (converted.model === 'auto-conversion' && chatTemplate.includes('strftime_now')) return undefined;
  const { template, params } = converted.ollama;
  const stop = params?.stop ?? [];
  if (stop.reduce((sum, { length }) => sum + length, template.length) > MOST_CHAT) return undefined;
  if (!sharesTokens(template, `${chatTemplate}${gguf.bosToken ?? ''}${gguf.eosToken ?? ''}`)) return undefined;
  // The result leaves out the temperature and all other parameters, because the converter takes them from another model
  // with a similar template.
  return { template, stop };
}

/**
 * False if `template` has special tokens, and `origin` has none of them. The converter recognises templates by their
 * beginnings. So it would use the tokens of a fine-tuned model for the original Llama 3 and Mixtral.
 */
function sharesTokens(template: string, origin: string): boolean {
  const tokens = template.match(SPECIAL_TOKEN) ?? [];
  return tokens.length === 0 || tokens.some((token) => origin.includes(token));
}

function convert(gguf: Parameters<typeof convertGGUFTemplateToOllama>[0]) {
  try {
    return convertGGUFTemplateToOllama(gguf);
  } catch {
    // The converter throws for speech models, which don't chat.
    return undefined;
  }
}
