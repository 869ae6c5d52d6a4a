import { answer } from '#server/core/answer.ts';
import { inConstantTime } from '#server/core/http/constant-time.ts';
import type { Routes } from '#server/core/http/mount.ts';
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

export const profileRoutes: Routes = ({ mount }) => {
  mount(updateProfile, async ({ deps, actor, body }) =>
    answer({
      message: 'profile_saved',
      user: await updateOwnProfile(deps, actor, body),
    }),
  );

  mount(profilePicture, async ({ deps, actor }) => {
    const image = await getPicture(deps, actor.personId);
    const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' };
    return new Response(Buffer.from(image), { headers });
  });

  mount(fetchNotifications, ({ deps, actor, query, requestContext }) =>
    listNotifications(deps, actor.personId, query.before ? Number(query.before) : undefined, requestContext),
  );

  mount(updateMessageStatus, async ({ deps, actor, body }) =>
    answer({
      user: await markNotificationsRead(deps, actor.personId, body.upTo),
    }),
  );

  mount(requestEmailChange, async ({ deps, actor, body }) => {
    await inConstantTime(deps, () => requestChange(deps, actor, body.email));
    return answer({ message: 'email_change_requested' });
  });

  mount(confirmEmailChange, async ({ deps, actor, body }) =>
    answer({
      message: 'email_changed',
      user: await confirmChange(deps, actor, body.code),
    }),
  );

  mount(exportProfile, ({ deps, actor }) => exportOwnProfile(deps, actor));

  mount(deleteProfile, async ({ deps, actor }) => {
    await deleteOwnProfile(deps, actor);
    return answer({ message: 'account_deleted' });
  });
};
