// Checks the log: holds the tiles of both copies against their checkpoints.
import { LogDamage } from '../../src/log/tiles.ts';
import { filesIn, type LogPlaces, readHead, tilesSince } from './log-folder.ts';

/** Checks the log in HUB_DATA and its published copy. Returns a sentence with the fix for each copy that is damaged. */
export async function checkLog({ own, published }: LogPlaces): Promise<string[]> {
  const faults: string[] = [];
  const fixes = new Map([
    [published, `Remove ${published}, and build.`],
    [own, `Put that file back from ${published}, from a backup, or from where the log was pushed or exported to.`],
  ]);
  for (const [folder, fix] of fixes)
    try {
      const head = readHead(folder);
      for await (const _ of head ? tilesSince(0, head, [filesIn(folder)]) : []);
    } catch (error) {
      if (!(error instanceof LogDamage)) throw error;
      faults.push(`The log in ${folder} is damaged: ${error.message} ${fix}`);
    }
  return faults;
}
