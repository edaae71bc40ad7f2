// Declares the result of many kills: how many there were, how many interrupted work, and the promises that broke.

export interface KillCount {
  kills: number;
  /** The number of kills that came before the work had ended. */
  killed: number;
  /** The number of kills after which the new state was current. */
  landed: number;
  /** The broken promises, a sentence each. */
  faults: string[];
}

/** Returns the counts in one line, for the table. */
export function countLine(what: string, { kills, killed, landed, faults }: KillCount): string {
  const wrong = faults.length === 0 ? '' : `; ${faults.length} faults, first: ${faults[0]}`;
  return `${kills} ${what}: ${killed} under way, ${landed} of them had come through${wrong}`;
}

/** Resolves once the process has ended, and says whether it was killed. */
export function goneOf(child: import('node:child_process').ChildProcess): Promise<{ wasKilled: boolean }> {
  return new Promise((resolve) => {
    const tell = () => resolve({ wasKilled: child.signalCode === 'SIGKILL' });
    if (child.exitCode !== null || child.signalCode !== null) tell();
    else child.once('exit', tell);
  });
}
