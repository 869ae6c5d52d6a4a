import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import {
  type Confirmation,
  confirmContractCancellation,
  findCancellationConfirmation,
} from './contract-cancellation/confirm.ts';
import {
  type CancellationState,
  confirmSubscriptionCancellation,
  findSubscriptionCancellation,
} from './subscription-cancellation/confirm.ts';

function sendConfirmationPage(c: AppContext, state: Confirmation) {
  if (state === 'open') {
    const buttons = [{ label: 'cancellation_button' }] as const;
    return sendMessage(c, { title: 'cancellation_title', text: 'cancellation_text', buttons });
  }
  if (state === 'confirmed')
    return sendMessage(c, { title: 'cancellation_done_title', text: 'cancellation_done_text' });
  return sendMessage(c, { title: 'dead_title', text: 'cancellation_dead_text', status: 404 });
}

function sendCancellationPage(c: AppContext, state: CancellationState) {
  if (state === 'open') {
    const buttons = [{ label: 'subscription_button' }] as const;
    return sendMessage(c, { title: 'subscription_title', text: 'subscription_text', buttons });
  }
  if (state === 'confirmed')
    return sendMessage(c, { title: 'subscription_done_title', text: 'subscription_done_text' });
  return sendMessage(c, { title: 'dead_title', text: 'cancellation_dead_text', status: 404 });
}

/** The mailed links that prove a statement. They need no sign-in. */
export const contractCancellationRoutes: Routes = ({ app, deps }) => {
  app.get('/api/contract/withdraw-confirm', async (c) =>
    sendConfirmationPage(c, await findCancellationConfirmation(deps, readLink(c))),
  );
  app.post('/api/contract/withdraw-confirm', async (c) =>
    sendConfirmationPage(c, await confirmContractCancellation(deps, readLink(c))),
  );

  app.get('/api/contract/cancel-confirm', async (c) =>
    sendCancellationPage(c, await findSubscriptionCancellation(deps, readLink(c))),
  );
  app.post('/api/contract/cancel-confirm', async (c) =>
    sendCancellationPage(c, await confirmSubscriptionCancellation(deps, readLink(c))),
  );
};
