// Measures redirects per second of one process: the hub, against bare node:http with one constant answer and the same
// headers. Also measures a hub with metrics, against a hub without them, and with `--base` against older code.
import { againstBase } from './base-code.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { contest, fetchRaw, requestsRow } from './http-rounds.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
/** The number of models that the requests name in turn. */
const ASKED = 64;

export const redirect: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  const paths = modelIds(folder, ASKED).map((id) => `/${id}/resolve/main/${A_FILE}`);
  const hub = startChild('hub-server.ts', [folder]);
  const bare = startChild('yardsticks/constant-server.ts');
  try {
    const ours = await nextMessage<string>(hub);
    const answer = await fetchRaw(ours + paths[0]);
    bare.send({ ...answer, body: '' });
    const outcome = await contest(settings, { ours, yardstick: await nextMessage<string>(bare), paths, status: 302 });
    const how = `access log on; ${ASKED} files in turn; yardstick bare node:http, constant 302, same headers`;
    return [
      requestsRow(settings, 'redirect, one process', outcome, 0.95, how),
      await withMetrics(settings, { folder, plain: ours, paths }),
      ...(await againstBase(settings, MODELS, async (yardstick, older) => [
        requestsRow(
          settings,
          'redirect, beside older code',
          await contest(settings, { ours, yardstick, paths, status: 302 }),
          0.95,
          older,
        ),
      ])),
    ];
  } finally {
    await Promise.all([endChild(hub), endChild(bare)]);
  }
};

/** Compares a hub that counts requests with the hub at `plain`, which does not. */
async function withMetrics(
  settings: BenchSettings,
  { folder, plain, paths }: { folder: string; plain: string; paths: string[] },
): Promise<Row> {
  const counting = startChild('hub-server.ts', [folder, JSON.stringify({ HUB_METRICS: '127.0.0.1:0' })]);
  try {
    const ours = await nextMessage<string>(counting);
    const outcome = await contest(settings, { ours, yardstick: plain, paths, status: 302 });
    return requestsRow(settings, 'redirect with metrics', outcome, 0.95, 'yardstick the same hub without HUB_METRICS');
  } finally {
    await endChild(counting);
  }
}
