// Renders model cards, and converts chat templates to Ollama's format, in a child process with limits for time and
// memory, because strangers wrote these texts. The process starts with the first text.
import { createRemembered } from '../../src/basics/remembered.ts';
import type { OllamaChat } from '../../src/dialects/oci/llama/ollama-chat.ts';
import type { CardToRender } from '../../src/model-card/render-card.ts';
import type { PageCard } from '../../src/model-page/model-page.ts';
import type { GgufFacts, ModelFile } from '../../src/shapes/objects.ts';
import { LimitedProcess, type Limits } from '../process/limited-process.ts';

/**
 * Cards within the bounds of `card-bounds.ts`, and templates within the steps of `strangers-process.ts`, need far less. If
 * the time runs out, the build stops, so that the result never depends on the speed of the machine.
 */
const LIMITS: Limits = { memoryMb: 512, time: 300_000, isSameEverywhere: true };
/** The maximum total length in characters of the remembered templates and their results. */
const KNOWN_CHARACTERS = 8 * 1024 * 1024;

/** Cards to render, or to show as they were written, or the facts of a header with a chat template to convert. */
export type TextQuestion = { cards: readonly CardToRender[]; asWritten: boolean } | { gguf: GgufFacts };
export interface TextReply {
  cards?: PageCard[];
  chat?: OllamaChat | undefined;
  error?: string;
}

/** Returns the converted chat template for the facts of a GGUF header. */
export type ChatOf = (gguf: GgufFacts) => OllamaChat | undefined;

const process = new LimitedProcess<TextQuestion, TextReply>(new URL('./strangers-process.ts', import.meta.url), LIMITS);
/** Remembers the results, because thousands of files share one template. */
const known = createRemembered<string, { chat: OllamaChat | undefined }>({
  most: KNOWN_CHARACTERS,
  weigh: ({ chat }, key) => key.length + (chat ? JSON.stringify(chat).length : 0),
});

/**
 * Returns the cards as their pages show them. A card whose rendering ends the child process is shown as it was written.
 * Calls must not overlap, also not with `chatsOf`, because the process takes one question at a time. Throws for a
 * malformed card object, and if `LimitedProcess.ask` throws.
 */
export async function pageCards(cards: readonly CardToRender[]): Promise<PageCard[]> {
  if (cards.length === 0) return [];
  const together = await ask({ cards, asWritten: false });
  if (together?.cards) return together.cards;
  if (cards.length > 1) {
    const made: PageCard[] = [];
    for (const card of cards) made.push(...(await pageCards([card])));
    return made;
  }
  const written = (await ask({ cards, asWritten: true }))?.cards;
  if (!written) throw new Error(`the card ${cards[0]!.object} can't be shown: the process ended`);
  return written;
}

/** Converts the chat templates of a model's files. A template that ends the child process is not converted. */
export async function chatsOf(files: readonly Pick<ModelFile, 'gguf'>[]): Promise<ChatOf> {
  const chats = new Map<string, OllamaChat | undefined>();
  for (const { gguf } of files) {
    if (gguf?.chatTemplate === undefined || chats.has(keyOf(gguf))) continue;
    const key = keyOf(gguf);
    chats.set(key, (await known.get(key, async () => ({ chat: (await ask({ gguf }))?.chat }))).chat);
  }
  return (gguf) => (gguf.chatTemplate === undefined ? undefined : chats.get(keyOf(gguf)));
}

/** Joins all facts that affect the result of a conversion. */
const keyOf = ({ chatTemplate, bosToken, eosToken }: GgufFacts) => JSON.stringify([chatTemplate, bosToken, eosToken]);

/** Asks the child process. Returns undefined if the text ended it. Throws for a text that is not what it claims to be. */
async function ask(question: TextQuestion): Promise<TextReply | undefined> {
  const answer = await process.ask(question);
  if (answer?.error !== undefined) throw new Error(`a card or a chat template can't be read: ${answer.error}`);
  return answer;
}
