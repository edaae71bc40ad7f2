/** Runs Podman with its own storage, on a machine that may lack an init system and some rights of root. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, type Tried, type TryOptions } from './installation.ts';

/** The options that the documentation gives a container, besides volume and port. */
const LOCKED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
/** Podman would otherwise raise these limits, which root in a container must not do. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024'];
/** Podman repeats health checks by timers of systemd, which may be missing; the test runs the check itself. */
const NO_TIMER = ['--health-interval', 'disable'];

export class Podman {
  readonly #options: string[];
  readonly #folder: string;

  /** `folder` keeps images, containers and volumes. */
  constructor(folder: string) {
    this.#folder = folder;
    const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    this.#options = [...places, '--storage-driver', 'vfs', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  }

  /** Runs a podman command to its end. */
  run(words: readonly string[], options?: TryOptions): Promise<Tried> {
    return attempt('podman', [...this.#options, ...words], options);
  }

  /**
   * Starts `model-hub` as the container `name` at a loopback port, over a volume that Podman makes if it does not
   * exist.
   */
  start(name: string, port: number, command: readonly string[]): Promise<Tried> {
    const environment = [`PORT=${port}`, 'HOST=127.0.0.1', `HUB_BASE_URL=http://127.0.0.1:${port}`, 'HUB_PROBE=off'];
    const variables = environment.flatMap((variable) => ['--env', variable]);
    const place = ['--network', 'host', '--volume', 'model-hub:/var/lib/model-hub'];
    const words = ['run', '--detach', '--name', name, ...LOCKED, ...LIMITS, ...NO_TIMER, ...place, ...variables];
    return this.run([...words, 'model-hub', ...command]);
  }

  /** Runs a container to its end, and removes it; `words` begin with further options. */
  runOnce(words: readonly string[]): Promise<Tried> {
    return this.run(['run', '--rm', ...LIMITS, ...NO_TIMER, '--network', 'host', ...words]);
  }

  /** Stops and removes all containers, and the storage. */
  async clear(): Promise<void> {
    await this.run(['rm', '--all', '--force', '--time', '0']);
    await this.run(['volume', 'prune', '--force']);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
