// Counts kills: those that interrupted work, and broken promises.

export interface KillCount {
  kills: number;
  /** Kills that came before the work had ended. */
  killed: number;
  /** Kills after which the new state was current. */
  landed: number;
  /** Broken promises, a sentence each. */
  faults: string[];
}

/** One line for the table. */
export function countLine(what: string, { kills, killed, landed, faults }: KillCount): string {
  const wrong = faults.length === 0 ? '' : `; ${faults.length} faults, first: ${faults[0]}`;
  return `${kills} ${what}: ${killed} under way, ${landed} of them had come through${wrong}`;
}

/** Resolves when the process has ended, with the reason. */
export function goneOf(child: import('node:child_process').ChildProcess): Promise<{ wasKilled: boolean }> {
  return new Promise((resolve) => {
    const tell = () => resolve({ wasKilled: child.signalCode === 'SIGKILL' });
    if (child.exitCode !== null || child.signalCode !== null) tell();
    else child.once('exit', tell);
  });
}
