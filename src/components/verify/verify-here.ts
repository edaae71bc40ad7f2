// Makes the desk that hashes and judges files. A page of the website loads this module when the visitor adds the first
// file.
import HashWorker from '../../checking/hash-worker.ts?worker';
import { VerifyDesk } from './verify-desk.ts';

export const desk = new VerifyDesk(() => new HashWorker());
