import * as z from 'zod/mini';
import {
  maxJournalNotesLength,
  maxJournalPictureBytes,
  maxJournalTagLength,
  maxJournalTags,
} from '../domain/journal/terms.ts';
import { defineCall } from './call.ts';
import { calendarDay, opaqueId } from './fields.ts';

const ofDay = { accountId: opaqueId, day: calendarDay };
const picture = z.object({ id: z.string(), sizeBytes: z.int() });

const entry = z.object({
  day: z.string(),
  tags: z.array(z.string()),
  notes: z.string(),
  /** Goes with the next save; 0 before the first one. */
  revision: z.int(),
  pictures: z.array(picture),
});

export type JournalEntry = z.output<typeof entry>;

export const fetchJournalEntry = defineCall({
  name: 'fetchJournalEntry',
  summary: 'What the bearer wrote about a trading day of one account; empty before the first save',
  method: 'GET',
  path: 'journal/entry',
  access: 'verified',
  query: z.object(ofDay),
  data: entry,
  errors: ['not_found', 'too_many'],
});

export const saveJournalEntry = defineCall({
  name: 'saveJournalEntry',
  summary: 'Saves tags and notes of a day. With a revision that isn’t the newest it is refused and changes nothing',
  method: 'POST',
  path: 'journal/entry',
  access: 'verified',
  body: z.object({
    ...ofDay,
    revision: z.int('invalid').check(z.minimum(0, 'invalid'), z.maximum(1_000_000, 'invalid')),
    tags: z
      .array(
        z.string('invalid').check(z.trim(), z.minLength(1, 'invalid'), z.maxLength(maxJournalTagLength, 'too_long')),
      )
      .check(z.maxLength(maxJournalTags, 'invalid')),
    notes: z.string('invalid').check(z.maxLength(maxJournalNotesLength, 'too_long')),
  }),
  data: entry,
  errors: ['not_found', 'conflict', 'too_many'],
});

export const listJournal = defineCall({
  name: 'listJournal',
  summary: 'The days the bearer wrote about on one account, newest first, fifty at a time',
  method: 'GET',
  path: 'journal',
  access: 'verified',
  /** `to`: days before it. */
  query: z.object({ accountId: opaqueId, to: z.optional(calendarDay) }),
  data: z.object({ entries: z.array(entry), more: z.boolean() }),
  errors: ['not_found', 'too_many'],
});

export const addJournalPicture = defineCall({
  name: 'addJournalPicture',
  summary: 'Adds a picture to a day: JPEG, PNG or WebP, 8 MB, three a day. Metadata is removed',
  method: 'POST',
  path: 'journal/pictures',
  access: 'verified',
  multipart: true,
  body: z.object({
    ...ofDay,
    picture: z.optional(z.file('required').check(z.maxSize(maxJournalPictureBytes, 'picture_size'))),
  }),
  data: picture,
  errors: ['not_found', 'conflict', 'too_many'],
});

export const removeJournalPicture = defineCall({
  name: 'removeJournalPicture',
  summary: 'Removes a picture for good',
  method: 'POST',
  path: 'journal/pictures/remove',
  access: 'verified',
  body: z.object({ pictureId: opaqueId }),
  errors: ['not_found', 'too_many'],
});

export const journalPicture = defineCall({
  name: 'journalPicture',
  summary: 'A picture of the bearer’s own journal',
  method: 'GET',
  path: 'journal/pictures/{pictureId}',
  params: z.object({ pictureId: opaqueId }),
  access: 'verified',
  mediaType: 'image/webp',
  errors: ['not_found', 'too_many'],
});

export const journalCsv = defineCall({
  name: 'journalCsv',
  summary: 'The journal of one account as CSV, a day a line, oldest first',
  method: 'GET',
  path: 'journal.csv',
  access: 'verified',
  query: z.object({ accountId: opaqueId }),
  mediaType: 'text/csv',
  errors: ['not_found', 'too_many'],
});

export const journalJson = defineCall({
  name: 'journalJson',
  summary: 'The same as JSON, with each picture as base64',
  method: 'GET',
  path: 'journal.json',
  access: 'verified',
  query: z.object({ accountId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: ['not_found', 'too_many'],
});
