// A client in a process of its own that pipelines hundreds of requests on each of its connections, again and again.
import { connect } from 'node:net';
import process from 'node:process';

/** The client's orders. */
export interface PipelineOrders {
  port: number;
  /** Each connection asks for one of these. */
  targets: string[];
  /** Pipelined requests of a connection. */
  count: number;
}

/** Its answer to any message: the number of answers so far, and of complete rounds of requests. */
export interface PipelineSeen {
  answers: number;
  rounds: number;
  /** The fault of the connection. */
  faults: string[];
}

const STATUS = 'HTTP/1.1 ';

const seen: PipelineSeen = { answers: 0, rounds: 0, faults: [] };

process.once('message', ({ port, targets, count }: PipelineOrders) => {
  let open = targets.length;
  const sends: (() => void)[] = [];
  let answered = 0;
  /** All connections begin again together, which exposes a server that answers one connection's whole read at a time. */
  const roundOver = () => {
    if (++answered < open) return;
    answered = 0;
    seen.rounds++;
    for (const send of sends) send();
  };
  for (const target of targets) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    const requests = `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count);
    let left = 0;
    let end = '';
    const send = () => {
      left = count;
      socket.write(requests);
    };
    sends.push(send);
    socket.once('connect', send);
    socket.on('data', (text) => {
      const all = end + text;
      for (let at = all.indexOf(STATUS); at >= 0; at = all.indexOf(STATUS, at + 1)) {
        // A message may continue in the next piece, so it stays.
        if (all.length - at < STATUS.length + 3) break;
        if (all.slice(at + STATUS.length, at + STATUS.length + 3) !== '200')
          seen.faults.push(`${target}: ${all.slice(at, at + 40)}`);
        seen.answers++;
        left--;
      }
      const last = all.lastIndexOf('H');
      end = last >= 0 && all.length - last < STATUS.length + 3 ? all.slice(last) : '';
      if (left === 0) roundOver();
    });
    socket.on('error', (error) => seen.faults.push(error.message));
    socket.on('close', () => {
      open--;
      seen.faults.push('closed');
    });
  }
  process.on('message', () => process.send!(seen));
});
process.once('disconnect', () => process.exit());
