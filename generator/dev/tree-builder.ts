// Builds the tree in a child process; a second process waits with the builder loaded.
import { type ChildProcess, fork } from 'node:child_process';
import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import process from 'node:process';

const PROGRAM = new URL('./build-tree.ts', import.meta.url);

/** A process that builds a tree. */
interface Builder {
  child: ChildProcess;
  /** Resolves when the process has ended: to undefined if the build succeeded, otherwise to an error. */
  ended: Promise<Error | undefined>;
}

export class TreeBuilder {
  readonly #dist: string;
  #standby: Builder | undefined;
  /** The running builder. It may still clean up after its tree became current. */
  #busy: Promise<unknown> | undefined;

  /** `dist` is the folder of the tree, which HUB_DIST names as well. */
  constructor(dist: string) {
    this.#dist = dist;
    mkdirSync(dist, { recursive: true });
  }

  /**
   * Builds the tree and resolves once the hub can open it. `isCodeNew` is true if the waiting process has loaded
   * outdated modules.
   */
  async build(isCodeNew: boolean): Promise<void> {
    await this.#busy;
    if (isCodeNew) this.stop();
    const { child, ended } = this.#standby ?? startBuilder();
    this.#standby = undefined;
    let isAnswered = false;
    this.#busy = ended.then((fault) => {
      // `build` does not reject for a failure after the tree became current, so it is printed here.
      if (fault && isAnswered) process.stderr.write(`${fault.message}\n`);
      this.#standby = startBuilder();
    });
    let watcher: FSWatcher | undefined;
    const isCurrent = new Promise<undefined>((resolve) => {
      watcher = watch(this.#dist, (_, name) => name === 'current' && resolve(undefined));
    });
    child.send('build');
    const fault = await Promise.race([ended, isCurrent]);
    watcher?.close();
    isAnswered = true;
    if (fault) throw fault;
  }

  /** Ends the waiting process. */
  stop(): void {
    this.#standby?.child.kill();
    this.#standby = undefined;
  }
}

function startBuilder(): Builder {
  const child = fork(PROGRAM, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = new Promise<Error | undefined>((resolve) => {
    child.on('error', resolve);
    child.on('close', (code) => resolve(code === 0 ? undefined : new Error(`The tree could not be built:\n${said}`)));
  });
  return { child, ended };
}
