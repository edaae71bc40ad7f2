// Logs made-up days one after the other, in a process that a test kills. Arguments: FOLDER, the first DAY, the
// signing KEY, and optionally the LAST day.
import { join } from 'node:path';
import process from 'node:process';
import { keepLog } from '../../../../generator/log/keep-log.ts';
import { filesIn } from '../../../../generator/log/log-folder.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { parseSignerKey } from '../../../../src/log/note.ts';
import { CHECKPOINT } from '../../../../src/log/tiles.ts';
import { CountedLeaves, DAY_MS, modelsOfDay, NOW, writeCatalog } from './made-days.ts';

const [folder = '', first = '', line = '', last = 'Infinity'] = process.argv.slice(2);
const { key, sign } = parseSignerKey(line)!;
const places = { own: join(folder, 'data/log'), published: join(folder, 'dist/log') };
const signers = [{ key, sign: (text: string) => sign(new TextEncoder().encode(text)) }];
const settings = { places, signers, origin: key.name, witnesses: [], expiryDays: 7 };
const leaves = new CountedLeaves();
for (let day = Number(first); day <= Number(last); day++) {
  const catalog = writeCatalog(join(folder, 'today'), modelsOfDay(day));
  // The test starts its timer when it reads the first of these lines, because until then the process mostly loads
  // modules.
  process.stdout.write(`day ${day}\n`);
  await keepLog(settings, {
    catalog,
    leaves,
    day: '2026-11-20',
    tree: sha256Hex(String(day)),
    now: NOW + day * DAY_MS,
  });
  process.stdout.write(`${JSON.stringify(Buffer.from(filesIn(places.published)(CHECKPOINT)!).toString())}\n`);
}
