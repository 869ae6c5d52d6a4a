import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredText, text } from '#shared/core/fields.ts';
import { localizedFields } from '#shared/core/localized.ts';

export const announcementRoles = ['support', 'risk_manager', 'admin'] as const;

const access = { roles: announcementRoles } as const;

/** A minute in UTC, `2026-11-22T14:30`. */
export const minute = text(16, 'required').check(
  z.refine((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`)), 'required'),
);

/** What traders read, in each language of the site. */
export const announcementTexts = {
  ...localizedFields('title', requiredText(80)),
  ...localizedFields('text', requiredText(1_000)),
};

export const listAnnouncements = defineCall({
  summary: 'Lists current announcements for you or your accounts, newest first, in the language of the request',
  get: 'announcements',
  access: 'verified',
  data: z.object({
    announcements: z.array(z.object({ id: z.string(), title: z.string(), text: z.string(), startsAt: z.int() })),
  }),
});

export const createAnnouncement = defineCall({
  summary: 'Publishes an announcement to the traders of a program, a platform or everyone, for a period',
  post: 'admin/announcements/create',
  access,
  body: z.object({
    program: z.enum(['all', ...programs], 'required'),
    platform: z.enum(['all', ...platforms], 'required'),
    showFrom: minute,
    showUntil: minute,
    ...announcementTexts,
  }),
  data: z.object({ announcementId: z.string() }),
  limit: 'write',
});

export const endAnnouncement = defineCall({
  summary: 'Ends an announcement early',
  post: 'admin/announcements/end',
  destructive: true,
  access,
  body: z.object({ announcementId: opaqueId }),
  limit: 'write',
  errors: ['not_found', 'conflict'],
});
