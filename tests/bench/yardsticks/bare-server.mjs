// Serves as the yardstick of the cold start: the smallest Node server that answers a 302.
import { createServer } from 'node:http';
import process from 'node:process';

createServer((_request, response) => {
  response.writeHead(302, { Location: 'https://example.org/', 'Content-Length': '0' });
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
