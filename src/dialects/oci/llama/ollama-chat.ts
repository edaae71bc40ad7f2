// Converts the chat template of a GGUF file to a template for Ollama, with the converter of the public hub. Discards
// results that can't be used, and templates that would slow down the template parser or overflow its stack. That test
// counts white space and nesting before the parser runs, so its result is the same on every machine.
import { tokenize } from '@huggingface/jinja';
import { convertGGUFTemplateToOllama } from '@huggingface/ollama-utils';
import { defined } from '../../../basics/records.ts';
import type { GgufFacts } from '../../../shapes/objects.ts';

/**
 * The maximum length of a run of white space. At each character of a run, the parser scans the rest of the run again.
 */
const LONGEST_SPACE = 250;
/**
 * The maximum depth of the parser's recursion. Without this limit, the size of the stack would decide, and that size
 * differs between processes.
 */
const DEEPEST = 200;

const OPENING = new Set(['OpenParen', 'OpenSquareBracket', 'OpenCurlyBracket', 'OpenExpression', 'OpenStatement']);
const CLOSING = new Set(['CloseParen', 'CloseSquareBracket', 'CloseCurlyBracket', 'CloseExpression', 'CloseStatement']);
const SIGNS = new Set(['UnaryOperator', 'AdditiveBinaryOperator']);
const BLOCKS = new Set(['if', 'for', 'macro', 'call', 'filter']);

/** False for a template with longer white space or deeper nesting than the limits allow. */
function isWithinBounds(template: string): boolean {
  const spaces = template.match(/\s+/g) ?? [];
  return spaces.every(({ length }) => length <= LONGEST_SPACE) && depthOf(template) <= DEEPEST;
}

function tokensOf(template: string): ReturnType<typeof tokenize> {
  try {
    // These are the parser's own options.
    return tokenize(template, { lstrip_blocks: true, trim_blocks: true });
  } catch {
    return [];
  }
}

/**
 * Returns the greatest depth of the parser's recursion, counted token by token; 0 for a template that can't be split into
 * tokens. Blocks and their `elif` add depth, and so do brackets. Within brackets, each `not`, sign, `else` and parenthesis
 * also adds depth up to the next comma, since these form chains.
 */
function depthOf(template: string): number {
  let [depth, deepest] = [0, 0];
  /** The depth that each open bracket, and each open block, has added. */
  const [brackets, blocks]: [number[], number[]] = [[], []];
  /**
   * `isNamed` is false from the start of a statement until its name is read. `isSet` is true in a `set` statement that may
   * turn out to be a block.
   */
  let [isNamed, isSet] = [true, false];
  const down = (open: number[]) => {
    if (open.length === 0) return;
    open[open.length - 1]!++;
    deepest = Math.max(deepest, ++depth);
  };
  const begin = (open: number[]) => {
    open.push(0);
    down(open);
  };
  const end = (open: number[]) => {
    depth -= open.pop() ?? 0;
  };
  const name = (word: string) => {
    isNamed = true;
    isSet = word === 'set';
    if (BLOCKS.has(word)) begin(blocks);
    else if (word === 'elif') down(blocks);
    else if (word.startsWith('end')) end(blocks);
  };
  for (const { type, value } of tokensOf(template)) {
    if (!isNamed) name(value);
    else if (value === 'not' || value === 'else' || SIGNS.has(type) || type === 'OpenParen') down(brackets);
    if (type === 'Equals' && brackets.length === 1) isSet = false;
    if (CLOSING.has(type) || type === 'Comma') end(brackets);
    if (OPENING.has(type) || type === 'Comma') begin(brackets);
    if (type === 'CloseStatement' && isSet) begin(blocks);
    if (type === 'OpenStatement' || type === 'CloseStatement') isSet = false;
    if (type === 'OpenStatement') isNamed = false;
  }
  return deepest;
}

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
