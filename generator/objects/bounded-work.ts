// Runs a limited number of tasks at the same time: the next task begins when another has ended.

export class BoundedWork {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();
  #fault: { error: unknown } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits until fewer tasks than allowed run, and begins `work`. Rejects if an earlier task has failed. */
  async start(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running);
    if (this.#fault) throw this.#fault.error;
    const running = work()
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits until all tasks have ended, even if some fail. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Waits until all tasks have ended. Rejects if one has failed. */
  async end(): Promise<void> {
    await this.settle();
    if (this.#fault) throw this.#fault.error;
  }
}

/**
 * Does `work`, which begins tasks with `lanes.start`. At most `most` tasks run at the same time. Waits until all tasks
 * have ended, even if `work` fails. Rejects if `work` or a task has failed.
 */
export async function inLanes<T>(most: number, work: (lanes: BoundedWork) => Promise<T>): Promise<T> {
  const lanes = new BoundedWork(most);
  try {
    const result = await work(lanes);
    await lanes.end();
    return result;
  } finally {
    await lanes.settle();
  }
}
