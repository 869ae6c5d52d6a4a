import { sql } from 'kysely';
import { minuteMs } from '#lib/durations.ts';
import type { PostbackRequest } from '#server/affiliates/ports/postback/postback.ts';
import * as calls from '#shared/people/contract-webhooks.ts';
import { isSignedWith } from '../server/support/webhook-receiver.ts';
import type { Chance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

type Owner = { readonly since: number; readonly secret: string };
type Message = { readonly path: string; readonly body: string; tries: number; isTaken: boolean };

/** Traders' own servers, at /<person>, and others'. They check what arrives, and fail at times. */
export function createReceivers(isFailing: () => boolean | undefined) {
  /** Who knows that they get messages, and how they are signed. */
  const owners = new Map<string, Owner>();
  const messages = new Map<string, Message>();
  const state = { problem: undefined as string | undefined };
  const find = ({ url, headers, body }: PostbackRequest) => {
    const id = headers['webhook-id'] ?? '';
    const message = messages.get(id) ?? { path: new URL(url).pathname.slice(1), body, tries: 0, isTaken: false };
    messages.set(id, message);
    if (message.body !== body) state.problem = `${id} says something else each time`;
    return message;
  };
  return {
    ...{ owners, messages, state },
    tried(request: PostbackRequest): void {
      find(request).tries += 1;
    },
    async take(request: PostbackRequest) {
      const message = find(request);
      const { secret } = owners.get(message.path) ?? {};
      const age = Date.now() - Number(request.headers['webhook-timestamp']) * 1_000;
      if (secret && !(isSignedWith(secret, request) && age < 5 * minuteMs)) state.problem = `${message.path} refuses`;
      message.isTaken = !isFailing() || message.isTaken;
      return { statusCode: message.isTaken ? 200 : 500, failure: null } as const;
    },
  };
}

/** A trader names their server, replaces its secret, tries it, or removes it. */
export async function listen(world: World, { personId, token }: Trader, chance: Chance): Promise<void> {
  const { owners } = world.receivers;
  const known = owners.get(personId);
  // Without an answer, they can't tell what they have.
  owners.delete(personId);
  if (chance.hits(0.15)) return void (await world.ask(calls.removeWebhookUrl, { token }));
  const saved = await world.ask(calls.saveWebhookUrl, { body: { url: `https://own.example/${personId}` }, token });
  const isLost = saved?.secret === null && !known;
  const rotated = isLost || chance.hits(0.2) ? await world.ask(calls.rotateWebhookSecret, { token }) : undefined;
  const secret = rotated?.secret ?? saved?.secret ?? known?.secret;
  // What happened just before may still be told, or be dated later: a clock was set back, or a trade is on its way.
  if (secret) owners.set(personId, { since: known?.since ?? Date.now() + 15 * minuteMs, secret });
  await world.ask(calls.testWebhook, { token });
  await world.drain();
}

/** Traders with a server have heard of each fill, verdict and paid payout, under one id each. */
export async function checkReceivers(world: World, { traders }: Firm): Promise<void> {
  const { owners, messages, state } = world.receivers;
  if (state.problem) world.fail(state.problem);
  for (const { personId } of traders) {
    const { since = Number.POSITIVE_INFINITY } = owners.get(personId) ?? {};
    if (since > Date.now()) continue;
    const from = new Date(since);
    const { rows } = await sql<{ what: string; times: number }>`
      select what, count(*)::int as times from (
        select e.at, 'account.filled ' || a.id || ' ' || source_id as what from account_event e
          join trading_account a on a.id = account_id where person_id = ${personId} and e.type = 'fill'
        union all select at, replace(action, '-', '.') || ' ' || a.id from audit join trading_account a on a.id = entity_id
          where person_id = ${personId} and action in ('account-passed', 'account-breached') and not coalesce(ended_at <= at, false)
        union all select at, 'payout.paid ' || p.id from audit join payout p on p.id = entity_id
          where person_id = ${personId} and action = 'payout-paid' and source = 'account') as happened
      where at >= ${from} group by what`.execute(world.db);
    const told = [...messages.values()].flatMap(({ path, body, tries, isTaken }) => {
      const { type, timestamp, data } = JSON.parse(body);
      if (path !== personId || Date.parse(timestamp) < since) return [];
      // Eight attempts are made, unless a process ends in one.
      if (!isTaken && tries < 7) world.fail(`${personId} never got ${body}`);
      const of = data.account_id && type !== 'payout.paid' ? data.account_id : data.payout_id;
      return (data.fills ?? [{ id: '' }]).map(({ id }: { id: string }) => `${type} ${of} ${id}`.trim());
    });
    for (const { what, times } of rows) {
      const heard = told.filter((each) => each === what).length;
      if (heard !== times) world.fail(`${personId} heard ${heard} times of ${what}, which happened ${times} times`);
      world.count(`state: webhook ${what.split(' ')[0]}`);
    }
  }
}
