import type { Routes } from '#server/core/http/mount.ts';
import * as announcements from '#shared/messages/contract-announcements.ts';
import { createTimedAnnouncement, endShownAnnouncement } from './announcements/edit.ts';
import { listTraderAnnouncements } from './announcements/list.ts';

export const announcementsRoutes: Routes = ({ mount }) => {
  mount(announcements.listAnnouncements, ({ deps, actor, requestContext }) =>
    listTraderAnnouncements(deps, actor.personId, requestContext.locale),
  );

  mount(announcements.createAnnouncement, ({ deps, actor, body }) => createTimedAnnouncement(deps, actor, body));

  mount(announcements.endAnnouncement, ({ deps, actor, body }) =>
    endShownAnnouncement(deps, actor, body.announcementId),
  );
};
