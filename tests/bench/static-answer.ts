// Measures answers with ModelInfo from the tree: the hub against bare node:http with the same bytes in memory, and
// against nginx with the same tree.
import { endChild, nextMessage, startChild } from './child.ts';
import { contest, fetchRaw, requestsRow } from './http-rounds.ts';
import { startNginx } from './nginx.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
const ASKED = 64;
const ASKING = `access log on; ${ASKED} models in turn`;

export const staticAnswer: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  const hub = startChild('hub-server.ts', [folder]);
  try {
    const ours = await nextMessage<string>(hub);
    const ids = modelIds(folder, ASKED);
    const paths = ids.map((id) => `/api/models/${id}`);
    const rows = [await againstMemory(settings, ours, paths)];
    const nginx = await startNginx(folder, ids, settings.folder);
    if (!nginx) return rows;
    try {
      const outcome = await contest(settings, { ours, yardstick: nginx.url, paths, status: 200 });
      const how = `${ASKING}; nginx ${nginx.version}, 1 worker, sendfile, gzip_static, a log line of the same content through a 64 KiB buffer to the null device`;
      rows.push(requestsRow(settings, 'ModelInfo against nginx', outcome, 1, how));
    } finally {
      await nginx.stop();
    }
    return rows;
  } finally {
    await endChild(hub);
  }
};

async function againstMemory(settings: BenchSettings, ours: string, paths: string[]): Promise<Row> {
  const bare = startChild('yardsticks/constant-server.ts');
  try {
    const answer = await fetchRaw(ours + paths[0]);
    bare.send({ ...answer, body: answer.body.toString('base64') });
    const yardstick = await nextMessage<string>(bare);
    const outcome = await contest(settings, { ours, yardstick, paths, status: 200 });
    const how = `${ASKING}; yardstick bare node:http, the same ${answer.body.length} bytes and headers from memory`;
    return requestsRow(settings, 'ModelInfo from the tree', outcome, 0.85, how);
  } finally {
    await endChild(bare);
  }
}
