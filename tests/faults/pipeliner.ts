// Runs a client in a separate process that pipelines hundreds of requests on each of its connections, again and again.
import { connect } from 'node:net';
import process from 'node:process';

/** The message that starts the client. */
export interface PipelineOrders {
  port: number;
  /** The targets of requests. Each connection requests one of them. */
  targets: string[];
  /** The number of requests that each connection sends without waiting for answers. */
  count: number;
}

/** The reply to each later message: the number of answers so far, and of complete rounds of requests. */
export interface PipelineSeen {
  answers: number;
  rounds: number;
  /** The faults of connections. */
  faults: string[];
}

const STATUS = 'HTTP/1.1 ';

const seen: PipelineSeen = { answers: 0, rounds: 0, faults: [] };

process.once('message', ({ port, targets, count }: PipelineOrders) => {
  let open = targets.length;
  const sends: (() => void)[] = [];
  let answered = 0;
  /**
   * Starts the next round on all connections together, once all have their answers. This exposes a server that answers
   * all requests of one connection before those of the next.
   */
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
        // The status line continues in the next piece, so this end of the text is kept.
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
