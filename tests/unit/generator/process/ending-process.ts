// A child process that does what a message says: it answers, ends, kills itself, or stays silent.
import process from 'node:process';

process.on('message', ({ ask }: { ask: string }) => {
  if (ask === 'answer') process.send!({ answer: true });
  if (ask === 'end') process.exit(3);
  if (ask === 'be killed') process.kill(process.pid, 'SIGKILL');
});
process.send!({ ready: true });
