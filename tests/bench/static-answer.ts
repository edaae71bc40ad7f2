// Measures answers with ModelInfo from the tree: the hub against bare node:http with the same bytes in memory, and
// against nginx with the same tree.
import { withHub } from './child.ts';
import { contest, fetchRaw, requestsRow, withConstant } from './http-rounds.ts';
import { startNginx } from './nginx.ts';
import type { Bench } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
const ASKED = 64;

export const staticAnswer: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  return withHub(folder, async (ours) => {
    const ids = modelIds(folder, ASKED);
    const paths = ids.map((id) => `/api/models/${id}`);
    const beside = async (name: string, yardstick: string, least: number, how: string) => {
      const outcome = await contest(settings, { ours, yardstick, paths, status: 200 });
      return requestsRow(settings, name, outcome, least, `access log on; ${ASKED} models in turn; ${how}`);
    };
    const answer = await fetchRaw(ours + paths[0]);
    const how = `yardstick bare node:http, the same ${answer.body.length} bytes and headers from memory`;
    const rows = [await withConstant(answer, (url) => beside('ModelInfo from the tree', url, 0.98, how))];
    const nginx = await startNginx(folder, ids, settings.folder);
    if (!nginx) return rows;
    try {
      const logging = `nginx ${nginx.version}, 1 worker, sendfile, gzip_static, a log line of the same content through a 64 KiB buffer to the null device`;
      return [...rows, await beside('ModelInfo against nginx', nginx.url, 1, logging)];
    } finally {
      await nginx.stop();
    }
  });
};
