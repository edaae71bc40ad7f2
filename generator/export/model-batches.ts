// Writes the changed models of an export in batches, with several threads if there are many.
import type { ChangedModel } from './models/changed-models.ts';
import { exportModels, type ModelsWritten } from './models/model-exporter.ts';
import { inThreads } from './models/model-threads.ts';
import type { OpenExport } from './open-export.ts';

/** The number of models in a batch, and the smallest number of batches for which threads save time. */
const [BATCH, FEW_BATCHES] = [50, 8];

/** Writes the models of `changed`. Gives the result of each batch as soon as it is written. */
export async function* modelBatches(
  { settings, tree, record, site, loggedAs }: OpenExport,
  changed: readonly ChangedModel[],
): AsyncGenerator<ModelsWritten> {
  const { dist, to, isCompressed, isDry, service, website, pages } = settings;
  const jobs = changed.map((model) => ({ ...model, isKnown: record.before.packs.has(model.listed.key) }));
  const batches = Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, at) =>
    jobs.slice(at * BATCH, (at + 1) * BATCH),
  );
  const written = { to, isCompressed, isDry };
  // A thread loads the website itself, because `pages` can't be passed to a thread.
  if (batches.length < FEW_BATCHES || pages !== undefined) {
    for (const batch of batches) yield await exportModels({ ...written, site, tree }, batch);
    return;
  }
  const attestationKey = settings.attestationKey?.reveal();
  yield* inThreads(batches, { ...written, dist, service, website, loggedAs, attestationKey, tree: tree.name });
}
