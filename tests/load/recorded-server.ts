// Runs the yardstick of the load: a bare node:http server that answers each request with its recorded answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import type { ConstantAnswer } from '../bench/yardsticks/constant-server.ts';

/** The recorded answers by request line, such as `GET /path`. */
export type Recorded = Record<string, ConstantAnswer>;

process.once('message', (recorded: Recorded) => {
  const answers = new Map(
    Object.entries(recorded).map(([line, { body, ...head }]) => [
      line,
      { ...head, bytes: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const { status, headers, bytes } = answers.get(`${request.method} ${request.url}`)!;
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
// This process ends when its parent process ends, even by a crash.
process.once('disconnect', () => process.exit());
