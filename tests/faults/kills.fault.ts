// Kills imports, builds and publishing servers at any moment, many times.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault, Scale } from './fault.ts';
import { killBuilds } from './kill-builds.ts';
import { countLine } from './kill-count.ts';
import { killImports } from './kill-imports.ts';
import { killPublishes } from './kill-publishes.ts';

/** The number of kills of each kind. The long form has a thousand in all. */
const KILLS: Record<Scale, { imports: number; builds: number; publishes: number; models: number }> = {
  short: { imports: 3, builds: 3, publishes: 6, models: 120 },
  long: { imports: 300, builds: 300, publishes: 400, models: 300 },
};

const kills: Fault = {
  name: 'kills',
  promise:
    'Import, build or publish killed at any moment leaves the old state whole or the new one: every tree ' +
    'is read back, every day hashed again, every acknowledged object is there, and no other is there in ' +
    'part.',
  async run(scale) {
    const base = mkdtempSync(join(tmpdir(), 'model-hub-kills-'));
    const folder = (name: string) => {
      mkdirSync(join(base, name));
      return join(base, name);
    };
    try {
      const { imports, builds, publishes, models } = KILLS[scale];
      const imported = await killImports({ folder: folder('imports'), kills: imports, models });
      const built = await killBuilds({ folder: folder('builds'), kills: builds, models });
      const published = await killPublishes({ folder: folder('publishes'), kills: publishes });
      const all = [imported, built, published];
      return {
        // The promise is proved only if at least one kill of each kind interrupted work.
        held: all.every(({ faults, killed }) => faults.length === 0 && killed > 0),
        figures: [
          countLine('imports', imported),
          countLine('builds', built),
          `${countLine('publishes', published)}, ${published.acknowledged} objects acknowledged`,
        ].join('; '),
      };
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  },
};

export default kills;
