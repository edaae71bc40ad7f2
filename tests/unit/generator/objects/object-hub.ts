// Serves the fixture with publishing enabled, at a port of its own. A test can make it misbehave.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHub } from '../../../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../../../functions/hosts/node/node-server.ts';
import type { Answer, Ask } from '../../../../functions/request/answer.ts';
import { memoryBytes } from '../../../../functions/stores/bytes/memory-bytes.ts';
import { openObjectFolder } from '../../../../functions/stores/objects/object-store.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { logFiles } from '../../../../functions/stores/tree/log-files.ts';
import { MAX_OBJECT_AT_EDGE } from '../../../../src/basics/limits.ts';
import { Secret } from '../../../../src/basics/secret.ts';
import { baseUrl, logFilesIn, origin, service } from '../../../fixtures/hub.ts';
import { noAccessLog } from '../../../fixtures/no-access-log.ts';

export const token = new Secret('publisher');

export interface ObjectHub {
  url: string;
  /** An empty folder for the client's files. */
  folder: string;
  /** The methods and targets of all requests, the oldest first. */
  asked: string[];
  /** If `answer` returns an answer, the hub sends it instead of its own. */
  trouble: { answer: ((ask: Ask) => Answer | undefined) | undefined };
  close(): void;
}

/** Starts the hub over the tree in `dist`. If `isLogged` is true, it also serves the log of the fixture. */
export async function startObjectHub(dist: string, isLogged = false): Promise<ObjectHub> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-objects-'));
  const hub = createMemoryHub(openTree(dist), {
    ...{ sources: service.sources, origin, baseUrl },
    ...(isLogged && { log: logFiles(memoryBytes(logFilesIn(dist))) }),
    objects: openObjectFolder(join(folder, 'published'), {
      onDamage: (sentence) => {
        throw new Error(sentence);
      },
    }),
    publishing: { open: true, holdsToken: (sent) => sent === 'Bearer publisher', limit: MAX_OBJECT_AT_EDGE },
  });
  const asked: string[] = [];
  const trouble: ObjectHub['trouble'] = { answer: undefined };
  const misbehaving = (ask: Ask) => {
    asked.push(`${ask.method} ${ask.target}`);
    return trouble.answer?.(ask) ?? hub(ask);
  };
  const server = createHubServer(misbehaving, noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    asked,
    trouble,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
