// Runs a worker: a thread that runs the hub that the environment describes, after the main thread has named a tree and
// a port.
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../../../src/service/config.ts';
import { openSignIn } from '../../../rim/sign-in.ts';
import { guardedFetch } from '../../../stores/bytes/guarded-fetch.ts';
import type { MainCalls } from './calls.ts';
import { Line } from './line.ts';
import { noticesTo, openWorker } from './worker-server.ts';

const main = new Line<MainCalls>(parentPort!);
const config = readConfig(process.env);
let isOpen = false;
// The main thread has already written the notices that come at the start, so they are dropped here.
const onNotice = (sentence: string) => isOpen && noticesTo(main).writeNotice(sentence);
const signIn = await openSignIn(config, onNotice, guardedFetch);
main.answerBy(await openWorker(main, workerData, { config, signIn }));
isOpen = true;
