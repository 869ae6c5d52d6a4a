import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { calendarDay, opaqueId, token, writtenText } from '#shared/core/fields.ts';
import { maxJournalNotesLength, maxJournalPictureBytes, maxJournalTagLength, maxJournalTags } from './journal-terms.ts';

const ofDay = { accountId: opaqueId, day: calendarDay };
const picture = z.object({ id: z.string(), sizeBytes: z.int() });

const entry = z.object({
  day: z.string(),
  tags: z.array(z.string()),
  notes: z.string(),
  /** Send it with the next save; 0 before the first one. */
  revision: z.int(),
  pictures: z.array(picture),
});

export type JournalEntry = z.output<typeof entry>;

export const fetchJournalEntry = defineCall({
  summary: 'Returns your journal entry for one trading day of an account. Empty before the first save',
  get: 'journal/entry',
  query: z.object(ofDay),
  data: entry,
  errors: ['not_found'],
});

export const saveJournalEntry = defineCall({
  summary: 'Saves the tags and notes of a day. Refused without changes if the revision isn’t the newest',
  post: 'journal/entry',
  body: z.object({
    ...ofDay,
    revision: z.int('invalid').check(z.minimum(0, 'invalid'), z.maximum(1_000_000, 'invalid')),
    tags: z
      .array(token(maxJournalTagLength, 'invalid').check(z.trim(), z.minLength(1, 'invalid')))
      .check(z.maxLength(maxJournalTags, 'invalid')),
    notes: writtenText(maxJournalNotesLength),
  }),
  data: entry,
  errors: ['not_found', 'conflict'],
});

export const listJournal = defineCall({
  summary: 'Lists your journal entries for one account, newest first, 50 per page',
  get: 'journal',
  /** `to`: only days before it. */
  query: z.object({ accountId: opaqueId, to: z.optional(calendarDay) }),
  data: z.object({ entries: z.array(entry), more: z.boolean() }),
  errors: ['not_found'],
});

export const addJournalPicture = defineCall({
  summary: 'Adds a picture to a day: JPEG, PNG or WebP, 8 MB each, three a day. Metadata is removed',
  post: 'journal/pictures',
  multipart: true,
  body: z.object({
    ...ofDay,
    picture: z.optional(z.file('required').check(z.maxSize(maxJournalPictureBytes, 'picture_size'))),
  }),
  data: picture,
  errors: ['not_found', 'conflict'],
});

export const removeJournalPicture = defineCall({
  summary: 'Deletes a picture permanently',
  post: 'journal/pictures/remove',
  destructive: true,
  body: z.object({ pictureId: opaqueId }),
  errors: ['not_found'],
});

export const journalPicture = defineCall({
  summary: 'Returns a picture of your journal',
  get: 'journal/pictures/{pictureId}',
  params: z.object({ pictureId: opaqueId }),
  mediaType: 'image/webp',
  errors: ['not_found'],
});

export const journalCsv = defineCall({
  summary: 'Returns the journal of one account as CSV, one day per line, oldest first',
  get: 'journal.csv',
  query: z.object({ accountId: opaqueId }),
  mediaType: 'text/csv',
  errors: ['not_found'],
});

export const journalJson = defineCall({
  summary: 'Returns the journal of one account as JSON, with pictures as base64',
  get: 'journal.json',
  query: z.object({ accountId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: ['not_found'],
});
