// Answers with the present state of a model's sources: the results of the last probes, and the source to which
// redirects lead.
import { andThen } from '../../../src/basics/awaitable.ts';
import { own } from '../../../src/basics/own.ts';
import { chooseSource } from '../../../src/resolve/choose-source.ts';
import type { ModelSources, SourceStatus } from '../../../src/shapes/live.ts';
import { isRefusal } from '../../../src/table/refusals.ts';
import type { Handler } from '../../ports/handler.ts';
import type { Ports } from '../../ports/ports.ts';
import { freshJson } from '../../request/answer.ts';
import { locate } from '../locate.ts';
import type { ServedModel } from '../served-model.ts';

/**
 * Answers `GET /api/hub/models/{owner}/{name}/sources` from the head of the model's directions and the results of the
 * last probes.
 */
export const modelSources: Handler<'modelSources'> = (call) =>
  andThen(locate(call, call.params), (model) => (isRefusal(model) ? model : freshJson(sourcesNow(model, call.ports))));

function sourcesNow({ id, head, places }: ServedModel, { health, holders }: Ports): ModelSources {
  const { sources: found } = health.current();
  const spells = health.spells();
  const sources = places.map(({ source: { display, host, token }, place }): SourceStatus => {
    const { held = head.files, differs } = place;
    return {
      ...{ source: display, host, health: own(found, host) ?? { ok: true, checked: null } },
      asked: own(spells, host)?.to ?? null,
      ...(holders.refuses(id, token) && { refuses: true as const }),
      files: held,
      ...(differs && { differing: differs.files }),
    };
  });
  const used =
    sources.length === 0 ? undefined : chooseSource(sources, ({ health: now, refuses }) => now.ok && !refuses);
  return { id, files: head.files, sources, used: used?.holder.host ?? null };
}
