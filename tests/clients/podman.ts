/** Podman with a storage of its own, for a machine that may lack an init system and some rights of root. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, type Tried, type TryOptions } from './installation.ts';

/** The documentation's options for a container, beside its volume and its port. */
const LOCKED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
/** Podman would raise limits, which root in a container may not. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024'];
/** Podman repeats checks with timers of systemd; the test runs the check itself. */
const NO_TIMER = ['--health-interval', 'disable'];

export class Podman {
  readonly #options: string[];
  readonly #folder: string;

  /** `folder` holds its images, containers and volumes. */
  constructor(folder: string) {
    this.#folder = folder;
    const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    this.#options = [...places, '--storage-driver', 'vfs', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  }

  /** Runs a command of podman to its end. */
  run(words: readonly string[], options?: TryOptions): Promise<Tried> {
    return attempt('podman', [...this.#options, ...words], options);
  }

  /** Starts `model-hub` as the container `name` at a port of the loopback, over a volume that Podman makes if needed. */
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

  /** Stops and removes everything. */
  async clear(): Promise<void> {
    await this.run(['rm', '--all', '--force', '--time', '0']);
    await this.run(['volume', 'prune', '--force']);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
