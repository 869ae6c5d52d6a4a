import { answer } from '#server/core/answer.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { type Confirmation, confirmNewsletter, findConfirmation } from './newsletter/confirm.ts';
import { isUnsubscribeKey } from './newsletter/links.ts';
import { subscribeToNewsletter } from './newsletter/subscribe.ts';
import { unsubscribeFromNewsletter } from './newsletter/unsubscribe.ts';

function sendConfirmationPage(c: AppContext, state: Confirmation) {
  if (state === 'open') {
    return sendMessage(c, { title: 'confirm_title', text: 'confirm_text', buttons: [{ label: 'confirm_button' }] });
  }
  if (state === 'confirmed') return sendMessage(c, { title: 'confirmed_title', text: 'confirmed_text' });
  return sendMessage(c, { title: 'dead_title', text: 'dead_text', status: 404 });
}

export const newsletterRoutes: Routes = ({ mount, app, deps }) => {
  mount(subscribeNewsletter, async ({ body, requestContext }) => {
    await subscribeToNewsletter(deps, body, requestContext);
    return answer({ message: 'subscribed' });
  });

  app.get('/api/newsletter/confirm', async (c) => sendConfirmationPage(c, await findConfirmation(deps, readLink(c))));
  app.post('/api/newsletter/confirm', async (c) => sendConfirmationPage(c, await confirmNewsletter(deps, readLink(c))));

  app.get('/api/newsletter/unsubscribe', (c) =>
    isUnsubscribeKey(deps, readLink(c))
      ? sendMessage(c, {
          title: 'unsubscribe_title',
          text: 'unsubscribe_text',
          buttons: [{ label: 'unsubscribe_button' }],
        })
      : sendMessage(c, { title: 'dead_title', text: 'dead_unsubscribe_text', status: 404 }),
  );
  // Mail clients post here themselves, without page, cookie or language (RFC 8058).
  app.post('/api/newsletter/unsubscribe', async (c) =>
    (await unsubscribeFromNewsletter(deps, readLink(c)))
      ? sendMessage(c, { title: 'unsubscribed_title', text: 'unsubscribed_text' })
      : sendMessage(c, { title: 'dead_title', text: 'dead_unsubscribe_text', status: 404 }),
  );
};
