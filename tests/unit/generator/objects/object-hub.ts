// Serves the fixture with publishing enabled, at a port of its own. A test can make it misbehave.
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import type { Answer, Ask } from '../../../../functions/request/answer.ts';
import { memoryBytes } from '../../../../functions/stores/bytes/memory-bytes.ts';
import { openObjectFolder } from '../../../../functions/stores/objects/object-store.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { logFiles } from '../../../../functions/stores/tree/log-files.ts';
import { MAX_OBJECT_AT_EDGE } from '../../../../src/basics/limits.ts';
import { Secret } from '../../../../src/basics/secret.ts';
import { logFilesIn } from '../../../fixtures/hub.ts';
import { type LoopbackServer, servedHub } from '../../../fixtures/loopback-server.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';

export const token = new Secret('publisher');

export interface ObjectHub extends LoopbackServer {
  /** The methods and targets of all requests, the oldest first. */
  asked: string[];
  /** If `answer` returns an answer, the hub sends it instead of its own. */
  trouble: { answer: ((ask: Ask) => Answer | undefined) | undefined };
}

/** Starts the hub, which keeps published objects in `folder`. If `isLogged` is true, it also serves the fixture's log. */
export async function startObjectHub(folder: string, isLogged = false): Promise<ObjectHub> {
  const { dist } = inject('fixture');
  const ports = {
    ...(isLogged && { log: logFiles(memoryBytes(logFilesIn(dist))) }),
    objects: openObjectFolder(join(folder, 'published'), { onDamage: (sentence) => expect.unreachable(sentence) }),
    publishing: { open: true, holdsToken: (sent?: string) => sent === 'Bearer publisher', limit: MAX_OBJECT_AT_EDGE },
  };
  const hub = memoryHub(ports, openTree(dist));
  const asked: string[] = [];
  const trouble: ObjectHub['trouble'] = { answer: undefined };
  const served = await servedHub(() => (ask) => {
    asked.push(`${ask.method} ${ask.target}`);
    return trouble.answer?.(ask) ?? hub(ask);
  });
  return { ...served, asked, trouble };
}
