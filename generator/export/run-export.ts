// Runs the export command: reads the settings, and exports the current tree once.
import { letThrough } from '../../functions/stores/bytes/close-data.ts';
import { readably } from '../../functions/stores/bytes/file-modes.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import { onDisk } from '../files/full-disk.ts';
import { takeOutFirst } from '../hub/take-out-first.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { type ExportReport, exportHub } from './export-hub.ts';

interface ExportRequest {
  /** The folder to write. */
  to: string;
  isCompressed: boolean;
  hasDirections: boolean;
  /** True if the export writes attestations too, signed with HUB_ATTESTATION_KEY. */
  isAttested?: boolean;
  isAgain: boolean;
  isDry: boolean;
}

/** Throws a UsageFailure for an address in place of a folder, which would else become a folder of that name. */
export function refuseBucket(to: string): void {
  if (/^\w+:\/\//.test(to)) throw new UsageFailure(`${to} is no folder: export to one, and copy it with any tool.`);
}

/**
 * Exports the tree of HUB_DIST. Rejects with a Failure if the tree is missing or was built for another address, if the
 * disk is full, or if the folder has files that no export wrote.
 */
export async function runExport(env: Environment, request: ExportRequest, progress: Progress): Promise<ExportReport> {
  refuseBucket(request.to);
  const config = readConfig(env);
  const service = readService(config);
  if (request.isAttested && config.attestationKey === undefined)
    throw new Failure('Attestations are signed with HUB_ATTESTATION_KEY, which is not set: name the key there.');
  const attestationKey = request.isAttested ? config.attestationKey : undefined;
  const built = currentStamp(config.dist)?.stamp.baseUrl;
  const wanted = config.baseUrl ?? service.baseUrl;
  if (built !== undefined && wanted !== undefined && built !== wanted)
    throw new Failure(
      `The tree in ${config.dist} was built for ${built}, which its files name: run "model-hub build" with HUB_BASE_URL=${wanted} first.`,
    );
  if (!request.isDry) await takeOutFirst(config, progress);
  const settings = { ...request, dist: config.dist, service, attestationKey };
  const advice = 'Make room and export again; what was there before is served.';
  letThrough(request.to, config.data);
  return readably(() => onDisk([{ folder: request.to }], advice, () => exportHub(settings, progress)));
}
