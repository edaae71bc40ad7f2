// Ids of models in a built tree, spread over all owners, always the same ones.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** At most `count` ids of the hub in `folder`. */
export function modelIds(folder: string, count: number): string[] {
  const models = join(folder, 'dist/current/models');
  const owners = readdirSync(models).sort();
  const step = Math.max(1, Math.floor(owners.length / count));
  return owners
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((owner) => `${owner}/${readdirSync(join(models, owner)).sort()[0]}`);
}
