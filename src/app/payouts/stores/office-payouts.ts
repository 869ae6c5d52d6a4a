import { computed } from 'nanostores';
import { send } from '#app/http/call.ts';
import { officeOptions } from '#app/office/stores/office.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import type { DataOf } from '#shared/core/call.ts';
import { inspectPayout } from '#shared/payouts/contract-office.ts';

export const $checklist = createResource(
  (payoutId: string) => send(inspectPayout, { query: { payoutId } }),
  officeOptions,
);

export type PayoutCheck = DataOf<typeof inspectPayout>['checklist'][number];

/** Whether everything that must hold before an approval does. */
export const $isApprovable = computed($checklist, ({ data }) => data?.checklist.every(({ passed }) => passed) === true);

/** Whether the payout on screen has fewer approvals that count than it needs, as after its approver left. */
export const $lacksApproval = computed(
  $checklist,
  ({ data }) => data !== undefined && data.approvals.length < data.approvalsRequired,
);
