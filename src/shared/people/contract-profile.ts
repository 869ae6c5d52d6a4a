import * as z from 'zod/mini';
import { locales } from '#i18n/locales.ts';
import { pluck } from '#lib/pluck.ts';
import { defineCall } from '#shared/core/call.ts';
import { profileFields } from '#shared/core/profile-fields.ts';

export const maxPictureBytes = 5 * 1024 * 1024;
/** Accepted image types; the server checks the bytes, not the name. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const updateProfile = defineCall({
  summary: 'Updates name, country, email language, time zone and, sent as a form, the picture',
  post: 'profile/update',
  multipart: true,
  body: z.object({
    ...pluck(profileFields, 'input'),
    language: z.optional(z.enum(locales, 'invalid')),
    picture: z.optional(z.file('picture_type').check(z.maxSize(maxPictureBytes, 'picture_size'))),
    /** 1 removes the current picture. */
    remove_picture: z.optional(z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')], 'invalid')),
  }),
  returns: { user: true },
});

export const profilePicture = defineCall({
  summary: 'Returns your picture',
  get: 'profile/picture',
  limit: null,
  access: 'token',
  mediaType: 'image/webp',
  errors: ['not_found'],
});

export const exportProfile = defineCall({
  summary: 'Returns all data we store about you as JSON. Requires recent reauthentication',
  get: 'profile/export',
  limit: null,
  data: z.record(z.string(), z.unknown()),
  errors: ['confirm_first', 'too_many'],
});

export const deleteProfile = defineCall({
  summary:
    'Deletes your account and refunds orders that haven’t started. Orders and payments are kept as long as the law requires. Requires recent reauthentication',
  post: 'profile/delete',
  limit: null,
  destructive: true,
  errors: ['confirm_first', 'delete_busy', 'delete_payout', 'delete_owed', 'delete_withdrawal', 'delete_dispute'],
});
