// Reads the log in a tar file. Keeps the log's files in a temporary folder of HUB_DATA until all have come. Then takes
// the log as `model-hub mirror` takes the log of a hub (decision 0034).
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mostOfLog } from '../../src/log/log-paths.ts';
import type { CheckedCheckpoint, LogPolicy } from '../../src/log/proof/check-proof.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { putWhole } from '../files/whole-file.ts';
import { filesIn } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';
import { copyFolder, copyOfOrigin } from './copies/log-copies.ts';
import {
  checkLogged,
  isAsked,
  type MirroredLog,
  MOST_UNSIGNED,
  mirrorLog,
  readShown,
  refuseSize,
  tooMuch,
} from './mirror-log.ts';
import type { ToldDay } from './object-origin.ts';
import { isTileOf, logEntryName, type ToldLog } from './tar-layout.ts';

interface TarLogInput {
  /** The folder HUB_DATA. The caller holds its lock. */
  data: string;
  /** The tar file. */
  path: string;
  /** The keys that must have signed the log. If there are none, no signature is needed. */
  policy: LogPolicy;
  /** The maximum number of bytes to read if there are no keys. */
  most?: number;
}

/** The content of days.json. */
export interface TarDays {
  /** The days, newest first. */
  days: ToldDay[];
  log?: ToldLog | undefined;
  /** Objects of withdrawn models that were removed for good. */
  purged: ReadonlySet<string>;
}

/** The advice for a tar file with a wrong layout. */
const ANEW = 'Write it again with "model-hub mirror --to".';

export class TarLog {
  readonly #input: TarLogInput;
  readonly #most: number;
  /** A temporary folder. No other file in HUB_DATA has its name. */
  readonly #folder: string;
  #shown: CheckedCheckpoint | undefined;
  #bytes = 0;
  #taken: MirroredLog | undefined;

  constructor(input: TarLogInput) {
    this.#input = input;
    this.#most = isAsked(input.policy) ? Number.POSITIVE_INFINITY : (input.most ?? MOST_UNSIGNED);
    this.#folder = join(input.data, 'log-of-tar');
    this.remove();
  }

  /** The log that was taken; undefined if the tar file carries none. */
  get taken(): MirroredLog | undefined {
    return this.#taken;
  }

  /**
   * Takes a file of the log. The file has `size` bytes, which `read` returns. Throws a Failure if the file does not
   * belong at this place of the tar file, or is too large.
   */
  async add(path: string, size: number, read: () => Promise<Uint8Array>): Promise<void> {
    const { path: file, policy } = this.#input;
    const fault = this.#faultOf(path, size);
    if (fault) throw new Failure(`${file} holds ${JSON.stringify(logEntryName(path))}, ${fault}. ${ANEW}`);
    this.#bytes += size;
    if (this.#bytes > this.#most) throw tooMuch(file, 'is too long', this.#most);
    const bytes = await read();
    if (path === CHECKPOINT) {
      this.#shown = readShown(new TextDecoder().decode(bytes), file, policy);
      // The limit applies to the whole log: the tar file carries all leaves, even those that the kept copy has already.
      refuseSize(file, this.#shown, 0, this.#most);
    }
    putWhole(join(this.#folder, path), bytes);
  }

  #faultOf(path: string, size: number): string | undefined {
    if (existsSync(join(this.#folder, path))) return 'and holds it twice';
    if (size > mostOfLog(path)) return `of ${size} bytes, which no such file has`;
    if (path === CHECKPOINT) return undefined;
    if (!this.#shown) return `and no ${logEntryName(CHECKPOINT)} before it`;
    return isTileOf(this.#shown.size, path) ? undefined : `and its log of ${this.#shown.size} leaves has no such tile`;
  }

  /**
   * Brings the kept copy up to the log in the tar file, which must name the newest day. Throws a Failure as `mirrorLog`
   * and `checkLogged` do, and if the log contradicts days.json.
   */
  async take(list: TarDays): Promise<void> {
    const { path, policy, data } = this.#input;
    if (!this.#shown && !list.log) {
      if (!isAsked(policy)) return;
      throw new Failure(
        `${path} carries no log, so nothing of it can be checked: write it again with "model-hub mirror ` +
          '--to" where its newest day is built.',
      );
    }
    if (!this.#shown) throw new Failure(`${path} announces a log, but has none before its objects. ${ANEW}`);
    if (!list.log) throw new Failure(`${path} holds a log that its days.json does not mention. ${ANEW}`);
    const { host } = list.log;
    const { origin } = this.#shown;
    const folder = host === undefined ? copyOfOrigin(data, origin) : copyFolder(data, host);
    const copy = { folder, name: path };
    this.#taken = await mirrorLog({ ...copy, read: filesIn(this.#folder), policy, most: this.#most });
    await checkLogged(copy, list.days[0]!, ANEW);
  }

  /** Removes the temporary files. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
