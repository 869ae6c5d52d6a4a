import { type Call, fillPath } from '#shared/core/call.ts';
import { registry } from '#shared/firm/registry.ts';
import type { Chance } from './chance.ts';
import { type Firm, listAccounts, listPayouts, type Trader } from './firm.ts';
import type { World } from './world.ts';

const reads: readonly Call[] = registry.filter(
  ({ method, mediaType }) => method === 'GET' && mediaType !== 'text/event-stream',
);
const perStep = 8;

/** What a person's screens know to ask for. */
async function findIds(world: World, trader: Trader, chance: Chance): Promise<Record<string, string | undefined>> {
  const { db } = world;
  const first = async (table: 'orders' | 'certificate' | 'ticket' | 'payment_dispute' | 'performance_review') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  const accounts = await listAccounts(world, trader);
  const [payout] = await listPayouts(world, trader);
  const account = accounts.length > 0 ? chance.pick(accounts) : undefined;
  const pick = (ids: readonly string[]) => (ids.length > 0 ? chance.pick(ids) : undefined);
  const orderId = pick(await first('orders'));
  return {
    accountId: account?.id,
    day: account?.state.days.at(-1)?.day ?? '2026-03-18',
    payoutId: payout?.id,
    orderId,
    certificateId: pick(await first('certificate')),
    ticketId: pick(await first('ticket')),
    disputeId: pick(await first('payment_dispute')),
    reviewId: pick(await first('performance_review')),
    year: String(new Date().getUTCFullYear()),
    list: 'people',
    ...{ q: 'ada', language: 'en', template: 'square', id: orderId, name: 'liabilities' },
    ...{ contract: 'ESM6', seconds: '60', until: String(Date.now()), count: '10', kid: 'none' },
  };
}

/** Opens some of the contract's pages and files, each as somebody who may; none of them may break. */
export async function look(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const ids = await findIds(world, trader, chance);
  const from = chance.below(reads.length);
  const stride = chance.pick([1, 7, 31]);
  for (let at = 0; at < perStep; at += 1) {
    const call = reads[(from + at * stride) % reads.length] as Call;
    await open(world, call, typeof call.access === 'object' ? token : trader.token, ids);
  }
}

async function open(world: World, call: Call, token: string, ids: Record<string, string | undefined>): Promise<void> {
  const shape = call.query === null ? {} : ((call.query as { def?: { shape?: object } }).def?.shape ?? {});
  const optional = new Set(['q', 'from', 'to', 'cursor', 'direction', 'sort', 'status']);
  const asked = Object.keys(shape).filter((name) => !optional.has(name) && ids[name] !== undefined);
  const query = new URLSearchParams(asked.map((name) => [name, ids[name] ?? '']));
  const path = `/api/${fillPath(call.path, ids as Record<string, unknown>)}?${query}`;
  const response = await world.server.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  world.count(`${call.path}: ${response.status === 200 ? 'done' : response.status}`);
  if (response.status >= 500 && (response.status !== 503 || world.state.injected === 0))
    world.fail(`${path} was answered with ${response.status}`);
}
