// Makes the plan of a model from the lock that a hub has of it: every file with its hash and its URLs at the sources.
import { lockIn, MOST_LOCK } from '../../locks/named-lock.ts';
import { wholeBody } from '../../process/answer-body.ts';
import { Failure, whyUnreached } from '../../process/failure.ts';
import type { WireClient } from '../wire/wire-client.ts';
import type { PullPlan } from './pull-plan.ts';

/**
 * Returns the plan of the model `asked`, whose id may be in any letter case. Throws a Failure if the hub has no such
 * model or can't be reached.
 */
export async function planOfHub(client: WireClient, base: string, asked: string): Promise<PullPlan> {
  const url = `${base}/models/${asked}/lock.json`;
  try {
    const answer = await client.ask(url, { headers: { Accept: 'application/json' } });
    const bytes = await wholeBody(url, answer, { most: MOST_LOCK });
    const { location, 'x-error-message': said } = answer.headers;
    if (answer.statusCode === 200) {
      const models = Object.entries(lockIn(bytes.toString(), url).models);
      const found = models.find(([id]) => id.toLowerCase() === asked.toLowerCase());
      if (!found) throw new Failure(`${url} is the lock of another model than ${asked}.`);
      return { id: found[0], revision: found[1].revision, files: found[1].files };
    }
    if (location !== undefined && answer.statusCode! < 400)
      throw new Failure(`${url} leads to ${location}: name the hub by that address.`);
    throw new Failure(typeof said === 'string' && said !== '' ? said : `${url} answers with ${answer.statusCode}.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${url} is not reached: ${whyUnreached(error)}.`, { cause: error });
  }
}
