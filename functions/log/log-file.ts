// Sends the files of the transparency log at their addresses (C2SP tlog-tiles): the checkpoint, keys, tiles and leaves
// of the log, and the index of its models.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { CHECKPOINT, parseLogPath } from '../../src/log/tiles.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { builtAnswer, compressedBytes } from '../answers/built-answer.ts';
import type { Call } from '../ports/ports.ts';
import type { Answer } from '../request/answer.ts';

/** Answers with a file of the log. The request's path ends with the file's path in the log. */
export function logFile(call: Call<'logKeys'>): Awaitable<Answer | Refusal> {
  const { path, ports } = call;
  const file = path.segments.slice(1).join('/');
  const kind = path.slash ? undefined : parseLogPath(file)?.kind;
  if (kind === undefined) return refuse('NoLogFile', { path: file });
  return andThen(ports.log.read(file), (bytes) => {
    // Compression does not make hashes smaller.
    if (bytes) return builtAnswer(call, compressedBytes(bytes, kind === 'hashes' ? {} : ports.compress));
    return andThen(ports.log.read(CHECKPOINT), (checkpoint) =>
      checkpoint ? refuse('NoLogFile', { path: file }) : refuse('NoLog', undefined),
    );
  });
}
