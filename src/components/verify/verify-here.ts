// The code that a page of the website loads when the visitor adds the first file.
import HashWorker from '../../checking/hash-worker.ts?worker';
import { VerifyDesk } from './verify-desk.ts';

export const desk = new VerifyDesk(() => new HashWorker());
