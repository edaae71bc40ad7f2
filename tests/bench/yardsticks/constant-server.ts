// Serves as the yardstick of requests per second: bare node:http that answers every request with the same bytes and
// headers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

/** The answer to every request. `headers` is a flat list: name, value, name, value. `body` is in Base64. */
export interface ConstantAnswer {
  status: number;
  headers: string[];
  body: string;
}

process.once('message', ({ status, headers, body }: ConstantAnswer) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    if (bytes.length === 0) response.end();
    else response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
// Ends when the parent process ends, even by a crash.
process.once('disconnect', () => process.exit());
