import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { browserSessionId, captcha, email, freeText, opaqueId, personName, titleLine } from '#shared/core/fields.ts';

export type FeatureStatus = 'waiting' | 'approved' | 'declined';

export const featureProgresses = ['considered', 'planned', 'in-progress', 'done', 'declined'] as const;

export type FeatureProgress = (typeof featureProgresses)[number];

export const featureTitleMaximumLength = 120;
export const featureMessageMaximumLength = 2_000;

/** The browser's stored `sessionId`, which tells visitors apart who aren't signed in. */

export const featureSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  locale: z.string(),
  progress: z.enum(featureProgresses),
  /** Why it was declined, or what was done; in English. */
  reason: z.nullable(z.string()),
  votes: z.int(),
  voted: z.boolean(),
  /** Milliseconds since the epoch. */
  createdAt: z.int(),
});

export const fetchFeatures = defineCall({
  summary: 'Lists published suggestions, most votes first',
  get: 'feature-requests/fetch',
  access: 'any',
  query: z.object({ browserSessionId }),
  data: z.object({ features: z.array(featureSchema) }),
});

export const sendFeature = defineCall({
  summary: 'Suggests a feature. Staff review it before it is published; the sender gets a copy',
  post: 'feature-requests/send',
  access: 'any',
  body: z.object({
    name: personName,
    email,
    title: titleLine(featureTitleMaximumLength),
    message: freeText(featureMessageMaximumLength),
    captcha,
  }),
  limit: 'form-from',
  errors: ['captcha_unavailable'],
});

export const voteFeature = defineCall({
  summary: 'Adds or removes your vote. Each person or visitor has one vote per suggestion',
  post: 'feature-requests/vote',
  access: 'any',
  body: z.object({ id: opaqueId, voted: z.union([z.literal(0), z.literal(1)], 'invalid'), browserSessionId }),
  data: z.object({ votes: z.int(), voted: z.boolean() }),
  errors: ['not_found', 'votes_of_place'],
});
