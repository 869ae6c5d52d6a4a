import type { Actor } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as endpoint from '#server/messages/webhooks/edit.ts';
import { listMessages } from '#server/messages/webhooks/list.ts';
import type { Outbox } from '#server/messages/webhooks/outbox.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import { getAffiliate, lockAffiliate } from './approved.ts';

const outboxOf = ({ personId }: Actor): Outbox => ({
  ...{ audience: 'affiliate', personId },
  lock: (trx) => lockAffiliate(trx, personId),
});

export const postbacksRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchPostbacks, async ({ actor }) => {
    await getAffiliate(deps.db, actor.personId);
    return listMessages(deps, outboxOf(actor));
  });
  mount(calls.savePostbackUrl, ({ actor, body }) => endpoint.saveEndpoint(deps, outboxOf(actor), body.url));
  mount(calls.rotatePostbackSecret, ({ actor }) => endpoint.rotateSecret(deps, outboxOf(actor)));
  mount(calls.removePostbackUrl, ({ actor }) => endpoint.removeEndpoint(deps, outboxOf(actor)));
  mount(calls.testPostback, ({ actor }) => endpoint.sendTest(deps, outboxOf(actor)));
};
