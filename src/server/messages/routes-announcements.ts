import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as announcements from '#shared/messages/contract-announcements.ts';
import { createTimedAnnouncement, endShownAnnouncement } from './announcements/edit.ts';
import { listTraderAnnouncements } from './announcements/list.ts';

export const announcementsRoutes: Routes = (app) => {
  mountPrivate(app, announcements.listAnnouncements, async ({ deps, actor, requestContext }) => ({
    data: await listTraderAnnouncements(deps, actor.personId, requestContext.locale),
  }));

  mountPrivate(app, announcements.createAnnouncement, async ({ deps, actor, body }) => ({
    data: await createTimedAnnouncement(deps, actor, body),
  }));

  mountPrivate(app, announcements.endAnnouncement, ({ deps, actor, body }) =>
    endShownAnnouncement(deps, actor, body.announcementId),
  );
};
