// Lambda loads these exports from the npm package, as `made/code/lambda.handler` and `made/code/lambda.streaming`.
import process from 'node:process';
import { openEnvironmentHub } from '../environment-hub.ts';
import { toBuffered, toStreamed } from './lambda.ts';

const { hub } = await openEnvironmentHub();

export const handler = toBuffered(hub, (sentence) => process.stderr.write(`${sentence}\n`));
export const streaming = globalThis.awslambda && toStreamed(hub, globalThis.awslambda);
