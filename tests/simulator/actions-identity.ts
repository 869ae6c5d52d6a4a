import { decideIdentityCheck } from '#shared/payouts/contract-office-payees.ts';
import { startCheckWithoutFace, startIdentityCheck, submitIdentityCheck } from '#shared/payouts/contract-payees.ts';
import { photograph, uploadAs } from '../server/support/payee.ts';
import { join } from './actions-people.ts';
import type { Chance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

const statuses = ['approved', 'approved', 'declined', 'retry', 'review', 'expired'] as const;

/** Someone starts a check, the provider decides it or changes its mind, and its messages arrive late, twice or forged. */
export async function identify(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { identity } = world;
  await world.ask(startIdentityCheck, { token: trader.token });
  const check = await world.db
    .selectFrom('identity_check')
    .select(['id', 'event_at'])
    .where('person_id', '=', trader.personId)
    .where('provider', '=', identity.port.provider)
    .executeTakeFirst();
  if (!check) return;
  for (let times = chance.between(0, 2); times > 0; times -= 1)
    identity.decide(check.id, chance.pick(statuses), chance.hits(0.5), check.event_at?.getTime());
  const forged = JSON.stringify({
    checkId: check.id,
    event: { status: 'approved', at: Date.now() + 1, reason: null, name: null },
  });
  if ((await postMessage(world, forged, false)) === 200) world.fail('a forged identity message was accepted');
  await deliverIdentity(world, chance, chance.between(0, identity.state.waiting.length));
}

async function hasCheck({ db }: World, { personId }: Trader): Promise<boolean> {
  const checks = db.selectFrom('identity_check').select('id').where('person_id', '=', personId);
  return (await checks.where('status', 'in', ['approved', 'declined', 'review']).execute()).length > 0;
}

/** Someone uploads documents instead, and perhaps submits them; staff decide. */
export async function prove(world: World, someone: Trader, chance: Chance, firm: Firm): Promise<void> {
  const [token] = firm.staff;
  const isClosed = await hasCheck(world, someone);
  if (isClosed) await join(world, someone, chance, firm);
  const trader = isClosed ? (firm.traders.at(-1) ?? someone) : someone;
  await world.ask(startCheckWithoutFace, { token: trader.token });
  const photo = await photograph();
  for (const purpose of ['identity-front', 'selfie'] as const) {
    const { response_status } = await uploadAs(world.server, trader.token, photo, { purpose });
    world.count(`payee/documents/upload: ${response_status === 200 ? 'done' : response_status}`);
  }
  if (chance.hits(0.7)) await world.ask(submitIdentityCheck, { token: trader.token });
  const waiting = await world.db.selectFrom('identity_check').select('id').where('status', '=', 'review').execute();
  const decision = chance.pick([
    { decision: 'approved', first_name: 'Ada', last_name: 'Ferreira' },
    { decision: 'retry', reason: 'document-unreadable' },
    { decision: 'declined', reason: 'not-accepted' },
  ] as const);
  for (const { id: checkId } of chance.hits(0.7) ? waiting : [])
    await world.ask(decideIdentityCheck, { body: { checkId, ...decision }, token });
}

function postMessage(world: World, body: string, isOurs: boolean): Promise<number> {
  const headers = world.identity.sign(isOurs);
  return Promise.resolve(world.server.app.request('/api/webhooks/identity', { method: 'POST', headers, body })).then(
    ({ status }) => status,
  );
}

/** Delivers so many of the messages that wait, in any order, and each until it is taken. */
export async function deliverIdentity(world: World, chance: Chance, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    const message = world.identity.pick(chance);
    if (!message) return;
    const body = JSON.stringify(message);
    for (let times = chance.between(1, 2); times > 0; times -= 1) {
      const status = await postMessage(world, body, true);
      world.count(`identity message: ${status}`);
      if (status === 200) world.identity.forget(message);
    }
    await world.drain();
  }
}
