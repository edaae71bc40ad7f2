// Chooses mutants by a seed, spread over the folders of the source. A mutant is the code with one small change.
import fc from 'fast-check';
import { type Mutation, mutationsOf } from './mutations.ts';

export interface Mutant {
  path: string;
  mutation: Mutation;
}

/**
 * Returns `count` mutants of `files`, which has the text of each module by its path. Takes one from each folder before
 * it takes a second from any, in an order that `seed` decides.
 */
export function chosenMutants(
  files: ReadonlyMap<string, string>,
  { seed, count }: { seed: number; count: number },
): Mutant[] {
  const rooms = Map.groupBy([...files.keys()].sort(), (path) => path.split('/').slice(0, 2).join('/'));
  const order = shuffled([...rooms.keys()], seed);
  return Array.from({ length: count }, (_, at) => {
    const room = rooms.get(order[at % order.length]!)!;
    const mutants = room.flatMap((path) => mutationsOf(path, files.get(path)!).map((mutation) => ({ path, mutation })));
    return shuffled(mutants, seed + at)[0];
  }).filter((one) => one !== undefined);
}

function shuffled<T>(all: T[], seed: number): T[] {
  const whole = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  return fc.sample(whole, { seed, numRuns: 1 })[0]!;
}
