import { addLinkPage } from '#server/core/http/email-link-page.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as announcements from '#shared/messages/contract-announcements.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { createTimedAnnouncement, endShownAnnouncement } from './announcements/edit.ts';
import { listTraderAnnouncements } from './announcements/list.ts';
import { confirmNewsletter, findConfirmation } from './newsletter/confirm.ts';
import { isUnsubscribeKey } from './newsletter/links.ts';
import { subscribeToNewsletter } from './newsletter/subscribe.ts';
import { unsubscribeFromNewsletter } from './newsletter/unsubscribe.ts';

export const messagesRoutes: Routes = ({ mount, app, deps }) => {
  mount(announcements.listAnnouncements, ({ actor, requestContext }) =>
    listTraderAnnouncements(deps, actor.personId, requestContext.locale),
  );
  mount(announcements.createAnnouncement, ({ actor, body }) => createTimedAnnouncement(deps, actor, body));
  mount(announcements.endAnnouncement, ({ actor, body }) => endShownAnnouncement(deps, actor, body.announcementId));

  mount(subscribeNewsletter, ({ body, requestContext }) => subscribeToNewsletter(deps, body, requestContext), {
    message: 'subscribed',
  });
  addLinkPage(app, '/api/newsletter/confirm', {
    find: (link) => findConfirmation(deps, link),
    use: (link) => confirmNewsletter(deps, link),
    open: { title: 'confirm_title', text: 'confirm_text', buttons: [{ label: 'confirm_button' }] },
    confirmed: { title: 'confirmed_title', text: 'confirmed_text' },
    dead: 'dead_text',
  });
  addLinkPage(app, '/api/newsletter/unsubscribe', {
    find: (link) => isUnsubscribeKey(deps, link),
    use: (link) => unsubscribeFromNewsletter(deps, link),
    open: { title: 'unsubscribe_title', text: 'unsubscribe_text', buttons: [{ label: 'unsubscribe_button' }] },
    confirmed: { title: 'unsubscribed_title', text: 'unsubscribed_text' },
    dead: 'dead_unsubscribe_text',
  });
};
