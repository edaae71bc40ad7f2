// Converts chat templates to Ollama's format, in a child process with limits for time and memory, because a template is
// a program that a stranger wrote.
import { join } from 'node:path';
import { Remembered } from '../../../src/basics/remembered.ts';
import type { OllamaChat } from '../../../src/dialects/oci/llama/ollama-chat.ts';
import type { GgufFacts, ModelFile } from '../../../src/shapes/objects.ts';
import { LimitedProcess, type Limits } from '../../process/limited-process.ts';

/**
 * The limits of the child process. A template that ends it is not converted, and Ollama then reads the template in the
 * file. `counted-jinja.ts` limits the steps. If the time runs out, the build stops, so that the result never depends on
 * the speed of the machine.
 */
const LIMITS: Limits = { memoryMb: 64, time: 300_000, isSameEverywhere: true };

/** Returns the converted chat template for the facts of a GGUF header. */
export type ChatOf = (gguf: GgufFacts) => OllamaChat | undefined;

export type ChatReply = { chat: OllamaChat | null } | { error: string };

/** The maximum total length in characters of the remembered templates and results. */
const KNOWN_CHARACTERS = 8 * 1024 * 1024;

/** Remembers the results, because thousands of files share one template. */
const known = new Remembered<string, { chat: OllamaChat | undefined }>({
  most: KNOWN_CHARACTERS,
  weigh: ({ chat }, key) => key.length + (chat ? JSON.stringify(chat).length : 0),
});
const converter = new LimitedProcess<GgufFacts, ChatReply>(join(import.meta.dirname, 'chat-process.ts'), LIMITS);

/**
 * Converts the chat templates of a model's files. Calls must not overlap, because the child process takes one question
 * at a time.
 */
export async function chatsOf(files: readonly Pick<ModelFile, 'gguf'>[]): Promise<ChatOf> {
  const chats = new Map<string, OllamaChat | undefined>();
  for (const { gguf } of files) {
    if (gguf?.chatTemplate === undefined || chats.has(keyOf(gguf))) continue;
    const key = keyOf(gguf);
    const { chat } = await known.get(key, async () => ({ chat: await convert(gguf) }));
    chats.set(key, chat);
  }
  return (gguf) => (gguf.chatTemplate === undefined ? undefined : chats.get(keyOf(gguf)));
}

/** Joins all facts that affect the result of a conversion. */
const keyOf = ({ chatTemplate, bosToken, eosToken }: GgufFacts) => JSON.stringify([chatTemplate, bosToken, eosToken]);

async function convert(gguf: GgufFacts): Promise<OllamaChat | undefined> {
  // The reply is undefined if the template ended the process.
  const reply = await converter.ask(gguf);
  if (reply && 'error' in reply) throw new Error(`a chat template can't be converted: ${reply.error}`);
  return reply?.chat ?? undefined;
}
