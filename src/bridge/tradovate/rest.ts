import { Refused } from '../core/adapter.ts';
import { isObject, type Row } from '../core/answers.ts';
import { Silenced } from '../core/throttle.ts';
import type { Host } from './hosts.ts';
import { Answered, findRejection, isUrgent } from './rejections.ts';
import { createSender, findProblem, type RestParts } from './sender.ts';
import { createSession } from './session.ts';
import type { TradovateSettings } from './settings.ts';

/** The vendor's REST interface, asked within its one session. */
export function createRest(settings: TradovateSettings, parts: RestParts) {
  const sender = createSender(settings, parts);
  const session = createSession(settings, parts, sender);

  async function ask(host: Host, method: string, path: string, body?: Row): Promise<unknown> {
    const { token } = await session.get();
    try {
      return await sender.send(host, method, path, body, token);
    } catch (error) {
      const isInDoubt = error instanceof Answered && findRejection('rest', error.status).does === 'session';
      if (!isInDoubt || !(await session.isClosed(token))) throw sender.toError('rest', error);
      const again = await session.get();
      // Where the vendor might have been ill instead, it may have been done: who asked looks first.
      if (method === 'POST' && !isUrgent(path) && ![401, 429].includes(error.status)) throw error;
      return sender.send(host, method, path, body, again.token).catch((second: unknown) => {
        throw sender.toError('rest', second);
      });
    }
  }

  /** @throws {Error} the vendor's words: an error isn't an empty list */
  async function get(path: string, host: Host = 'demo'): Promise<unknown> {
    const answer = await ask(host, 'GET', path);
    const problem = findProblem(answer);
    if (problem !== undefined) throw new Error(`${path}: ${problem}`);
    return answer;
  }

  return {
    getSession: session.get,
    react: session.react,
    streamUrl: sender.hosts.stream,
    /** Why nothing can be asked now, for an operator. */
    problem: () => session.problem() ?? sender.problem(),
    get,
    /** @throws {Error} if the answer is no list */
    async list(path: string, host: Host = 'demo'): Promise<readonly Row[]> {
      const rows = await get(path, host);
      if (!Array.isArray(rows)) throw new Error(`${path} answered without a list`);
      return rows.filter(isObject);
    },
    async find(path: string, host: Host = 'demo'): Promise<Row | undefined> {
      const found = await get(path, host).catch((error: unknown) => {
        const isMissing = error instanceof Answered && findRejection('rest', error.status).does === 'missing';
        if (isMissing || (!(error instanceof Silenced) && /not ?found/i.test(String(error)))) return undefined;
        throw error;
      });
      return isObject(found) && 'id' in found ? found : undefined;
    },
    /** @throws {Refused} with the vendor's words: errors arrive in a 200 */
    async post(path: string, body: Row, host: Host = 'demo'): Promise<Row> {
      const answer = await ask(host, 'POST', path, body);
      const problem = findProblem(answer);
      if (problem !== undefined) throw new Refused(problem);
      return isObject(answer) ? answer : {};
    },
  };
}

export type Rest = ReturnType<typeof createRest>;
