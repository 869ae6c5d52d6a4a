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
import { fetchOwnStop } from './own-stop.ts';
import { fetchPasskeys } from './passkeys.ts';
import { fetchAgreement } from './payee-duties.ts';
import { fetchPayee } from './payees.ts';
import * as payouts from './payouts.ts';
import { fetchPerformanceReview } from './performance-reviews.ts';
import { profilePicture } from './profile.ts';
import { fetchSessions } from './security.ts';
import { accountStatistics } from './statistics.ts';
import { fetchOwnOutages } from './status.ts';
import { fetchTicketSubjects, fetchTickets, ticketAttachment } from './tickets.ts';
import { fetchTrading } from './trading.ts';

/**
 * What a view may read: the trader’s screens. Files, documents, exports and everything that shows a secret stay out,
 * and so does whatever isn’t named here.
 */
const readable: ReadonlySet<Call> = new Set<Call>([
  accountData,
  accountDetails.accountDetails,
  accountDetails.accountFills,
  accountDetails.breachReport,
  fetchFills,
  fetchOwnStop,
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

/** Calls for everyone that open a private file to the token of a session. */
const withheld: ReadonlySet<Call> = new Set<Call>([ticketAttachment]);

/** Whether the token of a view may make a call: reading what is public, or one of the trader’s own screens. */
export function mayView(call: Call): boolean {
  if (call.method !== 'GET' || typeof call.access === 'object') return false;
  return (call.access === 'any' && !withheld.has(call)) || readable.has(call);
}
