import { answer } from '#server/core/answer.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { fetchOwnOutages, fetchStatus, subscribeStatus } from '#shared/status/contract.ts';
import { type Confirmation, confirmStatusSubscription, findConfirmation } from './confirm.ts';
import { isUnsubscribeKey } from './links.ts';
import { listOwnOutages } from './list-own-outages.ts';
import { readStatus } from './read-status.ts';
import { subscribeToStatus } from './subscribe.ts';
import { unsubscribeFromStatus } from './unsubscribe.ts';
import { writeStatusFeed } from './write-feed.ts';

/** Long enough to spare the database a rush of readers, short enough that an incident shows almost immediately. */
const cacheSeconds = 15;

function sendConfirmationPage(c: AppContext, state: Confirmation) {
  if (state === 'open') {
    return sendMessage(c, {
      title: 'status_confirm_title',
      text: 'status_confirm_text',
      buttons: [{ label: 'confirm_button' }],
    });
  }
  if (state === 'confirmed') return sendMessage(c, { title: 'confirmed_title', text: 'confirmed_text' });
  return sendMessage(c, { title: 'dead_title', text: 'status_dead_text', status: 404 });
}

const expiredUnsubscription = { title: 'dead_title', text: 'dead_unsubscribe_text', status: 404 } as const;

export const statusRoutes: Routes = ({ mount, app, deps }) => {
  mount(fetchStatus, () => readStatus(deps), { cacheSeconds });
  mount(fetchOwnOutages, async ({ actor }) => ({ accounts: await listOwnOutages(deps, actor.personId) }));

  mount(subscribeStatus, async ({ body, requestContext }) => {
    await subscribeToStatus(deps, body, requestContext);
    return answer({ message: 'status_subscribed' });
  });

  app.get('/api/status/feed.xml', async (c) => {
    await deps.limits.take('read', c.get('requestContext').ip);
    return c.body(await writeStatusFeed(deps), 200, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=60',
    });
  });

  app.get('/api/status/confirm', async (c) => sendConfirmationPage(c, await findConfirmation(deps, readLink(c))));
  app.post('/api/status/confirm', async (c) =>
    sendConfirmationPage(c, await confirmStatusSubscription(deps, readLink(c))),
  );

  app.get('/api/status/unsubscribe', (c) =>
    isUnsubscribeKey(deps, readLink(c))
      ? sendMessage(c, {
          title: 'unsubscribe_title',
          text: 'status_unsubscribe_text',
          buttons: [{ label: 'unsubscribe_button' }],
        })
      : sendMessage(c, expiredUnsubscription),
  );
  // Mail clients post here themselves, without page, cookie or language (RFC 8058).
  app.post('/api/status/unsubscribe', async (c) =>
    (await unsubscribeFromStatus(deps, readLink(c)))
      ? sendMessage(c, { title: 'unsubscribed_title', text: 'status_unsubscribed_text' })
      : sendMessage(c, expiredUnsubscription),
  );
};
