import * as z from 'zod/mini';
import { pluck } from '#lib/pluck.ts';
import { roles } from './access.ts';
import { profileFields } from './profile-fields.ts';

/** The signed-in person as the browser sees them, with the specification's spellings. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  email_verified: z.union([z.literal(0), z.literal(1)]),
  /** Unread notifications; 0 means none. */
  message_notification: z.int(),
  ...pluck(profileFields, 'output'),
  /** Language of emails: en, fr or pt. */
  language: z.string(),
  /** Id of the picture that `profile/picture` serves; null if there is none. */
  picture: z.nullable(z.string()),
  /** 1 if signing in requires a two-step code. */
  two_factor: z.union([z.literal(0), z.literal(1)]),
  /** Roles besides trading. */
  roles: z.array(z.enum(roles)),
});

export type User = z.output<typeof userSchema>;

/** Field → messages in the reader's language. */
export const validationErrorsSchema = z.record(z.string(), z.array(z.string()));

export type ValidationErrors = z.output<typeof validationErrorsSchema>;

/** The envelope of every JSON response. `response_status` equals the HTTP status. */
export const envelopeSchema = z.object({
  response_status: z.int(),
  response_message: z.string(),
  /** Error code for programs; `response_message` is the text for people. */
  error_code: z.optional(z.string()),
  validation_errors: validationErrorsSchema,
  data: z.unknown(),
  token: z.optional(z.string()),
  user: z.optional(userSchema),
  /** Only on a 500 and a 429: the id operators search for. */
  request_id: z.optional(z.string()),
});

export type Envelope = z.output<typeof envelopeSchema>;
