// The export command's work: one export of the current tree, with what the service says.
import type { Config } from '../../src/service/config.ts';
import { onDisk } from '../files/full-disk.ts';
import type { Progress } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { type ExportReport, exportHub } from './export-hub.ts';

interface ExportRequest {
  /** The folder to write. */
  to: string;
  hasHub: boolean;
  isCompressed: boolean;
  hasDirections: boolean;
  isAgain: boolean;
  isDry: boolean;
}

/** Exports the tree of HUB_DIST. Throws a Failure when it can't. */
export function runExport(config: Config, request: ExportRequest, progress: Progress): Promise<ExportReport> {
  const settings = { ...request, dist: config.dist, service: readService(config) };
  const advice = 'Make room and export again; what was there before is served.';
  return onDisk([{ folder: request.to }], advice, () => exportHub(settings, progress));
}
