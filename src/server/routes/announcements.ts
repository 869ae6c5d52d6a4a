import * as announcements from '../../contract/announcements.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { createTimedAnnouncement, endShownAnnouncement } from '../services/announcement/edit.ts';
import { listTraderAnnouncements } from '../services/announcement/list.ts';

const write = { limit: 'write' } as const;

export const announcementRoutes: Routes = (app) => {
  mountPrivate(app, announcements.listAnnouncements, async ({ deps, actor, requestContext }) => ({
    data: await listTraderAnnouncements(deps, actor.personId, requestContext.locale),
  }));

  mountPrivate(
    app,
    announcements.createAnnouncement,
    async ({ deps, actor, body }) => ({ data: await createTimedAnnouncement(deps, actor, body) }),
    write,
  );

  mountPrivate(
    app,
    announcements.endAnnouncement,
    async ({ deps, actor, body }) => {
      await endShownAnnouncement(deps, actor, body.announcementId);
      return {};
    },
    write,
  );
};
