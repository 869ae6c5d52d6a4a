import { inConstantTime } from '#server/core/http/constant-time.ts';
import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import { listNotifications } from '#server/messages/notifications/list.ts';
import { deleteProfile as deleteOwnProfile } from '#server/privacy/delete-profile.ts';
import { exportProfile as exportOwnProfile } from '#server/privacy/export-profile.ts';
import { fetchNotifications, updateMessageStatus } from '#shared/messages/contract.ts';
import { deleteProfile, exportProfile, profilePicture, updateProfile } from '#shared/people/contract-profile.ts';
import { confirmEmailChange, requestEmailChange } from '#shared/people/contract-security.ts';
import { markNotificationsRead } from './notifications/mark-read.ts';
import { getPicture } from './profile/picture.ts';
import { updateProfile as updateOwnProfile } from './profile/update.ts';
import { confirmEmailChange as confirmChange, requestEmailChange as requestChange } from './sign-up/change-email.ts';

export const profileRoutes: Routes = (app) => {
  mountPrivate(app, updateProfile, async ({ deps, actor, body }) => ({
    message: 'profile_saved',
    user: await updateOwnProfile(deps, actor, body),
  }));

  mountPrivateRaw(app, profilePicture, async ({ deps, actor }) => {
    const image = await getPicture(deps, actor.personId);
    const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' };
    return new Response(Buffer.from(image), { headers });
  });

  mountPrivate(app, fetchNotifications, async ({ deps, actor, query, requestContext }) => ({
    data: await listNotifications(
      deps,
      actor.personId,
      query.before ? Number(query.before) : undefined,
      requestContext,
    ),
  }));

  mountPrivate(app, updateMessageStatus, async ({ deps, actor, body }) => ({
    user: await markNotificationsRead(deps, actor.personId, body.upTo),
  }));

  mountPrivate(app, requestEmailChange, async ({ deps, actor, body }) => {
    await inConstantTime(deps, () => requestChange(deps, actor, body.email));
    return { message: 'email_change_requested' };
  });

  mountPrivate(app, confirmEmailChange, async ({ deps, actor, body }) => ({
    message: 'email_changed',
    user: await confirmChange(deps, actor, body.code),
  }));

  mountPrivate(app, exportProfile, async ({ deps, actor }) => ({ data: await exportOwnProfile(deps, actor) }));

  mountPrivate(app, deleteProfile, async ({ deps, actor }) => {
    await deleteOwnProfile(deps, actor);
    return { message: 'account_deleted' };
  });
};
