import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { calendarMinute, freeText, opaqueId, titleLine } from '#shared/core/fields.ts';
import { localizedFields } from '#shared/core/localized.ts';

export const announcementRoles = ['support', 'risk_manager', 'admin'] as const;

const access = { roles: announcementRoles } as const;

/** What traders read, in each language of the site. */
export const announcementTexts = {
  ...localizedFields('title', titleLine(80)),
  ...localizedFields('text', freeText(1_000)),
};

export const listAnnouncements = defineCall({
  summary: 'Lists current announcements for you or your accounts, newest first, in the language of the request',
  get: 'announcements',
  limit: null,
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
    showFrom: calendarMinute,
    showUntil: calendarMinute,
    ...announcementTexts,
  }),
  data: z.object({ announcementId: z.string() }),
});

export const endAnnouncement = defineCall({
  summary: 'Ends an announcement early',
  post: 'admin/announcements/end',
  destructive: true,
  access,
  body: z.object({ announcementId: opaqueId }),
  errors: ['not_found', 'conflict'],
});
