// Measures the hub and its yardstick in turn, several times, so that a temporary slowdown of the machine affects both.

/** Runs one measurement of the hub or of the yardstick, and resolves to its figure. */
export type Contestant = () => Promise<number>;

export interface Outcome {
  /** The median figures of all rounds. */
  ours: number;
  yardstick: number;
  /** The median of the ratios of all rounds. */
  ratio: number;
  /** The smallest and the largest ratio of any round. */
  spread: [number, number];
}

/** Measures `ours` and `yardstick` `rounds` times each. They take turns at being first. */
export async function alternate(rounds: number, ours: Contestant, yardstick: Contestant): Promise<Outcome> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await ours();
      pairs.push([first, await yardstick()]);
    } else {
      const first = await yardstick();
      pairs.push([await ours(), first]);
    }
  }
  return outcomeOf(pairs);
}

/** Returns the outcome of finished rounds. Each has the figures [ours, yardstick]. */
export function outcomeOf(pairs: readonly [number, number][]): Outcome {
  const ratios = pairs.map(([a, b]) => a / b);
  return {
    ours: median(pairs.map(([a]) => a)),
    yardstick: median(pairs.map(([, b]) => b)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

/** Returns the middle value, or the mean of the two values in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Returns words for notes, such as `ratios 0.86 to 0.91 over 5 rounds`. */
export function formatSpread({ spread }: Outcome, rounds: number): string {
  return `ratios ${spread[0].toPrecision(3)} to ${spread[1].toPrecision(3)} over ${rounds} rounds`;
}
