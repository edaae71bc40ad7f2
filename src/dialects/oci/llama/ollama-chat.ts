// Converts the chat template of a GGUF file to one for Ollama with the public hub's converter, and drops results that
// can't be used.

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

/** The most characters of a template with its stop texts: a short program can print megabytes. */
const MOST_CHAT = 64 * 1024;

/** Matches special tokens: `<|im_end|>`, `[/INST]`, `<s>`, and DeepSeek's with its wide bars. */
const SPECIAL_TOKEN = /<\/?[|\w]+>|\[\/?[A-Z_]+\]|<\uff5c[\u2581\w]+\uff5c>/g;

/**
 * Converts the chat template of a GGUF header. Undefined when there is none, when Go templates can't express it, when it
 * is no chat, when it exceeds the parser's limits, when the result is longer than MOST_CHAT, or when it uses another
 * model's tokens; a runner then uses the template in the file.
 *
 * The conversion runs an unknown template to see its output. It is a stranger's program and may never end: the caller must
 * set a time limit, and should remember answers, since thousands of files share one template.
 */
export function ollamaChat(gguf: GgufFacts): OllamaChat | undefined {
  const { chatTemplate } = gguf;
  if (chatTemplate === undefined || !isWithinBounds(chatTemplate)) return undefined;
  const converted = convert({
    chat_template: chatTemplate,
    ...defined({ bos_token: gguf.bosToken, eos_token: gguf.eosToken }),
  });
  if (!converted) return undefined;
  // A template that runs today would print today's date, and be another blob tomorrow.
  if (converted.model === 'auto-conversion' && chatTemplate.includes('strftime_now')) return undefined;
  const { template, params } = converted.ollama;
  const stop = params?.stop ?? [];
  if (stop.reduce((sum, { length }) => sum + length, template.length) > MOST_CHAT) return undefined;
  if (!sharesTokens(template, `${chatTemplate}${gguf.bosToken ?? ''}${gguf.eosToken ?? ''}`)) return undefined;
  // Leaves out temperatures and the like: they come from a known model with a similar template, and the index does not
  // state them.
  return { template, stop };
}

/**
 * False if `template` is full of special tokens that `origin` lacks. The conversion matches templates by their beginnings,
 * and so would give the original Llama 3 and Mixtral the tokens of a fine-tune.
 */
function sharesTokens(template: string, origin: string): boolean {
  const tokens = template.match(SPECIAL_TOKEN) ?? [];
  return tokens.length === 0 || tokens.some((token) => origin.includes(token));
}

function convert(gguf: Parameters<typeof convertGGUFTemplateToOllama>[0]) {
  try {
    return convertGGUFTemplateToOllama(gguf);
  } catch {
    // The conversion throws for models of speech, which don't chat.
    return undefined;
  }
}
