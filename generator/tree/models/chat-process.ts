// Converts chat templates in a child process. A template that fills the memory ends this process, and not the build. A
// template that takes too many steps is given up.
import process from 'node:process';
import { ollamaChat } from '../../../src/dialects/oci/llama/ollama-chat.ts';
import type { GgufFacts } from '../../../src/shapes/objects.ts';
import type { Ready } from '../../process/limited-process.ts';
import type { ChatReply } from './chat-templates.ts';
import { countedTemplate } from './counted-jinja.ts';

process.on('message', (gguf: GgufFacts) => {
  let reply: ChatReply;
  try {
    reply = { chat: countedTemplate(() => ollamaChat(gguf)) ?? null };
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  process.send!(reply);
});
process.send!({ ready: true } satisfies Ready);
