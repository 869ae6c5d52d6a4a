import { type AccessRequest, type Adapter, type OpenRequest, Pending, Refused } from './adapter.ts';
import { answerCommand } from './commands.ts';
import type { Outbox } from './outbox.ts';
import type { Requests } from './requests.ts';
import type { Answer, BridgeRequest } from './signed-server.ts';
import type { Store } from './store.ts';

type Parts = {
  readonly adapter: Adapter;
  readonly store: Store;
  readonly requests: Requests;
  readonly outbox: Outbox;
  readonly say: (line: string) => void;
};

type Message = Readonly<Record<string, unknown>>;

/**
 * Answers the site, and an operator's commands. What can't be done yet is a 202 with its reason, and what the platform
 * refuses a 422 with its words; anything else that fails is a 503, and the site asks again.
 */
export async function answerRequest(
  parts: Parts,
  { method, url, body, idempotencyKey }: BridgeRequest,
): Promise<Answer> {
  if (method !== 'POST') return [404, { error: 'not found' }];
  const command = answerCommand(parts, url);
  if (command) return command;
  if (url === '/books') return [200, { books: await readBooks(parts) }];
  const message = JSON.parse(body || '{}') as Message;
  const [, encodedId, action] = /^\/accounts\/([^/]+)\/(reset|access|transfer|close)$/.exec(url) ?? [];
  const accountId = encodedId === undefined ? String(message['accountId']) : decodeURIComponent(encodedId);
  try {
    if (url === '/accounts') return await open(parts, accountId, message);
    if (action === undefined) return [404, { error: 'not found' }];
    return await act(parts, action, { accountId, message, idempotencyKey });
  } catch (error) {
    return answerFailure(parts, accountId, error);
  }
}

/** What quiet accounts hold, once the site has everything that led there. */
async function readBooks({ adapter, outbox }: Parts) {
  if (!adapter.standing().isSynced) return [];
  const reports = await adapter.balances();
  if (outbox.size() > 0) return [];
  return reports.map(({ accountId, balanceCents, positions }) => ({ accountId, balanceCents, positions }));
}

function answerFailure({ say }: Parts, accountId: string, error: unknown): Answer {
  const text = error instanceof Error ? error.message : String(error);
  say(`${accountId}: ${text}`);
  if (error instanceof Pending) return [202, { status: 'pending', reason: error.reason, until: error.until }];
  return [error instanceof Refused ? 422 : 503, { error: text.slice(0, 200) }];
}

async function open({ adapter, requests }: Parts, accountId: string, message: Message): Promise<Answer> {
  if (message['platform'] !== adapter.platform)
    return [422, { error: `this bridge serves ${adapter.platform}, not ${message['platform']}` }];
  const request = message as unknown as OpenRequest;
  return [200, await requests.once(`open ${accountId}`, () => adapter.open(request))];
}

type Action = { readonly accountId: string; readonly message: Message; readonly idempotencyKey: string };

async function act(parts: Parts, action: string, { accountId, message, idempotencyKey }: Action): Promise<Answer> {
  const { adapter, store, requests } = parts;
  if (!store.get('accounts', accountId)) return [404, { error: 'no such account' }];
  if (action === 'access') return setAccess(parts, accountId, message as unknown as AccessRequest);
  const key = `${action} ${accountId} ${idempotencyKey}`;
  if (action === 'transfer') {
    const [amountCents, requestId] = [Number(message['amountCents']), String(message['requestId'])];
    return [200, await requests.once(key, () => adapter.transfer(accountId, amountCents, requestId))];
  }
  const step = action === 'reset' ? () => adapter.reset(accountId, idempotencyKey) : () => adapter.close(accountId);
  await requests.once(key, () => step().then(() => true));
  return [200, { ok: true }];
}

/** Of two messages, the one with the higher revision applies, also after a restart. */
async function setAccess({ adapter, store }: Parts, accountId: string, access: AccessRequest): Promise<Answer> {
  const newest = store.get<number>('revisions', accountId) ?? 0;
  if (access.revision < newest) return [200, { ok: true }];
  store.write(['revisions', accountId, access.revision]);
  return [200, { ok: true, ...(await adapter.setAccess(accountId, access)) }];
}
