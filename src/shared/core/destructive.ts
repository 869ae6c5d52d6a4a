/** A field of a call's input and the values with which the call takes something away; `true` for any input. */
type Destruction = true | readonly [field: string, values: readonly string[]];

/**
 * The calls that end, delete or take away something that doesn't come back by itself. Their buttons are rust: the
 * office's forms look here, and a check compares the portal's screens.
 */
export const destructiveCalls: Readonly<Record<string, Destruction>> = {
  cancelPayoutBatch: true,
  cancelSubscription: true,
  decideApplication: ['decision', ['declined']],
  decideCommission: ['decision', ['refuse']],
  decideConduct: ['decision', ['upheld']],
  decideDispute: ['decision', ['rejected']],
  decideIdentityCheck: ['decision', ['declined']],
  decideRiskAction: ['decision', ['decline']],
  decideSanctionsCheck: ['decision', ['confirmed']],
  decideStaffRequest: ['decision', ['decline']],
  deleteProfile: true,
  deleteView: true,
  dismissParked: true,
  endAnnouncement: true,
  endCoupon: true,
  endDiscount: true,
  endPersonSessions: true,
  endTwoFactor: true,
  officeTicketMerge: true,
  openConduct: true,
  openFindingCase: true,
  refundOrder: true,
  rejectPayout: true,
  removeBatchPayment: true,
  removeDestination: true,
  removeJournalPicture: true,
  removePasskey: true,
  removePostbackUrl: true,
  removeStaffRole: true,
  returnPayout: true,
  runRefuseCommissions: true,
  runSuspendAccounts: true,
  suspendStaff: true,
  takeRiskAction: ['kind', ['suspend', 'liquidate', 'terminate']],
};

/** Whether a call with this input takes something away. */
export function isDestructive(call: string, input: Readonly<Record<string, unknown>>): boolean {
  const destruction = destructiveCalls[call];
  if (destruction === undefined || destruction === true) return destruction === true;
  return destruction[1].includes(String(input[destruction[0]]));
}
