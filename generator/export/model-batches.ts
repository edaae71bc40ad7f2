// The changed models of an export, written a batch at a time: by several threads where they are many.
import type { ChangedModel } from './models/changed-models.ts';
import { ModelExporter, type ModelsWritten } from './models/model-exporter.ts';
import { inThreads } from './models/model-threads.ts';
import type { OpenExport } from './open-export.ts';

/** Models that are written in one go, and how many batches are worth a thread. */
const [BATCH, FEW_BATCHES] = [50, 8];

/** Writes them; gives what came of each batch. */
export async function* modelBatches(
  { settings, tree, place, record, site, loggedAs }: OpenExport,
  changed: readonly ChangedModel[],
): AsyncGenerator<ModelsWritten> {
  const { dist, to, isCompressed, isDry, service, website, pages } = settings;
  const jobs = changed.map((model) => ({ ...model, isKnown: record.before.packs.has(model.listed.key) }));
  const batches = Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, at) =>
    jobs.slice(at * BATCH, (at + 1) * BATCH),
  );
  const written = { dist, to, isCompressed, isDry };
  // A thread loads the website for itself, and can't be handed one.
  if (batches.length < FEW_BATCHES || pages !== undefined || !place.hasThreads) {
    const exporter = new ModelExporter(site, written, place.hasThreads ? undefined : place.destination);
    for (const batch of batches) yield await exporter.write(batch);
    return;
  }
  const attestationKey = settings.attestationKey?.reveal();
  const { hasHub } = site;
  yield* inThreads(batches, { ...written, service, website, hasHub, loggedAs, attestationKey, tree: tree.name });
}
