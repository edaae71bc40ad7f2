// Chat templates turned into Ollama's words under a time limit: a template is a stranger's program.
import { createContext, Script } from 'node:vm';
import { LRUCache } from 'lru-cache';
import type { GgufFacts } from '../../src/catalog/gguf-facts.ts';
import { type OllamaChat, ollamaChat } from '../../src/dialects/oci/ollama-chat.ts';

/** A template that takes longer is not converted; the runner then reads the one in the file. */
const TIME_LIMIT_MS = 500;
const script = new Script('run()');
const known = new LRUCache<string, { chat: OllamaChat | undefined }>({ max: 500 });

/** The chat of a GGUF header; thousands of files share one template, so answers are remembered. */
export function chatOf(gguf: GgufFacts): OllamaChat | undefined {
  if (gguf.chatTemplate === undefined) return undefined;
  const key = JSON.stringify([gguf.chatTemplate, gguf.bosToken, gguf.eosToken]);
  const found = known.get(key) ?? { chat: convert(gguf) };
  known.set(key, found);
  return found.chat;
}

function convert(gguf: GgufFacts): OllamaChat | undefined {
  try {
    const context = createContext({ run: () => ollamaChat(gguf) });
    return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as OllamaChat | undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
