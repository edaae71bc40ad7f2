// Measures redirects per second of one process: the hub, against bare node:http with one constant answer and the same
// headers. Also measures a hub with metrics, against a hub without them, and with `--base` against older code.
import { againstBase } from './base-code.ts';
import { withHub } from './child.ts';
import { contest, fetchRaw, requestsRow, withConstant } from './http-rounds.ts';
import type { Bench } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
/** The number of models that the requests name in turn. */
const ASKED = 64;

export const redirect: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  const paths = modelIds(folder, ASKED).map((id) => `/${id}/resolve/main/${A_FILE}`);
  return withHub(folder, async (ours) => {
    const beside = (yardstick: string, url = ours) => contest(settings, { ours: url, yardstick, paths, status: 302 });
    const answer = { ...(await fetchRaw(ours + paths[0])), body: Buffer.alloc(0) };
    const bare = await withConstant(answer, beside);
    const counting = await withHub(folder, (url) => beside(ours, url), { HUB_METRICS: '127.0.0.1:0' });
    const how = `access log on; ${ASKED} files in turn; yardstick bare node:http, constant 302, same headers`;
    return [
      requestsRow(settings, 'redirect, one process', bare, 0.95, how),
      requestsRow(settings, 'redirect with metrics', counting, 0.95, 'yardstick the same hub without HUB_METRICS'),
      ...(await againstBase(settings, MODELS, async (yardstick, older) => [
        requestsRow(settings, 'redirect, beside older code', await beside(yardstick), 0.95, older),
      ])),
    ];
  });
};
