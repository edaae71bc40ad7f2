// The code that a page of the website loads with the first file.
import HashWorker from '../../checking/hash-worker.ts?worker';
import { VerifyDesk } from './verify-desk.ts';

export const desk = new VerifyDesk(() => new HashWorker());
