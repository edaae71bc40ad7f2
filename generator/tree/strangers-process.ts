// Renders cards and converts chat templates in a child process. A text that takes more memory or time than a build has
// ends this process, and not the build. A template that takes too many steps is given up.
import process from 'node:process';
import { ollamaChat } from '../../src/dialects/oci/llama/ollama-chat.ts';
import { renderCard } from '../../src/model-card/render-card.ts';
import type { Ready } from '../process/limited-process.ts';
import { countedTemplate } from './counted-jinja.ts';
import type { TextQuestion, TextReply } from './strangers-texts.ts';

process.on('message', (question: TextQuestion) => {
  let answer: TextReply;
  try {
    answer =
      'cards' in question
        ? { cards: question.cards.map((card) => renderCard(card, question.asWritten)) }
        : { chat: countedTemplate(() => ollamaChat(question.gguf)) };
  } catch (error) {
    answer = { error: (error as Error).message };
  }
  process.send!(answer);
});
process.send!({ ready: true } satisfies Ready);
