// A worker thread of the hub that the contract scripts ask. Unlike a thread of the product, it has the stub pages and
// the stub sign-in of the scripts.
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { MainCalls } from '../../functions/hosts/node/workers/calls.ts';
import { Line } from '../../functions/hosts/node/workers/line.ts';
import { openWorker } from '../../functions/hosts/node/workers/worker-server.ts';
import { readConfig } from '../../src/service/config.ts';
import { pages, signInBy } from './ports.ts';

const main = new Line<MainCalls>(parentPort!);
const { key, token } = JSON.parse(process.env.SIGN_IN!);
const own = { config: readConfig(process.env), signIn: signInBy(key, token), pages };
main.answerBy(await openWorker(main, workerData, own));
