import * as z from 'zod/mini';
import { creativeNames } from '../domain/affiliate/creative.ts';
import { locales } from '../i18n/locales.ts';
import { defineCall } from './call.ts';

const creativeName = z.enum(creativeNames, 'invalid');

export const fetchCreatives = defineCall({
  name: 'fetchCreatives',
  summary: 'Pictures to post, in the usual sizes, each with its own link, and what each has brought in 90 days',
  method: 'GET',
  path: 'affiliate-post-image/fetch',
  access: 'verified',
  data: z.object({
    creatives: z.array(
      z.object({
        name: creativeName,
        width: z.int(),
        height: z.int(),
        /** What its QR code opens, and what to link it to: counts as a click of this picture. */
        link: z.string(),
        clicks: z.int(),
        orders: z.int(),
        amountCents: z.int(),
      }),
    ),
  }),
  errors: ['not_found', 'too_many'],
});

export const creativePicture = defineCall({
  name: 'creativePicture',
  summary: 'One picture to post, with the bearer’s link, coupon and QR code and the disclosure',
  method: 'GET',
  path: 'affiliate-post-image/picture',
  access: 'verified',
  query: z.object({ name: creativeName, language: z.enum(locales, 'invalid') }),
  mediaType: 'image/png',
  errors: ['not_found', 'too_many'],
});
