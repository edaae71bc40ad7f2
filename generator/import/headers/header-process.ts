// The process that reads headers of GGUF and safetensors files: a file that fills the memory ends only this process.
import process from 'node:process';
import type { GgufFacts } from '../../../src/shapes/objects.ts';
import { Failure } from '../../process/failure.ts';
import type { Ready } from '../../process/limited-process.ts';
import { readGgufHeader } from './gguf-header.ts';
import { readSafetensorsHeader } from './safetensors-header.ts';

/** The file to read. */
export interface HeaderQuestion {
  path: string;
  /**
   * The size of the whole file in bytes, if `path` has only the beginning of a safetensors file; absent for a GGUF
   * file.
   */
  safetensors?: number;
}

/** The facts of a header, or one sentence with the reason why the header can't be read. */
export type HeaderReply = { facts: GgufFacts | Record<string, number> } | { fault: string };

async function reply({ path, safetensors }: HeaderQuestion): Promise<HeaderReply> {
  try {
    const isGguf = safetensors === undefined;
    return { facts: await (isGguf ? readGgufHeader(path) : readSafetensorsHeader(path, safetensors)) };
  } catch (error) {
    if (error instanceof Failure) return { fault: error.message };
    throw error;
  }
}

process.on('message', async (question: HeaderQuestion) => process.send!(await reply(question)));
process.send!({ ready: true } satisfies Ready);
