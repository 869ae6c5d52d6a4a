import * as z from 'zod/mini';
import { conductCauses, conductDecisions } from '#shared/accounts/conduct.ts';
import { accountEventTypes } from '#shared/accounts/model.ts';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId, token } from '#shared/core/fields.ts';
import { sides } from '#shared/exchange/instruments.ts';

const moment = z.int();

const conductEvent = z.object({
  at: moment,
  sourceId: z.string(),
  type: z.enum(accountEventTypes),
  /** Null unless the event is a fill. */
  fill: z.nullable(z.object({ instrument: z.string(), month: z.string(), side: z.enum(sides), quantity: z.int() })),
});

const opened = {
  id: z.string(),
  cause: z.enum(conductCauses),
  evidence: z.string(),
  /** The events cited as evidence. */
  events: z.array(conductEvent),
  openedAt: moment,
  answerUntil: moment,
  answer: z.nullable(z.object({ text: z.string(), answeredAt: moment })),
};

/** A conduct case as its trader sees it. An upheld case ended the account; a lifted one resumed trading. */
export const conductCase = z.discriminatedUnion('status', [
  z.object({ status: z.literal('open'), ...opened }),
  z.object({ status: z.enum(conductDecisions), ...opened, reason: z.string(), decidedAt: moment }),
]);

export const answerConduct = defineCall({
  summary: 'Responds to a conduct case on your account. Until the deadline, a new response replaces the previous one',
  post: 'account/conduct/answer',
  body: z.object({ caseId: opaqueId, answer: freeText(4_000) }),
  data: z.object({ answeredAt: moment }),
  errors: ['not_found', 'conduct_decided', 'conduct_late'],
});

const staff = { roles: ['risk_manager', 'admin'] } as const;

export const openConduct = defineCall({
  summary: 'Opens a conduct case on an account and suspends it. Positions are closed and the trader can respond',
  post: 'admin/conduct/open',
  destructive: true,
  access: staff,
  body: z.object({
    accountId: opaqueId,
    cause: z.enum(conductCauses, 'required'),
    evidence: freeText(8_000),
    /** Source ids of the account’s events that serve as evidence. */
    sourceIds: z.array(token(80).check(z.minLength(1))).check(z.maxLength(100)),
  }),
  data: z.object({ caseId: z.string(), answerUntil: moment }),
  errors: ['not_found', 'conduct_open', 'conduct_ended'],
});

export const decideConduct = defineCall({
  summary:
    'Decides a conduct case. `upheld` rejects unpaid payouts and ends the account, after the response or the deadline; `lifted` resumes trading',
  post: 'admin/conduct/decide',
  destructive: ['decision', ['upheld']],
  access: staff,
  body: z.object({ caseId: opaqueId, decision: z.enum(conductDecisions, 'required'), reason: freeText(4_000) }),
  data: z.object({ decidedAt: moment }),
  errors: ['not_found', 'conduct_decided', 'conduct_early'],
});
