import * as accountDetails from './account-details.ts';
import { accountData } from './accounts.ts';
import { fetchCreatives } from './affiliate-creatives.ts';
import { fetchAffiliatePayouts } from './affiliate-payouts.ts';
import { affiliateData } from './affiliates.ts';
import { fetchAlerts } from './alerts.ts';
import { listAnnouncements } from './announcements.ts';
import { fetchAnnualStatements } from './annual-statements.ts';
import * as billing from './billing.ts';
import type { Call } from './call.ts';
import { certificatePicture, fetchCertificates } from './certificates.ts';
import { fetchCopier, fetchCopyLog } from './copier.ts';
import { fetchFills } from './fills.ts';
import { fetchNotifications } from './notifications.ts';
import { fetchPasskeys } from './passkeys.ts';
import { fetchAgreement } from './payee-forms.ts';
import { fetchPayee } from './payees.ts';
import * as payouts from './payouts.ts';
import { fetchPerformanceReview } from './performance-reviews.ts';
import { fetchPersonalStop } from './personal-stop.ts';
import { profilePicture } from './profile.ts';
import { fetchSessions } from './security.ts';
import { accountStatistics } from './statistics.ts';
import { fetchOwnOutages } from './status.ts';
import { fetchTicketSubjects, fetchTickets, ticketAttachment } from './tickets.ts';
import { fetchTrading } from './trading.ts';

/**
 * Calls a view may make: those of the trader’s screens. Files, documents, exports and everything that shows a secret
 * are excluded, and so is anything not listed here.
 */
const allowedCalls: ReadonlySet<Call> = new Set<Call>([
  accountData,
  accountDetails.accountDetails,
  accountDetails.accountFills,
  accountDetails.breachReport,
  fetchFills,
  fetchPersonalStop,
  accountStatistics,
  fetchAlerts,
  listAnnouncements,
  fetchOwnOutages,
  billing.myOrders,
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
