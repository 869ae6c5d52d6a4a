import { addLinkPage } from '#server/core/http/email-link-page.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { fetchOwnOutages, fetchStatus, subscribeStatus } from '#shared/status/contract.ts';
import * as office from '#shared/status/contract-office.ts';
import { confirmStatusSubscription, findConfirmation } from './confirm.ts';
import { isUnsubscribeKey } from './links.ts';
import { listOwnOutages } from './list-own-outages.ts';
import { openIncident } from './open-incident.ts';
import { readStatus } from './read-status.ts';
import { recordAffectedAccounts } from './record-accounts.ts';
import { addRemedy } from './remedies/add.ts';
import { subscribeToStatus } from './subscribe.ts';
import { unsubscribeFromStatus } from './unsubscribe.ts';
import { updateIncident } from './update-incident.ts';
import { writeStatusFeed } from './write-feed.ts';

/** Long enough to spare the database a rush of readers, short enough that an incident shows almost immediately. */
const cacheSeconds = 15;

export const statusRoutes: Routes = ({ mount, app, deps }) => {
  mount(fetchStatus, () => readStatus(deps), { cacheSeconds });
  mount(fetchOwnOutages, async ({ actor }) => ({ accounts: await listOwnOutages(deps, actor.personId) }));
  mount(office.officeIncidentOpen, ({ actor, body }) => openIncident(deps, actor, body));
  mount(office.officeIncidentUpdate, ({ actor, body }) => updateIncident(deps, actor, body));
  mount(office.officeIncidentAccounts, ({ actor, body }) => recordAffectedAccounts(deps, actor, body));
  mount(office.officeRemedyAdd, ({ actor, body }) => addRemedy(deps, actor, body));

  app.get('/api/status/feed.xml', async (c) => {
    await deps.limits.take('read', c.get('requestContext').ip);
    return c.body(await writeStatusFeed(deps), 200, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=60',
    });
  });

  mount(subscribeStatus, ({ body, requestContext }) => subscribeToStatus(deps, body, requestContext), {
    message: 'status_subscribed',
  });
  addLinkPage(app, '/api/status/confirm', {
    find: (link) => findConfirmation(deps, link),
    use: (link) => confirmStatusSubscription(deps, link),
    open: { title: 'status_confirm_title', text: 'status_confirm_text', buttons: [{ label: 'confirm_button' }] },
    confirmed: { title: 'confirmed_title', text: 'confirmed_text' },
    dead: 'status_dead_text',
  });
  addLinkPage(app, '/api/status/unsubscribe', {
    find: (link) => isUnsubscribeKey(deps, link),
    use: (link) => unsubscribeFromStatus(deps, link),
    open: { title: 'unsubscribe_title', text: 'status_unsubscribe_text', buttons: [{ label: 'unsubscribe_button' }] },
    confirmed: { title: 'unsubscribed_title', text: 'status_unsubscribed_text' },
    dead: 'dead_unsubscribe_text',
  });
};
