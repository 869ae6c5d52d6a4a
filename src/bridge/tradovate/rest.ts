import { Refused } from '../core/adapter.ts';
import { isObject, type Row as Json } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { Silenced } from '../core/throttle.ts';
import { createHosts, type Host } from './hosts.ts';
import { Answered, findRejection, isUrgent } from './rejections.ts';
import { createSender, findProblem } from './sender.ts';
import { createSession } from './session.ts';
import type { TradovateSettings } from './settings.ts';

/** The vendor's REST interface: one session, renewed in time, within its limits, with its penalties served. */
export function createRest(settings: TradovateSettings, parts: Pick<CoreParts, 'clock' | 'metrics' | 'record'>) {
  const hosts = createHosts(settings);
  const sender = createSender(hosts, parts);
  const session = createSession(settings, hosts, sender, parts);
  const { sendServing, toError } = sender;
  const { getSession, forgetSession, isClosed } = session;

  async function ask(host: Host, method: string, path: string, body?: Json): Promise<unknown> {
    const { token } = await getSession();
    try {
      return await sendServing(host, method, path, body, token);
    } catch (error) {
      const isInDoubt = error instanceof Answered && findRejection('rest', error.status).does === 'session';
      if (!isInDoubt || !(await isClosed(token))) throw toError('rest', error);
      const again = await getSession();
      // Where the vendor might have been ill instead, it may have been done: who asked looks first.
      if (method === 'POST' && !isUrgent(path) && ![401, 429].includes(error.status)) throw error;
      return sendServing(host, method, path, body, again.token).catch((second: unknown) => {
        throw toError('rest', second);
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
    getSession,
    streamUrl: hosts.stream,
    /** Why nothing can be asked now, for an operator. */
    problem: () => session.rejection() ?? sender.problem(),
    /** Does what the table says after the stream, or its opening, was refused. @throws {Silenced} for an hour */
    async react(where: 'stream' | 'upgrade', status: number, token: string): Promise<void> {
      const { does } = findRejection(where, status);
      if (does === 'sign-in') forgetSession(token);
      else if (does === 'renew') await session.renewNow();
      else if (does !== 'session' || !(await isClosed(token))) {
        const error = toError(where, new Answered('the stream', status, ''));
        if (error instanceof Silenced) throw error;
      }
    },
    get,
    /** @throws {Error} if the answer is no list */
    async list(path: string, host: Host = 'demo'): Promise<readonly Json[]> {
      const rows = await get(path, host);
      if (!Array.isArray(rows)) throw new Error(`${path} answered without a list`);
      return rows.filter(isObject);
    },
    /** The row of a `find`, or undefined. */
    async find(path: string, host: Host = 'demo'): Promise<Json | undefined> {
      const found = await get(path, host).catch((error: unknown) => {
        const isMissing = error instanceof Answered && findRejection('rest', error.status).does === 'missing';
        if (isMissing || (!(error instanceof Silenced) && /not ?found/i.test(String(error)))) return undefined;
        throw error;
      });
      return isObject(found) && 'id' in found ? found : undefined;
    },
    /** @throws {Refused} with the vendor's words: errors arrive in a 200 */
    async post(path: string, body: Json, host: Host = 'demo'): Promise<Json> {
      const answer = await ask(host, 'POST', path, body);
      const problem = findProblem(answer);
      if (problem !== undefined) throw new Refused(problem);
      return isObject(answer) ? answer : {};
    },
  };
}

export type Rest = ReturnType<typeof createRest>;
