// Answers with the git-LFS pointer of a file, for clients that ask whether the file exists or read its hash there
// (decision 0026).
import { lfsPointer } from '../../src/dialects/hub/lfs-pointer.ts';
import { CACHE_CONTROL, CORS } from '../../src/table/headers.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import type { Handler } from '../ports/handler.ts';
import { answer } from '../request/answer.ts';
import { matchesTag } from '../request/conditional.ts';
import { locatedFile } from './resolve.ts';

export const raw: Handler<'raw'> = async (call) => {
  const { ask, params } = call;
  const found = await locatedFile(call, params);
  if (isRefusal(found)) return found;
  const { model, file } = found;
  const etag = `"pointer-${file.sha256}"`;
  const headers = ['ETag', etag, 'Cache-Control', CACHE_CONTROL.revalidate, 'X-Repo-Commit', model.revision];
  const ifNoneMatch = ask.header('if-none-match');
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag))
    return { status: 304, headers: [...CORS, ...headers], body: undefined };
  return answer(200, 'text/plain; charset=utf-8', lfsPointer(file.sha256, file.size), headers);
};
