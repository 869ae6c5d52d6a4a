import { maxDeliveryBytes } from '#server/accounts/ports/platform/bridge-messages.ts';
import { accountsRoutes } from '#server/accounts/routes.ts';
import { simulatorRoutes } from '#server/accounts/routes-simulator.ts';
import { affiliatesRoutes } from '#server/affiliates/routes.ts';
import { postbacksDemoRoutes } from '#server/affiliates/routes-postbacks-demo.ts';
import { billingRoutes } from '#server/billing/routes.ts';
import { sandboxRoutes } from '#server/billing/routes-sandbox.ts';
import { statementFormRoutes } from '#server/billing/routes-statement-form.ts';
import { catalogRoutes } from '#server/catalog/routes.ts';
import { certificatesRoutes } from '#server/certificates/routes.ts';
import { copierRoutes } from '#server/copier/routes.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { maxBodyBytes } from '#server/core/http/read-input.ts';
import { docsRoutes } from '#server/core/routes/docs.ts';
import { officeRoutes } from '#server/firm/office/routes.ts';
import { messagesRoutes } from '#server/messages/routes.ts';
import { mailboxRoutes } from '#server/messages/routes-mailbox.ts';
import { monitoringRoutes } from '#server/monitoring/routes.ts';
import { ordersRoutes } from '#server/orders/routes.ts';
import { findSanctionsWarning } from '#server/payouts/payees/sanctions-warning.ts';
import { payoutsRoutes } from '#server/payouts/routes.ts';
import { identityCheckDemoRoutes } from '#server/payouts/routes-identity-check-demo.ts';
import { payoutsOfficeRoutes } from '#server/payouts/routes-office.ts';
import { peopleRoutes } from '#server/people/routes.ts';
import { authenticatorDemoRoutes } from '#server/people/routes-authenticator-demo.ts';
import { peopleOfficeRoutes } from '#server/people/routes-office.ts';
import { profileRoutes } from '#server/people/routes-profile.ts';
import { reviewsRoutes } from '#server/reviews/routes.ts';
import { riskRoutes } from '#server/risk/routes.ts';
import { statusRoutes } from '#server/status/routes.ts';
import { supportRoutes } from '#server/support/routes.ts';
import { supportOfficeRoutes } from '#server/support/routes-office.ts';
import { tradingRoutes } from '#server/trading/routes.ts';
import { maxDocumentBytes } from '#shared/core/document.ts';
import { applyBankFile, previewBankFile } from '#shared/payouts/contract-office-batches.ts';
import { uploadDocument } from '#shared/payouts/contract-payees.ts';
import { maxBankFileBytes } from '#shared/payouts/payment-files/bank-report.ts';
import { maxPictureBytes, updateProfile } from '#shared/people/contract-profile.ts';
import { uploadRequestedDocument } from '#shared/risk/contract-document-requests.ts';
import { attachToTicket } from '#shared/support/contract.ts';

export const mounts: readonly Routes[] = [
  docsRoutes,
  catalogRoutes,
  peopleRoutes,
  profileRoutes,
  peopleOfficeRoutes,
  authenticatorDemoRoutes,
  ordersRoutes,
  officeRoutes,
  payoutsOfficeRoutes,
  riskRoutes,
  affiliatesRoutes,
  postbacksDemoRoutes,
  billingRoutes,
  certificatesRoutes,
  sandboxRoutes,
  accountsRoutes,
  copierRoutes,
  tradingRoutes,
  identityCheckDemoRoutes,
  payoutsRoutes,
  reviewsRoutes,
  messagesRoutes,
  mailboxRoutes,
  simulatorRoutes,
  supportRoutes,
  supportOfficeRoutes,
  statusRoutes,
  statementFormRoutes,
  monitoringRoutes,
];

/** Bodies that may be longer than others', in bytes by path. */
export const bodyLimits: ReadonlyMap<string, number> = new Map([
  [`/api/${updateProfile.path}`, maxPictureBytes + maxBodyBytes],
  [`/api/${uploadDocument.path}`, maxDocumentBytes + maxBodyBytes],
  [`/api/${uploadRequestedDocument.path}`, maxDocumentBytes + maxBodyBytes],
  [`/api/${attachToTicket.path}`, maxDocumentBytes + maxBodyBytes],
  [`/api/${previewBankFile.path}`, maxBankFileBytes + maxBodyBytes],
  [`/api/${applyBankFile.path}`, maxBankFileBytes + maxBodyBytes],
  ['/api/bridge/events', maxDeliveryBytes],
]);

/** What areas want operators to know before it fails; each null if nothing. */
export const findWarnings: readonly ((deps: Deps) => string | null)[] = [findSanctionsWarning];
