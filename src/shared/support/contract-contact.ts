import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { captcha, email, freeText, personName } from '#shared/core/fields.ts';

export const contactTopics = ['question', 'account', 'payment', 'withdrawal', 'partnership', 'press', 'other'] as const;

export type ContactTopic = (typeof contactTopics)[number];

export const messageMaximumLength = 5_000;

export const sendContact = defineCall({
  summary:
    'Sends a message to the firm and a copy to the sender. Repeating the same message from the same address counts once',
  post: 'contact/send',
  access: 'any',
  body: z.object({
    name: personName,
    email,
    topic: z.enum(contactTopics, 'required'),
    message: freeText(messageMaximumLength),
    captcha,
  }),
  limit: 'form-from',
  errors: ['captcha_unavailable'],
});
