// Makes a folder to pull into, and starts pulls that tests can wait for.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inFolder, type Placement } from '../../../../generator/pull/disk/placement.ts';
import type { PlannedFile } from '../../../../generator/pull/plan/pull-plan.ts';
import type { PullEvent, PullSummary } from '../../../../generator/pull/run/pull-events.ts';
import { type PullSettings, runPull } from '../../../../generator/pull/run/pull-run.ts';
import { WireClient } from '../../../../generator/pull/wire/wire-client.ts';

export const IMPATIENT = { silence: 1000, pause: 5, attempts: 4, longest: 2000 };

export interface PullPlace {
  folder: string;
  placement: Placement;
  pull(files: readonly PlannedFile[], settings?: Partial<PullSettings>): Promise<PullSummary & { events: PullEvent[] }>;
  read(path: string): Buffer;
  /** Lists all files that do not belong to a model: unfinished files, and notes about them. */
  leftovers(): string[];
  remove(): void;
}

export function pullPlace(): PullPlace {
  const folder = mkdtempSync(join(tmpdir(), 'pull-'));
  const placement = inFolder(folder);
  return {
    folder,
    placement,
    async pull(files, settings) {
      const events: PullEvent[] = [];
      const client = new WireClient({ tokens: new Map(), userAgent: 'test' });
      const plan = { id: 'acme/tiny', revision: 'a'.repeat(40), files };
      try {
        const summary = await runPull(plan, {
          ...{ client, placement, patience: IMPATIENT },
          tell: (event) => void events.push(event),
          ...settings,
        });
        return { ...summary, events };
      } finally {
        client.close();
      }
    },
    read: (path) => readFileSync(join(folder, path)),
    leftovers: () =>
      readdirSync(join(folder, '.cache/model-hub'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('/'),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
