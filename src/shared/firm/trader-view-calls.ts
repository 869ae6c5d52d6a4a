import { accountData } from '#shared/accounts/contract.ts';
import { fetchAlerts } from '#shared/accounts/contract-alerts.ts';
import { breachReport } from '#shared/accounts/contract-breach.ts';
import * as accountDetails from '#shared/accounts/contract-details.ts';
import { fetchFills } from '#shared/accounts/contract-fills.ts';
import { fetchPersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { accountStatistics } from '#shared/accounts/contract-statistics.ts';
import { affiliateData } from '#shared/affiliates/contract.ts';
import { fetchCreatives } from '#shared/affiliates/contract-creatives.ts';
import { fetchAffiliatePayouts } from '#shared/affiliates/contract-payouts.ts';
import * as billing from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { certificatePicture, fetchCertificates } from '#shared/certificates/contract.ts';
import { fetchCopier, fetchCopyLog } from '#shared/copier/contract.ts';
import type { Call } from '#shared/core/call.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import { listAnnouncements } from '#shared/messages/contract-announcements.ts';
import * as payouts from '#shared/payouts/contract.ts';
import { fetchAnnualStatements } from '#shared/payouts/contract-annual-statements.ts';
import { fetchAgreement } from '#shared/payouts/contract-payee-forms.ts';
import { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { fetchPasskeys } from '#shared/people/contract-passkeys.ts';
import { profilePicture } from '#shared/people/contract-profile.ts';
import { fetchSessions } from '#shared/people/contract-security.ts';
import { fetchPerformanceReview } from '#shared/reviews/contract.ts';
import { fetchOwnOutages } from '#shared/status/contract.ts';
import { fetchClaims, fetchTicketSubjects, fetchTickets, ticketAttachment } from '#shared/support/contract.ts';
import { fetchTrading } from '#shared/trading/contract.ts';

/**
 * Calls a view may make: those of the trader’s screens. Files, documents, exports and everything that shows a secret
 * are excluded, and so is anything not listed here.
 */
const allowedCalls: ReadonlySet<Call> = new Set<Call>([
  accountData,
  accountDetails.accountDetails,
  accountDetails.accountFills,
  breachReport,
  fetchFills,
  fetchPersonalStop,
  accountStatistics,
  fetchAlerts,
  listAnnouncements,
  fetchOwnOutages,
  myOrders,
  billing.billingPending,
  billing.fetchDocument,
  fetchAnnualStatements,
  payouts.payoutAccounts,
  payouts.payoutQuoteCall,
  payouts.fetchPayouts,
  payouts.fetchPayout,
  fetchPayee,
  fetchAgreement,
  fetchCertificates,
  certificatePicture,
  fetchNotifications,
  fetchTrading,
  fetchClaims,
  fetchTickets,
  fetchTicketSubjects,
  fetchSessions,
  fetchPasskeys,
  profilePicture,
  affiliateData,
  fetchAffiliatePayouts,
  fetchCreatives,
  fetchCopier,
  fetchCopyLog,
  fetchPerformanceReview,
]);

/** Public calls that also serve private files to a session token. */
const excludedCalls: ReadonlySet<Call> = new Set<Call>([ticketAttachment]);

/** Whether a view's token may make a call: public reads and the trader’s own screens. */
export function isTraderViewCall(call: Call): boolean {
  if (call.method !== 'GET' || typeof call.access === 'object') return false;
  return (call.access === 'any' && !excludedCalls.has(call)) || allowedCalls.has(call);
}
