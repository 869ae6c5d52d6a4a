import * as z from 'zod/mini';
import { locales } from '#i18n/locales.ts';
import { defineCall } from '#shared/core/call.ts';
import { creativeNames } from './creative.ts';

const creativeName = z.enum(creativeNames, 'invalid');

export const fetchCreatives = defineCall({
  summary: 'Lists pictures to post, in the usual sizes, each with its own link and its results over 90 days',
  get: 'affiliate-post-image/fetch',
  data: z.object({
    creatives: z.array(
      z.object({
        name: creativeName,
        width: z.int(),
        height: z.int(),
        /** Target of the QR code and of the picture's link; visits count for this picture. */
        link: z.string(),
        clicks: z.int(),
        orders: z.int(),
        amountCents: z.int(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const creativePicture = defineCall({
  summary: 'Returns one picture to post, with your link, coupon, QR code and the disclosure',
  get: 'affiliate-post-image/picture',
  query: z.object({ name: creativeName, language: z.enum(locales, 'invalid') }),
  mediaType: 'image/png',
  errors: ['not_found'],
});
