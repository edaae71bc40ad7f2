// Finds the fault scenarios: the modules of this folder whose names end in `.fault.ts`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from './fault.ts';

export interface FoundFault {
  /** The name of the scenario's file. */
  file: string;
  fault: Fault;
}

/**
 * Finds every scenario in `folder`, in the order of file names. Rejects if two scenarios have the same name, or if a
 * module whose name ends in `.fault.ts` exports none.
 */
export async function findFaults(folder: string = import.meta.dirname): Promise<FoundFault[]> {
  const names = readdirSync(folder).filter((file) => file.endsWith('.fault.ts'));
  const found: FoundFault[] = [];
  for (const file of names.sort()) {
    const { default: those } = (await import(pathToFileURL(join(folder, file)).href)) as { default?: unknown };
    for (const fault of [those].flat() as Partial<Fault>[]) {
      if (!isFault(fault))
        throw new Error(`${file} exports no scenario: its default export must be a Fault, or several.`);
      found.push({ file, fault });
    }
  }
  const twice = found.find(({ fault }, at) =>
    found.some((other, place) => place < at && other.fault.name === fault.name),
  );
  if (twice) throw new Error(`${twice.file} has the name of another scenario: ${twice.fault.name}.`);
  return found;
}

function isFault(fault: Partial<Fault> | undefined): fault is Fault {
  return typeof fault?.name === 'string' && typeof fault.promise === 'string' && typeof fault.run === 'function';
}
