// Chat templates turned into Ollama's words, in a process with limits of time and memory: a template is a stranger's program.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { LRUCache } from 'lru-cache';
import type { GgufFacts } from '../../src/catalog/gguf-facts.ts';
import type { ModelFile } from '../../src/catalog/model-object.ts';
import type { OllamaChat } from '../../src/dialects/oci/ollama-chat.ts';

/** A template that takes more is not converted; the runner then reads the one in the file. */
const MEMORY_LIMIT_MB = 64;

/** The chat of a GGUF header. */
export type ChatOf = (gguf: GgufFacts) => OllamaChat | undefined;

export type ChatReply = { ready: true } | { chat: OllamaChat | null } | { error: string };

/** Thousands of files share one template, so answers are remembered. */
const known = new LRUCache<string, { chat: OllamaChat | undefined }>({ max: 500 });
let converter: Converter | undefined;

/** The chats of a model's files. Calls must not overlap: there is one process, and it is asked one thing at a time. */
export async function chatsOf(files: readonly Pick<ModelFile, 'gguf'>[]): Promise<ChatOf> {
  const chats = new Map<string, OllamaChat | undefined>();
  for (const { gguf } of files) {
    if (gguf?.chatTemplate === undefined || chats.has(keyOf(gguf))) continue;
    const key = keyOf(gguf);
    const found = known.get(key) ?? { chat: await convert(gguf) };
    known.set(key, found);
    chats.set(key, found.chat);
  }
  return (gguf) => (gguf.chatTemplate === undefined ? undefined : chats.get(keyOf(gguf)));
}

/** All that a conversion depends on. */
const keyOf = ({ chatTemplate, bosToken, eosToken }: GgufFacts) => JSON.stringify([chatTemplate, bosToken, eosToken]);

async function convert(gguf: GgufFacts): Promise<OllamaChat | undefined> {
  if (!converter?.isThere) converter = await startConverter();
  const reply = await converter.ask(gguf);
  // It was ended by the template.
  if (reply === undefined) converter = undefined;
  else if ('error' in reply) throw new Error(`a chat template can't be converted: ${reply.error}`);
  return reply && 'chat' in reply ? (reply.chat ?? undefined) : undefined;
}

/** Rejects when it does not start: else every template would be one that can't be converted. */
async function startConverter(): Promise<Converter> {
  const started = new Converter();
  if (!(await started.reply())) throw new Error('the process that converts chat templates does not start');
  return started;
}

/** The process; it ends with this one, which it does not hold up. */
class Converter {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'chat-process.ts'), {
    // An older Node has to be told to read TypeScript, as this process was; the last of two limits counts.
    execArgv: [...process.execArgv, `--max-old-space-size=${MEMORY_LIMIT_MB}`],
    // Out of memory, it says so at length.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

  /** False when something ended it while it had nothing to do. */
  get isThere(): boolean {
    return this.#child.connected;
  }

  ask(gguf: GgufFacts): Promise<ChatReply | undefined> {
    const reply = this.reply();
    // What can't be sent any more is told by the exit.
    this.#child.send(gguf, () => {});
    return reply;
  }

  /** What it says next; undefined when it ends instead. */
  async reply(): Promise<ChatReply | undefined> {
    const child = this.#child;
    const settled = new AbortController();
    child.ref();
    child.channel?.ref();
    try {
      return await Promise.race([
        once(child, 'message', settled).then(([reply]) => reply as ChatReply),
        once(child, 'exit', settled).then(() => undefined),
      ]);
    } finally {
      settled.abort();
      child.unref();
      child.channel?.unref();
    }
  }
}
