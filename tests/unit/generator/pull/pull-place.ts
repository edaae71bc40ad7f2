// Makes a folder to pull into, and starts pulls that tests can wait for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inFolder, type Placement } from '../../../../generator/pull/placement.ts';
import type { PlannedFile } from '../../../../generator/pull/plan.ts';
import type { PullEvent, PullSummary } from '../../../../generator/pull/pull-lines.ts';
import { type PullSettings, runPull } from '../../../../generator/pull/pull-run.ts';
import { WireClient } from '../../../../generator/pull/wire-client.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import type { MadeFile } from './faulty-source.ts';

export const IMPATIENT = { tick: 50, silence: 1000, pause: 5, attempts: 4, longest: 2000 };

export interface PullPlace {
  folder: string;
  placement: Placement;
  pull(files: readonly PlannedFile[], settings?: Partial<PullSettings>): Promise<PullSummary & { events: PullEvent[] }>;
  read(path: string): Buffer;
  /** Expects that these files are here with the right bytes. */
  expectRight(...files: MadeFile[]): void;
  /** Lists all files that do not belong to a model: unfinished files, and notes about them. */
  leftovers(): string[];
}

/** Makes a place for one test. */
export function pullPlace(): PullPlace {
  const folder = folderOfTest();
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
          client,
          placement,
          limits: IMPATIENT,
          tell: (event) => void events.push(event),
          ...settings,
        });
        return { ...summary, events };
      } finally {
        client.close();
      }
    },
    read: (path) => readFileSync(join(folder, path)),
    expectRight(...files) {
      for (const { path, bytes } of files) expect(readFileSync(join(folder, path)).equals(bytes), path).toBe(true);
    },
    leftovers: () =>
      readdirSync(join(folder, '.cache/model-hub'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('/'),
      ),
  };
}
