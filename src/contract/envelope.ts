import * as z from 'zod/mini';

/** The signed-in person as the browser sees them; the spellings are the wire's. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  email_verified: z.union([z.literal(0), z.literal(1)]),
  /** Unread notifications; 0 is none. */
  message_notification: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  country: z.string(),
  /** Of mails: en, fr or pt. */
  language: z.string(),
  /** Names the present picture, which `profile/picture` serves; null without one. */
  picture: z.nullable(z.string()),
  /** Whether signing in asks for a code besides the password. */
  two_factor: z.union([z.literal(0), z.literal(1)]),
});

export type User = z.output<typeof userSchema>;

/** Field → messages in the reader's language. */
export const validationErrorsSchema = z.record(z.string(), z.array(z.string()));

export type ValidationErrors = z.output<typeof validationErrorsSchema>;

/** Every answer of the API. `response_status` equals the HTTP status. */
export const envelopeSchema = z.object({
  response_status: z.int(),
  response_message: z.string(),
  /** On a refusal: which one, for programs. `response_message` says the same to people. */
  error_code: z.optional(z.string()),
  validation_errors: validationErrorsSchema,
  data: z.unknown(),
  token: z.optional(z.string()),
  user: z.optional(userSchema),
  /** On a 500 and on a 429 only: what the operator looks for. */
  request_id: z.optional(z.string()),
});

export type Envelope = z.output<typeof envelopeSchema>;
