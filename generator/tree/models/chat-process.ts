// The process in which chat templates are converted: it runs out of memory alone, and gives up a template that takes too long.
import process from 'node:process';
import { createContext, Script } from 'node:vm';
import { type OllamaChat, ollamaChat } from '../../../src/dialects/oci/llama/ollama-chat.ts';
import type { GgufFacts } from '../../../src/shapes/objects.ts';
import type { Ready } from '../../process/limited-process.ts';
import type { ChatReply } from './chat-templates.ts';

const TIME_LIMIT_MS = 500;
const script = new Script('run()');

function convert(gguf: GgufFacts): OllamaChat | undefined {
  try {
    const context = createContext({ run: () => ollamaChat(gguf) });
    return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as OllamaChat | undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}

process.on('message', (gguf: GgufFacts) => {
  let reply: ChatReply;
  try {
    reply = { chat: convert(gguf) ?? null };
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  process.send!(reply);
});
process.send!({ ready: true } satisfies Ready);
