// Sends the files of the transparency log at their addresses (C2SP tlog-tiles): the checkpoint, keys, tiles and leaves
// of the log, and the index of its models.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { CHECKPOINT, parseLogPath } from '../../src/log/log-paths.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import { compressedBytes } from '../answers/compressed-text.ts';
import type { Call } from '../ports/handler.ts';
import type { Answer } from '../request/answer.ts';

/** The parts of a request that all routes of the log read. */
type LogCall = Pick<Call<'logCheckpoint'>, 'ask' | 'path' | 'ports'>;
type LogRow = 'logCheckpoint' | 'logKeys' | 'logEntries' | 'logTile' | 'logModels';

/** Makes the handler of a row for a file of the log. The request's path ends with the file's path in the log. */
export const logFile =
  (name: LogRow) =>
  ({ ask, path, ports }: LogCall): Awaitable<Answer | Refusal> => {
    const file = path.segments.slice(1).join('/');
    const kind = path.slash ? undefined : parseLogPath(file)?.kind;
    if (kind === undefined) return refuse('NoLogFile', { path: file });
    return andThen(ports.log.read(file), (bytes) => {
      // Compression does not make hashes smaller.
      if (bytes) return builtAnswer(ask, routes[name], compressedBytes(bytes, kind === 'hashes' ? {} : ports.compress));
      return andThen(ports.log.read(CHECKPOINT), (checkpoint) =>
        checkpoint ? refuse('NoLogFile', { path: file }) : refuse('NoLog', undefined),
      );
    });
  };
